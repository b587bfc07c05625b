"""The officials' overview: devices, waiting and refused sheets, and a tablet's items read in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.contrib import messages
from django.db.models import F, FilteredRelation, Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from referee.calls import calls
from referee.calls.calls import CallWithSteps
from referee.claims import claims
from referee.leases import leases, shut_pins
from referee.models import DeviceLease, KeptWrite, Sheet
from referee.rulings import corrections
from referee.sheets import desk_sheets, irregularities, versions
from referee.sheets.desk_sheets import ReadInOutcome
from tournaments import wording
from tournaments.models import Deal, DealNumber, Event, Role, Round, Tournament
from tournaments.rights import access
from tournaments.rights.access import DESK, REFEREES
from tournaments.rights.roles import Reach
from web.desk.decisions import page_values
from web.desk.decisions.forms import ReadInForm
from web.desk.frame import event_scope, fetch
from web.desk.frame.views import UNSAID, Shown, act, page
from web.desk.sheets import round_tables, within
from web.desk.sheets.finding import FindDealForm
from web.desk.sheets.round_tables import DeskTable
from web.forms import sent
from web.forms.requests import DeskRequest
from web.templatetags.words import waits_long

MOST_KEPT = 50
"""Refused writes that are listed; more come only from a faulty device."""


FIND = "deal"
"""The parameter of an address that looks for a deal."""


@dataclass(frozen=True, slots=True)
class TakenShown:
    """The outcome of an item that was read in, with its problems in words."""

    taken: ReadInOutcome
    problems: Sequence[str]

    @property
    def deal(self) -> DealNumber:
        """The deal as the program knows it, else by the number that the tablet sent."""
        number, sheet = self.taken.item.number, self.taken.sheet
        return DealNumber(number, number) if sheet is None else sheet.deal.number


def _with_calls(request: DeskRequest, roles: Collection[Role], uid: str) -> Any:
    """Return a tournament with the number of its open calls."""
    return access.tournament_as(
        request.user, uid, roles, within=True, calls=calls.open_of_tournament()
    )


@page(_with_calls, DESK, "desk/sheets/overview.html")
def overview(request: DeskRequest, tournament: Any) -> Shown:
    """Show waiting sheets, devices and tables, and what was refused and kept.

    With the numbers of a table and a deal, redirect to that deal.
    """
    reach = fetch.reach(request, tournament, access.DESK)
    rules = access.acts_in(request.user, tournament, access.REFEREES)
    events, every_closed = _events_with_closed_rounds(tournament, reach)
    scope = event_scope.named_event(request, events)
    own = within.Within(tournament, reach, scope)
    closed_rounds = [round_ for round_ in every_closed if scope in (None, round_.event)]
    wanted = next(
        (round_ for round_ in closed_rounds if round_.uid == request.GET.get("round")), None
    )
    tables = own.of_rounds(round_tables.tables(tournament, wanted))
    find = FindDealForm(request.GET if FIND in request.GET else None)
    found = find.find(tables) if find.is_bound else None
    if found is not None:
        return _to_deal(tournament, found)
    waiting = _waiting(tournament, own)
    open_calls = own.open_calls() if tournament.calls else []
    noted = _noted(tables, waiting, open_calls)
    return {
        **waiting,
        **_devices(tournament, own),
        # Refused writes belong to no deal, so only officials of the whole tournament see them.
        **_kept_writes(tournament, MOST_KEPT if reach.is_everything and rules else 0),
        "tournament": tournament,
        "calls": open_calls,
        "in_full": reach.is_everything,
        "rules": rules,
        "of_event": scope,
        "closed": closed_rounds,
        "wanted": wanted,
        "two_records": any(event.records == Event.Records.TWO for event in events),
        "events": events,
        "tables": noted,
        "listed": round_tables.by_round(noted),
        "find": find,
        "changed": own.of_results(corrections.changed_since_close(tournament))[:MOST_KEPT],
    }


def _to_deal(tournament: Tournament, found: Deal) -> HttpResponse:
    """Redirect to a deal: a waiting sheet is decided on the page of its deal, not typed over."""
    is_told = found.done or Sheet.objects.filter(deal=found).exists()
    return redirect("referee_deal" if is_told else "referee_type", tournament.uid, found.uid)


def _kept_writes(tournament: Tournament, most: int) -> dict[str, Any]:
    """Return the newest writes that were refused and kept, and how many are older."""
    rows, in_all = desk_sheets.kept_writes(tournament, most)
    return {"kept": [page_values.kept(row) for row in rows], "kept_before": in_all - len(rows)}


def _waiting(tournament: Tournament, own: within.Within) -> dict[str, Any]:
    """Return what waits for a decision: sheets, claims, disputes and irregularities."""
    at_desk = own.of_deals(desk_sheets.sheets_at_desk(tournament))
    sheets = desk_sheets.pending_sheets(at_desk)
    waiting_claims = own.of_deals(claims.waiting_claims(tournament))
    incidents = irregularities.unruled(deal__event__tournament=tournament)
    return {
        "late": [sheet for sheet in reversed(at_desk) if sheet.is_late][:MOST_KEPT],
        "sheets": sheets.ruled,
        "shelves": [
            ("table", _longest_first(sheets.table)),
            ("paper", _longest_first(sheets.paper)),
        ],
        "claims": [page_values.claim(row, waits=True) for row in waiting_claims],
        "disputes": versions.open_disputes(at_desk),
        "irregularities": [
            page_values.irregularity(incident)
            for incident in incidents
            if own.has_deal(incident.row.deal)
        ],
    }


def _longest_first(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Return sheets by the table that has waited longest, those of a table beside each other."""
    since: dict[int, datetime] = {}
    for sheet in sheets:
        table = sheet.deal.sitting.table_id
        since[table] = min(sheet.created_at, since.get(table, sheet.created_at))
    return sorted(
        sheets,
        key=lambda sheet: (
            since[sheet.deal.sitting.table_id],
            sheet.deal.sitting.table_id,
            sheet.created_at,
        ),
    )


def _noted(
    tables: Sequence[DeskTable], waiting: Mapping[str, Any], open_calls: Sequence[CallWithSteps]
) -> list[DeskTable]:
    """Return the tables with the waiting items that the page lists above them."""
    lists = [sheets for _what, sheets in waiting["shelves"]]
    plain = {sheet for sheet in waiting["sheets"] if _is_plain(sheet)}
    decided = (
        *(sheet.deal_id for sheet in waiting["sheets"] if sheet not in plain),
        *(claim.row.deal_id for claim in waiting["claims"]),
        *(deal.pk for deal in waiting["disputes"]),
        *(incident.row.deal_id for incident in waiting["irregularities"]),
    )
    return round_tables.noted(
        tables,
        calling={each.call.table_id for each in open_calls},
        disputed=set(decided),
        waiting={sheet.deal_id for sheet in chain(plain, *lists)},
    )


def _is_plain(sheet: Sheet) -> bool:
    """Whether a sheet only lacks a confirmation, and no decision."""
    return sheet.sound and not sheet.seen and not sheet.is_late


def _devices(tournament: Tournament, own: within.Within) -> dict[str, Any]:
    """Return the tables' devices, and those whose PINs are locked."""
    shown = own.of_tables(leases.leases_at_desk(tournament))
    opened = [lease for lease in shown if lease.is_open]
    in_sight = [row for row in opened if row.waiting or waits_long(row.heard_at or row.created_at)]
    if len(in_sight) > round_tables.IN_SIGHT:
        in_sight = [lease for lease in opened if lease.waiting]
    folded = [lease for lease in opened if lease not in in_sight]
    return {
        "shut_pins": shut_pins.shut(tournament),
        "leases": in_sight,
        "folded_leases": folded,
        "old_leases": [lease for lease in shown if not lease.is_open],
    }


def _events_with_closed_rounds(
    tournament: Tournament, reach: Reach
) -> tuple[list[Event], list[Round]]:
    """Return the events, and their closed rounds, of each event the latest first."""
    is_closed = FilteredRelation("rounds", condition=Q(rounds__state=Round.State.CLOSED))
    kept = tournament.events.exclude(state=Event.State.CANCELLED)
    kept = kept if reach.events is None else kept.filter(pk__in=reach.events)
    rows = kept.annotate(
        closed=is_closed,
        closed_pk=F("closed__pk"),
        closed_uid=F("closed__uid"),
        closed_number=F("closed__number"),
    )
    events: dict[int, Event] = {}
    rounds = []
    row: Any
    for row in rows.order_by("number", "-closed_number"):
        event = events.setdefault(row.pk, row)
        if row.closed_pk is not None:
            round_ = Round(pk=row.closed_pk, uid=row.closed_uid, number=row.closed_number)
            round_.event = event
            rounds.append(round_)
    return list(events.values()), rounds


def _kept(request: DeskRequest, roles: Collection[Role], uid: str, kept_uid: str) -> KeptWrite:
    tournament = fetch.tournament(request, roles, uid=uid)
    return get_object_or_404(KeptWrite, tournament=tournament, uid=kept_uid)


@page(_kept, REFEREES)
def kept_text(_request: DeskRequest, write: KeptWrite) -> HttpResponse:
    """Show a refused item exactly as it was received, as text and never as a page."""
    return HttpResponse(write.sealed, content_type="text/plain; charset=utf-8")


@act(fetch.tournament, REFEREES, back="referee_overview")
def look_at_pins(request: DeskRequest, tournament: Tournament) -> HttpResponse | str:
    """Lift the block on officials' PINs that the button names."""
    if shut_pins.lift(tournament, request.user, sent.number(request.POST.get("shut", ""))):
        messages.success(request, gettext("PINs are accepted again."))
    else:
        messages.info(request, gettext("PINs are accepted there already."))
    return UNSAID


def _lease(request: DeskRequest, roles: Collection[Role], uid: str, lease_uid: str) -> DeviceLease:
    tournament = fetch.tournament_within(request, roles, uid=uid)
    rows = DeviceLease.objects.select_related("table__tournament")
    lease = get_object_or_404(rows, table__tournament=tournament, uid=lease_uid)
    if not access.covers(request.user, tournament, roles, lease.table):
        raise Http404
    return lease


def _to_overview(lease: DeviceLease) -> HttpResponse:
    return redirect("referee_overview", lease.table.tournament.uid)


@act(_lease, REFEREES, back=_to_overview, done=_("The table is free for another device."))
def release(request: DeskRequest, lease: DeviceLease) -> None:
    """Take a table back from its device, so that another one may open it."""
    leases.release_at_desk(lease=lease, official=request.user)


@page(fetch.tournament_to_type_in, DESK, "desk/sheets/read_in.html", change=DESK)
def read_in_items(request: DeskRequest, tournament: Tournament) -> Shown:
    """Read in the items of a tablet, and show the outcome of each."""
    is_post = request.method == "POST"
    form = ReadInForm(request.POST, request.FILES) if is_post else ReadInForm()
    results: list[ReadInOutcome] = []
    if form.is_valid():
        with form.take_refusal():
            results = desk_sheets.read_in(tournament, request.user, form.items())
    results_shown = [
        TakenShown(result, [*dict.fromkeys(map(wording.problem_text, result.problems))])
        for result in results
    ]
    return {"tournament": tournament, "form": form, "shown": results_shown}
