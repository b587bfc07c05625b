"""The page in the place of one that could not be made because the disk takes nothing."""

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
    """Says in a sentence what is wrong; any other fault is none of its affairs."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as any request is answered."""
        return self._answer(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page for what a view could not store."""
        return page_of(request, error)


def page_of(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """Return the page that says what the disk hinders; None where it is not the disk."""
    trouble = disk.problem_of(error) if error else None
    if trouble is None:
        return None
    log.error("%s: %s", request.path, error)
    # Without the request: what its context asks of the database may be what broke.
    page = loader.render_to_string("503.html", {"said": wording.problem_text(trouble)})
    return HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE)
