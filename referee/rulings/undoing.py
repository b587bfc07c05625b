"""Taking back what a ruling did: exactly the rows that bear its uid, by counter-entries.

Who may do so is asked by whoever calls: a later version, a refused confirmation, an appeal.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from referee.base.verbs import BY_PENALTY, BY_RULING
from referee.models import RulingCase, RulingStep, RulingStepKind, RulingVersion
from referee.rulings import ruling_effects
from referee.rulings.on_deals import standing
from tournaments.models import Adjustment, Deal, PenaltyWarning, Round, User
from tournaments.models.record import BY_CASE
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin
from tournaments.results.snapshot import EventSnapshot


def undo(made: Change, version: RulingVersion, official: User, reason: str) -> None:
    """Take back what a version posted, in the change of the caller; nothing the second time.

    What somebody took back before stays as it is, and so does a result that replaced the ruling's;
    a later ruling on the deal that is in force comes to lie upon what counts without this one.
    """
    if version.steps.filter(kind=RulingStepKind.UNDONE).exists():
        return
    step = RulingStep.objects.create(
        version=version, kind=RulingStepKind.UNDONE, reason=reason, official=official
    )
    made.made(step)
    _reverse_points(made, version, reason)
    _take_back_warnings(made, version, reason)
    if _has_posted(version):
        restore_result(made, version, reason)
    ruling_effects.undo(made, version, reason)
    made.shows(version.case.event)


def assumed(
    before: EventSnapshot, case: RulingCase, *, annulled: Collection[int] = ()
) -> EventSnapshot:
    """Return the event as it would be without anything that a ruling posted. Writes nothing.

    So it is without the results that are `annulled`, by their keys.
    """
    uids = set(case.versions.values_list("uid", flat=True))
    after = replace(
        before,
        adjustments=tuple(row for row in before.adjustments if row.origin_uid not in uids),
        warnings=tuple(row for row in before.warnings if row.origin_uid not in uids),
    )
    after = ruling_effects.without(after, uids)
    return after if case.deal is None else _without_result(after, case.deal, uids, annulled)


def _without_result(
    before: EventSnapshot, deal: Deal, uids: Collection[str], annulled: Collection[int]
) -> EventSnapshot:
    """Return the event as it would be without the results of a deal that some versions made."""
    stands = standing.of_deal(deal, uids, annulled=annulled)
    sides = before.sides_at(deal.sitting_id)
    if not sides or (stands.posted_by.isdisjoint(uids) and not annulled):
        return before
    return before.with_results({deal.pk: (stands.result, sides)})


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
    for row in (
        given.select_related("event", "entry", "person", "round", "deal")
        .defer("round__reasons")
        .order_by("pk")
    ):
        ledger.take_back_warning(made, row, reason=reason, origin=Origin(version.uid, BY_CASE))


def _has_posted(version: RulingVersion) -> bool:
    """Whether a version made a result of its deal that nothing else was entered upon."""
    deal = version.case.deal
    return deal is not None and version.uid in standing.of_deal(deal).posted_by


def restore_result(made: Change, version: RulingVersion, reason: str) -> None:
    """Let count what stands without the ruling's own result, and without annulled corrections.

    Another ruling in force that lies upon it is posted anew, as its own, upon what is below.
    """
    if version.case.deal is None:
        return
    related = ("event", "sitting__segment__match__round")
    deal = (
        Deal.objects.select_related(*related)
        .defer(*Round.draws_by(*related))
        .get(pk=version.case.deal.pk)
    )
    stands = standing.of_deal(deal)
    if stands.newest is None or not stands.is_lifted:
        return
    # What was played in a round that was withdrawn counts nowhere, and stays as it is.
    if deal.sitting.segment.match.round.state not in ledger.IN_PLAY:
        return
    report = stands.report
    is_own = stands.newest.origin_uid == stands.top or not stands.top
    if is_own and ledger.says_the_same(deal, report):
        return
    origin = Origin(stands.top or version.uid, BY_RULING, settles=False)
    ledger.post(made, deal, report, seen=deal.version, origin=origin, reason=reason)
