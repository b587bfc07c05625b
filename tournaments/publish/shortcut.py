"""WSGI middleware that answers polling phones from memory for about a second.

It runs before Django and knows no pages. A response that names its revision in a header is the same
for everybody; for a second it is repeated to requests for the same address and language: 304 where
the stamp matches, else its bytes, compressed once. Nothing else is stored. Requests with an unknown
stamp are passed on, because it may be a newer one, and pages never go back.
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
"""Header by which a page names its revision and that it is the same for all; not sent on."""
SECONDS: Final = 1.0
"""How long an answer is repeated without asking the application."""
OLDEST: Final = 5.0
"""How old an answer may be while another request is refreshing it."""
MOST: Final = 512
WORTH_PACKING: Final = 512
REMEMBERED: Final = 64

Headers = list[tuple[str, str]]
Application = Callable[..., Iterable[bytes]]
Start = Callable[..., Any]
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A response of the application, plain and compressed, and when it was made."""

    status: str
    headers: Headers
    stamp: str
    revision: int
    body: bytes
    packed: bytes
    at: float


@dataclass(slots=True)
class _Place:
    """A live part in one language: its last answer, and the revisions of its stamps."""

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
    """Wraps the application and repeats its recent answers."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self._places: OrderedDict[Key, _Place] = OrderedDict()
        self._door = threading.Lock()

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        """Answer from memory where possible, else from the application."""
        if not settings.LIVE_PAUSE or not _is_live(environ):
            return self.application(environ, start)
        place = self._place(_key(environ))
        kept = place.answer
        age = time.monotonic() - kept.at if kept else OLDEST
        if kept is None or age >= OLDEST or not _may_show(kept, place, environ):
            return self._ask_application(place, environ, start)
        if age < SECONDS or not place.asking.acquire(blocking=False):
            return _answer_from(kept, environ, start)
        try:
            return self._ask_application(place, environ, start)
        finally:
            place.asking.release()

    def _place(self, key: Key) -> _Place:
        with self._door:
            place = self._places.setdefault(key, _Place())
            self._places.move_to_end(key)
            if len(self._places) > MOST:
                self._places.popitem(last=False)
            return place

    def _ask_application(
        self, place: _Place, environ: dict[str, Any], start: Start
    ) -> Iterable[bytes]:
        answers: list[Any] = []
        parts = self.application(environ, lambda *answer: answers.append(answer))
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        status, headers, *more = answers[0]
        shared = _shared_stamp(headers)
        headers = list(_without_headers(headers, REVISION.lower()))
        if shared is None:
            start(status, headers, *more)
            return [body]
        stamp, revision = shared
        place.note(stamp, revision)
        if status.startswith(str(HTTPStatus.OK.value)):
            packed = gzip.compress(body, 5, mtime=0) if len(body) > WORTH_PACKING else b""
            now = time.monotonic()
            answer = Answer(status, headers, stamp, revision, body, packed, now)
            place.keep(answer)
            return _answer_from(answer, environ, start)
        start(status, headers, *more)
        return [body]


def _shared_stamp(headers: Headers) -> tuple[str, int] | None:
    """Return stamp and revision of an answer that is the same for all, else None."""
    by_name = {name.lower(): value for name, value in headers}
    revision = by_name.get(REVISION.lower(), "")
    if not revision.isdigit() or "etag" not in by_name or "set-cookie" in by_name:
        return None
    return by_name["etag"], int(revision)


def _is_live(environ: dict[str, Any]) -> bool:
    path = str(environ.get("PATH_INFO", ""))
    return environ["REQUEST_METHOD"] == "GET" and path.endswith(ENDING)


def _key(environ: dict[str, Any]) -> Key:
    names = ("wsgi.url_scheme", "HTTP_HOST", "PATH_INFO", "QUERY_STRING", "HTTP_ACCEPT_LANGUAGE")
    return (*(str(environ.get(name, "")) for name in names), _language(environ))


def _language(environ: dict[str, Any]) -> str:
    try:
        chosen = SimpleCookie(environ.get("HTTP_COOKIE", "")).get(settings.LANGUAGE_COOKIE_NAME)
    except CookieError:
        return ""
    return chosen.value if chosen else ""


def _shown_stamp(environ: dict[str, Any]) -> str:
    return str(environ.get("HTTP_IF_NONE_MATCH", "")).strip()


def _may_show(kept: Answer, place: _Place, environ: dict[str, Any]) -> bool:
    """Whether the request has no stamp, the current one, or a known older one."""
    shown = _shown_stamp(environ)
    if not shown or shown == kept.stamp:
        return True
    return place.revisions.get(shown, kept.revision) < kept.revision


def _answer_from(kept: Answer, environ: dict[str, Any], start: Start) -> list[bytes]:
    if _shown_stamp(environ) == kept.stamp:
        unchanged = HTTPStatus.NOT_MODIFIED
        start(
            f"{unchanged.value} {unchanged.phrase}",
            list(_without_headers(kept.headers, "content-")),
        )
        return []
    body, extra = kept.body, [("Vary", "Accept-Encoding")]
    if kept.packed and "gzip" in environ.get("HTTP_ACCEPT_ENCODING", ""):
        body = kept.packed
        extra.append(("Content-Encoding", "gzip"))
    headers = [*_without_headers(kept.headers, "content-length"), *extra]
    start(kept.status, [*headers, ("Content-Length", str(len(body)))])
    return [body]


def _without_headers(headers: Headers, start: str) -> Iterator[tuple[str, str]]:
    return ((name, value) for name, value in headers if not name.lower().startswith(start))
