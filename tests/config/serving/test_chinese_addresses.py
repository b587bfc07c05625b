"""Addresses with signs that are not ASCII, as chats make them of a link and the words behind it."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPConnection
from urllib.parse import quote

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from config.wsgi import application
from tests.config.program import Program
from tournaments.models.base import new_uid

TAILS = ("，", "/，快来看", "/%FF", "/\N{SLIGHTLY SMILING FACE}/live/")
"""What follows a link in a message, and what is no text at all."""
REFUSALS = (301, 302, 400, 401, 403, 404, 405, 429)


def prefixes() -> list[str]:
    """Return how every address of the program begins, up to its first argument."""
    return sorted({"/" + address.split("<")[0].strip("/") for address in _addresses()})


def _addresses(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    for pattern in (resolver or get_resolver()).url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield address
        else:
            yield from _addresses(pattern, address)


@pytest.fixture
def _busy(settings: Settings) -> Iterator[None]:
    """With a pause answers are repeated; no request closes the connection of the test."""
    settings.LIVE_PAUSE = 5
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.usefixtures("_busy")
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_a_link_with_a_chinese_sign_behind_it_is_not_found(method: str) -> None:
    started: list[str] = []
    # As a server hands it over, byte by byte.
    path = f"/e/{new_uid()}/，".encode().decode("latin-1")
    environ = {**RequestFactory().generic(method, "/").environ, "PATH_INFO": path}
    list(application(environ, lambda status, *_headers: started.append(status)))
    assert started == ["404 Not Found"]


@pytest.mark.nightly
def test_no_prefix_fails_by_a_chinese_sign(open_club: Program) -> None:
    paths = [
        quote(f"{prefix}{uid}{tail}", safe="/%")
        for prefix in prefixes()
        for uid in ("", f"/{new_uid()}")
        for tail in TAILS
    ]
    asked = [("GET", path) for path in paths] + [("POST", path) for path in paths[:: len(TAILS)]]
    assert len(asked) > 500
    answers = {each: _status(open_club, *each) for each in asked}
    assert {each: status for each, status in answers.items() if status not in REFUSALS} == {}
    assert "Traceback" not in open_club.text


def _status(program: Program, method: str, path: str) -> int:
    page = HTTPConnection("127.0.0.1", program.port, timeout=60)
    try:
        page.request(method, path)
        return page.getresponse().status
    finally:
        page.close()
