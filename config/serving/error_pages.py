"""The pages of failed requests: a full disk, and a fault of the program with its number.

The log line of a fault has the number as well.
"""

from __future__ import annotations

import logging
import secrets
import sys
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template import loader
from django.views.decorators.csrf import requires_csrf_token

from config.serving.log_lines import FAULT
from referee.base.refusals import Code, CodedRefusal, problem
from referee.tablet.api import errors
from tournaments import wording
from tournaments.system import disk

__all__ = ["DiskPages", "answer"]

API = "/api/"

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
        return _disk_page(request, error)


def _disk_page(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """Return the page for an error of the disk; None for any other."""
    trouble = disk.problem_of(error) if error else None
    if trouble is None:
        return None
    log.error("%s: %s", request.path, error)
    # Without the request: what its context asks of the database may be what broke.
    page = loader.render_to_string("503.html", {"said": wording.problem_text(trouble)})
    return HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE)


@requires_csrf_token
def answer(request: HttpRequest) -> HttpResponse:
    """Return the page of a fault, below `/api/` a refusal like any other.

    Django calls it before it logs the line, and hands the request to the logger as well. An error
    of the disk has a page of its own, also where a middleware met it.
    """
    disk_page = _disk_page(request, sys.exc_info()[1])
    if disk_page is not None:
        return disk_page
    number = f"{secrets.randbelow(1_000_000):06}"
    setattr(request, FAULT, number)
    if request.path.startswith(API):
        refusal = CodedRefusal(
            Code.SERVER_FAULT, problem(Code.SERVER_FAULT, number=number), number=number
        )
        return JsonResponse(errors.body(refusal), status=HTTPStatus.INTERNAL_SERVER_ERROR)
    # Without the request: what its context asks of the database may be what broke.
    page = loader.render_to_string("500.html", {"number": number})
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)
