"""The score of a match for its sides: table points by rank, or points by the difference.

Every scale is data. Nothing is rounded: equals share the points of their ranks, as exact fractions,
and sums of scores create one fraction for each sum rather than for each step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Final

from scoring.duplicate import victory_points

NOTHING: Final = Fraction(0)


def exact_sum(values: Iterable[Fraction | int]) -> Fraction:
    """Return the sum of whole numbers and fractions.

    >>> str(exact_sum([Fraction(1, 2), 3, Fraction(1, 3)]))
    '23/6'
    """
    above, below = 0, 1
    for value in values:
        numerator, denominator = value.as_integer_ratio()
        if denominator == below:
            above += numerator
            continue
        if below % denominator:
            step = denominator // gcd(below, denominator)
            above, below = above * step, below * step
        above += numerator * (below // denominator)
    return Fraction(above, below) if above else NOTHING


def average(values: Collection[Fraction]) -> Fraction | None:
    """Return the average of some values; None without any.

    >>> str(average([Fraction(1), Fraction(2)]))
    '3/2'
    """
    return exact_sum(values) / len(values) if values else None


TABLE_POINTS: Final[Mapping[int, tuple[int, ...]]] = {
    2: (2, 0),
    3: (4, 2, 0),
    4: (4, 2, 1, 0),
    5: (4, 3, 2, 1, 0),
}
"""Table points of the places at a table, by the number of its sides."""


class Order(StrEnum):
    """What ranks first in an event."""

    POINTS = "points"
    TABLE_POINTS = "table_points"
    VP_15_10 = "vp_15_10"
    VP_13 = "vp_13"
    WDL_2_1_0 = "wdl_2_1_0"
    WIN_3 = "win3"
    VP_20 = "vp_20"

    @property
    def by_match(self) -> bool:
        """Whether scores of matches between two sides rank first.

        >>> Order.WIN_3.by_match, Order.TABLE_POINTS.by_match
        (True, False)
        """
        return self in SCALES


@dataclass(frozen=True, slots=True)
class ByDifference:
    """`base` to both sides, plus or minus the difference of their totals, up to `most`."""

    base: int
    most: int | None = None

    def points(self, difference: Fraction) -> Fraction:
        """Return the score of a side with this lead.

        >>> str(ByDifference(15, 10).points(Fraction(-12)))
        '5'
        """
        if self.most is None:
            return self.base + difference
        most = Fraction(self.most)
        return self.base + max(-most, min(most, difference))


@dataclass(frozen=True, slots=True)
class ByOutcome:
    """Fixed scores for a match won, drawn and lost."""

    win: Fraction
    draw: Fraction
    loss: Fraction

    def points(self, difference: Fraction) -> Fraction:
        """Return the score of a side with this lead.

        >>> str(ByOutcome(Fraction(2), Fraction(1), Fraction(0)).points(Fraction(-12)))
        '0'
        """
        if not difference:
            return self.draw
        return self.win if difference > 0 else self.loss


@dataclass(frozen=True, slots=True)
class ByVictoryPoints:
    """Victory points 20-0, by the number of boards; fractional margins are rounded, halves away
    from 0.
    """

    def points(self, margin: Fraction, boards: int) -> Fraction:
        """Return the victory points of a side by its margin and the number of boards.

        >>> str(ByVictoryPoints().points(Fraction(17), 8))
        '63/4'
        """
        return victory_points(max(1, boards), _round_half_away(margin))[0]


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of a match of two sides; `unplayed` is the score of a walkover."""

    score: ByDifference | ByOutcome | ByVictoryPoints
    unplayed: Fraction


SCALES: Final[Mapping[Order, Scale]] = {
    Order.VP_15_10: Scale(ByDifference(15, 10), Fraction(18)),
    Order.VP_13: Scale(ByDifference(13), Fraction(18)),
    Order.WDL_2_1_0: Scale(ByOutcome(Fraction(2), Fraction(1), Fraction(0)), Fraction(2)),
    # The regulations know no draw; equals share the points of the match.
    Order.WIN_3: Scale(ByOutcome(Fraction(3), Fraction(3, 2), Fraction(0)), Fraction(3)),
    # 12 of 20 for a side without an opponent.
    Order.VP_20: Scale(ByVictoryPoints(), Fraction(12)),
}
"""The orders that count matches of two sides, each with its scale."""


def match_points(
    order: Order, totals: Sequence[Fraction], boards: int = 0, decided: int = 0
) -> tuple[Fraction, ...]:
    """Return the score of a match for its two sides, by their totals and the number of boards.

    Equal totals are no draw if it was `decided` that the first side wins (1), or the other (−1):
    that counts as a win if wins count, and has no effect if the difference does.

    >>> [str(score) for score in match_points(Order.VP_15_10, [Fraction(5), Fraction(8)])]
    ['12', '18']
    >>> [str(score) for score in match_points(Order.VP_20, [Fraction(17), Fraction(0)], 8)]
    ['63/4', '17/4']
    >>> [str(score) for score in match_points(Order.WIN_3, [Fraction(5), Fraction(5)], decided=-1)]
    ['0', '3']
    """
    own, theirs = totals
    if own == theirs and isinstance(SCALES[order].score, ByOutcome):
        return _by_difference(order, Fraction(decided), boards)
    return _by_difference(order, own - theirs, boards)


@lru_cache(maxsize=1024)
def _by_difference(order: Order, difference: Fraction, boards: int) -> tuple[Fraction, Fraction]:
    score = SCALES[order].score
    if isinstance(score, ByVictoryPoints):
        return score.points(difference, boards), score.points(-difference, boards)
    return score.points(difference), score.points(-difference)


def judge_match(
    order: Order, totals: Sequence[Fraction], boards: int, ahead: int | None
) -> tuple[tuple[Fraction, ...], tuple[int, int]]:
    """Return the score of a match for its two sides, and which side wins at equal totals.

    That is 1 for the winner and −1 for the other; 0 if the totals differ, or if neither wins.

    >>> worth, decided = judge_match(Order.WDL_2_1_0, [Fraction(5), Fraction(5)], 0, 1)
    >>> [str(score) for score in worth], decided
    (['0', '2'], (-1, 1))
    """
    decided = (0, 0)
    if ahead is not None and totals[0] == totals[1]:
        decided = (1, -1) if ahead == 0 else (-1, 1)
    return match_points(order, totals, boards, decided[0]), decided


def unplayed_points(order: Order, sides: int = 2) -> Fraction:
    """Return the scores of a match won by walkover.

    >>> str(unplayed_points(Order.VP_15_10)), str(unplayed_points(Order.TABLE_POINTS, 4))
    ('18', '4')
    """
    return SCALES[order].unplayed if order.by_match else Fraction(TABLE_POINTS[sides][0])


def ranks_at_table(values: Sequence[Fraction]) -> tuple[int, ...]:
    """Return the rank of each value, the highest first; equals share the better rank.

    >>> ranks_at_table([Fraction(-40), Fraction(100), Fraction(-40)])
    (2, 1, 2)
    """
    return tuple(1 + sum(other > value for other in values) for value in values)


def table_points(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the table points of each side; equals share those of their ranks.

    >>> [str(points) for points in table_points([Fraction(n) for n in (10, -20, 10, 10)])]
    ['7/3', '0', '7/3', '7/3']
    """
    scale, equals = TABLE_POINTS[len(values)], Counter(values)
    return tuple(
        Fraction(sum(scale[place - 1 : place - 1 + equals[value]]), equals[value])
        for place, value in zip(ranks_at_table(values), values, strict=True)
    )


def _round_half_away(value: Fraction) -> int:
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole
