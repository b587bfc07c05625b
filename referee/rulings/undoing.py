"""Taking back what a ruling did: exactly the rows that bear its uid, by counter-entries.

Who may do so is asked by whoever calls: a later version, a refused confirmation, an appeal.
"""

from __future__ import annotations

from referee.base.verbs import BY_PENALTY, BY_RULING
from referee.models import RulingStep, RulingStepKind, RulingVersion
from referee.rulings import posted
from referee.rulings.on_deals import ruling_stack
from referee.rulings.on_deals.ruling_stack import Removal
from tournaments.models import Adjustment, Deal, PenaltyWarning, Result, Round, User
from tournaments.models.record import BY_CASE
from tournaments.organise.absences import exclusions, suspensions
from tournaments.organise.absences.awards import AwardGrounds, take_back_award_within
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin
from tournaments.results.snapshot import EventSnapshot, Placed


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
    _take_back_points(made, version, reason)
    _take_back_warnings(made, version, reason)
    if _has_posted(version):
        restore_result(made, version, reason)
    _take_back_awards(made, version, reason)
    suspensions.take_back_within(made, Origin(version.uid, BY_CASE), reason)
    for entry in posted.disqualified_by([version.uid]):
        exclusions.take_back_within(made, entry, official, reason, origin=version.uid)
    made.shows(version.case.event)


def without(before: EventSnapshot, removal: Removal) -> EventSnapshot:
    """Return the event as it would be without what rulings did. Writes nothing.

    What was below counts again: an earlier result, an earlier decision on an entry.
    """
    if not removal.uids:
        return before
    after = before.without_origin(removal.uids)
    for entry in posted.disqualified_by(removal.uids):
        after = exclusions.assumed_back(after, entry, origins=removal.uids)
    placed = {**_reopened(before, removal), **_below(before, removal)}
    return after.with_results(placed) if placed else after


def _reopened(before: EventSnapshot, removal: Removal) -> Placed:
    """Return the deals that awards of rulings closed: they are open without them."""
    awarded = [row.uid for row in before.awards.values() if row.origin_uid in removal.uids]
    closed = Result.live.filter(origin_uid__in=awarded).select_related("deal") if awarded else ()
    return {row.deal_id: (None, before.sides_at(row.deal.sitting_id)) for row in closed}


def _below(before: EventSnapshot, removal: Removal) -> Placed:
    """Return what counts of the deal without the results that rulings made of it."""
    deal = removal.deal
    if deal is None:
        return {}
    stands, sides = ruling_stack.of_deal(deal, removal), before.sides_at(deal.sitting_id)
    if not sides or (stands.posted_by.isdisjoint(removal.uids) and not removal.annulled):
        return {}
    return {deal.pk: (stands.result, sides)}


def _take_back_points(made: Change, version: RulingVersion, reason: str) -> None:
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


def _take_back_awards(made: Change, version: RulingVersion, reason: str) -> None:
    related = "match__round__event__tournament", "match__round__group__stage"
    given = posted.awards_of([version.uid]).select_related(*related)
    for award in given.defer(*Round.draws_by(*related)):
        take_back_award_within(made, award.match, AwardGrounds(reason, award.article))


def _has_posted(version: RulingVersion) -> bool:
    """Whether a version made a result of its deal that nothing else was entered upon."""
    deal = version.case.deal
    return deal is not None and version.uid in ruling_stack.of_deal(deal).posted_by


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
    stands = ruling_stack.of_deal(deal)
    if stands.newest is None or not stands.has_removed:
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
