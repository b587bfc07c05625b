"""What every answer says to the browser, and how static files are served from a bare checkout."""

from __future__ import annotations

from contextlib import closing

import pytest
from django.conf import settings
from django.test import Client

pytestmark = pytest.mark.django_db


def test_no_page_may_run_a_script_of_its_own_or_be_framed(client: Client) -> None:
    headers = client.get("/").headers

    policy = dict(
        part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";")
    )
    assert policy == {
        "default-src": "'self'",
        "font-src": "'self'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "object-src": "'none'",
    }
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_static_files_are_served_as_they_lie_and_kept_for_a_year(client: Client) -> None:
    with closing(client.get(f"{settings.STATIC_URL}huapai/base.css")) as answer:
        assert b"".join(answer)

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "max-age=31536000, public"


def test_the_address_of_static_files_moves_with_the_program() -> None:
    assert f"/static/{settings.BUILD}/" == settings.STATIC_URL


def test_health_names_the_build(client: Client) -> None:
    assert client.get("/health").content.decode() == f"{settings.BUILD}\n"


def test_health_is_only_read(client: Client) -> None:
    assert client.post("/health").status_code == 405
