"""Live parts of pages that many ask for at once: made once, and shown to all of them.

While results come in, hundreds of phones find that a page has moved. Each process makes its live
part once and keeps it: whoever asks for what is kept is shown it again; whoever asks while a newer
one is being made, or before the pause that its cost is worth, is shown the one before, with the
stamp of that one. So pages are behind by a moment in a busy hall, and a hall cannot stop the
tables from sending.
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
"""Seconds that a part is shown after the record has moved, however dear it is to make."""
MOST: Final = 256
"""Parts that are kept at once; the one asked for longest ago goes first."""
REMEMBERED: Final = 64
"""Stamps of a part of which the revision is known."""


@dataclass(frozen=True, slots=True)
class Part:
    """A live part as it was made: its stamp, its bytes, and until when it will do."""

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


def shown(name: str, stamp: str, revision: int, make: Callable[[], bytes]) -> Part:
    """Return the part of this name to be shown to one who would get the one of `stamp`.

    `revision` grows with every change of what the part shows.
    """
    place = _place(name)
    kept = place.part
    if kept is not None and _will_do(kept, stamp):
        return kept
    if not place.making.acquire(blocking=kept is None):
        # Somebody is making it; `kept` is there, or the lock would have been waited for.
        return kept or _made(place, stamp, revision, make)
    try:
        kept = place.part
        if kept is not None and _will_do(kept, stamp):
            return kept
        return _made(place, stamp, revision, make)
    finally:
        place.making.release()


def note(name: str, stamp: str, revision: int) -> None:
    """Know of which revision the part of this stamp is: somebody may show it."""
    revisions = _place(name).revisions
    with _door:
        revisions[stamp] = revision
        for oldest in list(revisions)[:-REMEMBERED]:
            del revisions[oldest]


def is_newer(name: str, stamp: str, than: Part) -> bool:
    """Whether who shows `stamp` is ahead of this part, for pages never go back."""
    return _place(name).revisions.get(stamp, than.revision) > than.revision


def forget() -> None:
    """Keep nothing any more."""
    with _door:
        _places.clear()


def _place(name: str) -> _Place:
    with _door:
        place = _places.setdefault(name, _Place())
        _places.move_to_end(name)
        if len(_places) > MOST:
            _places.popitem(last=False)
        return place


def _will_do(kept: Part, stamp: str) -> bool:
    return kept.stamp == stamp or time.monotonic() < kept.fresh_until


def _made(place: _Place, stamp: str, revision: int, make: Callable[[], bytes]) -> Part:
    began = time.monotonic()
    body = make()
    ended = time.monotonic()
    pause = min(LONGEST, settings.LIVE_PAUSE * (ended - began))
    part = Part(stamp, revision, body, ended + pause)
    if place.part is None or place.part.revision <= revision:
        place.part = part
    return part
