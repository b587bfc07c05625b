"""Which matches and games (局) are lost by L7 and L8, read from a snapshot alone.

Carrying it out belongs to `heavy_levels`; a deal that is lost belongs to `ruling_stack`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from referee.rulings.decisions import NamedOffender, RulingSource
from tournaments.models import Match
from tournaments.organise.absences import award_points
from tournaments.record import ledger
from tournaments.regulations import amounts
from tournaments.results import stage_matches
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow, SeatRow, SideRow
from tournaments.standings.walkovers import WalkoverScores

SIDES: Final = 2


@dataclass(frozen=True, slots=True)
class LostMatch:
    """A match that the offenders lose to the other side, or that both sides lose."""

    offenders: tuple[NamedOffender, ...]
    match: MatchRow
    winner: SideRow | None
    """The side that wins it; None where both lose it."""
    counts: WalkoverScores


@dataclass(frozen=True, slots=True)
class LostGame:
    """A game at a table of single players, of which the seat loses what is played to."""

    offender: NamedOffender
    seat: SeatRow
    points: Fraction


def lost(
    snapshot: EventSnapshot, source: RulingSource, offenders: Sequence[NamedOffender]
) -> tuple[LostMatch | LostGame, ...]:
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
) -> Sequence[LostMatch | LostGame]:
    if len(match.sides) == SIDES:
        return [_lost_match(snapshot, match, offenders)]
    games = {each.entry.pk: _lost_game(snapshot, match, each) for each in offenders}
    return [game for game in games.values() if game is not None]


def _lost_match(
    snapshot: EventSnapshot, match: MatchRow, offenders: Sequence[NamedOffender]
) -> LostMatch:
    losing = {_side_of(match, offender.entry.pk).key for offender in offenders}
    winner = next((side for side in match.sides if side.key not in losing), None)
    usual = award_points.usual_award(as_match(match), snapshot)
    if winner is None:
        counts = WalkoverScores(usual.absent, usual.absent)
    else:
        counts = _counts_for(snapshot, match, winner, usual)
    return LostMatch(tuple(offenders), match, winner, counts)


def _counts_for(
    snapshot: EventSnapshot, match: MatchRow, winner: SideRow, usual: WalkoverScores
) -> WalkoverScores:
    """Return what the match counts: for the winner a walkover, or what was played if better."""
    stage = next(stage for stage in snapshot.stages if match.round in snapshot.rounds_of(stage))
    played = stage_matches.results_by_match(snapshot, stage).get(match.key)
    if played is None or not played.totals:
        return usual
    at = match.sides.index(winner)
    return replace(usual, present=max(usual.present, Fraction(played.totals[at])))


def _lost_game(
    snapshot: EventSnapshot, match: MatchRow, offender: NamedOffender
) -> LostGame | None:
    target = amounts.target_of(snapshot.event)
    own = _side_of(match, offender.entry.pk).uid
    sittings = snapshot.sittings_by_match[match.key]
    latest = max(sittings, key=lambda row: row.segment_number, default=None)
    seat = next((row for row in latest.seats if row.side == own), None) if latest else None
    if target is None or seat is None:
        return None
    return LostGame(offender, seat, Fraction(-target))


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
