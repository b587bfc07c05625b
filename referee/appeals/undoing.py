"""What a ruling did is taken back by counter-entries, and what a decision puts in its place.

`undo` and `vary` are the one place that knows how that goes for each kind of grounds. A ruling is
varied by a version of its own, so that its page and its paper tell what came of the appeal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from referee.appeals.grounds import Ground
from referee.base.refusals import Code, problem
from referee.base.verbs import BY_RULING
from referee.models import Against, Remedy, RulingCase, RulingVersion
from referee.rulings import again, cases, listed, penalties
from referee.rulings import undoing as undone_rulings
from referee.rulings.penalties import Penalty, Target
from tournaments.models import Adjustment, Deal, Entry, Result, ResultKind, Seat, User
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.refusals import Refused
from tournaments.regulations.articles import Level


@dataclass(frozen=True, slots=True)
class Varied:
    """What takes the place of a penalty: points, or for a ruling also another level."""

    points: Fraction | None
    level: Level | None
    reason: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Instead:
    """What was put in the place of what was appealed against; nothing where it only ended."""

    penalty: Adjustment | None = None
    ruling: RulingVersion | None = None


Undo = Callable[[Change, Ground, User, str], None]


def undo(made: Change, ground: Ground, official: User, reason: str) -> None:
    """Take back what a ruling did, as a part of an open change; what was taken back stays so."""
    _UNDONE_BY[ground.against](made, ground, official, reason)


def vary(made: Change, ground: Ground, official: User, varied: Varied) -> Instead:
    """Take back what a ruling did and do in its place what the appeal decided.

    Raises Refused where nothing takes the place (points, or for a ruling a level), where there was
    no penalty in whose place another could come, and as rulings and penalties do.
    """
    if ground.ruling is not None:
        return Instead(ruling=_rule_anew(made, ground.ruling, official, varied))
    before = ground.adjustment
    if before is None:
        raise Refused(problem(Code.NO_PENALTY_TO_VARY, "decision"))
    if not varied.points:
        raise Refused(problem(Code.VARIED_INTO_NOTHING, "points"))
    undo(made, ground, official, varied.reason)
    penalty = Penalty(varied.points, varied.reason, before.article, sure=varied.sure)
    given = penalties.give_within(made, _target(before), official, penalty, key=new_uid())
    return Instead(penalty=given)


def _rule_anew(
    made: Change, appealed: RulingVersion, official: User, varied: Varied
) -> RulingVersion:
    """Make a version of the case with another penalty; facts, article and remedy stay."""
    if varied.level is None and not varied.points:
        raise Refused(problem(Code.VARIED_INTO_NOTHING, "level"))
    current = _current(appealed)
    decision = again.decision_of(current)
    if not decision.offenders:
        raise Refused(problem(Code.NO_PENALTY_TO_VARY, "level"))
    wanted = replace(
        decision,
        level=varied.level,
        points=varied.points or None,
        level_reason=varied.reason,
        sure=varied.sure,
    )
    return cases.decide_within(made, current.case, official, wanted)


def _current(appealed: RulingVersion) -> RulingVersion:
    """Return the version of the case that counts now: the referee may have ruled otherwise."""
    ruled = listed.read(RulingCase.objects.filter(pk=appealed.case_id))[0]
    return cases.version_of((ruled.standing or ruled.newest).uid)


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
    """Take penalty points back; those of a round that was withdrawn count nowhere, and stay."""
    row = ground.adjustment
    if ground.round is not None and ground.round.state not in ledger.IN_PLAY:
        return
    if row is not None and not Adjustment.objects.filter(reverses=row).exists():
        penalties.take_back_within(made, row, official, reason)


def _undo_result(made: Change, ground: Ground, _official: User, reason: str) -> None:
    """Let the result count again that the appealed one retired.

    Raises Refused where the deal has another result by now, or had none before.
    """
    row = ground.result
    if row is None:
        return
    deal, before = _deal(row.deal_id), row.retires
    if before is None or deal.version != row.version:
        raise Refused(problem(Code.RESULT_NOT_UNDONE))
    _post_again(made, deal, before, reason)


def _deal(key: int) -> Deal:
    related = ("event", "sitting__segment__match__round")
    return Deal.objects.select_related(*related).get(pk=key)


def _post_again(made: Change, deal: Deal, before: Result, reason: str) -> None:
    ledger.post(
        made,
        deal,
        ledger.Report(ResultKind(before.kind), before.facts),
        seen=deal.version,
        origin=ledger.Origin(new_uid(), BY_RULING),
        reason=reason,
    )


def _undo_ruling(made: Change, ground: Ground, official: User, reason: str) -> None:
    """Take back what the version of a case that counts now did, with the correction it linked."""
    if ground.ruling is None:
        return
    version = _current(ground.ruling)
    undone_rulings.undo(made, version, official, reason)
    if version.remedy == Remedy.CORRECTED and version.result is not None:
        _restore(made, version.result, reason)


def _restore(made: Change, corrected: Result, reason: str) -> None:
    """Let the result count again that a correction retired; one that came since is left alone."""
    row = Result.objects.select_related("retires").get(pk=corrected.pk)
    deal = _deal(row.deal_id)
    if row.retires is None or deal.version != row.version:
        return
    _post_again(made, deal, row.retires, reason)


_UNDONE_BY: Final[Mapping[Against, Undo]] = {
    Against.PENALTY: _undo_penalty,
    Against.RESULT: _undo_result,
    Against.RULING: _undo_ruling,
}
