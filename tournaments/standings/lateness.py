"""迟到: what follows from a number of minutes late, by the articles T-01 to T-03 of the catalogue.

Only numbers. Who was late, and giving the penalty, belong to the referee.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tournaments.standings.match_scores import Order

WARNED_TO: Final = 10
"""Up to so many minutes a warning is enough."""
STEPS_TO: Final = (WARNED_TO, 15, 20, 25)
"""The last minute of each step; what is later has the last step until the match is forfeited."""
MINUTES_OF_LEVEL: Final = 5
"""升级: for each of these that has begun the opponents start a level higher (南山杯 2026)."""
TARGET: Final = 1000
POINTS: Final = (-50, -100, -150, -250)
"""拱猪: penalty points of the steps in a game (局) to 1000."""
SHARES: Final = (-1, -2, -3, -5)
"""The steps in victory points of a match of 30 (25–5); in other units so many parts."""
PART: Final[Mapping[Order, Fraction]] = {
    Order.VP_15_10: Fraction(1),
    Order.VP_13: Fraction(1),
    Order.VP_20: Fraction(4, 5),
    Order.WDL_2_1_0: Fraction(1, 4),
    Order.WIN_3: Fraction(1, 4),
}
"""What one part is worth where matches rank; a step of the catalogue in that unit."""
IMPS_OF_PART: Final = 3


class LatePenalty(StrEnum):
    """In what a step is counted, and for whom."""

    POINTS = "points"
    """Penalty points of the seat, at the end of its game (局)."""
    IMPS = "imps"
    MATCH = "match"
    """Of the entry, in what matches are worth."""
    LEVELS = "levels"
    """Levels that the opponents gain at the start."""
    BY_HAND = "by_hand"
    """A share of a board, which the referee gives by hand."""


class LateArticle(StrEnum):
    """The article of the catalogue that a step belongs to."""

    LATE = "T-01"
    VERY_LATE = "T-02"
    FORFEIT = "T-03"


@dataclass(frozen=True, slots=True)
class LateTerms:
    """How an event counts lateness: in what, in which order, with what target and forfeit.

    `forfeit` is the last minute at which somebody may still come.
    """

    penalty: LatePenalty
    order: Order = Order.POINTS
    target: int | None = None
    forfeit: int = 30


@dataclass(frozen=True, slots=True)
class LateStep:
    """What follows from lateness: a warning where the amount is 0, or the match is forfeited."""

    article: LateArticle
    amount: Fraction = Fraction(0)

    @property
    def is_forfeit(self) -> bool:
        """Whether the match is lost without play."""
        return self.article is LateArticle.FORFEIT

    @property
    def is_warning(self) -> bool:
        """Whether it is a warning and nothing else."""
        return not self.amount and self.article is LateArticle.LATE


def late_step(minutes: int, terms: LateTerms) -> LateStep | None:
    """Return what follows from so many started minutes; None for who was there in time.

    >>> of_points = LateTerms(LatePenalty.POINTS, target=800)
    >>> [str(late_step(minutes, of_points).amount) for minutes in (6, 12, 16, 21, 30)]
    ['0', '-40', '-80', '-120', '-200']
    >>> late_step(31, of_points).is_forfeit
    True
    >>> of_levels = LateTerms(LatePenalty.LEVELS, forfeit=15)
    >>> [str(late_step(minutes, of_levels).amount) for minutes in (1, 7, 15)]
    ['1', '2', '3']
    """
    if minutes <= 0:
        return None
    if minutes > terms.forfeit:
        return LateStep(LateArticle.FORFEIT)
    article = LateArticle.LATE if minutes <= WARNED_TO else LateArticle.VERY_LATE
    return LateStep(article, _amount(minutes, terms))


def _amount(minutes: int, terms: LateTerms) -> Fraction:
    if terms.penalty is LatePenalty.LEVELS:
        return Fraction((minutes + MINUTES_OF_LEVEL - 1) // MINUTES_OF_LEVEL)
    step = bisect_left(STEPS_TO, minutes)
    if not step or terms.penalty is LatePenalty.BY_HAND:
        return Fraction(0)
    if terms.penalty is LatePenalty.POINTS:
        return Fraction(_scaled(POINTS[step - 1], terms.target or TARGET))
    part = Fraction(IMPS_OF_PART)
    if terms.penalty is LatePenalty.MATCH:
        part = PART[terms.order]
    return SHARES[step - 1] * part


def _scaled(points: int, target: int) -> int:
    """Return points of a game to 1000 in one to another target, as a multiple of ten."""
    return 10 * round(Fraction(points * target, 10 * TARGET))
