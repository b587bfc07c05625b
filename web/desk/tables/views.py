"""The tables of a tournament with the codes that open their pages, to be printed."""

from __future__ import annotations

import io

import segno
from django.db.models import QuerySet
from django.http import Http404, HttpResponse

from tournaments.models import Sitting, Table, Tournament, User
from tournaments.rights import access
from tournaments.rights.access import DESK
from tournaments.system import installation
from web.desk.frame import fetch
from web.desk.frame.views import Shown, page
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish import address

QUIET_ZONE = 2


@page(fetch.tournament, DESK, "desk/tables/codes.html", shows_codes=True)
def codes(request: DeskRequest, tournament: Tournament) -> Shown:
    """Show every table that the account's roles cover, with its short code and its QR code."""
    start = _start(request)
    # This page is printed and laid on the tables, with this address on it.
    installation.note_address(start)
    return {
        "tournament": tournament,
        "tables": _tables(request.user, tournament, sent.uid(request.GET, "event")),
        "start": start,
    }


@page(fetch.table, DESK)
def qr(request: DeskRequest, table: Table) -> HttpResponse:
    """Answer with the address of a table's page as a QR code."""
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
    """Return the tables of a tournament, limited to those of an event if it has used any.

    Since a code opens a table, a role limited to events or tables only gets its own.
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
