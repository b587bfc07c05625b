"""Public pages under load: made once for all, slightly behind, and never going back."""

from __future__ import annotations

import gzip
import threading
import time
from types import SimpleNamespace

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from web.publish import cache
from web.publish.cache import KeptPage, Made, PageStamps

pytestmark = pytest.mark.usefixtures("long_kept")

LONG = b"<p>0</p>" * 200
NEXT_TO_NONE = 1e-9
"""A pause that is over as soon as a page is made."""


def version(number: int, scope: str = "") -> PageStamps:
    stamps = {
        alone: f'W/"{number}.{"part" if alone else "page"}{number}"' for alone in (False, True)
    }
    return PageStamps(stamps, scope)


def part(number: int, body: bytes = b"new", *, name: str = "page", scope: str = "") -> KeptPage:
    """Ask for the live part of a page at a revision, at which it is made of some bytes."""
    made = Made({False: b"<" + body + b">", True: body})
    return cache.served((name, "en"), True, version(number, scope), lambda: made)


def never() -> Made:
    raise AssertionError("it is kept")


def test_what_is_kept_is_shown_again_and_not_made_again() -> None:
    assert part(1, b"first").body == b"first"
    assert part(1, b"second").body == b"first"


def test_a_page_and_its_part_are_made_together() -> None:
    part(1, b"first")
    assert cache.served(("page", "en"), False, version(1), never).body == b"<first>"


def test_within_its_pause_a_part_is_shown_for_the_newer_one() -> None:
    first = part(1, b"first")
    assert part(2, b"second").body == b"first"
    assert part(2).stamp == first.stamp


def test_without_a_pause_the_newer_one_is_made(settings: Settings) -> None:
    settings.LIVE_PAUSE = NEXT_TO_NONE
    part(1, b"first")
    assert part(2, b"second").body == b"second"


def test_what_may_not_be_seen_any_more_is_not_shown_for_the_newer_one() -> None:
    part(1, b"first", scope="two events")
    assert part(2, b"second", scope="one event").body == b"second"


def test_who_asks_while_a_part_is_made_is_shown_the_one_before(settings: Settings) -> None:
    settings.LIVE_PAUSE = NEXT_TO_NONE
    part(1, b"first")
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> Made:
        begun.set()
        assert go_on.wait(20)
        return Made({True: b"second"})

    making = threading.Thread(target=cache.served, args=(("page", "en"), True, version(2), slow))
    making.start()
    assert begun.wait(20)
    assert part(2, b"never made").body == b"first"
    go_on.set()
    making.join(20)
    assert part(2, b"never made").body == b"second"


def test_two_who_ask_first_wait_for_one_part() -> None:
    begun, go_on, made = threading.Event(), threading.Event(), []

    def slow() -> Made:
        begun.set()
        assert go_on.wait(20)
        made.append(1)
        return Made({True: b"first"})

    asking = [
        threading.Thread(target=cache.served, args=(("page", "en"), True, version(1), slow))
        for _ in range(2)
    ]
    for thread in asking:
        thread.start()
    assert begun.wait(20)
    go_on.set()
    for thread in asking:
        thread.join(20)
    assert made == [1]


def test_an_older_part_that_is_made_late_does_not_take_the_place_of_a_newer_one(
    settings: Settings,
) -> None:
    settings.LIVE_PAUSE = NEXT_TO_NONE
    part(6, b"sixth")
    assert part(5, b"fifth").body == b"fifth"
    assert part(6, b"never made").body == b"sixth"


def test_a_page_whose_revision_has_fallen_is_kept_once_the_higher_one_is_forgotten(
    settings: Settings,
) -> None:
    settings.LIVE_PAUSE = NEXT_TO_NONE
    part(6, b"sixth")
    later = time.monotonic() + cache.OLDEST
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "time", SimpleNamespace(monotonic=lambda: later))
        assert part(5, b"fifth").body == b"fifth"
        assert part(5, b"never made").body == b"fifth"


def test_who_is_ahead_is_told_by_revisions_whoever_asked_first() -> None:
    sixth = part(6, b"sixth")

    def is_ahead(stamp: str) -> bool:
        return sixth.is_behind(RequestFactory().get("/", headers={"If-None-Match": stamp}))

    assert not is_ahead('W/"5.made by another process"')
    assert not is_ahead(sixth.stamp)
    assert not is_ahead('"unknown"')
    assert is_ahead('W/"7.made by another process"')
    assert is_ahead('"5.x", "7.compressed on its way-gzip"')


def test_a_failure_is_not_kept() -> None:
    def fails() -> Made:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        cache.served(("page", "en"), True, version(1), fails)
    assert part(1, b"first").body == b"first"


def test_only_so_many_pages_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST", 8)
    for number in range(cache.MOST + 1):
        part(1, b"first", name=f"page {number}")
    assert part(1, b"again", name=f"page {cache.MOST}").body == b"first"
    assert part(1, b"again", name="page 0").body == b"again"


def test_only_so_many_bytes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_BYTES", 40)
    for name in ("one", "two", "three"):
        part(1, b"0123456", name=name)
    assert part(1, b"again", name="three").body == b"0123456"
    assert part(1, b"again", name="one").body == b"again"


def test_a_page_is_packed_once() -> None:
    first = part(1, LONG)
    assert first.is_packed
    assert gzip.decompress(first.body) == LONG
    again = part(1, LONG)
    takes, takes_not = ({"Accept-Encoding": accepted} for accepted in ("gzip, br", "identity"))
    body, encoding = again.body_for(RequestFactory().get("/", headers=takes))
    assert body is first.body
    assert encoding == "gzip"
    assert again.body_for(RequestFactory().get("/", headers=takes_not)) == (LONG, "")
