"""Boards played at many tables: from results to matchpoints and datum-IMPs.

A result is the points of north-south at one table, as the game scores them. Everything is exact:
whole numbers and fractions. A side is named by its entries: one pair, or two players who are
partners on this board alone. If a result is missing or was replaced by an award, the others get
matchpoints as if all were present (Neuberg's formula); an award counts in no comparison.

In individual events players are compared with those who had the same seat on the board: then every
row names one seat, with its entry in `ns` and nobody in `ew`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.duplicate import fill_in_missing, imps, matchpoints, rounded_datum, share_of_top
from tournaments.standings.given_scores import Outcomes, weighted
from tournaments.standings.team_boards import AVERAGES, AverageScore, TeamMethod

HALF = Fraction(1, 2)
IMPS_OF_TENTH = 3
"""What an award of a tenth of the top above the average is worth."""
Side = tuple[str, ...]


class OwnAverage(StrEnum):
    """Whether the average of a side's other boards replaces what it is awarded."""

    IF_HIGHER = "if_higher"
    IF_LOWER = "if_lower"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class BoardAward:
    """The award of a side for a board without a result, as a share of the top; IMPs follow from
    it.
    """

    share: Fraction
    own: OwnAverage = OwnAverage.NEVER


AVERAGE_PLUS = BoardAward(Fraction(3, 5), OwnAverage.IF_HIGHER)
AVERAGE = BoardAward(HALF)
AVERAGE_MINUS = BoardAward(Fraction(2, 5), OwnAverage.IF_LOWER)
SHARES = {
    AverageScore.PLUS: AVERAGE_PLUS.share,
    AverageScore.EVEN: AVERAGE.share,
    AverageScore.MINUS: AVERAGE_MINUS.share,
}
"""The averages as shares of the top, without the side's own average."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """A board at a table: points of north-south, awards to both sides, or neither if not played.

    A row that was not played means that a result was expected. `seat` is set if seats are compared
    separately. `outcomes` are scores assigned to both sides by a referee. Only rows of one `layout`
    are compared: a fouled board has several.
    """

    board: int
    table: int
    ns: Side
    ew: Side
    points: Fraction | int | None = None
    awards: tuple[BoardAward, BoardAward] | None = None
    round: int = 1
    seat: str = ""
    outcomes: tuple[Outcomes, Outcomes] | None = None
    layout: int = 1


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One row of a board: its result and the scores of each side, north-south first.

    Undefined scores are None: matchpoints of a board with a single expected result, IMPs without a
    datum, and both of a board that was not played.
    """

    result: TableResult
    matchpoints: tuple[Fraction, Fraction] | None = None
    shares: tuple[Fraction, Fraction] | None = None
    difference: Fraction | int | None = None
    imps: tuple[Fraction | int, Fraction | int] | None = None

    @property
    def gained(self) -> Side:
        """The side that has more than the datum; None if it is met or there is none."""
        if not self.difference:
            return ()
        return self.result.ns if self.difference > 0 else self.result.ew


@dataclass(frozen=True, slots=True)
class FieldBoardScore:
    """A board, or one seat of it, compared: its datum, most matchpoints, rows from the best."""

    board: int
    datum: int | None
    top: int
    lines: tuple[BoardLine, ...]
    seat: str = ""
    layout: int = 1


def score_boards(results: Iterable[TableResult]) -> tuple[FieldBoardScore, ...]:
    """Return every board compared, in the order of their numbers, and of the names of seats.

    Every board is expected to have as many results as the board with the most. The groups of a
    fouled board are compared separately, each with matchpoints as if it were the whole field.
    """
    by_board: dict[tuple[int, str, int], list[TableResult]] = {}
    rows: Counter[tuple[int, str]] = Counter()
    for result in results:
        by_board.setdefault((result.board, result.seat, result.layout), []).append(result)
        rows[result.board, result.seat] += 1
    expected = max(rows.values(), default=0)
    return tuple(_board(by_board[place], expected) for place in sorted(by_board))


def _board(rows: Sequence[TableResult], expected: int) -> FieldBoardScore:
    played = [row for row in rows if row.points is not None]
    points = [row.points for row in played if row.points is not None]
    datum = rounded_datum(points) if points else None
    lines = [
        _line(row, earned, len(points), expected, datum)
        for row, earned in zip(played, matchpoints(points), strict=True)
    ]
    lines += (
        _given_line(row, points, expected, datum) if row.outcomes else BoardLine(row)
        for row in rows
        if row.points is None
    )

    def order(line: BoardLine) -> tuple[bool, Fraction | int, int, int]:
        """Sort by the points of north-south, the most first; rows without points come last."""
        row = line.result
        return row.points is None, -(row.points or 0), row.round, row.table

    lines.sort(key=order)
    first, top = rows[0], 2 * (expected - 1)
    return FieldBoardScore(first.board, datum, top, tuple(lines), first.seat, first.layout)


def _line(
    row: TableResult, earned: int, results: int, expected: int, average: int | None
) -> BoardLine:
    difference = None if average is None or row.points is None else row.points - average
    won = None if difference is None else imps(difference)
    imps_of_sides = None if won is None else (won, -won)
    if expected < 2:
        return BoardLine(row, None, None, difference, imps_of_sides)
    own = fill_in_missing(earned, results, expected)
    part = share_of_top(own, expected)
    return BoardLine(
        row, (own, 2 * (expected - 1) - own), (part, 1 - part), difference, imps_of_sides
    )


def _given_line(
    row: TableResult, results: Sequence[Fraction | int], expected: int, datum: int | None
) -> BoardLine:
    """Return a row with outcomes assigned by a referee; it counts in no other comparison.

    Each outcome is compared with the results as if it were the result of this table.
    """
    top = 2 * (expected - 1)

    def matchpoints_of(value: AverageScore | Fraction, sign: int) -> Fraction:
        if isinstance(value, AverageScore):
            return SHARES[value] * top
        own = sign * value
        earned = sum((own > other) * 2 + (own == other) for other in results)
        north = fill_in_missing(earned, len(results) + 1, expected)
        return north if sign > 0 else top - north

    def imps_of(value: AverageScore | Fraction, sign: int) -> Fraction:
        if isinstance(value, AverageScore):
            return AVERAGES[TeamMethod.IMPS][value]
        return Fraction(imps(value - sign * (datum or 0)))

    north, east = row.outcomes or ((), ())
    won = (
        weighted(north, lambda value: imps_of(value, 1)),
        weighted(east, lambda value: imps_of(value, -1)),
    )
    kept = None if datum is None else won
    if expected < 2:
        return BoardLine(row, None, None, None, kept)
    half = Fraction(top, 2)
    own = (
        weighted(north, lambda value: matchpoints_of(value, 1), half),
        weighted(east, lambda value: matchpoints_of(value, -1), half),
    )
    return BoardLine(row, own, (own[0] / top, own[1] / top), None, kept)


def awarded_share(award: BoardAward, average: Fraction | None) -> Fraction:
    """Return an award as a share of the top, to a side with this average on its other boards.

    >>> str(awarded_share(AVERAGE_PLUS, Fraction(2, 3))), str(awarded_share(AVERAGE_MINUS, None))
    ('2/3', '2/5')
    """
    return _with_own(award.share, award.own, average)


def awarded_imps(award: BoardAward, average: Fraction | None) -> Fraction:
    """Return an award in IMPs, three for a tenth of the top, to a side with this average.

    >>> [str(awarded_imps(AVERAGE_PLUS, Fraction(own))) for own in (1, 4)]
    ['3', '4']
    >>> str(awarded_imps(AVERAGE_MINUS, Fraction(-7, 2))), str(awarded_imps(AVERAGE, Fraction(5)))
    ('-7/2', '0')
    """
    return _with_own((award.share - HALF) * 10 * IMPS_OF_TENTH, award.own, average)


def _with_own(value: Fraction, own: OwnAverage, average: Fraction | None) -> Fraction:
    if average is None or own == OwnAverage.NEVER:
        return value
    return max(value, average) if own == OwnAverage.IF_HIGHER else min(value, average)
