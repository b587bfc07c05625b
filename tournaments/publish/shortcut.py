"""A shortcut for phones that poll: the answer of a second ago, without waking the program.

It stands before Django and knows nothing of pages. What a page says is the same for everybody, by
naming the revision that it shows, is answered again for a second to whoever asks at the same
address in the same language: with 304 to who shows it already, else with its bytes, packed once
for all. Nothing else is kept. Who shows a stamp that it does not know is led on, because that may
be a newer one, and pages never go back.
"""

from __future__ import annotations

import gzip
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final

from django.conf import settings

ENDING: Final = "/live/"
REVISION: Final = "Huapai-Revision"
"""By this header a page says that it is everybody's, and of which revision; it goes no further."""
SECONDS: Final = 1.0
"""So long an answer is given again without asking."""
OLDEST: Final = 5.0
"""So old an answer may be for those who come while another one asks."""
MOST: Final = 512
WORTH_PACKING: Final = 512
REMEMBERED: Final = 64

Headers = list[tuple[str, str]]
Application = Callable[..., Iterable[bytes]]
Start = Callable[..., Any]
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the program answered, as it came and packed, and when."""

    status: str
    headers: Headers
    stamp: str
    revision: int
    body: bytes
    packed: bytes
    at: float


@dataclass(slots=True)
class _Place:
    """One live part in one language: its last answer, and the revisions of its stamps."""

    answer: Answer | None = None
    revisions: dict[str, int] = field(default_factory=dict)
    asking: threading.Lock = field(default_factory=threading.Lock)
    noting: threading.Lock = field(default_factory=threading.Lock)

    def note(self, stamp: str, revision: int) -> None:
        with self.noting:
            self.revisions[stamp] = revision
            for oldest in list(self.revisions)[:-REMEMBERED]:
                del self.revisions[oldest]

    def keep(self, answer: Answer) -> None:
        with self.noting:
            if self.answer is None or self.answer.revision <= answer.revision:
                self.answer = answer


class Shortcut:
    """The application, and before it what it answered a moment ago."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self._places: OrderedDict[Key, _Place] = OrderedDict()
        self._door = threading.Lock()

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        """Answer by the shortcut where it can, else by the application."""
        if not settings.LIVE_PAUSE or not _is_live(environ):
            return self.application(environ, start)
        place = self._place(_key(environ))
        kept = place.answer
        age = time.monotonic() - kept.at if kept else OLDEST
        if kept is None or age >= OLDEST or not _may_show(kept, place, environ):
            return self._asked(place, environ, start)
        if age < SECONDS or not place.asking.acquire(blocking=False):
            return _again(kept, environ, start)
        try:
            return self._asked(place, environ, start)
        finally:
            place.asking.release()

    def _place(self, key: Key) -> _Place:
        with self._door:
            place = self._places.setdefault(key, _Place())
            self._places.move_to_end(key)
            if len(self._places) > MOST:
                self._places.popitem(last=False)
            return place

    def _asked(self, place: _Place, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        said: list[Any] = []
        parts = self.application(environ, lambda *answer: said.append(answer))
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        status, headers, *more = said[0]
        found = _everybodys(headers)
        headers = list(_without(headers, REVISION.lower()))
        if found is None:
            start(status, headers, *more)
            return [body]
        stamp, revision = found
        place.note(stamp, revision)
        if status.startswith(str(HTTPStatus.OK.value)):
            packed = gzip.compress(body, 5, mtime=0) if len(body) > WORTH_PACKING else b""
            now = time.monotonic()
            place.keep(made := Answer(status, headers, stamp, revision, body, packed, now))
            return _again(made, environ, start)
        start(status, headers, *more)
        return [body]


def _everybodys(headers: Headers) -> tuple[str, int] | None:
    """The stamp and the revision of an answer that is the same for all; None of any other."""
    said = {name.lower(): value for name, value in headers}
    revision = said.get(REVISION.lower(), "")
    if not revision.isdigit() or "etag" not in said or "set-cookie" in said:
        return None
    return said["etag"], int(revision)


def _is_live(environ: dict[str, Any]) -> bool:
    path = str(environ.get("PATH_INFO", ""))
    return environ["REQUEST_METHOD"] == "GET" and path.endswith(ENDING)


def _key(environ: dict[str, Any]) -> Key:
    asked = ("wsgi.url_scheme", "HTTP_HOST", "PATH_INFO", "QUERY_STRING", "HTTP_ACCEPT_LANGUAGE")
    return (*(str(environ.get(name, "")) for name in asked), _language(environ))


def _language(environ: dict[str, Any]) -> str:
    try:
        chosen = SimpleCookie(environ.get("HTTP_COOKIE", "")).get(settings.LANGUAGE_COOKIE_NAME)
    except CookieError:
        return ""
    return chosen.value if chosen else ""


def _shown(environ: dict[str, Any]) -> str:
    return str(environ.get("HTTP_IF_NONE_MATCH", "")).strip()


def _may_show(kept: Answer, place: _Place, environ: dict[str, Any]) -> bool:
    """Whether the reader shows nothing, or a stamp that is known and not a newer one."""
    shown = _shown(environ)
    if not shown or shown == kept.stamp:
        return True
    return place.revisions.get(shown, kept.revision) < kept.revision


def _again(kept: Answer, environ: dict[str, Any], start: Start) -> list[bytes]:
    if _shown(environ) == kept.stamp:
        unchanged = HTTPStatus.NOT_MODIFIED
        start(f"{unchanged.value} {unchanged.phrase}", list(_without(kept.headers, "content-")))
        return []
    body, extra = kept.body, [("Vary", "Accept-Encoding")]
    if kept.packed and "gzip" in environ.get("HTTP_ACCEPT_ENCODING", ""):
        body = kept.packed
        extra.append(("Content-Encoding", "gzip"))
    headers = [*_without(kept.headers, "content-length"), *extra]
    start(kept.status, [*headers, ("Content-Length", str(len(body)))])
    return [body]


def _without(headers: Headers, start: str) -> Iterator[tuple[str, str]]:
    return ((name, value) for name, value in headers if not name.lower().startswith(start))
