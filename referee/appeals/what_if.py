"""What the decision of an appeal would change, from a changed snapshot: nothing is written.

How two snapshots are compared, and what a version of a case comes to, is told by the what-if of
rulings; here is only what `undoing` would take back and put in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from referee.appeals import decided_parts, hearing, undoing
from referee.appeals.grounds import Ground
from referee.appeals.hearing import Decision
from referee.models import Against, Appeal, AppealDecision, RulingVersion
from referee.rulings import penalties, proposals, remedies, ruling_parts
from referee.rulings import what_if as rulings
from referee.rulings.decisions import Source
from referee.rulings.proposals import Proposal
from referee.rulings.what_if import WhatIf
from tournaments.base.refusals import Refused
from tournaments.models import Adjustment, Deal, Result, User
from tournaments.results.snapshot import EventSnapshot

Undone = Callable[[EventSnapshot, Ground], EventSnapshot]


def what_if(
    before: EventSnapshot, appeal: Appeal, decision: Decision, official: User
) -> tuple[WhatIf, Proposal | None]:
    """Return what a decision would change, and for a varied ruling what it lays on whom then.

    Raises Refused as `hearing.decide` does.
    """
    hearing.require_sound(appeal, decision)
    ground = hearing.ground_of(appeal)
    # What a varied result becomes is entered, and looked at, on the page of its deal.
    if decision.decision == AppealDecision.VARIED and ground.result is None:
        return _varied(before, ground, hearing.varied_by(appeal, decision), official)
    after = before
    if decision.decision == AppealDecision.OVERTURNED and ground.ruling is not None:
        after = _without_parts(before, appeal, ground.ruling, decision, official)
    elif decision.decision == AppealDecision.OVERTURNED:
        after = _UNDONE_BY[ground.against](before, ground)
    return rulings.compared(before, after, source_of(ground)), None


def source_of(ground: Ground) -> Source:
    """Return where it happened: the deal and the table, as far as they are known."""
    if ground.ruling is not None:
        return Source.of_case(ground.ruling.case)
    if ground.result is not None:
        deal = ground.result.deal
        return Source(deal.event, ground.round, deal.sitting, deal)
    row = ground.adjustment
    assert row is not None  # noqa: S101  every ground has one of the three
    source, seat = Source(row.event, ground.round), undoing.target_of(row).seat
    return source.at(seat) if seat is not None else source


def _varied(
    before: EventSnapshot, ground: Ground, varied: undoing.Varied, official: User
) -> tuple[WhatIf, Proposal | None]:
    if ground.ruling is None:
        return _points_varied(before, ground, varied, official), None
    version, decision = undoing.anew(ground.ruling, varied)
    case = version.case
    source = Source.of_case(case)
    proposal = proposals.propose(source, decision, official, case)
    problems = list(proposals.problems(source, decision, proposal, official, case))
    problems += rulings.problems(before, source, proposal, case)
    if problems:
        raise Refused(*problems)
    remedies.require_undoing(version, official)
    return rulings.what_if(before, source, decision, proposal, case), proposal


def _points_varied(
    before: EventSnapshot, ground: Ground, varied: undoing.Varied, official: User
) -> WhatIf:
    target, penalty = undoing.instead_of(ground, varied)
    side = target.seat.side if target.seat else None
    event, points = before.event, penalty.points
    wrong = penalties.amount_problem(event, points, at_table=bool(side), sure=penalty.sure)
    if wrong is not None:
        raise Refused(wrong)
    penalties.require_right(official, event, side)
    given = penalties.assumed(event, target, points, penalty.reason)
    after = _without_points(before, ground).with_adjustment(given)
    return rulings.compared(before, after, source_of(ground))


def _without_points(before: EventSnapshot, ground: Ground) -> EventSnapshot:
    row = ground.adjustment
    return replace(
        before, adjustments=tuple(each for each in before.adjustments if not _is_of(each, row))
    )


def _is_of(row: Adjustment, given: Adjustment | None) -> bool:
    return given is not None and given.pk in (row.pk, row.reverses_id)


def _with_result_before(before: EventSnapshot, ground: Ground) -> EventSnapshot:
    if ground.result is None:
        return before
    return _counting_again(before, *undoing.counted_before(ground.result))


def _without_parts(
    before: EventSnapshot,
    appeal: Appeal,
    appealed: RulingVersion,
    decision: Decision,
    official: User,
) -> EventSnapshot:
    """Return the event without the parts of a ruling that the decision takes back at once."""
    version = undoing.current(appealed)
    fates = hearing.fates_by(appeal, version, decision)
    annulment = decided_parts.annulment(version, fates)
    return ruling_parts.assumed(before, annulment, official) if annulment else before


def _counting_again(before: EventSnapshot, deal: Deal, result: Result) -> EventSnapshot:
    return before.with_results({deal.pk: (result, before.sides_at(deal.sitting_id))})


_UNDONE_BY: Final[Mapping[Against, Undone]] = {
    Against.PENALTY: _without_points,
    Against.RESULT: _with_result_before,
}
