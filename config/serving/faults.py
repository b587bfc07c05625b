"""The answer to an error of the program: a fault number, which its log line has as well."""

from __future__ import annotations

import secrets
import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.views.decorators.csrf import requires_csrf_token

from config.serving import disk_pages
from config.serving.log_lines import FAULT
from referee.base.refusals import Code, CodedRefusal, problem
from referee.tablet.api import errors

__all__ = ["answer"]

API = "/api/"


@requires_csrf_token
def answer(request: HttpRequest) -> HttpResponse:
    """Return the page of a fault, below `/api/` a refusal like any other.

    Django calls it before it logs the line, and hands the request to the logger as well. An error
    of the disk has a page of its own, also where a middleware met it.
    """
    disk_page = disk_pages.page_of(request, sys.exc_info()[1])
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
