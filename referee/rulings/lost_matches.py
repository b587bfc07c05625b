"""Matches and games (局) that are lost by L7 and L8: which they are, looked at and posted.

A match of two sides is lost by an award. At a table of single players the seat loses what a game
is played to. A deal that is lost belongs to `ruling_stack`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, pgettext

from referee.rulings import penalties
from referee.rulings.decisions import NamedOffender, RulingSource
from referee.rulings.penalties import Penalty, Target
from referee.rulings.ruling_effects import RulingEffect, RulingOrigin
from scoring.problems import Problem
from tournaments.base.refusals import PlanReason, refuse
from tournaments.models import Award, AwardKind, Match, Round, Seat, Side
from tournaments.models.record import BY_CASE
from tournaments.organise.absences import award_points
from tournaments.organise.absences.awards import (
    AwardGrounds,
    award_both_absent_within,
    award_walkover_within,
)
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin
from tournaments.regulations import amounts
from tournaments.results import match_results
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow, SeatRow, SideRow
from tournaments.standings.unplayed_terms import WalkoverScores
from tournaments.wording import signed, unsigned

SIDES: Final = 2


@dataclass(frozen=True, slots=True)
class MatchLost(RulingEffect):
    """A match that the offenders lose to the other side, or that both sides lose."""

    losers: tuple[NamedOffender, ...]
    match: MatchRow
    winner: SideRow | None
    """The side that wins it; None where both lose it."""
    counts: WalkoverScores

    @property
    def offenders(self) -> Sequence[NamedOffender]:
        """Whose levels bring it about."""
        return self.losers

    @property
    def words(self) -> str:
        """Who loses it, and what it counts."""
        return match_lost(self.counts.present, self.counts.absent, is_won=self.winner is not None)

    @property
    def problem(self) -> Problem | None:
        """Of a knockout one side has to go on."""
        is_cup = bool(self.match.code) and self.winner is None
        return refuse(PlanReason.KNOCKOUT_NEEDS_WINNER) if is_cup else None

    def on(self, snapshot: EventSnapshot, origin: str) -> EventSnapshot:
        """Return the event with the award."""
        key, winner, counts = self.match.key, self.winner, self.counts
        award = Award(
            match_id=key,
            kind=AwardKind.WALKOVER if winner else AwardKind.BOTH_ABSENT,
            winner=Side(pk=winner.key, uid=winner.uid, match_id=key) if winner else None,
            won_numerator=counts.present.numerator,
            won_denominator=counts.present.denominator,
            lost_numerator=counts.absent.numerator,
            lost_denominator=counts.absent.denominator,
            origin_uid=origin,
        )
        return replace(snapshot, awards={**snapshot.awards, key: award})

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Make the award."""
        related = "round__event__tournament", "round__group__stage__event"
        match = (
            Match.objects.select_related(*related)
            .defer(*Round.draws_by(*related))
            .get(pk=self.match.key)
        )
        grounds = AwardGrounds(origin.reason, origin=Origin(origin.uid, BY_CASE))
        winner, counts = self.winner, self.counts
        if winner is None:
            award_both_absent_within(made, match, grounds, counts)
        else:
            award_walkover_within(made, match, Side.objects.get(pk=winner.key), grounds, counts)


@dataclass(frozen=True, slots=True)
class GameLost(RulingEffect):
    """A game at a table of single players, of which the seat loses what is played to.

    It is taken back with the points of the ruling.
    """

    offender: NamedOffender
    sitting: int
    seat: SeatRow
    points: Fraction

    @property
    def offenders(self) -> Sequence[NamedOffender]:
        """Whose level brings it about."""
        return (self.offender,)

    @property
    def words(self) -> str:
        """What the game is lost for."""
        return gettext("the game (局) is lost: %(points)s") % {"points": signed(self.points)}

    def on(self, snapshot: EventSnapshot, origin: str) -> EventSnapshot:
        """Return the event with the points."""
        side = snapshot.side_by_uid[self.seat.side]
        seat = Seat(label=self.seat.label, sitting_id=self.sitting, side=Side(pk=side.key))
        target = Target(self.offender.entry, seat)
        row = penalties.assumed(snapshot, target, self.points, "?")
        row.origin_uid = origin
        return snapshot.with_adjustment(row)

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Give the points under the key of the ruling."""
        seats = Seat.objects.select_related("side", "sitting__segment", "person")
        target = Target(self.offender.entry, seats.get(uid=self.seat.uid))
        penalty = Penalty(self.points, origin.reason, sure=True)
        penalties.give_within(made, target, origin.official, penalty, key=origin.uid)


def lost(
    snapshot: EventSnapshot, source: RulingSource, offenders: Sequence[NamedOffender]
) -> tuple[MatchLost | GameLost, ...]:
    """Return what offenders lose: at the table of the source, in its round, or at their last match.

    Nothing is lost where deals are counted at a table of single players, where the match was
    awarded, and where there is none at all.
    """
    found: dict[int, MatchRow] = {}
    by_match: dict[int, list[NamedOffender]] = {}
    for offender in offenders:
        match = _match(snapshot, source, offender.entry.pk)
        if match is not None and match.key not in snapshot.awards:
            found[match.key] = match
            by_match.setdefault(match.key, []).append(offender)
    return tuple(
        loss for key, match in found.items() for loss in _lost(snapshot, match, by_match[key])
    )


def _lost(
    snapshot: EventSnapshot, match: MatchRow, offenders: Sequence[NamedOffender]
) -> Sequence[MatchLost | GameLost]:
    if len(match.sides) == SIDES:
        return [_lost_match(snapshot, match, offenders)]
    games = {each.entry.pk: _lost_game(snapshot, match, each) for each in offenders}
    return [game for game in games.values() if game is not None]


def _lost_match(
    snapshot: EventSnapshot, match: MatchRow, offenders: Sequence[NamedOffender]
) -> MatchLost:
    losing = {_side_of(match, offender.entry.pk).key for offender in offenders}
    winner = next((side for side in match.sides if side.key not in losing), None)
    usual = award_points.usual_award(as_match(match), snapshot)
    if winner is None:
        counts = WalkoverScores(usual.absent, usual.absent)
    else:
        counts = _counts_for(snapshot, match, winner, usual)
    return MatchLost(tuple(offenders), match, winner, counts)


def _counts_for(
    snapshot: EventSnapshot, match: MatchRow, winner: SideRow, usual: WalkoverScores
) -> WalkoverScores:
    """Return what the match counts: for the winner a walkover, or what was played if better."""
    stage = next(stage for stage in snapshot.stages if match.round in snapshot.rounds_of(stage))
    played = match_results.results_by_match(snapshot, stage).get(match.key)
    if played is None or not played.totals:
        return usual
    at = match.sides.index(winner)
    return replace(usual, present=max(usual.present, Fraction(played.totals[at])))


def _lost_game(
    snapshot: EventSnapshot, match: MatchRow, offender: NamedOffender
) -> GameLost | None:
    target = amounts.target_of(snapshot.event)
    own = _side_of(match, offender.entry.pk).uid
    sittings = snapshot.sittings_by_match[match.key]
    latest = max(sittings, key=lambda row: row.segment_number, default=None)
    if target is None or latest is None:
        return None
    seat = next((row for row in latest.seats if row.side == own), None)
    if seat is None:
        return None
    return GameLost(offender, latest.key, seat, Fraction(-target))


def _match(snapshot: EventSnapshot, source: RulingSource, entry: int) -> MatchRow | None:
    rows = [
        match
        for match in snapshot.matches
        if match.round.state in ledger.IN_PLAY and _is_in(match, entry)
    ]
    if source.sitting is not None:
        here = {row.match for row in snapshot.sittings if row.key == source.sitting.pk}
        rows = [match for match in rows if match.key in here]
    elif source.round is not None:
        rows = [match for match in rows if match.round.pk == source.round.pk]
    return max(rows, key=lambda match: match.round.number, default=None)


def _is_in(match: MatchRow, entry: int) -> bool:
    return any(each.pk == entry for side in match.sides for each in side.entries)


def _side_of(match: MatchRow, entry: int) -> SideRow:
    return next(side for side in match.sides if any(each.pk == entry for each in side.entries))


def as_match(row: MatchRow) -> Match:
    """Return the match of a row, for what asks for a match."""
    return Match(pk=row.key, uid=row.uid, round=row.round, number=row.number, code=row.code)


def scores_of_deal(snapshot: EventSnapshot, deal: int) -> Mapping[str, int] | None:
    """Return what a deal counts by seat in a snapshot; None where it has no points."""
    rows = (row for sitting in snapshot.sittings for row in sitting.deals if row.key == deal)
    row = next(rows, None)
    return row.result.scores or None if row is not None and row.result is not None else None


def match_lost(present: Fraction, absent: Fraction, *, is_won: bool) -> str:
    """Return that a match is lost, by one side or both, and what it counts."""
    shown = {"present": unsigned(present), "absent": unsigned(absent)}
    counts = pgettext("walkover", "%(present)s : %(absent)s") % shown
    if not is_won:
        return gettext("both sides lose the match: %(counts)s") % {"counts": counts}
    return gettext("the match is lost, the other side wins it: %(counts)s") % {"counts": counts}
