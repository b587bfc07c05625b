"""What follows from a decision: put on a snapshot for a preview, posted, and taken back.

Everything is posted through the ledger in the change of the ruling, and bears the version's uid.
Taken back are exactly the rows that bear it. The caller asks who may do so: a later
version, a refused confirmation, an appeal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.base.case_numbers import number_text
from referee.base.verbs import BY_PENALTY, BY_RULING
from referee.models import RulingStep, RulingStepKind, RulingVersion
from referee.rulings import decisions, heavy_levels, listed, ruling_effects, ruling_stack
from referee.rulings.decisions import DecisionMeasures, RulingSource, Sanction
from referee.rulings.ruling_effects import RulingEffect, RulingOrigin
from referee.rulings.ruling_stack import NOTHING, Removal
from scoring.problems import Problem
from tournaments import results
from tournaments.models import (
    Adjustment,
    Deal,
    PenaltyWarning,
    Result,
    Round,
    RulingsShown,
    User,
)
from tournaments.models.record import BY_CASE
from tournaments.organise.absences import exclusion_steps, exclusions, suspensions
from tournaments.organise.absences.awards import AwardGrounds, take_back_award_within
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin
from tournaments.regulations.articles import EventArticles
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import sealed_access
from tournaments.structure.regulations import regulations_of

HOLD: Final = "ruling"
"""The code of the hold on a deal whose ruling waits to be confirmed."""
LOOKED_AT: Final = "?"
"""The origin of rows that are only looked at."""

ResultsBelow = Mapping[int, tuple[int, Result | None]]
"""Results that count again, by the key of the deal, each with the key of its sitting."""


@dataclass(frozen=True, slots=True)
class RulingsOut:
    """Rulings that are left out of an event, with what counts below them.

    A snapshot does not hold that: the `columns` of entries by key, and the `results` of deals.
    """

    removal: Removal = NOTHING
    columns: Mapping[int, Mapping[str, object]] = field(default_factory=dict)
    results: ResultsBelow = field(default_factory=dict)


NOTHING_OUT: Final = RulingsOut()


def effects_of(
    measures: DecisionMeasures, now: Callable[[], EventSnapshot], without: Removal = NOTHING
) -> Iterator[RulingEffect]:
    """Yield what follows from a decision, `without` some rulings, in the order of doing it.

    Each effect is made once the one before it is done: heavy levels count what points have changed.
    `now` returns the event as it is by then.
    """
    for row in measures.sanctions:
        yield from ruling_effects.of_sanction(measures, row)
    if any(row.level.is_heavy for row in measures.sanctions):
        facts = heavy_levels.read_facts(measures.source, measures.sanctions)
        yield from heavy_levels.effects_of(now(), measures.source, measures.sanctions, facts)
    yield from ruling_effects.of_deal(measures, without)


def problems(
    before: EventSnapshot,
    source: RulingSource,
    sanctions: Sequence[Sanction],
    without: RulingsOut = NOTHING_OUT,
) -> list[Problem]:
    """Return why what follows from sanctions cannot be done in an event, `without` some rulings."""
    return heavy_levels.problems(without_rulings(before, without), source, sanctions)


def assumed(
    before: EventSnapshot, measures: DecisionMeasures, without: RulingsOut = NOTHING_OUT
) -> EventSnapshot:
    """Return the event as it would be after a decision, and `without` some rulings."""
    shown = [without_rulings(before, without)]
    for effect in effects_of(measures, lambda: shown[-1], without.removal):
        shown.append(effect.on(shown[-1], LOOKED_AT))
    return shown[-1]


def post(made: Change, version: RulingVersion, official: User) -> None:
    """Post what follows from a version. Raises Refused as the operations of the ledger do."""
    event, measures = version.case.event, decisions.measures_of(version)
    origin = RulingOrigin(version, posted_reason(version), official)
    for row in measures.sanctions:
        made.concerns(entry=row.offender.entry)
    for effect in effects_of(measures, lambda: results.read(event)):
        effect.post(made, origin)
    made.shows(event)


def posted_reason(version: RulingVersion) -> str:
    """Return the reason that the rows of a ruling bear, which everybody reads.

    It is the number alone unless the event publishes its rulings. Facts are named only by a club
    event that does, and has no article for it. Of a deal whose board others still have to play
    neither they nor an article in the referee's own words are told: a posted reason is never
    changed, and once the board is opened the pages of rulings tell them.
    """
    terms = regulations_of(version.case.event)
    number = number_text(version.case)
    if terms.rulings_shown != RulingsShown.ALL:
        return number
    is_sealed = not version.article and _is_of_sealed_board(version)
    article = article_text(version, EventArticles(version.case.event), is_sealed=is_sealed)
    if not terms.is_official:
        return article or ("" if is_sealed else version.facts) or number
    return " ".join(filter(None, [number, article]))


def _is_of_sealed_board(version: RulingVersion) -> bool:
    deal = version.case.deal
    return deal is not None and not sealed_access.deals_with_public_cards([deal])


def article_text(version: RulingVersion, known: EventArticles, *, is_sealed: bool = False) -> str:
    """Return number and name of the article, or the words that were written instead.

    Such words may name cards, so they are not told of a sealed board.
    """
    if not version.article:
        return "" if is_sealed else version.own_article
    row = known.get(version.article)
    if row is None:
        return version.article
    is_official = regulations_of(version.case.event).is_official
    return f"{row.number} {row.name}" if is_official else row.name


def undo(made: Change, version: RulingVersion, official: User, reason: str) -> None:
    """Take back what a version posted, in the change of the caller; nothing the second time.

    What somebody took back before stays as it is, and so does a result that replaced the ruling's;
    a later ruling in force on the deal is applied to what counts without this one.
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
    for entry in listed.disqualified_by([version.uid]):
        exclusions.take_back_within(made, entry, official, reason, origin=version.uid)
    made.shows(version.case.event)


def rulings_out(removal: Removal) -> RulingsOut:
    """Return rulings that are left out of an event, with what counts again without them."""
    if not removal.uids:
        return NOTHING_OUT
    columns = {
        entry.pk: changed
        for entry in listed.disqualified_by(removal.uids)
        if (changed := exclusion_steps.columns_without(entry, removal.uids))
    }
    # What an award closed is open without it.
    awarded = listed.awards_of(removal.uids).values("uid")
    closed = Result.live.filter(origin_uid__in=awarded).select_related("deal")
    results = {row.deal_id: (row.deal.sitting_id, None) for row in closed}
    return RulingsOut(removal, columns, {**results, **_result_below(removal)})


def _result_below(removal: Removal) -> ResultsBelow:
    """Return what counts of the deal without the results that rulings made of it."""
    if removal.deal is None:
        return {}
    stands = ruling_stack.of_deal(removal.deal, removal)
    if stands.posted_by.isdisjoint(removal.uids) and not removal.annulled:
        return {}
    return {removal.deal.pk: (removal.deal.sitting_id, stands.result)}


def without_rulings(before: EventSnapshot, out: RulingsOut) -> EventSnapshot:
    """Return the event as it would be without what rulings did.

    What was below counts again: an earlier result, an earlier decision on an entry.
    """
    if not out.removal.uids:
        return before
    after = before.without_origin(out.removal.uids)
    for entry, columns in out.columns.items():
        after = exclusion_steps.with_columns(after, entry, columns)
    placed = {
        deal: (result, sides)
        for deal, (sitting, result) in out.results.items()
        if (sides := before.sides_at(sitting))
    }
    return after.with_results(placed) if placed else after


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
    given = listed.awards_of([version.uid]).select_related(*related)
    for award in given.defer(*Round.draws_by(*related)):
        take_back_award_within(made, award.match, AwardGrounds(reason, award.article))


def _has_posted(version: RulingVersion) -> bool:
    """Whether a version made a result of its deal that no later result replaced."""
    deal = version.case.deal
    return deal is not None and version.uid in ruling_stack.of_deal(deal).posted_by


def restore_result(made: Change, version: RulingVersion, reason: str) -> None:
    """Restore the result that counts without the ruling's own and without annulled corrections.

    A later ruling in force is posted again, as its own, on top of what is below.
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
