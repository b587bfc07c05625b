"""Phones that wait for a page hold no thread that a tablet needs."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from django.urls import URLPattern, reverse

from config.serving.lanes import HASHES, Lanes
from config.storage import request_waits
from tests.samples import every_day
from tests.until import until
from web.publish.served import urls as publish_urls


@dataclass
class Request:
    """What the server has read of a request."""

    path: str
    command: str = "GET"
    error: str = ""


@dataclass
class Channel:
    """A connection whose request ends when the test lets it."""

    requests: list[Request]
    may_end: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)

    def service(self) -> None:
        self.may_end.wait(20)
        self.ended.set()

    def cancel(self) -> None:
        self.ended.set()


def connected(path: str, lanes: Lanes, method: str = "GET") -> Channel:
    channel = Channel([Request(path, method)])
    lanes.add_task(channel)
    return channel


@pytest.fixture(params=[1, 2, 8])
def lanes(request: pytest.FixtureRequest) -> Iterator[Lanes]:
    lanes = Lanes(request.param)
    yield lanes
    lanes.shutdown()


@pytest.mark.parametrize("path", ["/api/tablet/1/sheets", "/desk/", "/health", "/t/AB12/"])
def test_tables_are_served_while_every_phone_waits(lanes: Lanes, path: str) -> None:
    phones = [connected("/e/7/live/", lanes) for _ in range(20)]
    tablet = connected(path, lanes)
    tablet.may_end.set()

    assert tablet.ended.wait(20)
    assert not any(phone.ended.is_set() for phone in phones)
    for phone in phones:
        phone.may_end.set()
    until(lambda: all(phone.ended.is_set() for phone in phones))


@pytest.mark.parametrize(
    "pattern", every_day(publish_urls.urlpatterns, each=8), ids=lambda each: each.name
)
def test_whatever_strangers_see_is_asked_for_in_their_lane(
    lanes: Lanes, pattern: URLPattern
) -> None:
    path = "/" + re.sub("<[^>]+>", "7", str(pattern.pattern))
    is_drawn = path.endswith((".png", ".pdf", ".csv")) and not path.startswith("/documents/")
    assert lanes.lane_of("GET", path) is (lanes.drawn if is_drawn else lanes.public)


def test_forty_pictures_hold_up_no_page(lanes: Lanes) -> None:
    pictures = [connected("/e/7/poster.en.png", lanes) for _ in range(40)]
    page = connected("/e/7/", lanes)
    page.may_end.set()

    assert page.ended.wait(20)
    assert not any(picture.ended.is_set() for picture in pictures)
    for picture in pictures:
        picture.may_end.set()
    until(lambda: all(picture.ended.is_set() for picture in pictures))


WAITERS = [
    ("POST", "/api/tablet/1/sheets"),
    ("POST", "/desk/login/"),
    ("GET", "/e/7/live/"),
    ("GET", "/api/tablet/1/round"),
]


@pytest.mark.parametrize("watched", ["/health", "/health/alive"])
def test_who_asks_whether_it_is_up_waits_for_nobody(lanes: Lanes, watched: str) -> None:
    waiting = [connected(path, lanes, method) for method, path in WAITERS for _ in range(20)]
    watch = connected(watched, lanes)
    watch.may_end.set()
    assert watch.ended.wait(20)
    assert not any(channel.ended.is_set() for channel in waiting)
    for channel in waiting:
        channel.may_end.set()


@pytest.mark.parametrize("path", ["/health", "/health/alive"])
def test_a_form_that_is_sent_there_holds_up_nobody_who_asks(lanes: Lanes, path: str) -> None:
    assert lanes.lane_of("POST", path) is lanes.writing
    assert lanes.lane_of("HEAD", path) is lanes.watch


def test_what_was_refused_on_reading_is_told_at_once(lanes: Lanes) -> None:
    waiting = [connected(path, lanes, method) for method, path in WAITERS for _ in range(20)]
    refused = Channel([Request("/desk/login/", "POST", error="too large")])
    refused.may_end.set()
    lanes.add_task(refused)
    assert refused.ended.wait(20)
    for channel in waiting:
        channel.may_end.set()


@pytest.mark.parametrize(
    ("busy", "other"),
    [
        (("POST", "/api/tablet/1/sheets"), ("GET", "/api/tablet/1/round")),
        (("POST", "/desk/login/"), ("POST", "/api/tablet/1/sheets")),
        (("POST", "/desk/login/"), ("GET", "/desk/")),
    ],
)
def test_neither_writers_nor_sign_ins_hold_up_the_others(
    lanes: Lanes, busy: tuple[str, str], other: tuple[str, str]
) -> None:
    waiting = [connected(busy[1], lanes, busy[0]) for _ in range(40)]
    quick = connected(other[1], lanes, other[0])
    quick.may_end.set()
    assert quick.ended.wait(20)
    assert not any(channel.ended.is_set() for channel in waiting)
    for channel in waiting:
        channel.may_end.set()


@pytest.mark.full
def test_whatever_hashes_a_password_is_sent_to_the_lane_of_passwords(lanes: Lanes) -> None:
    uid = {"uid": "a" * 12}
    for name, named in (
        ("login", {}),
        ("setup", {}),
        ("account_password", {}),
        ("invitation", {"link": "x"}),
        ("new_password", {"link": "x"}),
        ("desk_officials", uid),
        ("desk_installation", uid),
        ("desk_slips", uid),
    ):
        path = reverse(name, kwargs=named)
        assert lanes.lane_of("POST", path) is lanes.passwords, name
        assert lanes.lane_of("GET", path) is lanes.reading, name
    assert len(lanes.passwords.threads) == HASHES


def test_an_end_waits_for_all_lanes_together_and_not_for_one_after_another() -> None:
    lanes = Lanes(8)
    waiting = [connected(path, lanes, method) for method, path in WAITERS for _ in range(5)]
    began = time.monotonic()
    lanes.shutdown(timeout=0.5)
    assert time.monotonic() - began < 2 * 0.5 + 1
    for channel in waiting:
        channel.may_end.set()


def test_what_a_request_stands_in_its_lane_is_part_of_what_it_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    since: list[float] = []

    @contextmanager
    def of_request(came: float) -> Iterator[None]:
        since.append(came)
        yield

    monkeypatch.setattr(request_waits, "of_request", of_request)
    lanes, began = Lanes(1), time.monotonic()
    first, second = (connected("/api/tablet/1/sheets", lanes, "POST") for _ in range(2))
    queued = time.monotonic()
    for channel in (first, second):
        channel.may_end.set()
        assert channel.ended.wait(20)
    lanes.shutdown()
    assert [began <= came <= queued for came in since] == [True, True]
