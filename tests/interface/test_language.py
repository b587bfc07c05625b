"""The reader's language changes by a link that needs neither a session nor a form."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.http import Http404
from django.test import Client, RequestFactory

from web.publish.served.language import language


def _answer(code: str, way_back: str) -> str:
    return language(RequestFactory().get("/language/", {"next": way_back}), code)["Location"]


def test_it_sets_the_cookie_and_returns_to_the_page(client: Client) -> None:
    response = client.get("/language/en/", {"next": "/e/7/?round=2"})
    assert response.status_code == 302
    assert response["Location"] == "/e/7/?round=2"
    assert response.cookies[settings.LANGUAGE_COOKIE_NAME].value == "en"


def test_it_touches_no_session(client: Client) -> None:
    response = client.get("/language/en/")
    assert set(response.cookies) == {settings.LANGUAGE_COOKIE_NAME}
    assert "Cookie" not in response.get("Vary", "")


@pytest.mark.parametrize(
    "elsewhere",
    ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", "\\\\x", ""],
)
def test_it_never_leads_elsewhere(elsewhere: str) -> None:
    assert _answer("en", elsewhere) == "/"


def test_it_knows_only_the_languages_of_the_program() -> None:
    with pytest.raises(Http404):
        language(RequestFactory().get("/language/"), "fr")


def test_it_changes_nothing_on_a_post() -> None:
    response = language(RequestFactory().post("/language/"), "en")
    assert response.status_code == 405
    assert not response.cookies


def test_it_is_never_kept_by_a_cache(client: Client) -> None:
    assert "no-store" in client.get("/language/en/")["Cache-Control"]


def test_the_next_page_is_in_that_language(client: Client) -> None:
    client.get("/language/en/")
    response = client.get("/no-such-page/")
    assert '<html lang="en">' in response.content.decode()
    client.get("/language/zh-hans/")
    response = client.get("/no-such-page/")
    assert '<html lang="zh-hans">' in response.content.decode()
