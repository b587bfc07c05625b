"""The scores of boards compared with their other results, computed slowly and independently.

Each result is compared with each other one; nothing is shared with the program's own way but the
numbers of the regulations: 2 and 1 a comparison, the IMP scale, 6, 5 and 4 tenths of a board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

STEPS: Final = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600)
FURTHER: Final = (750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)
TENTHS: Final = 10
MIDDLE: Final = 5
IMPS_OF_TENTH: Final = 3
SIDES: Final = 2

Points = dict[tuple[int, int], Fraction | None]
"""Points by entry and round; None where they are not computed here."""


@dataclass(frozen=True, slots=True)
class ReportedDeal:
    """A deal: its board, its sides and their points; None while there is no report.

    `north` is the side that sits north-south; `tenths` are those that a referee gave to
    north-south and east-west.
    """

    board: int | None
    match: int
    round: int
    entries: Mapping[int, tuple[int, ...]]
    points: Mapping[int, int] | None
    north: int | None = None
    tenths: tuple[int, int] | None = None

    @property
    def ahead(self) -> Fraction | None:
        """The score of north-south: half of the difference to the other side."""
        if self.points is None or self.north is None or len(self.entries) != SIDES:
            return None
        others = sum(value for side, value in self.points.items() if side != self.north)
        return Fraction(self.points[self.north] - others, 2)

    @property
    def lines(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who sits north-south, and who east-west."""
        others = (entries for side, entries in self.entries.items() if side != self.north)
        return self.entries[self.north or 0], next(others)


def imps(difference: Fraction) -> int:
    """Return the IMPs of a difference.

    >>> imps(Fraction(165)), imps(Fraction(-20)), imps(Fraction(19))
    (4, -1, 0)
    """
    steps = sum(abs(difference) >= step for step in (*STEPS, *FURTHER))
    return steps if difference > 0 else -steps


def of_tenths(tenths: int) -> Fraction:
    """Return the IMPs of an average: three for six tenths.

    >>> int(of_tenths(6)), int(of_tenths(4))
    (3, -3)
    """
    return Fraction((tenths - MIDDLE) * IMPS_OF_TENTH)


def by_datum(deals: Iterable[ReportedDeal]) -> Points:
    """Return the IMPs of every entry against the datum of its boards."""
    points: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    for tables in _boards(deals).values():
        results = [table.ahead for table in tables if table.ahead is not None]
        for deal in tables:
            if deal.tenths is not None:
                _add(points, deal, *map(of_tenths, deal.tenths))
            elif deal.ahead is not None:
                own = imps(deal.ahead - datum(results))
                _add(points, deal, Fraction(own), Fraction(-own))
    return points


def datum(results: Sequence[Fraction]) -> int:
    """Return the average of a board to the nearest ten, from the middle away from 0.

    >>> datum([Fraction(20), Fraction(10)]), datum([Fraction(-20), Fraction(-10)])
    (20, -20)
    """
    average = Fraction(sum(results), len(results))
    tens = int(abs(average) / 10 + Fraction(1, 2))
    return 10 * tens if average > 0 else -10 * tens


def by_matchpoints(deals: Iterable[ReportedDeal]) -> Points:
    """Return the matchpoints of every entry: two for each result beaten, one for each equal.

    The results of a board that has fewer than another are scaled up, as if the missing ones were
    like the others.
    """
    boards = _boards(deals)
    full = max(map(len, boards.values()), default=0)
    points: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    if full < SIDES:
        return points
    most, scored = 2 * (full - 1), defaultdict[int, list[Fraction]](list)
    for tables in boards.values():
        for deal in tables:
            if deal.ahead is not None:
                own = _against(
                    deal.ahead, [table.ahead for table in tables if table is not deal], full
                )
                _add(points, deal, own, most - own)
                for entries, value in zip(deal.lines, (own, most - own), strict=True):
                    for entry in entries:
                        scored[entry].append(value)
    for deal in (
        table for tables in boards.values() for table in tables if table.tenths is not None
    ):
        _add(points, deal, *_averages(deal, scored, most))
    return points


def _against(own: Fraction, others: Sequence[Fraction | None], full: int) -> Fraction:
    results = [other for other in others if other is not None]
    raw = sum(2 * (own > other) + (own == other) for other in results)
    return Fraction((raw + 1) * full, len(results) + 1) - 1


def _averages(
    deal: ReportedDeal, scored: Mapping[int, Sequence[Fraction]], most: int
) -> list[Fraction]:
    """Return what both sides get for an adjusted board: its tenths, or their average elsewhere."""
    averages = []
    for entries, tenths in zip(deal.lines, deal.tenths or (), strict=True):
        part, own = Fraction(tenths, TENTHS) * most, scored.get(entries[0])
        if own and tenths != MIDDLE:
            average = sum(own, Fraction(0)) / len(own)
            part = max(part, average) if tenths > MIDDLE else min(part, average)
        averages.append(part)
    return averages


def _boards(deals: Iterable[ReportedDeal]) -> Mapping[int, list[ReportedDeal]]:
    boards: dict[int, list[ReportedDeal]] = defaultdict(list)
    for deal in deals:
        if deal.board is not None:
            boards[deal.board].append(deal)
    return boards


def _add(points: Points, deal: ReportedDeal, north: Fraction, east: Fraction) -> None:
    for entries, value in zip(deal.lines, (north, east), strict=True):
        for entry in entries:
            key = entry, deal.round
            points[key] = (points.get(key) or Fraction(0)) + value
