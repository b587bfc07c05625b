"""The open questions of an event at the desk: unruled irregularities, unfinished calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext

from referee.appeals import decided_parts
from referee.arrivals import arrivals
from referee.base.case_numbers import number_text
from referee.calls import calls
from referee.models import ArrivalState
from referee.rulings import listed, two_cards
from referee.rulings.listed import VersionState
from referee.sheets import irregularities
from scoring.problems import Problem
from tournaments.base.refusals import Reason, refuse
from tournaments.models import Event, Round
from tournaments.progress.open_questions import OpenCall, OpenQuestion, Questions
from tournaments.results import snapshot_rows
from tournaments.results.event_record import entry_name
from tournaments.structure.regulations import regulations_of
from web.publish.rulings import table_notes


def of_round(round_: Round) -> Sequence[OpenQuestion]:
    """Return what of a round waits for a ruling, an answer, or who may give a penalty."""
    tournament = round_.event.tournament.uid
    return [
        OpenQuestion(
            table=incident.row.deal.sitting.table.number,
            deal=incident.row.deal.number,
            words=irregularities.text(incident.row),
            address=reverse("referee_irregularity", args=[tournament, incident.row.uid]),
        )
        for incident in irregularities.unruled(deal__sitting__segment__match__round=round_)
    ] + [*_waiting_rulings(round_), *_unanswered(round_), *_unsettled_arrivals(round_)]


def before_draw(event: Event) -> Sequence[Problem]:
    """Return the question to the chief referee: to sign or dismiss the draft of a suspension."""
    names = tuple(each.name for each in two_cards.waiting_pairs(event))
    return [refuse(Reason.SUSPENSION_UNDECIDED, names=names)] if names else []


def before_publishing(draft: Round) -> Sequence[Problem]:
    """Return the chief referee's pending decisions on suspensions that affect a draft."""
    if not regulations_of(draft.event).is_official:
        return []
    doubtful = two_cards.doubtful_in_event(draft.event, draft.number)
    names = tuple(two_cards.card_holder(row.second) for row in doubtful)
    annulled = [refuse(Reason.DRAFT_BY_ANNULLED_CARD, names=names)] if names else []
    return [*before_draw(draft.event), *annulled]


def _waiting_rulings(round_: Round) -> Iterator[OpenQuestion]:
    """Yield the rulings of a round that await confirmation, at a table or on an entry."""
    for ruled in listed.about(round=round_):
        sitting, deal = ruled.case.sitting, ruled.case.deal
        if ruled.state(ruled.newest) is VersionState.WAITING:
            values = {"number": number_text(ruled.case)}
            yield OpenQuestion(
                table=sitting.table.number if sitting else None,
                deal=deal.number if deal else None,
                words=gettext("Ruling %(number)s waits to be confirmed") % values,
                address=reverse(
                    "referee_ruling", args=[round_.event.tournament.uid, ruled.case.uid]
                ),
            )


def _unanswered(round_: Round) -> Iterator[OpenQuestion]:
    """Yield the parts of annulled rulings at tables of a round that wait for an answer."""
    rows = decided_parts.waiting().filter(step__appeal__ruling__case__round=round_)
    of_case = "step__appeal__ruling__case"
    for row in rows.select_related(f"{of_case}__sitting__table", f"{of_case}__deal").order_by("pk"):
        appeal = row.step.appeal
        case = appeal.ruling.case if appeal.ruling else None
        if case is not None and case.sitting and case.deal:
            values = {"number": number_text(case), "part": row.get_part_display()}
            yield OpenQuestion(
                table=case.sitting.table.number,
                deal=case.deal.number,
                words=gettext("Ruling %(number)s is annulled, not carried out: %(part)s") % values,
                address=reverse("referee_appeal", args=[round_.event.tournament.uid, appeal.uid]),
            )


def _unsettled_arrivals(round_: Round) -> Iterator[OpenQuestion]:
    """Yield who is still noted as missing, and whose lateness waits for its penalty."""
    rows = (
        table_notes.unsettled_arrivals(round_).select_related("entry", "side__match").order_by("pk")
    )
    address = reverse("referee_arrivals", args=[round_.event.tournament.uid, round_.uid])
    for row in rows.prefetch_related("entry__members__person"):
        name = entry_name(row.entry, snapshot_rows.members_of(row.entry))
        tables = arrivals.tables_of(row.side.match)
        if row.state == ArrivalState.MISSING:
            words = gettext("%(name)s is still noted as missing") % {"name": name}
        else:
            words = gettext("The penalty of %(name)s for coming late is not given") % {"name": name}
        yield OpenQuestion(min(tables, default=None), None, words, address)


def calls_of(event: Event) -> Sequence[OpenCall]:
    """Return the calls at the tables of an event that nobody has ended."""
    queue = reverse("referee_calls", args=[event.tournament.uid])
    return [
        OpenCall(call.table.number, call.get_reason_display(), f"{queue}#call-{call.uid}")
        for call in calls.open_calls_of(event)
    ]


QUESTIONS: Final = Questions(of_round, calls_of, before_draw, before_publishing)
"""What the desk asks about before a round is closed, and the open calls that it shows.

Before a round is drawn it asks about two yellow cards of one person; before a draft is published,
also about a suspension one of whose cards was annulled.
"""
