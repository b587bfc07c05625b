"""Awarded matches: walkovers, both sides absent, spoilt or mismatched matches, and decisions.

An award is never changed: another one retires it or takes it back. The open deals of an awarded
match count as not played; once the award is taken back, they can be played. Reading awards belongs
to `results.snapshot_rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from scoring.problems import Problem
from tournaments import results
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.models import (
    Award,
    AwardKind,
    Deal,
    EventState,
    Match,
    Result,
    Round,
    Side,
)
from tournaments.organise.absences.award_points import spoilt_share, usual_award
from tournaments.progress import mismatches
from tournaments.progress.mismatches import FaultySide
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import event_record, match_results, snapshot_rows
from tournaments.standings.unplayed_terms import WalkoverScores

SIDES = 2
OF_BOTH = frozenset({AwardKind.BOTH_ABSENT, AwardKind.SPOILT})
"""The kinds without a winner; a knockout needs one."""

AwardOutcome = tuple[Side | None, WalkoverScores]
"""Who wins an awarded match, and what it counts."""


@dataclass(frozen=True, slots=True)
class AwardGrounds:
    """The reason for an award, the article of the regulations, and the ruling that makes it."""

    reason: str
    article: str = ""
    origin: Origin | None = None


def award_walkover(
    match: Match,
    actor: Actor,
    winner: Side,
    grounds: AwardGrounds,
    counts: WalkoverScores | None = None,
) -> Award:
    """Award a match to the side present; without `counts`, with the default score.

    Raises Refused for a match without two sides, without a reason, outside play, or awarded
    already.
    """

    with change(match.round.event.tournament, actor, Verb.AWARD_MATCH) as made:
        return award_walkover_within(made, match, winner, grounds, counts)


def award_walkover_within(
    made: Change,
    match: Match,
    winner: Side,
    grounds: AwardGrounds,
    counts: WalkoverScores | None = None,
) -> Award:
    """Award a walkover as a part of a larger change. Raises Refused as `award_walkover` does."""

    def outcome() -> AwardOutcome:
        return winner, counts or usual_award(match)

    return _award_within(made, match, AwardKind.WALKOVER, grounds, outcome)


def award_both_absent_within(
    made: Change, match: Match, grounds: AwardGrounds, counts: WalkoverScores | None = None
) -> Award:
    """Award a match that neither side wins as a part of a larger change.

    Raises Refused as `award_both_absent` does.
    """

    def outcome() -> AwardOutcome:
        worth = counts or usual_award(match)
        return None, WalkoverScores(worth.absent, worth.absent)

    return _award_within(made, match, AwardKind.BOTH_ABSENT, grounds, outcome)


def award_both_absent(
    match: Match, actor: Actor, grounds: AwardGrounds, counts: WalkoverScores | None = None
) -> Award:
    """Award a match with both sides absent.

    Raises Refused as `award_walkover` does, and in a knockout.
    """

    with change(match.round.event.tournament, actor, Verb.AWARD_MATCH) as made:
        return award_both_absent_within(made, match, grounds, counts)


def award_spoilt(
    match: Match,
    actor: Actor,
    grounds: AwardGrounds,
    share: Fraction | None = None,
    *,
    by_official: bool = False,
) -> Award:
    """Award a match spoilt by wrong seats: each side gets that share, and nobody wins.

    Without a share it is the `spoilt_share`. Raises Refused as `award_both_absent` does.
    """

    def outcome() -> AwardOutcome:
        each = spoilt_share(match, by_official=by_official) if share is None else share
        return None, WalkoverScores(each, each)

    return _make_award(match, actor, AwardKind.SPOILT, grounds, outcome)


def award_mismatched(match: Match, actor: Actor, grounds: AwardGrounds, fault: FaultySide) -> Award:
    """Award a wrongly paired match of a Swiss draw: the sides keep a part of their scores.

    A later correction of its results does not change these. Raises Refused as `award_walkover`
    does, and if the sides were not far enough apart or the match is not over.
    """

    def outcome() -> AwardOutcome:
        snapshot = results.read(match.round.event)
        row = snapshot.match_by_key.get(match.pk)
        mismatch = mismatches.find_mismatch(snapshot, row) if row else None
        if mismatch is None:
            raise Refused(refuse(Reason.NOT_MISMATCHED))
        higher = match.sides.get(pk=mismatch.higher.key)
        return higher, WalkoverScores(*mismatch.kept(fault))

    return _make_award(match, actor, AwardKind.MISMATCHED, grounds, outcome)


def decide_match(match: Match, actor: Actor, winner: Side, grounds: AwardGrounds) -> Award:
    """Decide the winner of a level match, by an extra deal or by lot.

    In a knockout it also settles who has advanced if a result was changed later. Raises Refused if
    there is nothing to decide.
    """

    def outcome() -> AwardOutcome:
        if not _needs_decision(match):
            raise Refused(refuse(Reason.MATCH_NOT_LEVEL))
        return winner, WalkoverScores(Fraction(0))

    return _make_award(match, actor, AwardKind.DECIDED, grounds, outcome)


def take_back_award(match: Match, actor: Actor, grounds: AwardGrounds) -> Award:
    """Take back the award of a match: it counts as played, and its open deals can be played."""
    with change(match.round.event.tournament, actor, Verb.TAKE_BACK_AWARD) as made:
        if problems := play_problems(match, grounds):
            raise Refused(*problems)
        return take_back_award_within(made, match, grounds)


def take_back_award_within(made: Change, match: Match, grounds: AwardGrounds) -> Award:
    """Take back an award as a part of a larger change. Raises Refused if there is none."""
    live = snapshot_rows.live_awards([match.pk]).get(match.pk)
    if live is None:
        raise Refused(refuse(Reason.AWARD_MISSING))
    row = store_award(made, match, AwardKind.WITHDRAWN, None, grounds, WalkoverScores(Fraction(0)))
    origin = Origin(row.uid, Verb.TAKE_BACK_AWARD)
    for deal in _deals(match).filter(done=True):
        if Result.live.get(deal=deal).origin_uid == live.uid:
            report = Report(Result.Kind.RETRACTED, {})
            ledger.post(made, deal, report, seen=deal.version, origin=origin, reason=grounds.reason)
    return row


def _make_award(
    match: Match,
    actor: Actor,
    kind: AwardKind,
    grounds: AwardGrounds,
    outcome: Callable[[], AwardOutcome],
) -> Award:
    """Award a match; `outcome` reads the event inside the change, after any correction before it.

    Raises Refused as `outcome` does, and for the problems of any award.
    """
    with change(match.round.event.tournament, actor, Verb.AWARD_MATCH) as made:
        return _award_within(made, match, kind, grounds, outcome)


def _award_within(
    made: Change,
    match: Match,
    kind: AwardKind,
    grounds: AwardGrounds,
    outcome: Callable[[], AwardOutcome],
) -> Award:
    _check_match(match, grounds)
    if snapshot_rows.live_awards([match.pk]):
        raise Refused(refuse(Reason.AWARD_STANDS))
    if kind in OF_BOTH and match.code:
        raise Refused(refuse(PlanReason.KNOCKOUT_NEEDS_WINNER))
    winner, counts = outcome()
    if winner is not None and winner.match_id != match.pk:
        raise Refused(refuse(Reason.AWARD_OF_TWO_SIDES))
    row = store_award(made, match, kind, winner, grounds, counts)
    if kind in snapshot_rows.WITHOUT_PLAY:
        close_open_deals(made, row)
    return row


def close_open_deals(made: Change, award: Award) -> None:
    """Close the open deals of a match that was awarded without play, as not played."""
    origin = Origin(award.uid, Verb.AWARD_MATCH, settles=False)
    for deal in _deals(award.match).filter(done=False):
        report = Report(Result.Kind.NOT_PLAYED, {})
        ledger.post(made, deal, report, seen=deal.version, origin=origin, reason=award.reason)


def _check_match(match: Match, grounds: AwardGrounds) -> None:
    problems = play_problems(match, grounds)
    if match.sides.count() != SIDES:
        problems.append(refuse(Reason.AWARD_OF_TWO_SIDES))
    if problems:
        raise Refused(*problems)


def play_problems(match: Match, grounds: AwardGrounds) -> list[Problem]:
    """Return the problems of any award of a match: no reason given, or not in play."""
    round_ = Round.objects.select_related("event").get(pk=match.round_id)
    problems = []
    if not grounds.reason.strip():
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    if round_.state not in ledger.IN_PLAY:
        problems.append(refuse(Reason.ROUND_NOT_IN_PLAY, number=round_.number))
    if round_.event.state != EventState.PUBLISHED:
        problems.append(refuse(Reason.EVENT_NOT_RUNNING))
    return problems


def _needs_decision(match: Match) -> bool:
    """Whether a match is over and level, or belongs to a knockout with inconsistent matches."""
    stage = match.round.group.stage
    snapshot = results.read(stage.event)
    knockout = event_record.knockout_of(snapshot, stage) if match.code else None
    played = knockout.played.get(match.code) if knockout else None
    if knockout and played:
        return played.is_level or (played.is_over and bool(knockout.astray))
    result = match_results.results_by_match(snapshot, stage).get(match.pk)
    return bool(result and result.totals and result.totals[0] == result.totals[1])


def store_award(
    made: Change,
    match: Match,
    kind: AwardKind,
    winner: Side | None,
    grounds: AwardGrounds,
    counts: WalkoverScores,
    *,
    absent: Sequence[Side] = (),
) -> Award:
    """Store an award within a change; it retires the previous one."""
    row = Award.objects.create(
        match=match,
        kind=kind,
        winner=winner,
        won_numerator=counts.present.numerator,
        won_denominator=counts.present.denominator,
        lost_numerator=counts.absent.numerator,
        lost_denominator=counts.absent.denominator,
        absent_sides=[side.uid for side in absent],
        retires=Award.objects.filter(match=match, retired_by=None).first(),
        reason=grounds.reason.strip(),
        article=grounds.article.strip(),
        origin_uid=grounds.origin.uid if grounds.origin else made.actor.uid,
        origin_label=grounds.origin.label if grounds.origin else str(made.verb),
    )
    made.made(row)
    made.concerns(match=match, round=match.round)
    made.note(kind=str(kind))
    made.shows(match.round.event)
    return row


def _deals(match: Match) -> QuerySet[Deal]:
    return (
        Deal.objects.filter(sitting__segment__match=match)
        .select_related("event", "sitting__segment__match__round__group__stage")
        .defer("sitting__segment__match__round__reasons")
        .order_by("play_order", "pk")
    )
