"""The list of a tournament's rulings and other decisions, and the slip of a decision."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.http import Http404
from django.shortcuts import get_object_or_404, redirect

from referee.base.case_numbers import number_text
from referee.models import NumberedDecision
from referee.rulings import listed, unnumbered
from referee.rulings.unnumbered import EarlierRuling
from tournaments.models import EventState, Role, Tournament
from tournaments.rights import ruling_offices
from tournaments.rights.access import REFEREES
from tournaments.structure.regulations import regulations_of
from web.desk.frame import event_scope, fetch
from web.desk.frame.made_at_once import made_at_once
from web.desk.frame.views import Shown, page
from web.desk.rulings import drafts, page_values
from web.forms.requests import DeskRequest
from web.publish.printed import decision_slips
from web.publish.rulings import earlier_words, ruling_words


@dataclass(frozen=True, slots=True)
class ListedDecision:
    """A decision in the list; number and slip are empty in a club event."""

    ruling: EarlierRuling
    what: str
    by: str
    points: str
    """What a penalty gives; empty for others."""
    lines: Sequence[str]
    changes: Sequence[str]
    """Each seat whose points of a deal have changed."""
    number: str = ""
    slip: str = ""


def listed_decisions(
    rulings: Sequence[EarlierRuling], *, has_numbers: bool = True
) -> list[ListedDecision]:
    """Return decisions in words, with their numbers where they have any; in clubs none has."""
    given = decision_slips.numbers(rulings) if has_numbers else {}
    rows = []
    for ruling in rulings:
        number = given.get(ruling.row.uid)
        printed = (number_text(number), number.uid) if number else ()
        what, _decided, by = earlier_words.told(ruling)
        points, lines, changes = earlier_words.told_apart(ruling)
        shown = points, list(filter(None, lines)), changes
        rows.append(ListedDecision(ruling, what, by, *shown, *printed))
    return rows


@page(fetch.tournament_within, REFEREES, "desk/rulings/rulings.html")
def rulings(request: DeskRequest, tournament: Tournament) -> Shown:
    """List the rulings of a tournament, or of the event that the address names.

    `waiting` in the address redirects to the first one that the user can confirm.
    """
    events = tournament.events.select_related("regulations")
    event = event_scope.named_event(request, events)
    reach = fetch.reach(request, tournament)
    rows = [row for row in listed.cases_of(tournament, event) if fetch.covers_ruling(reach, row)]
    if "waiting" in request.GET and (
        waiting := page_values.first_waiting(request, tournament, rows)
    ):
        return redirect("referee_ruling", tournament.uid, waiting.case.uid)
    earlier = unnumbered.earlier_rulings(tournament, event) if reach.is_everything else []
    has_numbers = any(regulations_of(row).is_official for row in events)
    decisions = listed_decisions(earlier, has_numbers=has_numbers)
    shown = [event] if event else [row for row in events if row.state != EventState.CANCELLED]
    for row in shown:
        row.tournament = tournament
    return {
        "tournament": tournament,
        "of_event": event,
        "several_events": len(shown) > 1,
        "ruled_events": [row for row in shown if ruling_offices.has_office(request.user, row)],
        "rulings": ruling_words.told_of(rows),
        "decisions": decisions,
        "is_numbered": any(row.slip for row in decisions),
        "drafts": drafts.waiting(request, tournament, [event] if event else events),
        "doubtful": drafts.in_doubt(request, tournament, [event] if event else events),
    }


def _decision(
    request: DeskRequest, roles: Collection[Role], uid: str, decision_uid: str
) -> tuple[NumberedDecision, EarlierRuling]:
    tournament = fetch.tournament_within(request, roles, uid=uid)
    related = ("tournament__club", "event__tournament__club", "event__ruleset", "round", "official")
    rows = NumberedDecision.objects.filter(tournament=tournament).select_related(
        *related, "event__regulations", "deal__sitting__table"
    )
    row: NumberedDecision = get_object_or_404(rows.defer("round__reasons"), uid=decision_uid)
    table = row.deal.sitting.table.number if row.deal else None
    if not fetch.reach(request, tournament).covers(row.event_id, table):
        raise Http404
    ruling = decision_slips.decided(row)
    if ruling is None:
        raise Http404
    return row, ruling


slip = made_at_once(decision_slips.slip_of_decision, _decision)
