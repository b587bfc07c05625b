"""A proxy that changes the address is named as the reason why forms are refused."""

from __future__ import annotations

import html

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.cast import Cast

PROXY = "https://cards.example.org"
ELSEWHERE = "This form came from another address"


@pytest.fixture
def browser(cast: Cast) -> Client:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    client.force_login(cast.alice)
    return client


def sent(browser: Client, cast: Cast, name: str = "desk_draw", **headers: str) -> str:
    address = reverse(name, args=[cast.event.uid])
    answer = browser.post(address, headers={"Origin": PROXY, **headers})
    assert answer.status_code == 403
    return html.unescape(answer.content.decode())


def test_a_form_of_the_desk_says_which_addresses_differ(browser: Client, cast: Cast) -> None:
    page = sent(browser, cast)
    assert ELSEWHERE in page
    assert f"sent it from {PROXY}, and the program was asked for http://testserver." in page
    assert "CSRF_TRUSTED_ORIGINS" in page


def test_so_does_a_form_of_a_public_page(browser: Client, cast: Cast) -> None:
    address = reverse("document_order", args=[cast.event.uid, "standings"])
    page = browser.post(address, headers={"Origin": PROXY})
    assert page.status_code == 403
    assert ELSEWHERE in page.content.decode()


@pytest.mark.parametrize("name", ["desk_draw"])
def test_a_form_of_another_site_is_refused_without_advice(
    browser: Client, cast: Cast, name: str
) -> None:
    page = sent(browser, cast, name, **{"Sec-Fetch-Site": "cross-site"})
    assert ELSEWHERE not in page
    assert "CSRF_TRUSTED_ORIGINS" not in page


def test_a_form_without_its_token_is_still_an_old_one(
    browser: Client, cast: Cast, settings: Settings
) -> None:
    assert "This form has expired" in sent(browser, cast, Origin="http://testserver")


def test_who_may_not_see_a_page_is_told_so_as_before(browser: Client, cast: Cast) -> None:
    browser.force_login(cast.bob)
    page = browser.get(reverse("desk_settings", args=[cast.event.uid]))
    assert page.status_code == 403
    assert ELSEWHERE not in page.content.decode()
