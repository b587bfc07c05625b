"""The accounts of the demo: made once, and said again at every start."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pytest_django import Settings

from config.serving import supervisor
from config.serving.supervisor import ServingPlan
from config.simulation.demo import accounts
from tournaments.models import User

pytestmark = pytest.mark.django_db

SAID = re.compile(r"Account (\S+) +password (\S+)")


@pytest.fixture
def data(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA = tmp_path
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return tmp_path


def said(data: Path) -> dict[str, str]:
    """The passwords by accounts, as a start of the demo prints them."""
    lines = supervisor._account_lines(ServingPlan("demo", data, "127.0.0.1", 8000, {}))
    return {match[1]: match[2] for line in lines if (match := SAID.fullmatch(line))}


def test_a_second_start_says_the_same_and_changes_nothing(data: Path) -> None:
    accounts.create()
    first, hashes = said(data), [*User.objects.order_by("pk").values_list("password", flat=True)]
    assert [*first] == ["owner", "director", "referee"]

    accounts.create()

    assert said(data) == first
    assert [*User.objects.order_by("pk").values_list("password", flat=True)] == hashes


def test_what_is_said_opens_the_accounts(data: Path) -> None:
    accounts.create()
    User.objects.get(username="referee").delete()
    owner = User.objects.get(username="owner")
    owner.set_password("something else since")
    owner.save()

    accounts.create()

    for name, password in said(data).items():
        assert User.objects.get(username=name).check_password(password)
