"""The officials' page of penalty points: given after a preview of their effect, and taken back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from referee.base.case_numbers import number_text
from referee.models import RulingCase
from referee.rulings import listed_penalties, penalties
from referee.rulings.listed import cases_of_points
from referee.rulings.listed_penalties import GivenPenalty
from referee.rulings.penalties import Right, Target
from tournaments import results, wording
from tournaments.base.refusals import Refused
from tournaments.base.separators import join_facts
from tournaments.checks import published_changes
from tournaments.models import Adjustment, Event, PenaltyWarning, Publication, Role
from tournaments.models.base import new_uid
from tournaments.models.record import Unit
from tournaments.results import event_record
from tournaments.results.event_record import Competitor
from tournaments.results.queries import standing_warnings
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import ruling_offices
from tournaments.rights.access import REFEREES
from tournaments.structure import match_parts
from tournaments.wording.official.penalties import offender_text
from web.desk.decisions.forms import with_hidden_value
from web.desk.decisions.ruling_forms import PenaltyForm, TakeBackPointsForm
from web.desk.frame import fetch, previews
from web.desk.frame.views import act, page
from web.forms.requests import DeskRequest
from web.publish import rank_columns

PROPOSED: Final = ("whom", "points", "reason", "article")
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PenaltiesShown:
    """The penalties that were given in an event, and what was read beside it."""

    right: Right
    given: Sequence[GivenPenalty]
    rulings: Mapping[str, RulingCase]
    """The rulings that gave points, by the origin that the points bear."""
    warnings: Sequence[PenaltyWarning]
    published: Sequence[Publication] | None
    """The standings that were published; None in a preview, which compares with none."""
    without_office: str


@page(fetch.event_of, REFEREES, change=REFEREES)
def give(request: DeskRequest, event: Event) -> HttpResponse:
    """Show the penalty points of an event, preview new ones, and give them."""
    snapshot = results.read(event)
    right = penalties.right_in(request.user, snapshot.event, snapshot.public_rounds)
    authors = listed_penalties.penalty_authors(snapshot.adjustments)
    if request.method != "POST":
        # The values that a link proposes are validated like typed ones.
        proposed = {name: request.GET[name] for name in PROPOSED if name in request.GET}
        form = _new_form(snapshot, right, proposed)
        given = listed_penalties.given_penalties(snapshot, authors)
        shown = _read_shown(request, right, given)
        return _penalty_page(request, snapshot, form, shown)
    ruling_offices.require_office(request.user, event)
    whom = _target_choices(snapshot, right)
    form = PenaltyForm(request.POST, whom=whom, units=_units(event))
    answer = _preview_or_give(request, event, form) if form.is_valid() else None
    if isinstance(answer, HttpResponse):
        return answer
    given = listed_penalties.given_penalties(snapshot, authors)
    shown = _read_shown(request, right, given, compares=answer is None)
    return _penalty_page(request, snapshot, form, shown, previewed=answer)


def _penalty(
    request: DeskRequest, roles: Collection[Role], uid: str, penalty_uid: str
) -> Adjustment:
    tournament = fetch.tournament_within(request, roles, uid=uid)
    penalty = listed_penalties.penalty_of(tournament, penalty_uid)
    if penalty is None or not fetch.reach(request, tournament).touches(penalty.event.pk):
        raise Http404
    return penalty


@act(_penalty, REFEREES)
def take_back(request: DeskRequest, penalty: Adjustment) -> HttpResponse:
    """Take penalty points back by a counter-entry, with a reason."""
    ruling_offices.require_office(request.user, penalty.event)
    snapshot = results.read(penalty.event)
    right = penalties.right_in(request.user, snapshot.event, snapshot.public_rounds)
    authors = listed_penalties.penalty_authors(snapshot.adjustments)
    rows = listed_penalties.given_penalties(snapshot, authors)
    given = next(row for row in rows if row.row.pk == penalty.pk)
    if not right.covers(given.round, given.tables):
        raise PermissionDenied
    form = TakeBackPointsForm(request.POST)
    if form.is_valid():
        with form.take_refusal():
            penalties.take_back(penalty, request.user, form.cleaned_data["reason"])
            messages.success(request, gettext("The penalty points are taken back."))
            return redirect("referee_penalties", penalty.event.tournament.uid, penalty.event.uid)
    shown = _read_shown(request, right, rows)
    return _penalty_page(request, snapshot, _new_form(snapshot, right), shown, wrong=form)


def _preview_or_give(
    request: DeskRequest, event: Event, form: PenaltyForm
) -> HttpResponse | Target | None:
    """Give what was looked at, or return whose points are to be looked at; None where the form
    says why not.
    """
    data = form.cleaned_data
    proposal = {name: str(data[name]) for name in PROPOSED}
    whom = penalties.target(event, data["whom"])
    if whom is None:
        raise Http404
    shown = event.uid, proposal, previews.departures([whom.entry])
    is_shown = previews.was_shown(data["previewed"], request.user, *shown)
    if "store" in request.POST and is_shown:
        with form.take_refusal():
            penalties.give(
                whom,
                request.user,
                *(data[name] for name in ("points", "reason", "article", "key")),
                sure=data["sure"],
            )
            messages.success(request, gettext("The penalty points are given."))
            return redirect("referee_penalties", event.tournament.uid, event.uid)
        if "sure" not in form.errors:
            # Other points may have been given under its key, so the form gets a new one.
            form.data = with_hidden_value(request.POST, "key", new_uid())
            return None
    elif wrong := penalties.amount_problem(
        event, data["points"], at_table=whom.seat is not None, sure=True
    ):
        form.take(Refused(wrong))
        return None
    elif "store" in request.POST:
        previews.tell_of_change(request)
    form.data = with_hidden_value(request.POST, "previewed", previews.seal(request.user, *shown))
    return whom


def _read_shown(
    request: DeskRequest, right: Right, given: Sequence[GivenPenalty], *, compares: bool = True
) -> PenaltiesShown:
    """Read what the page shows of these penalties; `compares` says whether with what is
    published.
    """
    event = right.event
    warnings = PenaltyWarning.objects.filter(event=event).select_related("entry", "person")
    return PenaltiesShown(
        right,
        given,
        cases_of_points(penalty.row for penalty in given),
        list(standing_warnings(warnings)),
        published_changes.published_standings(event) if compares else None,
        ruling_offices.denial(request.user, event),
    )


def _new_form(
    snapshot: EventSnapshot, right: Right, proposed: Mapping[str, str] = NOTHING
) -> PenaltyForm:
    initial, whom = {**proposed, "key": new_uid()}, _target_choices(snapshot, right)
    return PenaltyForm(initial=initial, whom=whom, units=_units(snapshot.event))


def _units(event: Event) -> tuple[Unit, Unit]:
    """Return the units of penalties of a seat and of an entry."""
    return penalties.unit_of(event, at_table=True), penalties.unit_of(event, at_table=False)


def _target_choices(snapshot: EventSnapshot, right: Right) -> list[Any]:
    """Return who may still get penalty points: seats by round and table, then entries."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for seat in listed_penalties.played_seats(snapshot):
        if not right.covers(seat.round, (seat.table,)):
            continue
        values = {"round": seat.round.number, "table": seat.table}
        place = gettext("Round %(round)s, table %(table)s") % values
        if snapshot.event.segments > 1 and seat.game:
            number = match_parts.part_of(seat.game, snapshot.event.rooms)
            place = join_facts(place, gettext("segment %(number)s") % {"number": number})
        # The chosen option is shown without the heading of its group.
        words = gettext("Table %(table)s · %(seat)s · %(name)s") % {
            "table": seat.table,
            "seat": wording.seat_name(seat.label),
            "name": seat.name,
        }
        groups.setdefault(place, []).append((f"seat:{seat.uid}", words))
    entries = _entry_choices(snapshot)
    return [
        *groups.items(),
        *([(gettext("In the standings"), entries)] if right.covers(None) else []),
    ]


def _has_nobody_at_tables(request: DeskRequest, snapshot: EventSnapshot) -> bool:
    """Whether the user is limited to tables at which nobody has sat in this event."""
    key, reach = snapshot.event.pk, fetch.reach(request, snapshot.event.tournament)
    seats = () if reach.covers(key) else listed_penalties.played_seats(snapshot)
    return not reach.covers(key) and not any(reach.covers(key, seat.table) for seat in seats)


def _entry_choices(snapshot: EventSnapshot) -> list[tuple[str, str]]:
    """Return the entries, each pair and team followed by its persons, so that one can be named."""
    entries = {entry.uid: entry for entry in snapshot.entries}
    choices = []
    for competitor in event_record.competitors(snapshot).values():
        name = previews.name_with_departure(entries[competitor.uid], competitor.name)
        choices.append((f"entry:{competitor.uid}", f"{competitor.number} {name}"))
        own = sorted(snapshot.members_of(entries[competitor.uid]), key=lambda row: row.key)
        choices += [
            (f"member:{competitor.uid}:{row.person_uid}", f"{competitor.number} {row.name}")
            for row in (own if len(own) > 1 else ())
        ]
    return choices


def _whose(penalty: GivenPenalty, names: Sequence[str]) -> str:
    """Return the heading of a penalty: the offender, and the entry it counts for."""
    named = penalty.row.named
    if named is None:
        return join_facts(*names)
    seat = wording.seat_name(named.seat) if named.seat else ""
    who = " ".join(filter(None, [seat, named.person.listed_name]))
    return who if names == [named.person.listed_name] else offender_text(who, join_facts(*names))


def _ruling_told(case: RulingCase | None) -> tuple[str, str] | None:
    """Return uid and number of the ruling that gave the points; None if there is none."""
    return (case.uid, number_text(case)) if case else None


def _preview(snapshot: EventSnapshot, form: PenaltyForm, whom: Target) -> dict[str, Any]:
    """Return what penalty points would change, whether they must be confirmed again, and whether
    who gets them has left.
    """
    points = form.cleaned_data["points"]
    limits = penalties.limits_of(snapshot.event, at_table=whom.seat is not None)
    return {
        "effect": penalties.effect(snapshot, whom, points, form.cleaned_data["reason"]),
        "large": points if limits.is_large(points) else None,
        "departures": previews.departure_texts(
            [(whom.entry, event_record.competitors(snapshot)[whom.entry.uid].name)]
        ),
    }


def _address(request: DeskRequest, form: PenaltyForm) -> str:
    """Return the address of the page with the typed values, in the form of a link that proposes
    them.
    """
    typed = {name: form.data.get(name, "") for name in PROPOSED}
    return f"{request.path}?{urlencode(typed)}"


def _given(
    competitors: Mapping[str, Competitor], shown: PenaltiesShown
) -> list[tuple[GivenPenalty, str, bool, tuple[str, str] | None]]:
    """Return the penalties given in an event: whose, whether they may be taken back, the ruling."""
    return [
        (
            penalty,
            _whose(penalty, [competitors[entry.uid].name for entry in penalty.entries]),
            shown.right.covers(penalty.round, penalty.tables),
            _ruling_told(shown.rulings.get(penalty.row.origin_uid)),
        )
        for penalty in shown.given
    ]


def _penalty_page(
    request: DeskRequest,
    snapshot: EventSnapshot,
    form: PenaltyForm,
    shown: PenaltiesShown,
    *,
    previewed: Target | None = None,
    wrong: TakeBackPointsForm | None = None,
) -> HttpResponse:
    event, competitors = snapshot.event, event_record.competitors(snapshot)
    context = {
        # After a change of language a preview is shown as the form, filled in.
        "address": _address(request, form) if previewed else "",
        "rounds": list(snapshot.rounds),
        "tournament": event.tournament,
        "event": event,
        "form": form,
        "previewed": previewed,
        **(_preview(snapshot, form, previewed) if previewed else {}),
        "measures": rank_columns.columns_of_event(event),
        "published": None
        if shown.published is None
        else published_changes.changes_in(snapshot, shown.published),
        "wrong": wrong,
        "without_office": shown.without_office,
        "nobody_at_tables": _has_nobody_at_tables(request, snapshot),
        "given": _given(competitors, shown),
        "take_back": TakeBackPointsForm(auto_id=False),
        "warnings": [
            (row, row.person.listed_name if row.person else competitors[row.entry.uid].name)
            for row in shown.warnings
        ],
    }
    return render(request, "desk/rulings/penalties.html", context)
