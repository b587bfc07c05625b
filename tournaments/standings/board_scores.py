"""Scores of deals compared with other results of the same board, as pure functions.

A deal of a duplicate event counts nothing by itself. Between the two rooms of a match it makes a
swing, which counts in IMPs or as board-a-match; among all tables of the field it has matchpoints,
or IMPs against the datum. Missing results are ignored, so that all scores are provisional until all
tables have played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from tournaments.standings.duplicate_scores import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    BoardAward,
    BoardLine,
    FieldBoardScore,
    TableResult,
    awarded_imps,
    awarded_share,
    score_boards,
)
from tournaments.standings.given_scores import GivenScore, Outcomes, single, weighted
from tournaments.standings.match_scores import exact_sum
from tournaments.standings.round_scores import ScoredDeal
from tournaments.standings.team_boards import (
    AverageScore,
    BoardAdjustment,
    BoardState,
    TeamBoard,
    TeamBoardScore,
    TeamMethod,
    award_value,
    board_score,
    difference_worth,
    gains,
)

AWARDS: Final[Mapping[AverageScore, BoardAward]] = MappingProxyType(
    {
        AverageScore.PLUS: AVERAGE_PLUS,
        AverageScore.EVEN: AVERAGE,
        AverageScore.MINUS: AVERAGE_MINUS,
    }
)
"""The awards that averages are in a comparison of all tables."""
NORTH: Final = "N"
EAST: Final = "E"
NORTH_SOUTH: Final = frozenset("NS")
PAIRS: Final = 2
"""The number of sides at a table where partners are one side."""
HALF_OF: Final[Mapping[TeamMethod, Fraction]] = {
    TeamMethod.IMPS: Fraction(0),
    TeamMethod.POINTS: Fraction(0),
    TeamMethod.BOARD_A_MATCH: Fraction(1),
}
"""What a board counts for either side that is drawn."""
COUNTING: Final = frozenset({BoardState.COMPARED, BoardState.ADJUSTED})
"""The states of a board of a match in which it counts."""


class ComparedDeal(NamedTuple):
    """A deal of a board at a table, and its result as far as it is known.

    `deal` is its key and `uid` its name, `board` the key of the board, `match` that of the match,
    of which `home` is the first side. `sides` gives the side of every seat, `entries` the entries
    of a side. `points` are those of north-south, `by_seat` those of each seat; both are None
    without a result. `averages` are a referee's averages for north-south and east-west, `given` any
    other assigned scores; with `balances` both sides get the mean of their assigned scores, as in a
    knockout. `is_void` marks a deal that counts for nobody. Results are compared within a `layout`:
    tables that played a fouled board with other cards have another number.
    """

    deal: int
    uid: str
    round: int
    match: int
    board: int
    home: str
    sides: Mapping[str, str]
    entries: Mapping[str, tuple[str, ...]]
    number: int = 0
    table: int = 0
    segment: int = 1
    is_closed_room: bool = False
    points: Fraction | int | None = None
    by_seat: Mapping[str, int] | None = None
    averages: tuple[AverageScore, AverageScore] | None = None
    is_void: bool = False
    given: GivenScore | None = None
    balances: bool = False
    layout: int = 1


@dataclass(frozen=True, slots=True)
class RoomsScore:
    """The scores of the boards of a match of two rooms, and the points won by home and away."""

    boards: tuple[TeamBoardScore, ...]
    won: tuple[Fraction, Fraction]

    @property
    def counting(self) -> int:
        """The number of boards that count."""
        return sum(board.state in COUNTING for board in self.boards)


@dataclass(frozen=True, slots=True)
class ComparedScores:
    """The scores of all deals: by entry, by match, and by board of a field.

    `matches` are those of two rooms, by their keys, `of_field` the boards of a field by theirs.
    In both a row of a board at a table is named by the key of its deal.
    """

    scored: tuple[ScoredDeal, ...] = ()
    matches: Mapping[int, RoomsScore] = field(default_factory=dict)
    of_field: Mapping[int, tuple[FieldBoardScore, ...]] = field(default_factory=dict)


def compare_rooms(plays: Iterable[ComparedDeal], method: TeamMethod) -> ComparedScores:
    """Return the scores of boards played in matches of two rooms."""
    by_match: dict[int, list[ComparedDeal]] = defaultdict(list)
    for play in plays:
        by_match[play.match].append(play)
    scored: list[ScoredDeal] = []
    matches: dict[int, RoomsScore] = {}
    for match, rows in by_match.items():
        met = _group_by_board(rows)
        scores = tuple(board_score(_team_board(two, method), method) for two in met)
        score = matches[match] = RoomsScore(scores, gains(scores, method))
        scored += _score_match(score, {two[0].board: two[0] for two in met})
    return ComparedScores(tuple(scored), matches)


def compare_field(plays: Iterable[ComparedDeal], by_imps: bool) -> ComparedScores:
    """Return the scores of boards of a field: matchpoints, or IMPs against the datum.

    Single players are compared with those who had the same seat.
    """
    kept = list(plays)
    at = {play.deal: play for play in kept}
    played = score_boards(row for play in kept for row in _field_results(play))
    by_board: dict[int, list[FieldBoardScore]] = defaultdict(list)
    for board in played:
        by_board[board.board].append(board)
    scored = tuple(_score_imps(played, at) if by_imps else _score_matchpoints(played, at))
    return ComparedScores(
        scored, {}, {key: tuple(board_scores) for key, board_scores in by_board.items()}
    )


def _group_by_board(rows: Sequence[ComparedDeal]) -> list[list[ComparedDeal]]:
    """Return the deals of a match by their boards, the open room first."""
    by_board: dict[int, list[ComparedDeal]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.segment, row.number, row.is_closed_room)):
        by_board[row.board].append(row)
    return list(by_board.values())


def _team_board(plays: Sequence[ComparedDeal], method: TeamMethod) -> TeamBoard:
    first = plays[0]
    rooms = {play.is_closed_room: play for play in plays}
    open_room, closed_room = rooms.get(False), rooms.get(True)
    turned = _home_is_north(open_room) is False or _home_is_north(closed_room) is True
    adjusted = _referee_award(plays) or _referee_outcomes(plays, method)
    return TeamBoard(
        number=first.board,
        open_room=_north_points(open_room, home_is_north=not turned),
        closed_room=_north_points(closed_room, home_is_north=turned),
        segment=first.segment,
        turned=turned,
        adjusted=adjusted,
        # A referee's award for the board counts, whatever the result in the other room.
        removed=adjusted is None and any(play.is_void for play in plays),
    )


def _home_is_north(play: ComparedDeal | None) -> bool | None:
    return None if play is None or not play.sides else play.sides.get(NORTH) == play.home


def _north_points(play: ComparedDeal | None, *, home_is_north: bool) -> Fraction | int | None:
    """Return the points of north-south, as if the home side sat in its expected direction."""
    if play is None or play.points is None:
        return None
    return play.points if _home_is_north(play) is home_is_north else -play.points


def _referee_award(plays: Sequence[ComparedDeal]) -> BoardAdjustment | None:
    """Return the adjusted score that a referee gave both sides of a match for a board."""
    for play in plays:
        if play.averages is not None:
            north, east = play.averages
            return (
                BoardAdjustment(north, east)
                if _home_is_north(play)
                else BoardAdjustment(east, north)
            )
    return None


def _referee_outcomes(plays: Sequence[ComparedDeal], method: TeamMethod) -> BoardAdjustment | None:
    """Return the score of a referee's outcomes at one table against the other room.

    None while they need a missing result of the other room.
    """
    for play in plays:
        if play.given is not None:
            others = [other.points for other in plays if other is not play]
            return _against(play, next(iter(others), None), method)
    return None


def _against(
    play: ComparedDeal, other: Fraction | int | None, method: TeamMethod
) -> BoardAdjustment | None:
    given, home_is_north = play.given, bool(_home_is_north(play))
    if given is None:
        return None
    places = (given.at(NORTH), given.at(EAST))
    values = [outcome.value for outcomes in places for outcome in outcomes]
    if other is None and not all(isinstance(value, AverageScore) for value in values):
        return None

    def of(outcomes: Outcomes, elsewhere: Fraction | int) -> Fraction:
        """Return what a side has, whose points in the other room these are."""
        return weighted(
            outcomes,
            lambda value: (
                award_value(value, method)
                if isinstance(value, AverageScore)
                else difference_worth(value + elsewhere, method)
            ),
            around=HALF_OF[method],
        )

    # In the other room the sides are reversed: north-south's points there are east-west's here.
    north, east = of(places[0], -(other or 0)), of(places[1], other or 0)
    home, away = (north, east) if home_is_north else (east, north)
    if play.balances:
        both = 2 * HALF_OF[method]
        home = (home + both - away) / 2
        away = both - home
    return BoardAdjustment(home, away)


def _score_match(score: RoomsScore, first: Mapping[int, ComparedDeal]) -> Iterator[ScoredDeal]:
    for board in score.boards:
        if board.state not in COUNTING:
            continue
        play = first[board.number]
        for side, entries in play.entries.items():
            points = board.home if side == play.home else board.away
            for entry in entries:
                yield ScoredDeal(entry, play.round, play.uid, points, match=play.match)


def _field_results(play: ComparedDeal) -> Iterator[TableResult]:
    """Yield the rows of a deal in a comparison of a field: one, or one for every seat."""
    awards = play.averages and (AWARDS[play.averages[0]], AWARDS[play.averages[1]])
    given = play.given
    if not play.sides:
        return
    if len(set(play.sides.values())) == PAIRS:
        yield TableResult(
            board=play.board,
            table=play.deal,
            ns=play.entries[play.sides[NORTH]],
            ew=play.entries[play.sides[EAST]],
            points=play.points,
            awards=awards,
            round=play.round,
            outcomes=None if given is None else (given.at(NORTH), given.at(EAST)),
            layout=play.layout,
        )
        return
    for seat, side in play.sides.items():
        own = awards if seat in NORTH_SOUTH or awards is None else awards[::-1]
        yield TableResult(
            board=play.board,
            table=play.deal,
            ns=play.entries[side],
            ew=(),
            points=None if play.by_seat is None else play.by_seat.get(seat, 0),
            awards=own,
            round=play.round,
            seat=seat,
            outcomes=None if given is None else (given.at(seat), ()),
            layout=play.layout,
        )


def _placed_entries(line: BoardLine) -> Iterator[tuple[int, str]]:
    for place, side in enumerate((line.result.ns, line.result.ew)):
        for name in side:
            yield place, name


def _score_imps(
    scored: Sequence[FieldBoardScore], at: Mapping[int, ComparedDeal]
) -> Iterator[ScoredDeal]:
    averages = _imp_averages(scored) if _has_awards(scored) else {}
    for board in scored:
        for line in board.lines:
            play = at[line.result.table]
            for place, entry in _placed_entries(line):
                award = _own_award(line, place)
                if award is None and line.imps is None and line.result.awards is not None:
                    award = line.result.awards[place]
                if award is not None:
                    points = awarded_imps(award, averages.get(entry))
                    yield ScoredDeal(entry, play.round, play.uid, points)
                elif line.imps is not None:
                    yield ScoredDeal(entry, play.round, play.uid, line.imps[place])


def _score_matchpoints(
    scored: Sequence[FieldBoardScore], at: Mapping[int, ComparedDeal]
) -> Iterator[ScoredDeal]:
    averages = _matchpoint_averages(scored) if _has_awards(scored) else {}
    for board in scored:
        top = Fraction(board.top)
        for line in board.lines:
            play = at[line.result.table]
            for place, entry in _placed_entries(line):
                award = _own_award(line, place)
                if award is not None and top:
                    part = awarded_share(award, averages.get(entry))
                    yield ScoredDeal(entry, play.round, play.uid, part * top, top)
                elif line.matchpoints is not None:
                    yield ScoredDeal(entry, play.round, play.uid, line.matchpoints[place], top)
                elif line.result.awards is not None and top:
                    part = awarded_share(line.result.awards[place], averages.get(entry))
                    yield ScoredDeal(entry, play.round, play.uid, part * top, top)


def _has_awards(scored: Iterable[FieldBoardScore]) -> bool:
    return any(
        line.result.awards or line.result.outcomes for board in scored for line in board.lines
    )


def _imp_averages(scored: Iterable[FieldBoardScore]) -> dict[str, Fraction]:
    """Return the average in IMPs of each entry over its boards with a result."""
    won: dict[str, list[Fraction | int]] = defaultdict(list)
    for board in scored:
        for line in board.lines:
            if line.imps is not None and line.result.outcomes is None:
                for place, entry in _placed_entries(line):
                    won[entry].append(line.imps[place])
    return {entry: exact_sum(map(Fraction, imps)) / len(imps) for entry, imps in won.items()}


def _own_award(line: BoardLine, place: int) -> BoardAward | None:
    """Return the average that one side was given if the other has something else."""
    value = single(line.result.outcomes[place]) if line.result.outcomes else None
    return AWARDS[value] if isinstance(value, AverageScore) else None


def _matchpoint_averages(scored: Iterable[FieldBoardScore]) -> dict[str, Fraction]:
    """Return each entry's share of the matchpoints of its boards with a result."""
    matchpoints: dict[str, list[Fraction]] = defaultdict(list)
    top: dict[str, int] = defaultdict(int)
    for board in scored:
        for line in board.lines:
            for place, entry in _placed_entries(line):
                if line.matchpoints is not None and line.result.outcomes is None:
                    matchpoints[entry].append(line.matchpoints[place])
                    top[entry] += board.top
    return {
        entry: exact_sum(matchpoints[entry]) / top[entry] for entry in matchpoints if top[entry]
    }
