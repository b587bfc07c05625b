"""Public pages in memory: made once for all readers, and gzipped once.

While results come in, hundreds of phones ask for a page that has changed. One thread makes it, the
whole page and its live part together. Requests meanwhile, or before a pause proportional to its
cost is over, get the previous one with its stamp. So pages lag a moment in a busy hall, and readers
cannot keep the tables from sending. A browser that has a newer page never gets an older one from
the cache.

The views ask the record what is current, and `served` for the bytes. `shortcut` repeats them before
Django is asked. A header (`SHARED`) marks the answers that are the same for all; no others are
cached.
"""

from __future__ import annotations

import gzip
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final

from django.conf import settings
from django.http import HttpRequest

from web.publish import etag

OLDEST: Final = 5.0
"""How long it is repeated while another request is asking, and keeps an older one out."""
LONGEST: Final = 5.0
"""The most seconds that a page is served after the record has changed, whatever its cost."""
MOST: Final = 1024
"""The most pages, each in one language; the least recently used is dropped first."""
MOST_BYTES: Final = 32 * 1024 * 1024
WORTH_PACKING: Final = 512
PICTURE: Final = b"\x89PNG"
"""The first bytes of a picture."""
LEVEL: Final = 6
SHARED: Final = "Huapai-Shared"
"""The header of an answer that is the same for all: its seconds; it is not sent on."""
IF_FREE: Final = "huapai.if_free"
"""Key of an environment: a page may be repeated, so a view answers `LATER` instead of waiting."""
LATER: Final = "503 Later"
"""The status of such an answer; it is never sent."""

Key = tuple[str, str]
"""The address of a whole page, and its language."""
Form = bool
"""Whether it is the live part alone, or the whole page."""
WHOLE: Final[Form] = False
PART: Final[Form] = True
Head = tuple[Form, str, str]
"""A form, and the scheme and host of the request."""
Headers = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class PageStamps:
    """The current stamps of a page, one for each form.

    A page of another `scope` may show what is no longer public, and is not served for this one.
    """

    stamps: Mapping[Form, str]
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """The bytes of every form of a page, and for how many seconds they are valid.

    A page that shows the time changes even while the record does not.
    """

    bodies: Mapping[Form, bytes]
    seconds: float = inf


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page or a live part as it is sent.

    `asked` is when the record was last asked; before `until` the page is served in place of a newer
    one, and after `ends` it is no longer valid at all.
    """

    stamp: str
    body: bytes
    is_packed: bool
    asked: float
    ends: float = inf
    until: float = 0.0
    scope: str = ""

    @property
    def is_over(self) -> bool:
        """Whether it has expired."""
        return time.monotonic() >= self.ends

    @property
    def revision(self) -> int:
        """The revision of the record that it shows."""
        return etag.revision_of(self.stamp)

    def body_for(self, request: HttpRequest) -> tuple[bytes, str]:
        """Return the bytes for a browser, and how they are encoded, if they are."""
        if not self.is_packed:
            return self.body, ""
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            return self.body, "gzip"
        return gzip.decompress(self.body), ""

    def is_behind(self, request: HttpRequest) -> bool:
        """Whether the browser has a newer one in the same language."""
        return any(etag.is_newer(stamp, than=self.stamp) for stamp in etag.shown_by(request))

    def may_be_repeated_to(self, request: HttpRequest) -> bool:
        """Whether the record was asked recently, and the browser has no newer one."""
        return not self.is_behind(request) and time.monotonic() - self.asked < OLDEST

    def gives_way_to(self, new: KeptPage, asked_with: KeptPage | None) -> bool:
        """Whether another page takes its place, which was asked for with the stamp of a third."""
        is_answer = asked_with is not None and etag.is_same(self.stamp, asked_with.stamp)
        is_left = self.is_over or new.asked - self.asked >= OLDEST
        return is_answer or is_left or self.scope != new.scope or self.revision <= new.revision

    def may_be_served_for(self, version: PageStamps, form: Form) -> bool:
        """Whether it is current, or may be served for the current one."""
        if etag.is_same(self.stamp, version.stamps[form]):
            return True
        return self.scope == version.scope and time.monotonic() < self.until


@dataclass(slots=True)
class PagePlace:
    """A page in one language, and the headers with which its forms were answered.

    The thread that makes the page, or asks for it, holds `turn`.
    """

    forms: dict[Form, KeptPage] = field(default_factory=dict)
    heads: dict[Head, Headers] = field(default_factory=dict)
    turn: threading.RLock = field(default_factory=threading.RLock)

    def find(self, form: Form) -> KeptPage | None:
        """Return the cached form, but no whole page that is older than the live part."""
        kept, part = self.forms.get(form), self.forms.get(PART)
        if kept is None or kept.is_over or (part and kept.revision < part.revision):
            return None
        return kept

    def keep(self, form: Form, new: KeptPage, asked_with: KeptPage | None = None) -> KeptPage:
        """Cache a page unless there is a newer one; return it, with the bytes already there if
        equal.

        A revision may fall, as when the last entry of a person is removed. So what has a higher one
        gives way if the new page was `asked_with` it, or if the record has not confirmed it for
        so long that no answer would be late.
        """
        with _door:
            old = self.forms.get(form)
            if old and etag.is_same(old.stamp, new.stamp) and not old.is_over:
                newest = max(old.stamp, new.stamp, key=etag.revision_of)
                new = replace(old, stamp=newest, asked=max(old.asked, new.asked))
            if old is None or old.gives_way_to(new, asked_with):
                self.forms[form] = new
        return new

    def confirm(self, version: PageStamps) -> None:
        """Note that the record was asked just now, and that the cached forms may be served."""
        for form, current in version.stamps.items():
            kept = self.forms.get(form)
            if kept and kept.may_be_served_for(version, form):
                stamp = current if etag.is_same(kept.stamp, current) else kept.stamp
                self.keep(form, replace(kept, stamp=stamp, asked=time.monotonic()))


_places: OrderedDict[Key, PagePlace] = OrderedDict()
_door: Final = threading.Lock()


def served(key: Key, form: Form, version: PageStamps, make: Callable[[], Made]) -> KeptPage:
    """Return the page to serve now; `make` makes all its forms."""
    place = place_of(key)
    place.confirm(version)
    kept = place.find(form)
    if kept and kept.may_be_served_for(version, form):
        return kept
    before = kept if kept and kept.scope == version.scope else None
    if not place.turn.acquire(blocking=before is None):
        # Another thread is making it; `before` exists, or this thread would have waited.
        return before or _make(place, form, version, make)
    try:
        kept = place.find(form)
        if kept and kept.may_be_served_for(version, form):
            return kept
        return _make(place, form, version, make)
    finally:
        place.turn.release()
        if not place.forms:
            _drop(key)


def confirm(key: Key, version: PageStamps) -> None:
    """Note that the record was asked just now, so that a current page may be repeated."""
    place = known_place(key)
    if place:
        place.confirm(version)


def forget() -> None:
    """Drop all pages."""
    with _door:
        _places.clear()


def pack(body: bytes) -> bytes:
    """Return bytes gzipped for a browser.

    Short ones and pictures, which are compressed already, stay as they are.
    """
    is_worth_it = len(body) > WORTH_PACKING and not body.startswith(PICTURE)
    return gzip.compress(body, LEVEL, mtime=0) if is_worth_it else body


def _make(place: PagePlace, form: Form, version: PageStamps, make: Callable[[], Made]) -> KeptPage:
    began = time.monotonic()
    made = make()
    packed = {each: pack(body) for each, body in made.bodies.items()}
    ended = time.monotonic()
    until = ended + min(LONGEST, settings.LIVE_PAUSE * (ended - began))
    kept = {
        each: place.keep(
            each,
            KeptPage(
                version.stamps[each],
                packed[each],
                is_packed=packed[each] is not body,
                asked=ended,
                ends=ended + made.seconds,
                until=until,
                scope=version.scope,
            ),
        )
        for each, body in made.bodies.items()
    }
    drop_oldest()
    return kept[form]


def place_of(key: Key) -> PagePlace:
    """Return the place of a page, a new one if it has none."""
    with _door:
        place = _places.setdefault(key, PagePlace())
        _places.move_to_end(key)
        return place


def known_place(key: Key) -> PagePlace | None:
    """Return the place of a page, None if nothing of it is cached."""
    with _door:
        if key in _places:
            _places.move_to_end(key)
        return _places.get(key)


def _drop(key: Key) -> None:
    with _door:
        _places.pop(key, None)


def drop_oldest() -> None:
    """Drop the least recently used pages beyond the limits."""
    with _door:
        size = sum(len(kept.body) for place in _places.values() for kept in place.forms.values())
        while len(_places) > MOST or (size > MOST_BYTES and len(_places) > 1):
            _, dropped = _places.popitem(last=False)
            size -= sum(len(kept.body) for kept in dropped.forms.values())
