"""Phones that wait for a page hold no thread that a tablet needs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from config.lanes import Lanes
from tests.until import until


@dataclass
class Request:
    """What the server has read of a request."""

    path: str


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


def connected(path: str, lanes: Lanes) -> Channel:
    channel = Channel([Request(path)])
    lanes.add_task(channel)
    return channel


@pytest.fixture(params=[1, 2, 8])
def lanes(request: pytest.FixtureRequest) -> Iterator[Lanes]:
    made = Lanes(request.param)
    yield made
    made.shutdown()


@pytest.mark.parametrize("path", ["/api/sheets", "/desk/", "/health", "/t/AB12/"])
def test_tables_are_served_while_every_phone_waits(lanes: Lanes, path: str) -> None:
    phones = [connected("/e/7/live/", lanes) for _ in range(20)]
    tablet = connected(path, lanes)
    tablet.may_end.set()

    assert tablet.ended.wait(20)
    assert not any(phone.ended.is_set() for phone in phones)
    for phone in phones:
        phone.may_end.set()
    until(lambda: all(phone.ended.is_set() for phone in phones))
