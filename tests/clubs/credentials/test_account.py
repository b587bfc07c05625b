"""Signing in and out, and being shut out for a while."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.credentials import account_locks
from tests import cast as people
from tournaments import organise
from tournaments.models import User
from web.desk.accounts import signing_in

# The test client adds its context and more to what a view answered.
Answer = Any
PASSWORD = "correct horse"
LOGIN = "/desk/login/"


@pytest.fixture
def alice(db: None, settings: Settings) -> User:
    """An owner with a password, hashed quickly."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    user = people.account("alice", PASSWORD)
    organise.create_club("城北棋牌俱乐部", user)
    return user


def sign_in(client: Client, password: str = PASSWORD, name: str = "alice", **more: str) -> Answer:
    form = {"username": name, "password": password, **more}
    return client.post(LOGIN, form, headers={"accept-language": "en"})


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_the_right_password_leads_to_the_desk(client: Client, alice: User) -> None:
    answer = sign_in(client)
    assert answer["Location"] == reverse("desk")
    assert is_signed_in(client)


def test_it_leads_to_where_the_visitor_wanted_to_go(client: Client, alice: User) -> None:
    wanted = f"/desk/events/{'0' * 12}/?a=b"
    asked = client.get(wanted)
    assert asked["Location"] == f"{LOGIN}?next={quote(wanted)}"
    assert f'value="{wanted}"' in client.get(asked["Location"]).content.decode()
    assert sign_in(client, next=wanted)["Location"] == wanted


def test_a_relative_address_is_not_taken_for_the_name_of_a_page(
    client: Client, alice: User
) -> None:
    assert sign_in(client, next="foo")["Location"] == "foo"


@pytest.mark.full
@pytest.mark.parametrize(
    "wanted",
    ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "http:///evil.example", ""],
)
def test_it_never_leads_elsewhere(client: Client, alice: User, wanted: str) -> None:
    assert sign_in(client, next=wanted)["Location"] == reverse("desk")
    assert client.get(LOGIN, {"next": wanted})["Location"] == reverse("desk")


def test_a_wrong_password_is_said_without_saying_which_part_is_wrong(
    client: Client, alice: User
) -> None:
    wrong = sign_in(client, "wrong").context["form"].errors
    unknown = sign_in(client, "wrong", name="nobody").context["form"].errors
    assert wrong == unknown
    assert wrong
    assert not is_signed_in(client)


def test_who_has_signed_in_is_not_asked_again(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(LOGIN)["Location"] == reverse("desk")


@pytest.mark.full
@pytest.mark.databases
def test_after_five_wrong_passwords_the_name_is_shut_out_and_told_how_long(
    client: Client, alice: User
) -> None:
    answers = [sign_in(client, "wrong") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429]
    assert "for 15 minutes" in answers[-1].content.decode()
    again = sign_in(client)
    assert again.status_code == 429
    assert not is_signed_in(client)


@pytest.mark.full
def test_who_is_shut_out_shuts_out_neither_other_names_nor_other_devices(
    client: Client, alice: User
) -> None:
    people.account("bob", PASSWORD)
    for _ in range(5):
        sign_in(client, "wrong")
    assert sign_in(client, name="bob").status_code == 302
    elsewhere = Client(REMOTE_ADDR="192.168.1.77")
    assert sign_in(elsewhere).status_code == 302


@pytest.mark.full
def test_very_many_wrong_passwords_for_any_names_shut_the_address_out(
    client: Client, alice: User
) -> None:
    for number in range(60):
        assert sign_in(client, "wrong", name=f"invented{number}").status_code == 200
    answer = sign_in(client)
    assert answer.status_code == 429
    assert "up to 5 minutes" in answer.content.decode()
    assert answer["Retry-After"] == "300"
    assert sign_in(Client(REMOTE_ADDR="192.168.1.77")).status_code == 302


@pytest.mark.full
def test_an_address_that_is_shut_out_stays_so_whatever_the_cache_forgets(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_in, "MOST_WRONG", 3)
    for number in range(3):
        sign_in(client, "wrong", name=f"invented{number}")
    cache.clear()
    assert sign_in(client).status_code == 429


@pytest.mark.full
def test_neither_right_passwords_nor_empty_fields_shut_an_address_out(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_in, "MOST_WRONG", 1)
    for _ in range(3):
        assert sign_in(client, "").status_code == 200
        assert sign_in(client).status_code == 302
        client.logout()


def test_a_name_typed_in_full_width_letters_signs_in(client: Client, alice: User) -> None:
    assert sign_in(client, name="\uff41\uff4c\uff49\uff43\uff45").status_code == 302


@pytest.mark.full
@pytest.mark.databases
def test_a_right_password_forgets_the_wrong_ones_before(client: Client, alice: User) -> None:
    for _ in range(4):
        sign_in(client, "wrong")
    assert sign_in(client).status_code == 302
    client.logout()
    assert [sign_in(client, "wrong").status_code for _ in range(4)] == [200] * 4


def test_signing_out_ends_the_session(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.post(reverse("logout"))
    assert answer["Location"] == LOGIN
    assert not is_signed_in(client)
    assert client.get(reverse("desk"))["Location"] == f"{LOGIN}?next=/desk/"


def test_a_session_survives_neither_signing_in_as_another_nor_its_fixation(
    client: Client, alice: User
) -> None:
    client.get(LOGIN)
    before = client.session.session_key
    sign_in(client)
    assert client.session.session_key != before


def test_the_cookie_of_a_session_is_out_of_reach_of_scripts_and_of_other_sites(
    client: Client, alice: User
) -> None:
    cookie = sign_in(client).cookies["huapai_session"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


@pytest.mark.full
@pytest.mark.databases
def test_a_device_that_signed_in_before_is_shut_out_by_nobody_else(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(client)
    client.post(reverse("logout"))
    monkeypatch.setattr(signing_in, "MOST_WRONG", 8)
    stranger = Client()
    for number in range(9):
        sign_in(stranger, "wrong", "alice" if number < 6 else f"name {number}")
    assert sign_in(stranger).status_code == 429
    sign_in(client)
    assert is_signed_in(client)


@pytest.mark.full
def test_a_device_that_signed_in_before_is_counted_by_itself(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_locks, "MOST_WRONG_AT_DEVICE", 6)
    sign_in(client)
    client.post(reverse("logout"))
    assert [sign_in(client, "wrong").status_code for _ in range(7)] == [200] * 6 + [429]
    shut = sign_in(client)
    assert (shut.status_code, shut["Retry-After"]) == (429, "900")
    stranger = Client()
    sign_in(stranger)
    assert is_signed_in(stranger)
