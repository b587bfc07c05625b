"""Recent public answers repeated before Django is asked.

`Shortcut` knows no pages: for about a second it repeats what was served without asking the record,
even in a web process whose pages are made by another one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.utils.translation import get_language_from_request

from web.publish import cache, etag
from web.publish.cache import Form, Head, Headers, KeptPage, Key

SECONDS: Final = 1.0
"""How long an answer is repeated without asking the record."""
MOST_HEADS: Final = 16
ENDING: Final = "/live/"
"""The ending of a live part's address; the rest is the address of its page."""
OK: Final = "200 OK"
UNCHANGED: Final = "304 Not Modified"

Application = Callable[..., Iterable[bytes]]
Start = Callable[..., Any]


class Shortcut:
    """WSGI middleware that repeats recent answers, and asks the application for the rest."""

    def __init__(self, application: Application) -> None:
        self._application = application

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        """Answer from memory where possible, else from the application."""
        is_read = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        # Searches are individual.
        if not settings.LIVE_PAUSE or not is_read or environ.get("QUERY_STRING"):
            return self._application(environ, start)
        question = _Question.of(environ)
        place = cache.known_place(question.key)
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
        if status == cache.LATER and kept and head:
            return question.answer(kept, head, start)
        known = {name.lower(): value for name, value in headers}
        if cache.SHARED.lower() not in known or "set-cookie" in known:
            start(status, _without(headers, cache.SHARED), *more)
            return parts
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        stamp, now, before = known["etag"], time.monotonic(), kept
        if status == OK and (kept or question.request.method == "GET"):
            is_packed = known.get("content-encoding") == "gzip"
            packed = body if is_packed else cache.pack(body)
            ends = now + float(known[cache.SHARED.lower()])
            kept = KeptPage(stamp, packed, is_packed or packed is not body, now, ends)
            head = _without(headers, cache.SHARED, "ETag", "Content-Encoding", "Content-Length")
        elif status == UNCHANGED and kept and head and etag.is_same(stamp, kept.stamp):
            kept = replace(kept, asked=now)
        else:
            start(status, _without(headers, cache.SHARED), *more)
            return [body]
        return question.answer(_note(question, kept, head, before), head, start)


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
            cache.IF_FREE: kept.may_be_repeated_to(self.request),
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


def _note(question: _Question, kept: KeptPage, head: Headers, before: KeptPage | None) -> KeptPage:
    place = cache.place_of(question.key)
    if len(place.heads) >= MOST_HEADS:
        place.heads.clear()
    place.heads[question.head] = head
    kept = place.keep(question.form, kept, asked_with=before)
    cache.drop_oldest()
    return kept


def _without(headers: Headers, *names: str) -> Headers:
    left_out = {name.lower() for name in names}
    return [(name, value) for name, value in headers if name.lower() not in left_out]
