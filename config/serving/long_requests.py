"""Refuses requests that are too long with a page, in the web server and in forms.

The web server refuses a request by its headers alone, before it has been read, with a line of
English. Here it is handed on instead, without its body, so that the refusal is a page like others.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import RequestEntityTooLarge

from tournaments.entries.reading.sheets.files import MOST_BYTES

__all__ = ["LongBodies", "task_of_error"]

UNREAD: Final = "huapai.too_long"
"""The key in the environment of a request whose body was too long to be read."""
MEGABYTE: Final = 1_000_000

Answer = Callable[[HttpRequest], HttpResponse]


class LongBodies:
    """Middleware that refuses forms that are too long; with a file they may be longer."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, or refuse it."""
        return refusal_page(request) if _is_too_long(request) else self._answer(request)


def refusal_page(request: HttpRequest) -> HttpResponse:
    """Return the page that says how long a form and a file may be."""
    limits = {
        "file": MOST_BYTES // MEGABYTE,
        "typed": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // MEGABYTE,
    }
    return render(request, "413.html", limits, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def _is_too_long(request: HttpRequest) -> bool:
    if request.META.get(UNREAD):
        return True
    holds_file = request.content_type == "multipart/form-data"
    most = settings.LONGEST_BODY if holds_file else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    length = request.META.get("CONTENT_LENGTH") or "0"
    return length.isdecimal() and int(length) > most


class Unread(WSGITask):  # type: ignore[misc]
    """A request that the application answers although its body was not read."""

    def get_environment(self) -> dict[str, Any]:
        """Return what the application reads of the request: no body, and why."""
        environ: dict[str, Any] = super().get_environment()
        environ |= {UNREAD: True, "CONTENT_LENGTH": "0"}
        return environ

    def execute(self) -> None:
        """Answer, and close: what is still on its way belongs to no request."""
        self.set_close_on_finish()
        super().execute()


def task_of_error(channel: Any, request: Any) -> ErrorTask | WSGITask:
    """Return what the web server does with a request that it will not read to its end."""
    is_too_long = isinstance(request.error, RequestEntityTooLarge)
    return (Unread if is_too_long else ErrorTask)(channel, request)
