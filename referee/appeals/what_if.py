"""What the decision of an appeal would change, from a changed snapshot: nothing is written.

Comparing two snapshots, and the effect of a version of a case, belong to the what-if of
rulings; here is only what `undoing` would take back and put in its place.
"""

from __future__ import annotations

from referee.appeals import decided_parts, hearing, undoing
from referee.appeals.grounds import Ground
from referee.appeals.hearing import CommitteeDecision
from referee.models import Appeal, AppealDecision, RulingVersion
from referee.rulings import offices, penalties, posting, proposals, ruling_parts
from referee.rulings import what_if as rulings
from referee.rulings.decisions import RulingSource
from referee.rulings.proposals import Proposal
from referee.rulings.ruling_stack import Removal
from referee.rulings.what_if import WhatIf
from tournaments.base.refusals import Refused
from tournaments.models import User
from tournaments.results.snapshot import EventSnapshot


def what_if(
    before: EventSnapshot, appeal: Appeal, decision: CommitteeDecision, official: User
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
        after = undoing.undone(ground).on(before)
    return rulings.compared(before, after, source_of(ground)), None


def source_of(ground: Ground) -> RulingSource:
    """Return where it happened: the deal and the table, as far as they are known."""
    if ground.ruling is not None:
        return RulingSource.of_case(ground.ruling.case)
    if ground.result is not None:
        deal = ground.result.deal
        return RulingSource(deal.event, ground.round, deal.sitting, deal)
    row = ground.adjustment
    assert row is not None  # noqa: S101  every ground has one of the three
    source, seat = RulingSource(row.event, ground.round), undoing.target_of(row).seat
    return source.at(seat) if seat is not None else source


def _varied(
    before: EventSnapshot, ground: Ground, varied: undoing.Variation, official: User
) -> tuple[WhatIf, Proposal | None]:
    if ground.ruling is None:
        return _points_varied(before, ground, varied, official), None
    version, decision = undoing.variation_of(ground.ruling, varied)
    case = version.case
    source = RulingSource.of_case(case)
    proposal = proposals.propose(source, decision, official, case)
    problems = list(proposals.problems(source, decision, proposal, official, case))
    without = posting.rulings_out(Removal.of_case(case))
    problems += posting.problems(before, source, proposal.sanctions, without)
    if problems:
        raise Refused(*problems)
    offices.require_undoing(version, official)
    measures = proposals.proposed_measures(source, decision, proposal)
    return rulings.what_if(before, measures, without), proposal


def _points_varied(
    before: EventSnapshot, ground: Ground, varied: undoing.Variation, official: User
) -> WhatIf:
    target, penalty = undoing.instead_of(ground, varied)
    side = target.seat.side if target.seat else None
    event, points = before.event, penalty.points
    wrong = penalties.amount_problem(event, points, at_table=bool(side), sure=penalty.sure)
    if wrong is not None:
        raise Refused(wrong)
    penalties.require_right(official, event, side)
    given = penalties.assumed(before, target, points, penalty.reason)
    after = undoing.undone(ground).on(before).with_adjustment(given)
    return rulings.compared(before, after, source_of(ground))


def _without_parts(
    before: EventSnapshot,
    appeal: Appeal,
    appealed: RulingVersion,
    decision: CommitteeDecision,
    official: User,
) -> EventSnapshot:
    """Return the event without the parts of a ruling that the decision takes back at once."""
    version = undoing.current(appealed)
    fates = hearing.fates_by(appeal, version, decision)
    annulment = decided_parts.annulment(version, fates)
    return ruling_parts.assumed(before, annulment, official) if annulment else before
