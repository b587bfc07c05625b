"""A shortcut for phones that poll: the answer of a second ago, without waking the program.

It stands before Django and knows nothing of pages. A live part that was answered is answered again
for a second, to whoever asks at the same address in the same language: with 304 to who shows it
already, else with its bytes, packed once for all. Who shows a stamp that it does not know is led
on, because that may be a newer one, and pages never go back.
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
    body: bytes
    packed: bytes
    at: float


@dataclass(slots=True)
class _Place:
    """One live part in one language: its last answer, and the stamps of it in their order."""

    answer: Answer | None = None
    stamps: list[str] = field(default_factory=list)
    asking: threading.Lock = field(default_factory=threading.Lock)

    def note(self, stamp: str) -> None:
        if stamp not in self.stamps:
            self.stamps.append(stamp)
            del self.stamps[:-REMEMBERED]


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
        status, headers = said[0][:2]
        stamp = dict(headers).get("ETag", "")
        if stamp:
            place.note(stamp)
        if stamp and status.startswith(str(HTTPStatus.OK.value)):
            packed = gzip.compress(body, 5, mtime=0) if len(body) > WORTH_PACKING else b""
            place.answer = Answer(status, headers, stamp, body, packed, time.monotonic())
            return _again(place.answer, environ, start)
        start(*said[0])
        return [body]


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
    shown, stamps = _shown(environ), place.stamps
    if not shown or shown == kept.stamp:
        return True
    known = shown in stamps and kept.stamp in stamps
    return known and stamps.index(shown) < stamps.index(kept.stamp)


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
