"""The program as a server runs it, with its shortcut: nobody is answered for somebody else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from http.cookies import SimpleCookie
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from config.wsgi import application
from tests.address_tables import DESK
from tests.public_addresses import PUBLIC
from tests.world import World, assemble
from web.publish import cache, shortcut
from web.publish.served import public_page

PAGES = sorted(
    name for name in (*DESK, *PUBLIC) if name.endswith("_live") or name in public_page.KINDS
)

MANY = 40
"""Fewer pages than these would mean that the tables are not read any more."""


@pytest.fixture
def world(db: None) -> World:
    """One thing of every kind."""
    return assemble()


@pytest.fixture(autouse=True)
def _busy(settings: Settings) -> Iterator[None]:
    """A pause, and as with Django's own client no request closes the connection of the test."""
    settings.LIVE_PAUSE = 5
    cache.forget()
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


@pytest.mark.parametrize("path", ["/health/alive", "/nowhere/", "/"])
def test_a_head_goes_out_without_the_body_that_it_tells_of(db: None, path: str) -> None:
    started: dict[str, Any] = {}
    bodies = {
        method: b"".join(
            application(
                RequestFactory().generic(method, path).environ,
                lambda *answer, method=method: started.setdefault(method, answer),
            )
        )
        for method in ("GET", "HEAD")
    }
    assert bodies["GET"]
    assert bodies["HEAD"] == b""
    assert started["HEAD"][0] == started["GET"][0]
    assert dict(started["HEAD"][1]).keys() == dict(started["GET"][1]).keys()


@pytest.mark.full
def test_a_stranger_is_answered_as_if_no_official_had_asked(world: World, client: Client) -> None:
    client.force_login(world.cast.alice)
    told = {name: _faults(world, client, name) for name in PAGES}
    assert len(PAGES) > MANY
    assert {name: faults for name, faults in told.items() if faults} == {}


def _faults(world: World, official: Client, name: str) -> list[str]:
    """Ask for a page as an official and then as a stranger; tell what the second one was given."""
    path = reverse(name, args=(DESK[name].of if name in DESK else PUBLIC[name])(world))
    asked, _ = ask(path, official)
    stranger, headers = ask(path)
    wrong = {
        f"the official was answered with {asked}": asked != 200,
        f"the stranger was answered with {stranger}": stranger != (302 if name in DESK else 200),
        "a cookie": "Set-Cookie" in headers,
        "a token of a form": django_settings.CSRF_COOKIE_NAME in str(headers),
        "it was shared": cache.SHARED in headers,
    }
    return [what for what, is_so in wrong.items() if is_so]


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.parametrize("name", ["event", "event_live"])
def test_a_public_page_takes_the_shortcut(
    world: World, client: Client, name: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    path = reverse(name, args=PUBLIC[name](world))
    _, first = ask(path, client)
    organised = world.cast.event
    type(organised).objects.filter(pk=organised.pk).update(public_revision=10_000)
    with django_assert_num_queries(0):
        status, again = ask(path)
        assert (status, again["ETag"]) == (200, first["ETag"])
        assert ask(path, client, **{"If-None-Match": first["ETag"]})[0] == 304


@pytest.mark.parametrize("path", ["/", "/live/", "/games/gongzhu/glossary/"])
def test_what_belongs_to_no_event_takes_it_too(
    world: World, path: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = ask(path)
    with django_assert_num_queries(0):
        assert ask(path) == first


@pytest.mark.full
def test_a_change_of_the_record_is_shown_within_the_pause(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = reverse("event", args=PUBLIC["event"](world))
    _, first = ask(path)
    organised = world.cast.event
    type(organised).objects.filter(pk=organised.pk).update(public_revision=10_000)
    late = time.monotonic() + cache.LONGEST
    for module in (cache, shortcut):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: late))
    status, again = ask(path)
    assert status == 200
    assert again["ETag"] != first["ETag"]


@pytest.mark.full
def test_a_page_that_repeats_what_was_asked_is_not_packed(world: World, client: Client) -> None:
    """Its length would tell of what else it says beside what somebody else has typed."""
    client.force_login(world.cast.alice)
    packing = {"Accept-Encoding": "gzip"}
    members = reverse("desk_members", args=[world.cast.club.uid])
    status, headers = ask(f"{members}?q=wang", client, **packing)
    assert status == 200
    assert "Content-Encoding" not in headers
    _, headers = ask(reverse("desk"), client, **packing)
    assert headers["Content-Encoding"] == "gzip"
    _, packed = ask(reverse("event", args=PUBLIC["event"](world)), None, **packing)
    assert packed["Content-Encoding"] == "gzip"
