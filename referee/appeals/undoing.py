"""What an appeal takes back, and what it puts in its place: looked at, or done.

`undone` and `vary` are the one place that knows how that goes for each kind of grounds. A ruling is
varied by a version of its own, so that its page and its paper tell what came of the appeal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from referee.appeals import pending_entries
from referee.appeals.grounds import Ground
from referee.base.refusals import Code
from referee.base.verbs import BY_PENALTY, BY_RULING
from referee.models import RulingCase, RulingVersion, SuspensionReach
from referee.rulings import cases, decisions, listed, penalties, ruling_stack
from referee.rulings.decisions import RulingDecision
from referee.rulings.listed import Ruled
from referee.rulings.penalties import Penalty, Target
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Adjustment, Deal, Entry, Result, ResultKind, Round, Seat, User
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin
from tournaments.regulations.articles import Level
from tournaments.results.snapshot import EventSnapshot


@dataclass(frozen=True, slots=True)
class Variation:
    """What takes the place of a penalty: points, or for a ruling also another level."""

    points: Fraction | None
    level: Level | None
    reason: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Replacement:
    """What was put in the place of what was appealed against; nothing where it only ended."""

    penalty: Adjustment | None = None
    ruling: RulingVersion | None = None


class AppealEffect(Protocol):
    """What follows from an appeal against points or a result that no ruling gave."""

    def on(self, snapshot: EventSnapshot) -> EventSnapshot:
        """Return the event as it would be with it. Writes nothing."""
        ...

    def post(self, made: Change, reason: str) -> None:
        """Do it as a part of the change."""
        ...


@dataclass(frozen=True, slots=True)
class PointsTakenBack(AppealEffect):
    """Penalty points no longer count, even those given in a round that was withdrawn."""

    row: Adjustment

    def on(self, snapshot: EventSnapshot) -> EventSnapshot:
        """Return the event without the points, and without what took them back."""
        key = self.row.pk
        kept = (row for row in snapshot.adjustments if key not in (row.pk, row.reverses_id))
        return replace(snapshot, adjustments=tuple(kept))

    def post(self, made: Change, reason: str) -> None:
        """Take the points back; what was taken back stays so."""
        row = self.row
        if not Adjustment.objects.filter(reverses=row).exists():
            ledger.reverse(made, row, reason=reason, origin=Origin(row.origin_uid, BY_PENALTY))


@dataclass(frozen=True, slots=True)
class ResultRestored(AppealEffect):
    """The result of a deal counts again that stood before another one."""

    deal: Deal
    before: Result

    def on(self, snapshot: EventSnapshot) -> EventSnapshot:
        """Return the event with the result."""
        sides = snapshot.sides_at(self.deal.sitting_id)
        return snapshot.with_results({self.deal.pk: (self.before, sides)})

    def post(self, made: Change, reason: str) -> None:
        """Post the result; that of a ruling in force is the ruling's own again."""
        deal, before = self.deal, self.before
        uid = before.origin_uid if listed.case_of_result(before) else new_uid()
        report = ledger.Report(ResultKind(before.kind), before.facts)
        origin = Origin(uid, BY_RULING, settles=False)
        ledger.post(made, deal, report, seen=deal.version, origin=origin, reason=reason)


def undone(ground: Ground) -> AppealEffect:
    """Return what takes points or a result back; a ruling is taken back by its parts.

    Raises Refused where the deal has another result by now, or had none before, and in a round
    that was withdrawn.
    """
    if ground.adjustment is not None:
        return PointsTakenBack(ground.adjustment)
    assert ground.result is not None  # noqa: S101  a ruling is taken back by its parts
    return ResultRestored(*_counted_before(ground.result))


def vary(made: Change, ground: Ground, official: User, varied: Variation) -> Replacement:
    """Take back what a ruling did and do in its place what the appeal decided.

    Raises Refused where nothing takes the place (points, or for a ruling a level), where there was
    no penalty in whose place another could come, and as rulings and penalties do.
    """
    if ground.ruling is not None:
        return Replacement(ruling=_rule_anew(made, ground.ruling, official, varied))
    target, penalty = instead_of(ground, varied)
    undone(ground).post(made, varied.reason)
    given = penalties.give_within(made, target, official, penalty, key=new_uid())
    return Replacement(penalty=given)


def instead_of(ground: Ground, varied: Variation) -> tuple[Target, Penalty]:
    """Return what comes in the place of penalty points. Raises Refused where nothing can come."""
    before = ground.adjustment
    if before is None:
        raise Refused(refuse(Code.NO_PENALTY_TO_VARY, "decision"))
    if not varied.points:
        raise Refused(refuse(Code.VARIED_INTO_NOTHING, "points"))
    return target_of(before), Penalty(
        varied.points, varied.reason, before.article, sure=varied.sure
    )


def preview_stamp(ground: Ground) -> str:
    """Return a value that changes whenever what a preview of an appeal showed may have changed."""
    if ground.ruling is not None:
        ruled = _ruled(ground.ruling)
        deal = ruled.case.deal
        parts: tuple[object, ...] = (
            ruled.newest.number,
            ruled.state(ruled.shown).value,
            deal.version if deal else "",
        )
    elif ground.result is not None:
        parts = (_deal(ground.result.deal_id).version,)
    else:
        parts = (Adjustment.objects.filter(reverses=ground.adjustment).exists(),)
    return ":".join(map(str, (ground.against.value, *parts)))


def _rule_anew(
    made: Change, appealed: RulingVersion, official: User, varied: Variation
) -> RulingVersion:
    """Make a version of the case with another penalty; facts, article and remedy stay."""
    version, wanted = variation_of(appealed, varied)
    return cases.revise_within(made, version.case, official, wanted)


def variation_of(
    appealed: RulingVersion, varied: Variation
) -> tuple[RulingVersion, RulingDecision]:
    """Return the version of the case that counts now, and what is decided in its place.

    Raises Refused where that is nothing, or where there is no penalty.
    """
    if varied.level is None and not varied.points:
        raise Refused(refuse(Code.VARIED_INTO_NOTHING, "level"))
    version = current(appealed)
    decision = decisions.decision_of(version)
    if not decision.offenders:
        raise Refused(refuse(Code.NO_PENALTY_TO_VARY, "level"))
    # A committee says no rounds: what was not chosen before is the rest of this one.
    reach = decision.reach or (SuspensionReach.THIS_ROUND if varied.level is Level.L8 else "")
    return version, replace(
        decision,
        reach=SuspensionReach(reach),
        level=varied.level,
        points=varied.points or None,
        level_reason=varied.reason,
        sure=varied.sure,
    )


def current(appealed: RulingVersion) -> RulingVersion:
    """Return the version of the case that counts now: the referee may have ruled otherwise."""
    return cases.version_of(_ruled(appealed).shown.uid)


def _ruled(appealed: RulingVersion) -> Ruled:
    return listed.read(RulingCase.objects.filter(pk=appealed.case_id))[0]


def target_of(before: Adjustment) -> Target:
    """Return to whom penalty points were given: an entry, or the seat of their offender."""
    if before.side is None:
        assert before.entry is not None  # noqa: S101  the constraint of the table says so
        return Target(before.entry)
    seats = (
        Seat.objects.filter(side=before.side)
        .select_related("side__match__round__event", "sitting", "person")
        .defer("side__match__round__reasons")
    )
    if before.deal is not None:
        seats = seats.filter(sitting__deals=before.deal)
    named = before.named
    seat = seats.filter(person=named.person).first() if named else None
    seat = seat or seats.order_by("pk")[0]
    entries = Entry.objects.filter(sides=before.side).select_related("event__tournament")
    own = entries.filter(members__person=seat.person).first()
    return Target(own or entries.order_by("number")[0], seat)


def _counted_before(row: Result) -> tuple[Deal, Result]:
    """Return the deal of a result and what counted before it, without what was undone since."""
    deal = _deal(row.deal_id)
    before = ruling_stack.of_deal(deal, below=row.version).result
    if before is None or deal.version != row.version:
        raise Refused(refuse(Code.RESULT_NOT_UNDONE))
    if wrong := pending_entries.entry_problem(deal):
        raise Refused(wrong)
    return deal, before


def _deal(key: int) -> Deal:
    related = ("event", "sitting__segment__match__round")
    return Deal.objects.select_related(*related).defer(*Round.draws_by(*related)).get(pk=key)
