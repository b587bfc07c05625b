"""By which names the program answers, and whose address it believes."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory
from pytest_django import Settings

from config.serving import middleware
from web.publish.client_address import client_address
from web.tablet.door.links import address_of


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8000",
        "192.168.1.20",
        "[::1]:8000",
        "[fe80::1]",
        "localhost:8000",
        "LOCALHOST",
        "cards.example.org",
        "a.b.cards.example.net:443",
    ],
)
def test_it_answers_to_addresses_and_to_its_names(host: str, settings: Settings) -> None:
    settings.HOST_NAMES = ["localhost", "cards.example.org", ".cards.example.net"]

    assert middleware.is_admitted(host)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "[::1", "a b", "::1"],
)
def test_it_does_not_answer_to_a_name_that_is_not_its_own(host: str, settings: Settings) -> None:
    settings.HOST_NAMES = ["localhost"]

    assert not middleware.is_admitted(host)


@pytest.mark.django_db
@pytest.mark.full
def test_a_strange_name_is_refused_before_anything_else_is_done(client: Client) -> None:
    assert client.get("/health", headers={"host": "evil.example"}).status_code == 400
    assert client.get("/health", headers={"host": "10.1.2.3:8000"}).status_code == 200


def test_without_a_proxy_nobody_can_say_where_he_comes_from(settings: Settings) -> None:
    settings.BEHIND_PROXY = False
    request = RequestFactory().get("/", headers={"x-forwarded-for": "203.0.113.9"})

    assert client_address(request) == "127.0.0.1"


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9", "203.0.113.9"),
        ("nonsense", "127.0.0.1"),
        ("", "127.0.0.1"),
    ],
)
def test_behind_a_proxy_the_address_it_saw_counts(
    forwarded: str, address: str, settings: Settings
) -> None:
    settings.BEHIND_PROXY = True
    request = RequestFactory().get("/", headers={"x-forwarded-for": forwarded})

    assert client_address(request) == address
    assert address_of(request) == address
