"""Parts of a report that only a decision of an official writes: a decided claim, a late exposure
that is allowed.

Decisions put them into the facts of a result. A sheet may repeat what was decided of its deal, and
nothing else: whoever could write them could decide in the referee's place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.base.refusals import Code
from referee.base.verbs import BY_DECISION, BY_RULING
from referee.claims.reported import DECIDED, FIELD, decision_in
from referee.models import REFEREE, Sheet
from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.models import Deal, Event, Result, Tournament
from tournaments.structure.games import game_of

WRITERS: Final = (BY_DECISION, BY_RULING)
"""The origins of the results that such parts come from."""


@dataclass(frozen=True, slots=True)
class ForgedPart:
    """A stored sheet with a part that no decision wrote; `counts` says that its deal goes by it."""

    sheet: Sheet
    field: str
    counts: bool


def official_parts(event: Event, report: object) -> dict[str, Any]:
    """Return what a report says was decided by an official, by the field that says so."""
    decision = decision_in(report)
    decided = {} if decision is None else {DECIDED: decision}
    return {**decided, **game_of(event).allowed(report)}


def part_problems(deal: Deal, report: object, *, by_referee: bool) -> list[Problem]:
    """Return a problem for each part that no decision on the deal wrote.

    That a claim was decided is repeated by the referee alone: beside it a table could share out the
    cards as it likes.
    """
    return [refuse(Code.REFEREE_ONLY, field) for field in _forged(deal, report, by_referee)]


def without_forged_decision(deal: Deal, report: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a report whose claim is decided only where a referee decided it."""
    if DECIDED not in _forged(deal, report, by_referee=True):
        return report
    claim = {name: value for name, value in report[FIELD].items() if name != "decided"}
    return {**report, FIELD: claim}


def forged_parts(tournament: Tournament) -> Iterator[ForgedPart]:
    """Yield what the sheets of a tournament say of decisions that nobody made, the oldest first.

    Such a sheet was taken in before this was refused, or was refused since.
    """
    # Every text is read: a name in it may be written with escapes, which no search finds.
    sheets = Sheet.objects.filter(deal__event__tournament=tournament).order_by("pk")
    for sheet in sheets.select_related("deal__event", "deal__sitting__table").iterator():
        for field in _forged(sheet.deal, sheet.report, by_referee=sheet.recorder == REFEREE):
            counts = Result.live.filter(deal=sheet.deal, origin_uid=sheet.uid).exists()
            yield ForgedPart(sheet, field, counts)


def _forged(deal: Deal, report: object, by_referee: bool) -> list[str]:
    """Return the fields of the parts that no decision on a deal wrote."""
    parts = official_parts(deal.event, report)
    if not parts:
        return []
    rows = deal.results.filter(origin_label__in=WRITERS).values_list("origin_label", "facts")
    written = [
        part
        for label, facts in rows
        for field, part in official_parts(deal.event, facts).items()
        if (field == DECIDED) == (label == BY_DECISION)
    ]
    return [
        field
        for field, part in parts.items()
        if part not in written or (field == DECIDED and not by_referee)
    ]
