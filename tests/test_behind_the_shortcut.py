"""The program as a server runs it, with its shortcut: nobody is answered for somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from config.wsgi import application
from tests.test_urls_refuse import DESK, PUBLIC
from tests.world import World, assemble
from tournaments.publish import freshness, shortcut

pytestmark = [pytest.mark.full, pytest.mark.databases]

LIVE = sorted(name for name in (*DESK, *PUBLIC) if name.endswith("_live"))


@pytest.fixture
def world(db: None) -> World:
    """One thing of every kind."""
    return assemble()


@pytest.fixture(autouse=True)
def _busy(settings: Settings) -> Iterator[None]:
    """A pause, and as with Django's own client no request closes the connection of the test."""
    settings.LIVE_PAUSE = 5
    freshness.forget()
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def ask(path: str, client: Client | None = None, **headers: str) -> tuple[int, dict[str, str]]:
    """Return status and headers of what a browser with the cookies of a client is answered."""
    started: list[Any] = []
    cookies = client.cookies if client else SimpleCookie()
    sent = {"Cookie": cookies.output(header="", sep=";").strip(), **headers}
    environ = RequestFactory().get(path, headers=sent).environ
    list(application(environ, lambda *answer: started.append(answer)))
    return int(started[0][0].split()[0]), dict(started[0][1])


@pytest.mark.parametrize("name", LIVE)
def test_a_stranger_is_answered_as_if_no_official_had_asked(
    world: World, client: Client, name: str
) -> None:
    path = reverse(name, args=(DESK[name].of if name in DESK else PUBLIC[name])(world))
    client.force_login(world.cast.alice)
    status, _ = ask(path, client)
    assert status == 200
    stranger, headers = ask(path)
    assert stranger == (302 if name in DESK else 200)
    assert "Set-Cookie" not in headers
    assert django_settings.CSRF_COOKIE_NAME not in str(headers)
    assert shortcut.REVISION not in headers


def test_a_public_part_takes_the_shortcut(world: World, client: Client) -> None:
    path = reverse("event_live", args=PUBLIC["event_live"](world))
    _, first = ask(path, client)
    organised = world.cast.event
    type(organised).objects.filter(pk=organised.pk).update(public_revision=10_000)
    status, again = ask(path)
    assert (status, again["ETag"]) == (200, first["ETag"])
    assert ask(path, client, **{"If-None-Match": first["ETag"]})[0] == 304
