"""The page shown where a request fails because the disk is full or cannot be written to."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template import loader

from tournaments import wording
from tournaments.system import disk

log = logging.getLogger(__name__)


class DiskPages:
    """Middleware that answers errors of the disk with a page; other errors pass."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        return self._answer(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page for what a view could not store."""
        return page_of(request, error)


def page_of(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """Return the page for an error of the disk; None for any other."""
    trouble = disk.problem_of(error) if error else None
    if trouble is None:
        return None
    log.error("%s: %s", request.path, error)
    # Without the request: what its context asks of the database may be what broke.
    page = loader.render_to_string("503.html", {"said": wording.problem_text(trouble)})
    return HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE)
