"""The pages of failed requests: a full disk, a busy database, a form that a proxy let come from
another address, and a fault of the program with its number.

The log line of a fault has the number as well.
"""

from __future__ import annotations

import logging
import secrets
import sys
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.views import csrf
from django.views.decorators.csrf import requires_csrf_token

from config.serving import way_on
from config.serving.log_lines import FAULT
from referee.base.refusals import Code, CodedRefusal, problem
from tournaments import wording
from tournaments.system import disk
from tournaments.system.storage_problems import DatabaseProblem
from web.publish import origin
from web.tablet.api import errors

__all__ = ["DiskPages", "answer", "forbidden", "forged"]

API = "/api/"

log = logging.getLogger(__name__)


class DiskPages:
    """Middleware that answers what cannot be stored with a page; other errors pass."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        return self._answer(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page for what a view could not store."""
        return _disk_page(request, error)


def _disk_page(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """Return the page for an error of storing; None for any other."""
    trouble = disk.problem_of(error) if error else None
    if trouble is None:
        return None
    is_busy = trouble.code == DatabaseProblem.BUSY
    log.log(logging.WARNING if is_busy else logging.ERROR, "%s: %s", request.path, error)
    # Without the request: what its context asks of the database may be what broke.
    context = {"said": wording.problem_text(trouble), "is_busy": is_busy}
    page = loader.render_to_string("503.html", context)
    again = {"Retry-After": str(disk.BUSY_AGAIN)} if is_busy else {}
    return HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE, headers=again)


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


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page of a form whose token or origin is refused. Django calls it."""
    return _origin_page(request) or csrf.csrf_failure(request, reason)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Return the page of what is not open to who asks. Django calls it.

    Forms of public pages have no token, and are refused by their origin alone.
    """
    is_form = request.method == "POST" and not origin.is_ours(request)
    page = _origin_page(request) if is_form else None
    if page is None:
        context = {"exception": str(exception), "steps": way_on.steps(request)}
        page = render(request, "403.html", context, status=HTTPStatus.FORBIDDEN)
    return page


def _origin_page(request: HttpRequest) -> HttpResponse | None:
    """Return the page that says which address the form came from; None where that is right."""
    changed = origin.changed_by_proxy(request)
    if changed is None:
        return None
    sent_from, asked = changed
    addresses = {"sent_from": sent_from, "asked": asked}
    return render(request, "403_origin.html", addresses, status=HTTPStatus.FORBIDDEN)
