"""The tables of a tournament with the codes that open their pages, to be printed."""

from __future__ import annotations

import io

import segno
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Sitting, Table, Tournament, User
from tournaments.rights import access
from tournaments.system import installation
from web.forms.requests import DeskRequest
from web.publish import address

QUIET_ZONE = 2


@never_cache
@login_required
@require_safe
def codes(request: DeskRequest, uid: str) -> HttpResponse:
    """Show every table within the roles of the account, with its short code and its QR code."""
    tournament = access.tournament_as(request.user, uid, access.DESK)
    start = _start(request)
    # This page is printed and laid on the tables, with this address on it.
    installation.note_address(start)
    context = {
        "tournament": tournament,
        "tables": _tables(request.user, tournament, request.GET.get("event", "")),
        "start": start,
    }
    return render(request, "desk/tables/codes.html", context)


@never_cache
@login_required
@require_safe
def qr(request: DeskRequest, uid: str) -> HttpResponse:
    """Answer with the address of a table's page as a QR code."""
    table = access.table_as(request.user, uid, access.DESK)
    if not access.covers(request.user, table.tournament, access.DESK, table):
        raise Http404
    return qr_code(request, table.code)


def qr_code(request: DeskRequest, code: str) -> HttpResponse:
    """Answer with the address that a code opens as a QR code."""
    picture = io.BytesIO()
    address_of_table = f"{_start(request)}t/{code}/"
    symbol = segno.make(address_of_table, micro=False, error="m")
    symbol.save(picture, kind="svg", scale=8, border=QUIET_ZONE, dark="#000", light="#fff")
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


def _tables(user: User, tournament: Tournament, event: str) -> QuerySet[Table]:
    """Return the tables of a tournament, those of an event where it has sat at any.

    A code opens a table: a role limited to events or tables reads those within alone.
    """
    within = access.reach(user, tournament, access.DESK)
    tables = tournament.tables.order_by("number")
    if not within.is_everything:
        limited = Table.objects.filter(within.condition(access.EVENT_OF_TABLE, "number"))
        tables = tables.filter(pk__in=limited.values("pk"))
    own = Sitting.objects.filter(segment__match__round__event__uid=event).values("table")
    return tables.filter(pk__in=own) if event and own.exists() else tables


def _start(request: DeskRequest) -> str:
    """Return the address of this program as devices in the hall reach it."""
    return address.official_address(request)
