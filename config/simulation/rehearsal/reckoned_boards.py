"""What boards count beside other results of them, reckoned slowly and for itself.

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
"""By entry and round; None where this reckoning does not say."""


@dataclass(frozen=True, slots=True)
class Told:
    """A deal: its board, what its sides came to, and who they are; nothing while nobody told it.

    `north` is the side that sits north-south; `given` are the tenths that a referee gave to
    north-south and east-west.
    """

    board: int | None
    match: int
    round: int
    entries: Mapping[int, tuple[int, ...]]
    points: Mapping[int, int] | None
    north: int | None = None
    given: tuple[int, int] | None = None

    @property
    def ahead(self) -> Fraction | None:
        """What north-south came to: half of what it has more than the other side."""
        if self.points is None or self.north is None or len(self.entries) != SIDES:
            return None
        others = sum(value for side, value in self.points.items() if side != self.north)
        return Fraction(self.points[self.north] - others, 2)

    @property
    def lines(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who sits north-south, and who east-west."""
        others = (one for side, one in self.entries.items() if side != self.north)
        return self.entries[self.north or 0], next(others)


def imps(difference: Fraction) -> int:
    """Return the IMPs of a difference.

    >>> imps(Fraction(165)), imps(Fraction(-20)), imps(Fraction(19))
    (4, -1, 0)
    """
    found = sum(abs(difference) >= step for step in (*STEPS, *FURTHER))
    return found if difference > 0 else -found


def of_tenths(tenths: int) -> Fraction:
    """Return the IMPs of an average: three for six tenths.

    >>> int(of_tenths(6)), int(of_tenths(4))
    (3, -3)
    """
    return Fraction((tenths - MIDDLE) * IMPS_OF_TENTH)


def by_datum(told: Iterable[Told]) -> Points:
    """Return what every entry has against the datum of its boards."""
    found: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    for tables in _boards(told).values():
        results = [table.ahead for table in tables if table.ahead is not None]
        for deal in tables:
            if deal.given is not None:
                _add(found, deal, *map(of_tenths, deal.given))
            elif deal.ahead is not None:
                own = imps(deal.ahead - datum(results))
                _add(found, deal, Fraction(own), Fraction(-own))
    return found


def datum(results: Sequence[Fraction]) -> int:
    """Return the average of a board to the nearest ten, from the middle away from 0.

    >>> datum([Fraction(20), Fraction(10)]), datum([Fraction(-20), Fraction(-10)])
    (20, -20)
    """
    average = Fraction(sum(results), len(results))
    tens = int(abs(average) / 10 + Fraction(1, 2))
    return 10 * tens if average > 0 else -10 * tens


def by_matchpoints(told: Iterable[Told]) -> Points:
    """Return what every entry has of its boards: two for each result beaten, one for each equal.

    Of a board with fewer results than another one each counts as if the missing ones were like
    those that are there.
    """
    boards = _boards(told)
    full = max(map(len, boards.values()), default=0)
    found: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    if full < SIDES:
        return found
    most, had = 2 * (full - 1), defaultdict[int, list[Fraction]](list)
    for tables in boards.values():
        for deal in tables:
            if deal.ahead is not None:
                own = _against(
                    deal.ahead, [table.ahead for table in tables if table is not deal], full
                )
                _add(found, deal, own, most - own)
                for entries, value in zip(deal.lines, (own, most - own), strict=True):
                    for entry in entries:
                        had[entry].append(value)
    for deal in (
        table for tables in boards.values() for table in tables if table.given is not None
    ):
        _add(found, deal, *_averages(deal, had, most))
    return found


def _against(own: Fraction, others: Sequence[Fraction | None], full: int) -> Fraction:
    known = [other for other in others if other is not None]
    raw = sum(2 * (own > one) + (own == one) for one in known)
    return Fraction((raw + 1) * full, len(known) + 1) - 1


def _averages(deal: Told, had: Mapping[int, Sequence[Fraction]], most: int) -> list[Fraction]:
    """What both sides have of a board that was adjusted: the part, or their average elsewhere."""
    found = []
    for entries, tenths in zip(deal.lines, deal.given or (), strict=True):
        part, own = Fraction(tenths, TENTHS) * most, had.get(entries[0])
        if own and tenths != MIDDLE:
            average = sum(own, Fraction(0)) / len(own)
            part = max(part, average) if tenths > MIDDLE else min(part, average)
        found.append(part)
    return found


def _boards(told: Iterable[Told]) -> Mapping[int, list[Told]]:
    found: dict[int, list[Told]] = defaultdict(list)
    for one in told:
        if one.board is not None:
            found[one.board].append(one)
    return found


def _add(points: Points, deal: Told, north: Fraction, east: Fraction) -> None:
    for entries, value in zip(deal.lines, (north, east), strict=True):
        for entry in entries:
            key = entry, deal.round
            points[key] = (points.get(key) or Fraction(0)) + value
