"""Taking back what a ruling did: exactly the rows that bear its uid, by counter-entries.

Who may do so is asked by whoever calls: a later version, a refused confirmation, an appeal.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from referee.base.verbs import BY_PENALTY, BY_RULING
from referee.models import RulingCase, RulingStep, RulingStepKind, RulingVersion
from referee.rulings import following
from tournaments.models import Adjustment, PenaltyWarning, Result, ResultKind, User
from tournaments.models.record import BY_CASE
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin, Report
from tournaments.results.snapshot import EventSnapshot


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


def assumed(before: EventSnapshot, case: RulingCase) -> EventSnapshot:
    """Return the event as it would be without anything that a ruling posted. Writes nothing."""
    versions = list(case.versions.prefetch_related("sanctions__entry"))
    uids = {version.uid for version in versions}
    after = replace(
        before,
        adjustments=tuple(row for row in before.adjustments if row.origin_uid not in uids),
        warnings=tuple(row for row in before.warnings if row.origin_uid not in uids),
    )
    for version in versions:
        for sanction in version.sanctions.all():
            after = following.unassumed(after, sanction)
    given = _newest_result(case, uids)
    if given is None:
        return after
    sides = next(row.sides for row in before.sittings if row.key == given.deal.sitting_id)
    return after.with_results({given.deal_id: (given.retires, sides)})


def _newest_result(case: RulingCase, versions: Collection[str]) -> Result | None:
    """Return the result of the deal where a version of the ruling made it."""
    if case.deal_id is None:
        return None
    results = Result.objects.filter(deal=case.deal_id).select_related("deal", "retires__ruleset")
    newest = results.order_by("-version").first()
    is_own = newest is not None and newest.origin_label == BY_RULING
    return newest if newest and is_own and newest.origin_uid in versions else None


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
