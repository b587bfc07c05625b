"""A cache of the live parts of pages, in each process.

While results come in, hundreds of phones poll a page that has changed. Each process makes its live
part once and keeps it. While a newer one is being made, or before a pause proportional to its cost
is over, requests get the previous one with its stamp. So pages lag a moment in a busy hall, and
readers cannot keep the tables from sending.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from django.conf import settings

LONGEST: Final = 5.0
"""Most seconds that a part is served after the record has changed, whatever it costs to make."""
MOST: Final = 256
"""Most parts in the cache; the least recently used is dropped first."""
REMEMBERED: Final = 64
"""Stamps per part whose revision is remembered."""


@dataclass(frozen=True, slots=True)
class Part:
    """A live part: its stamp, its bytes, and until when it may be served."""

    stamp: str
    revision: int
    body: bytes
    fresh_until: float


@dataclass(slots=True)
class _Place:
    part: Part | None = None
    revisions: dict[str, int] = field(default_factory=dict)
    making: threading.Lock = field(default_factory=threading.Lock)


_places: OrderedDict[str, _Place] = OrderedDict()
_door: Final = threading.Lock()


def served_part(name: str, stamp: str, revision: int, make: Callable[[], bytes]) -> Part:
    """Return the part of this name for a request whose current stamp is `stamp`.

    `revision` grows with every change of what the part shows.
    """
    place = _place(name)
    kept = place.part
    if kept is not None and _is_fresh(kept, stamp):
        return kept
    if not place.making.acquire(blocking=kept is None):
        # Another thread is making it; `kept` is there, or the lock would have blocked.
        return kept or _make_part(place, stamp, revision, make)
    try:
        kept = place.part
        if kept is not None and _is_fresh(kept, stamp):
            return kept
        return _make_part(place, stamp, revision, make)
    finally:
        place.making.release()


def remember_revision(name: str, stamp: str, revision: int) -> None:
    """Remember the revision of a stamp, because a browser may have it."""
    revisions = _place(name).revisions
    with _door:
        revisions[stamp] = revision
        for oldest in list(revisions)[:-REMEMBERED]:
            del revisions[oldest]


def is_newer(name: str, stamp: str, than: Part) -> bool:
    """Whether a browser with `stamp` has a newer version than this part: pages never go back."""
    return _place(name).revisions.get(stamp, than.revision) > than.revision


def forget() -> None:
    """Drop all parts."""
    with _door:
        _places.clear()


def _place(name: str) -> _Place:
    with _door:
        place = _places.setdefault(name, _Place())
        _places.move_to_end(name)
        if len(_places) > MOST:
            _places.popitem(last=False)
        return place


def _is_fresh(kept: Part, stamp: str) -> bool:
    return kept.stamp == stamp or time.monotonic() < kept.fresh_until


def _make_part(place: _Place, stamp: str, revision: int, make: Callable[[], bytes]) -> Part:
    began = time.monotonic()
    body = make()
    ended = time.monotonic()
    pause = min(LONGEST, settings.LIVE_PAUSE * (ended - began))
    part = Part(stamp, revision, body, ended + pause)
    if place.part is None or place.part.revision <= revision:
        place.part = part
    return part
