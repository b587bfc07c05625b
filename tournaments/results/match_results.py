"""The results of matches, for cross tables, qualification and knockouts, and of their board sets
(盘).

A board set is a number of deals (GZ-42) of both rooms. Its result follows from its deals, or
boards, as that of the match does, so that the board sets and the penalties of a match add up to its
total.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.models import Comparison, Room, Stage
from tournaments.models.record import StageOfSum
from tournaments.results.event_record import Record, record
from tournaments.results.game_results import not_counted
from tournaments.results.match_rows import METHODS, compare_boards, plays
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.results.snapshot_rows import MatchRow, SittingRow
from tournaments.standings.board_scores import ComparedDeal
from tournaments.standings.group_results import MatchResult
from tournaments.standings.match_scores import Order, exact_sum
from tournaments.standings.round_scores import PAIR, Counts, MatchRecord, RoundSum
from tournaments.standings.team_boards import BoardState, TeamBoardScore, TeamMethod, gains
from tournaments.structure.games import (
    NO_POINTS,
    compares,
    deals_of_set,
    game_of,
    has_levels,
    rules_of,
)


def results_by_match(
    snapshot: EventSnapshot, stage: Stage, known: Record | None = None
) -> Mapping[int, MatchResult]:
    """Return the result of every match of two sides in a stage, by key and in the order drawn.

    A side is named by the uid of its first entry. Scores are in the unit that ranks first. `known`
    is the record to take them from, if it is not the whole one.
    """
    results = dict(_match_results(known or record(snapshot)))
    matches = snapshot.matches_of(*snapshot.rounds_of(stage))
    return {match.key: results[match.key] for match in matches if match.key in results}


def _match_results(event_record: Record) -> Iterator[tuple[int, MatchResult]]:
    rounds = {
        (entry, total.round): total
        for entry, sums in event_record.rounds_of().items()
        for total in sums
    }
    for table in event_record.field.tables:
        if len(table.sides) == PAIR:
            sums = [_sum_of_side(table, side, rounds) for side in table.sides]
            yield table.match, _match_result(table, sums, event_record.field.order)


def _sum_of_side(
    table: MatchRecord, side: Iterable[str], rounds: Mapping[tuple[str, int], RoundSum]
) -> RoundSum | None:
    """Return the score of a side in a match; of half matches only in this one."""
    round_sums = (rounds[entry, table.round] for entry in side if (entry, table.round) in rounds)
    round_sum = next(round_sums, None)
    if round_sum is None or not round_sum.halves:
        return round_sum
    return next((half for half in round_sum.halves if half.match == table.match), None)


def _match_result(table: MatchRecord, sums: list[RoundSum | None], order: Order) -> MatchResult:
    own, theirs = (side[0] for side in table.sides)
    worth = [None if total is None else _ranking_score(total, table, order) for total in sums]
    scores = None if worth[0] is None or worth[1] is None else (worth[0], worth[1])
    totals = None if sums[0] is None else sums[0].totals
    if totals is None and scores is not None and not table.absent and sums[0] and sums[1]:
        totals = (sums[0].points + sums[0].penalties, sums[1].points + sums[1].penalties)
    return MatchResult(
        round=table.round,
        sides=(own, theirs),
        scores=scores,
        totals=totals,
        absent=table.absent,
        deals=max((total.deals for total in sums if total), default=0),
        is_half=table.is_half,
        decided=sums[0].decided if sums[0] else 0,
    )


def _ranking_score(round_sum: RoundSum, table: MatchRecord, order: Order) -> Fraction | None:
    """Return the ranking score of a finished match; None for a cancelled one."""
    if round_sum.counts is Counts.CANCELLED:
        return None
    if order.by_match:
        return round_sum.match_points
    if not table.is_over:
        return None
    return round_sum.table_points if order is Order.TABLE_POINTS else round_sum.points


ZERO: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class DealOfMatch:
    """The result of one deal of a match, or of a board in both rooms.

    `rooms` is the lead of the home side in each room, open and closed, if that counts; `counts` is
    the score of the deal for the home side and the other.
    """

    rooms: tuple[Fraction, Fraction]
    counts: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class MatchSet:
    """A board set (盘) of a match: its number, its deals by their order in the match, and its
    score.
    """

    number: int
    first: int
    last: int
    rooms: tuple[Fraction, Fraction]
    counts: tuple[Fraction, Fraction]

    @property
    def difference(self) -> Fraction:
        """The lead of the home side in both rooms together."""
        return self.rooms[0] + self.rooms[1]


@dataclass(frozen=True, slots=True)
class MatchSets:
    """The board sets (盘) and the penalties of a match, the home side first; their sum is the
    total.
    """

    sets: tuple[MatchSet, ...]
    penalties: tuple[Fraction, Fraction] = (ZERO, ZERO)

    @property
    def total(self) -> tuple[Fraction, Fraction]:
        """The total of the match for both sides."""
        return _both_sides([*(one.counts for one in self.sets), self.penalties])

    @property
    def rooms(self) -> tuple[Fraction, Fraction]:
        """The lead of the home side in each room, over all board sets."""
        return _both_sides(one.rooms for one in self.sets)


def sets_of_deals(deals: Sequence[Iterable[DealOfMatch]], size: int) -> tuple[MatchSet, ...]:
    """Return the board sets (盘) of a match, `size` deals each; empty if there are not several.

    `deals` are the results in order of play, of both rooms.

    >>> deal = DealOfMatch((Fraction(30), Fraction(-10)), (Fraction(5), Fraction(0)))
    >>> [(one.last, int(one.difference)) for one in sets_of_deals([[deal], [deal], []], 2)]
    [(2, 40), (3, 0)]
    >>> sets_of_deals([[deal]], 2)
    ()
    """
    if not size or len(deals) <= size:
        return ()
    return tuple(
        _set(number, at, deals[at : at + size])
        for number, at in enumerate(range(0, len(deals), size), 1)
    )


@derived
def sets_by_match(snapshot: EventSnapshot) -> Mapping[int, MatchSets]:
    """Return the board sets (盘) of public matches of two rooms by the key of the match.

    There are none if sides climb levels, because the effect of a deal depends on earlier ones, and
    none if the match was awarded, whatever was played in it.
    """
    event = snapshot.event
    size = deals_of_set(event, snapshot.regulations) if event.rooms > 1 else 0
    if not size or has_levels(event) or (compares(event) and event.comparison not in METHODS):
        return {}
    found = _compared(snapshot) if compares(event) else _added(snapshot)
    by_match = {match: sets_of_deals(deals, size) for match, deals in found}
    penalties = _penalties_by_side(snapshot)
    return {
        match: MatchSets(sets, _penalties(snapshot.match_by_key[match], penalties))
        for match, sets in by_match.items()
        if sets and match not in snapshot.awards
    }


def _penalties_by_side(snapshot: EventSnapshot) -> Mapping[int, list[Fraction]]:
    """Return the penalties at tables by the key of the side."""
    by_side: dict[int, list[Fraction]] = defaultdict(list)
    for row in snapshot.adjustments:
        if row.stage_of_sum == StageOfSum.GAME and row.side_id is not None:
            by_side[row.side_id].append(row.amount)
    return by_side


def _penalties(match: MatchRow, by_side: Mapping[int, list[Fraction]]) -> tuple[Fraction, Fraction]:
    """Return the penalties at the tables of a match for its two sides."""
    home, away = (exact_sum(by_side.get(side.key, ())) for side in match.sides[:PAIR])
    return home, away


def _set(number: int, at: int, deals: Sequence[Iterable[DealOfMatch]]) -> MatchSet:
    kept = [deal for of_place in deals for deal in of_place]
    return MatchSet(
        number,
        at + 1,
        at + len(deals),
        _both_sides(deal.rooms for deal in kept),
        _both_sides(deal.counts for deal in kept),
    )


def _both_sides(amounts: Iterable[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    kept = list(amounts)
    return exact_sum(one for one, _ in kept), exact_sum(other for _, other in kept)


def _compared(snapshot: EventSnapshot) -> Iterator[tuple[int, list[list[DealOfMatch]]]]:
    """Yield the compared boards of each match, in order, for matches without missing results."""
    method, in_rooms = METHODS[Comparison(snapshot.event.comparison)], _home_points(plays(snapshot))
    for match, score in compare_boards(snapshot).matches.items():
        yield (
            match,
            [[_board(board, method, in_rooms[match, board.number])] for board in score.boards],
        )


def _board(
    board: TeamBoardScore, method: TeamMethod, in_rooms: Mapping[bool, Fraction]
) -> DealOfMatch:
    counts = gains([board], method)
    if board.state is not BoardState.COMPARED:
        return DealOfMatch((ZERO, ZERO), counts)
    return DealOfMatch((in_rooms.get(False, ZERO), in_rooms.get(True, ZERO)), counts)


def _home_points(deals: Iterable[ComparedDeal]) -> Mapping[tuple[int, int], dict[bool, Fraction]]:
    """Return the points of the home side by match and board, and by whether the room is closed."""
    found: dict[tuple[int, int], dict[bool, Fraction]] = defaultdict(dict)
    for play in deals:
        if play.points is not None:
            is_north = play.sides.get("N") == play.home
            points = Fraction(play.points if is_north else -play.points)
            found[play.match, play.board][play.is_closed_room] = points
    return found


def _added(snapshot: EventSnapshot) -> Iterator[tuple[int, list[list[DealOfMatch]]]]:
    """Yield the deals of each match, if the points of both rooms add up."""
    told = _points_of_deals(snapshot)
    for match in snapshot.matches:
        if not match.is_public or len(match.sides) != PAIR:
            continue
        rooms: dict[str, list[list[DealOfMatch]]] = defaultdict(list)
        for sitting in sorted(
            snapshot.sittings_by_match[match.key], key=lambda row: (row.segment_number, row.key)
        ):
            rooms[sitting.room] += told(match, sitting)
        places = max(map(len, rooms.values()), default=0)
        yield (
            match.key,
            [
                [
                    deal
                    for played in rooms.values()
                    for deals in played[at : at + 1]
                    for deal in deals
                ]
                for at in range(places)
            ],
        )


def _points_of_deals(
    snapshot: EventSnapshot,
) -> Callable[[MatchRow, SittingRow], list[list[DealOfMatch]]]:
    """Return a function that gives the result of each deal of a sitting; nothing for deals that do
    not count.
    """
    game, late = game_of(snapshot.event), not_counted(snapshot)

    def told(match: MatchRow, sitting: SittingRow) -> list[list[DealOfMatch]]:
        home, away = (side.uid for side in match.sides[:PAIR])
        deals: list[list[DealOfMatch]] = []
        for deal in sitting.deals:
            deals.append([])
            if deal.result is None or deal.result.kind in NO_POINTS or deal.uid in late:
                continue
            rules = rules_of(game, deal.result.ruleset)
            sides = deal.sides_among(sitting.sides)
            points = game.side_points(deal.result.scores, rules, sides)
            counts = Fraction(points.get(home, 0)), Fraction(points.get(away, 0))
            more = counts[0] - counts[1]
            is_closed = sitting.room == Room.CLOSED
            deals[-1].append(DealOfMatch((ZERO, more) if is_closed else (more, ZERO), counts))
        return deals

    return told
