"""What a ruling may do to a deal's result, and take back: by whom, and upon what was seen.

The correction window of a round holds for rulings as it does for the deal's own page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.base.refusals import Code, problem
from referee.base.verbs import BY_PENALTY
from referee.models import Remedy, RulingVersion
from referee.rulings import corrections, penalties
from referee.rulings.decisions import RulingDecision, RulingSource
from referee.rulings.on_deals import ruling_stack
from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, Stale, refuse
from tournaments.models import Adjustment, Deal, Event, ResultKind, Round, User
from tournaments.rights import access

WITHOUT_POINTS: Final = {
    Remedy.VOID: ResultKind.VOID,
    Remedy.NOT_PLAYED: ResultKind.NOT_PLAYED,
}
"""The results that a ruling itself gives."""


def problems(source: RulingSource, decision: RulingDecision, official: User) -> Iterator[Problem]:
    """Yield what is against a remedy: no deal, no result that was corrected, or come too late."""
    if not decision.remedy:
        return
    if source.deal is None:
        yield problem(Code.REMEDY_WITHOUT_DEAL, "remedy")
    elif decision.remedy == Remedy.CORRECTED and source.deal.version < 1:
        yield problem(Code.RESULT_NOT_CHANGED, "remedy")
    elif decision.remedy in WITHOUT_POINTS and not may_change(source.deal, official):
        yield problem(Code.RESULT_LATE, "remedy")


def require_seen(source: RulingSource, decision: RulingDecision, *, changes: bool = False) -> None:
    """Raise Stale where the deal that a remedy is about has another result than was shown.

    So it is where the deal's result `changes` by the penalty.
    """
    if not (decision.remedy or changes) or source.deal is None:
        return
    if Deal.objects.values_list("version", flat=True).get(pk=source.deal.pk) != decision.seen:
        raise Stale(refuse(Reason.RESULT_CHANGED, seen=decision.seen))


def require_posting(deal: Deal, official: User) -> None:
    """Raise Refused where an official may no longer give the result that a version brings."""
    if not may_change(deal, official):
        raise Refused(problem(Code.RESULT_LATE, "remedy"))


def require_undoing(version: RulingVersion, official: User) -> None:
    """Raise Refused where an official may no longer take back what a version posted."""
    deal = version.case.deal
    if deal is not None and ruling_stack.of_deal(deal).is_of(version):
        require_posting(deal, official)
    given = Adjustment.objects.filter(
        origin_uid=version.uid, origin_label=BY_PENALTY, reverses=None, reversed_by=None
    )
    for row in given.select_related("event", "side"):
        penalties.require_right(official, row.event, row.side)


def may_change(deal: Deal, official: User) -> bool:
    """Whether an official may change the result of a deal now, asked of the rows as they are."""
    rounds = Round.objects.select_related("event__tournament", "event__regulations")
    round_ = rounds.get(matches__segments__sittings__deals=deal)
    event: Event = round_.event
    held = access.roles_by_part(official, event.tournament).at(event.pk, deal.sitting.table.number)
    return bool(held & frozenset(corrections.roles_for(round_)))
