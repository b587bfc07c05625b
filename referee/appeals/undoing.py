"""What a ruling did is taken back by counter-entries, and what a decision puts in its place.

`undo` is the one place that knows how each kind of grounds is undone; rulings as records register
how theirs are.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Protocol

from referee.appeals.grounds import Ground
from referee.base.refusals import Code, problem
from referee.base.verbs import BY_RULING
from referee.models import Against
from referee.rulings import penalties
from referee.rulings.penalties import Penalty, Target
from tournaments.models import Adjustment, Deal, Entry, Result, ResultKind, Seat, User
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.refusals import Refused


class InPlace(Protocol):
    """Penalty points that take the place of others, with the reasons of the decision."""

    @property
    def points(self) -> Fraction | None: ...
    @property
    def reasons(self) -> str: ...
    @property
    def sure(self) -> bool: ...


Undo = Callable[[Change, Ground, User, str], None]


def register(against: Against, undo_ground: Undo) -> None:
    """Register how a kind of grounds is undone, as a part of an open change."""
    _undone_by[against] = undo_ground


def undo(made: Change, ground: Ground, official: User, reason: str) -> None:
    """Take back what a ruling did, as a part of an open change; what was taken back stays so."""
    _undone_by[ground.against](made, ground, official, reason)


def give_instead(
    made: Change, ground: Ground, official: User, decision: InPlace
) -> Adjustment | None:
    """Give the penalty points that take the place of others, to whom the others were given.

    Raises Refused where there was no penalty in whose place they could come.
    """
    before = ground.adjustment
    if before is None or not decision.points:
        raise Refused(problem(Code.NO_PENALTY_TO_VARY, "points"))
    penalty = Penalty(decision.points, decision.reasons, before.article, sure=decision.sure)
    return penalties.give_within(made, _target(before), official, penalty, key=new_uid())


def _target(before: Adjustment) -> Target:
    """Return to whom penalty points were given: an entry, or the seat of their offender."""
    if before.side is None:
        assert before.entry is not None  # noqa: S101  the constraint of the table says so
        return Target(before.entry)
    seats = Seat.objects.filter(side=before.side).select_related(
        "side__match__round__event", "sitting", "person"
    )
    if before.deal is not None:
        seats = seats.filter(sitting__deals=before.deal)
    named = before.named
    seat = seats.filter(person=named.person).first() if named else None
    seat = seat or seats.order_by("pk")[0]
    entries = Entry.objects.filter(sides=before.side).select_related("event__tournament")
    own = entries.filter(members__person=seat.person).first()
    return Target(own or entries.order_by("number")[0], seat)


def _undo_penalty(made: Change, ground: Ground, official: User, reason: str) -> None:
    row = ground.adjustment
    if row is not None and not Adjustment.objects.filter(reverses=row).exists():
        penalties.take_back_within(made, row, official, reason)


def _undo_result(made: Change, ground: Ground, _official: User, reason: str) -> None:
    """Let the result count again that the appealed one retired.

    Raises Refused where the deal has another result by now, or had none before.
    """
    row = ground.result
    if row is None:
        return
    deal = Deal.objects.select_related("event", "sitting__segment__match__round").get(
        pk=row.deal_id
    )
    before: Result | None = row.retires
    if before is None or deal.version != row.version:
        raise Refused(problem(Code.RESULT_NOT_UNDONE))
    ledger.post(
        made,
        deal,
        ledger.Report(ResultKind(before.kind), before.facts),
        seen=deal.version,
        origin=ledger.Origin(new_uid(), BY_RULING),
        reason=reason,
    )


_undone_by: dict[Against, Undo] = {
    Against.PENALTY: _undo_penalty,
    Against.RESULT: _undo_result,
}
