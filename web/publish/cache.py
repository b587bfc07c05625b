"""Public pages in memory: made once for all readers, and gzipped once.

While results come in, hundreds of phones ask for a page that has changed. One thread makes it, the
whole page and its live part together. Requests meanwhile, or before a pause proportional to its
cost is over, get the previous one with its stamp. So pages lag a moment in a busy hall, and readers
cannot keep the tables from sending. A browser that has a newer page never gets an older one from
the cache.

The views ask the record what is current, and `served` for the bytes. `Shortcut` stands before
Django and knows no pages: for about a second it repeats what was served without asking the record,
even in a web process whose pages are made by another one. A header (`SHARED`) marks the answers
that are the same for all; no others are cached.
"""

from __future__ import annotations

import gzip
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Final

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from web.publish import etag

SECONDS: Final = 1.0
"""How long an answer is repeated without asking the record."""
OLDEST: Final = 5.0
"""How long it is repeated while another request is asking."""
LONGEST: Final = 5.0
"""The most seconds that a page is served after the record has changed, whatever its cost."""
MOST: Final = 1024
"""The most pages, each in one language; the least recently used is dropped first."""
MOST_BYTES: Final = 32 * 1024 * 1024
MOST_HEADS: Final = 16
WORTH_PACKING: Final = 512
PICTURE: Final = b"\x89PNG"
"""The first bytes of a picture."""
LEVEL: Final = 6
ENDING: Final = "/live/"
"""The ending of a live part's address; the rest is the address of its page."""
SHARED: Final = "Huapai-Shared"
"""The header of an answer that is the same for all: its seconds; it is not sent on."""
IF_FREE: Final = "huapai.if_free"
"""Key of an environment: a page may be repeated, so a view answers `LATER` instead of waiting."""
LATER: Final = "503 Later"
"""The status of such an answer; it is never sent."""
OK: Final = "200 OK"
UNCHANGED: Final = "304 Not Modified"

Key = tuple[str, str]
"""The address of a whole page, and its language."""
Form = bool
"""Whether it is the live part alone, or the whole page."""
Head = tuple[Form, str, str]
"""A form, and the scheme and host of the request."""
Headers = list[tuple[str, str]]
Application = Callable[..., Iterable[bytes]]
Start = Callable[..., Any]


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
        """Whether the browser has a newer one."""
        return any(etag.revision_of(stamp) > self.revision for stamp in etag.shown_by(request))

    def may_be_repeated_to(self, request: HttpRequest) -> bool:
        """Whether the record was asked recently, and the browser has no newer one."""
        return not self.is_behind(request) and time.monotonic() - self.asked < OLDEST

    def may_be_served_for(self, version: PageStamps, form: Form) -> bool:
        """Whether it is current, or may be served for the current one."""
        if etag.is_same(self.stamp, version.stamps[form]):
            return True
        return self.scope == version.scope and time.monotonic() < self.until


@dataclass(slots=True)
class _Place:
    """A page in one language, and the headers with which its forms were answered.

    The thread that makes the page, or asks for it, holds `turn`.
    """

    forms: dict[Form, KeptPage] = field(default_factory=dict)
    heads: dict[Head, Headers] = field(default_factory=dict)
    turn: threading.RLock = field(default_factory=threading.RLock)

    def find(self, form: Form) -> KeptPage | None:
        """Return the cached form, but no whole page that is older than the live part."""
        kept, part = self.forms.get(form), self.forms.get(True)
        if kept is None or kept.is_over or (part and kept.revision < part.revision):
            return None
        return kept

    def keep(self, form: Form, new: KeptPage) -> KeptPage:
        """Cache a page unless there is a newer one; return it, with the bytes already there if
        equal.
        """
        with _door:
            old = self.forms.get(form)
            if old and etag.is_same(old.stamp, new.stamp) and not old.is_over:
                newest = max(old.stamp, new.stamp, key=etag.revision_of)
                new = replace(old, stamp=newest, asked=max(old.asked, new.asked))
            if old is None or old.scope != new.scope or old.revision <= new.revision:
                self.forms[form] = new
        return new

    def confirm(self, version: PageStamps) -> None:
        """Note that the record was asked just now, and that the cached forms may be served."""
        for form, current in version.stamps.items():
            kept = self.forms.get(form)
            if kept and kept.may_be_served_for(version, form):
                stamp = current if etag.is_same(kept.stamp, current) else kept.stamp
                self.keep(form, replace(kept, stamp=stamp, asked=time.monotonic()))


_places: OrderedDict[Key, _Place] = OrderedDict()
_door: Final = threading.Lock()


def served(key: Key, form: Form, version: PageStamps, make: Callable[[], Made]) -> KeptPage:
    """Return the page to serve now; `make` makes all its forms."""
    place = _place(key)
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
    place = _known_place(key)
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


def _make(place: _Place, form: Form, version: PageStamps, make: Callable[[], Made]) -> KeptPage:
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
    _drop_oldest()
    return kept[form]


def _place(key: Key) -> _Place:
    with _door:
        place = _places.setdefault(key, _Place())
        _places.move_to_end(key)
        return place


def _known_place(key: Key) -> _Place | None:
    with _door:
        if key in _places:
            _places.move_to_end(key)
        return _places.get(key)


def _drop(key: Key) -> None:
    with _door:
        _places.pop(key, None)


def _drop_oldest() -> None:
    with _door:
        size = sum(len(kept.body) for place in _places.values() for kept in place.forms.values())
        while len(_places) > MOST or (size > MOST_BYTES and len(_places) > 1):
            _, dropped = _places.popitem(last=False)
            size -= sum(len(kept.body) for kept in dropped.forms.values())


class Shortcut:
    """WSGI middleware that repeats recent answers, and asks the application for the rest."""

    def __init__(self, application: Application) -> None:
        self._application = application

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        """Answer from memory where possible, else from the application."""
        is_read = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        # Searches are individual and unlimited.
        if not settings.LIVE_PAUSE or not is_read or environ.get("QUERY_STRING"):
            return self._application(environ, start)
        question = _Question.of(environ)
        place = _known_place(question.key)
        kept = place.find(question.form) if place else None
        head = place.heads.get(question.head) if place else None
        if place is None or kept is None or head is None:
            return self._ask(question, start)
        age = time.monotonic() - kept.asked
        if not kept.may_be_repeated_to(question.request):
            return self._ask(question, start, kept, head)
        if age < SECONDS or not place.turn.acquire(blocking=False):
            return question.answer(kept, head, start)
        try:
            return self._ask(question, start, kept, head)
        finally:
            place.turn.release()

    def _ask(
        self,
        question: _Question,
        start: Start,
        kept: KeptPage | None = None,
        head: Headers | None = None,
    ) -> Iterable[bytes]:
        """Answer from the application, which need not resend a page cached with its head."""
        answers: list[Any] = []
        parts = self._application(question.environ(kept), lambda *answer: answers.append(answer))
        status, headers, *more = answers[0]
        if status == LATER and kept and head:
            return question.answer(kept, head, start)
        known = {name.lower(): value for name, value in headers}
        if SHARED.lower() not in known or "set-cookie" in known:
            start(status, _without(headers, SHARED), *more)
            return parts
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        stamp, now = known["etag"], time.monotonic()
        if status == OK and (kept or question.request.method == "GET"):
            is_packed = known.get("content-encoding") == "gzip"
            packed = body if is_packed else pack(body)
            ends = now + float(known[SHARED.lower()])
            kept = KeptPage(stamp, packed, is_packed or packed is not body, now, ends)
            head = _without(headers, SHARED, "ETag", "Content-Encoding", "Content-Length")
        elif status == UNCHANGED and kept and head and etag.is_same(stamp, kept.stamp):
            kept = replace(kept, asked=now)
        else:
            start(status, _without(headers, SHARED), *more)
            return [body]
        return question.answer(_note(question, kept, head), head, start)


@dataclass(frozen=True, slots=True)
class _Question:
    """A request, its environment as the server gave it, and what it asks for."""

    given: Mapping[str, Any]
    request: WSGIRequest
    key: Key
    form: Form
    head: Head

    @classmethod
    def of(cls, environ: dict[str, Any]) -> _Question:
        # From a copy: Django rewrites the path in its environment, and could not read it again.
        request = WSGIRequest({**environ})
        path, form = request.path, request.path.endswith(ENDING)
        page = path.removesuffix(ENDING) + "/" if form else path
        language = get_language_from_request(request)
        host = str(environ.get("HTTP_HOST", ""))
        return cls(environ, request, (page, language), form, (form, str(request.scheme), host))

    def environ(self, kept: KeptPage | None) -> dict[str, Any]:
        """Return the environment to ask with for anything newer than the cached page."""
        if kept is None:
            return {**self.given}
        stamps = filter(None, [self.given.get("HTTP_IF_NONE_MATCH"), kept.stamp])
        return {
            **self.given,
            "REQUEST_METHOD": "GET",
            "HTTP_ACCEPT_ENCODING": "gzip",
            "HTTP_IF_NONE_MATCH": ", ".join(stamps),
            IF_FREE: kept.may_be_repeated_to(self.request),
        }

    def answer(self, kept: KeptPage, head: Headers, start: Start) -> list[bytes]:
        """Answer with the cached page: 304 if the browser has it."""
        head = [*head, ("ETag", kept.stamp)]
        if etag.is_shown(self.request, kept.stamp):
            start(UNCHANGED, [line for line in head if not line[0].lower().startswith("content-")])
            return []
        body, encoding = kept.body_for(self.request)
        head += [("Content-Encoding", encoding)] if encoding else []
        start(OK, [*head, ("Content-Length", str(len(body)))])
        return [] if self.request.method == "HEAD" else [body]


def _note(question: _Question, kept: KeptPage, head: Headers) -> KeptPage:
    place = _place(question.key)
    if len(place.heads) >= MOST_HEADS:
        place.heads.clear()
    place.heads[question.head] = head
    kept = place.keep(question.form, kept)
    _drop_oldest()
    return kept


def _without(headers: Headers, *names: str) -> Headers:
    left_out = {name.lower() for name in names}
    return [(name, value) for name, value in headers if name.lower() not in left_out]
