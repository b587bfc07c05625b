"""Taking back what a ruling did: exactly the rows that bear its uid, by counter-entries.

Who may do so is asked by whoever calls: a later version, a refused confirmation, an appeal.
"""

from __future__ import annotations

from referee.base.verbs import BY_PENALTY, BY_RULING
from referee.models import RulingStep, RulingStepKind, RulingVersion
from referee.rulings import following
from tournaments.models import Adjustment, PenaltyWarning, Result, ResultKind, User
from tournaments.models.record import BY_CASE
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin, Report


def undo(made: Change, version: RulingVersion, official: User, reason: str) -> None:
    """Take back what a version posted, in the change of the caller; nothing the second time.

    What somebody took back before stays as it is, and so does a result that replaced the ruling's.
    """
    if version.steps.filter(kind=RulingStepKind.UNDONE).exists():
        return
    step = RulingStep.objects.create(
        version=version, kind=RulingStepKind.UNDONE, reason=reason, official=official
    )
    made.made(step)
    _reverse_points(made, version, reason)
    _take_back_warnings(made, version, reason)
    _restore_result(made, version, reason)
    for sanction in version.sanctions.select_related("entry__event", "person", "version__case"):
        following.unfollow(made, sanction)
    made.shows(version.case.event)


def _reverse_points(made: Change, version: RulingVersion, reason: str) -> None:
    given = Adjustment.objects.filter(
        origin_uid=version.uid, origin_label=BY_PENALTY, reverses=None, reversed_by=None
    )
    for row in given.select_related("event", "entry", "side__match", "deal").order_by("pk"):
        ledger.reverse(made, row, reason=reason, origin=Origin(version.uid, BY_PENALTY))


def _take_back_warnings(made: Change, version: RulingVersion, reason: str) -> None:
    given = PenaltyWarning.objects.filter(
        origin_uid=version.uid, origin_label=BY_CASE, reverses=None, reversed_by=None
    )
    for row in given.select_related("event", "entry", "person", "round", "deal").order_by("pk"):
        ledger.take_back_warning(made, row, reason=reason, origin=Origin(version.uid, BY_CASE))


def _restore_result(made: Change, version: RulingVersion, reason: str) -> None:
    """Let the result count again that the ruling's own took the place of, where that is newest."""
    posted = Result.objects.filter(origin_uid=version.uid, origin_label=BY_RULING)
    given = posted.select_related(
        "retires", "deal__event", "deal__sitting__segment__match__round"
    ).last()
    if given is None or given.deal.version != given.version:
        return
    before = given.retires
    report = Report(ResultKind.RETRACTED, {})
    if before is not None:
        report = Report(ResultKind(before.kind), before.facts)
    origin = Origin(version.uid, BY_RULING)
    ledger.post(made, given.deal, report, seen=given.version, origin=origin, reason=reason)
