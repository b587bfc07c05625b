"""The pages of failed requests: a full disk, a busy database, a form from another address, too long
a body, and a fault of the program with its number.

The log line of a fault has the number too. A refused page names the pages that are open to the
visitor: own tables, the desk, signing in.
"""

from __future__ import annotations

import logging
import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.urls import reverse
from django.utils.translation import gettext
from django.views import csrf
from django.views.decorators.csrf import requires_csrf_token

from config.serving.log_lines import FAULT
from referee.base.refusals import Code, CodedRefusal
from tournaments import wording
from tournaments.base.refusals import refuse
from tournaments.entries.reading.sheets.files import MOST_BYTES
from tournaments.models import Round, Tournament, User
from tournaments.rights import access, tables_of_others
from tournaments.system import storage_problems
from tournaments.system.storage_problems import DatabaseProblem
from web.publish import origin
from web.publish.feeds import problems
from web.tablet.api import errors

__all__ = ["answer", "disk_page_of", "forbidden", "forged", "refusal_page"]

API = "/api/"
PUBLIC_DATA = "/api/1/"
MOST_TABLES = 3
MEGABYTE = 1_000_000

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page that is open to the visitor."""

    words: str
    address: str


def open_pages(request: HttpRequest) -> list[OpenPage]:
    """Return the pages on which the visitor can go on, the nearest first."""
    # A refusal may come before the middleware that identifies the session.
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        back = {"next": request.get_full_path()} if request.method == "GET" else {}
        return [OpenPage(gettext("Sign in"), f"{reverse('login')}?{urlencode(back)}")]
    tournament = _tournament(request, user)
    here = list(_in_tournament(user, tournament)) if tournament else []
    return [*here, OpenPage(gettext("My tournaments"), reverse("desk"))]


def _tournament(request: HttpRequest, user: User) -> Tournament | None:
    """Return the tournament of the address, if the account has a role in it."""
    match = request.resolver_match
    uids = {str(value) for value in match.kwargs.values()} if match else set()
    about = Q(uid__in=uids) | Q(events__uid__in=uids) | Q(events__rounds__uid__in=uids)
    return access.tournaments_of(user).filter(about).select_related("club").first()


def _in_tournament(user: User, tournament: Tournament) -> Iterator[OpenPage]:
    own = tables_of_others.own_tables(user, tournament, None)
    played = Round.objects.filter(event__tournament=tournament, state=Round.State.PUBLISHED)
    round_ = played.order_by("-published_at").first() if own else None
    if round_ is not None:
        page = reverse("desk_round", args=[round_.uid])
        for number in own[:MOST_TABLES]:
            yield OpenPage(
                gettext("Table %(number)s") % {"number": number}, f"{page}#table-{number}"
            )
    if access.acts_in(user, tournament, access.DESK):
        overview = reverse("referee_overview", args=[tournament.uid])
        yield OpenPage(gettext("Sheets and tablets"), overview)


def disk_page_of(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """Return the page for an error of storing; None for any other."""
    trouble = storage_problems.problem_of(error) if error else None
    if trouble is None:
        return None
    is_busy = trouble.code == DatabaseProblem.BUSY
    log.log(logging.WARNING if is_busy else logging.ERROR, "%s: %s", request.path, error)
    # Without the request, because the database queries of its context may be what failed.
    context = {"said": wording.problem_text(trouble), "is_busy": is_busy}
    page = loader.render_to_string("503.html", context)
    again = {"Retry-After": str(storage_problems.BUSY_AGAIN)} if is_busy else {}
    return HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE, headers=again)


def refusal_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the limits of forms and files."""
    limits = {
        "file": MOST_BYTES // MEGABYTE,
        "typed": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // MEGABYTE,
    }
    return render(request, "413.html", limits, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


@requires_csrf_token
def answer(request: HttpRequest) -> HttpResponse:
    """Return the page of a fault; below `/api/` a refusal like any other.

    Django calls it before it logs the line, and passes the request to the logger as well. A disk
    error has a page of its own, even if it occurred in a middleware.
    """
    disk_page = disk_page_of(request, sys.exc_info()[1])
    if disk_page is not None:
        return disk_page
    number = f"{secrets.randbelow(1_000_000):06}"
    setattr(request, FAULT, number)
    if request.path.startswith(PUBLIC_DATA):
        return problems.refusal(request, HTTPStatus.INTERNAL_SERVER_ERROR)
    if request.path.startswith(API):
        refusal = CodedRefusal(
            Code.SERVER_FAULT, refuse(Code.SERVER_FAULT, number=number), number=number
        )
        return JsonResponse(errors.body(refusal), status=HTTPStatus.INTERNAL_SERVER_ERROR)
    # Without the request, because the database queries of its context may be what failed.
    page = loader.render_to_string("500.html", {"number": number})
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page of a form whose token or origin is refused. Django calls it."""
    return _origin_page(request) or csrf.csrf_failure(request, reason)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Return the page of a denied request. Django calls it.

    Forms of public pages have no token, and are refused by their origin alone.
    """
    is_form = request.method == "POST" and not origin.is_ours(request)
    page = _origin_page(request) if is_form else None
    if page is None:
        context = {"exception": str(exception), "steps": open_pages(request)}
        page = render(request, "403.html", context, status=HTTPStatus.FORBIDDEN)
    return page


def _origin_page(request: HttpRequest) -> HttpResponse | None:
    """Return the page that names the origin of the form; None if the origin is right."""
    changed = origin.changed_by_proxy(request)
    if changed is None:
        return None
    sent_from, asked = changed
    addresses = {"sent_from": sent_from, "asked": asked}
    return render(request, "403_origin.html", addresses, status=HTTPStatus.FORBIDDEN)
