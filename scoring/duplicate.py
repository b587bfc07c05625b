"""Results of boards that several tables play, in any game: IMPs, matchpoints, victory points.

A result is the points of one direction of a table; everything else follows from comparing them.
IMPs (Law 78B of duplicate) compare it with the datum, which is the average of a board, or with the
other room of a team match, in which each side plays the board once in either direction.
Matchpoints say how many results of a board it beats: 2 for every other one that is lower, and 1 for
every other one that is equal.

Victory points 20-0 turn a margin of IMPs over a number of boards into points, to the hundredth, on
the continuous scale of the World Bridge Federation: with t = (√5 - 1) / 2 and the blitz margin
B = 15 · √boards, a margin m has 10 + 10 · (1 - t^(3m/B)) / (1 - t^3) points, and from B on 20.
Rounding alone does not give the published tables: in them no IMP is worth more than the one before
it. Where rounding breaks that, a value is raised by a hundredth until it holds.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

_STEPS: Final = """
20 50 90 130 170 220 270 320 370 430 500 600
750 900 1100 1300 1500 1750 2000 2250 2500 3000 3500 4000
"""
FROM: Final = tuple(map(int, _STEPS.split()))
"""From which difference on there are 1, 2, 3 … IMPs."""


def imps(difference: Fraction | int) -> int:
    """Return the IMPs for a difference of points, with the sign of the difference.

    A difference between two steps of the table, such as 165, counts as the lower step.

    >>> imps(165), imps(-20), imps(10), imps(9990)
    (4, -1, 0, 24)
    """
    # The steps are whole numbers, so a fraction decides nothing.
    steps = bisect_right(FROM, int(difference if difference >= 0 else -difference))
    return steps if difference >= 0 else -steps


def rounded_datum(results: Sequence[Fraction | int], without: int = 0, step: int = 10) -> int:
    """Return the average of a board, leaving out the best and worst `without` results.

    The average is rounded to the nearest multiple of `step`, halves away from 0. Raises ValueError
    if no result is left.

    >>> rounded_datum([100, -40, -40]), rounded_datum([900, 10, 20, -900], 1)
    (10, 20)
    """
    middle = sorted(results)[without : len(results) - without]
    if not middle:
        raise ValueError("no result is left to make a datum from")
    steps = abs(Fraction(sum(middle), len(middle) * step)) + Fraction(1, 2)
    whole = steps.numerator // steps.denominator * step
    return whole if sum(middle) >= 0 else -whole


def swing(open_room: Fraction | int, closed_room: Fraction | int) -> Fraction | int:
    """Return the points of a board for the side that sits north-south in the open room.

    Both results are given as points of north-south.

    >>> swing(-125, 40)
    -165
    """
    return open_room - closed_room


def board_a_match(difference: Fraction | int) -> Fraction:
    """Return 2 for a board won, 1 for a draw, 0 for a loss, whatever the difference.

    >>> int(board_a_match(10)), int(board_a_match(0)), int(board_a_match(-600))
    (2, 1, 0)
    """
    return Fraction(1 + (difference > 0) - (difference < 0))


def matchpoints(results: Sequence[Fraction | int]) -> tuple[int, ...]:
    """Return the matchpoints of every result of a board, in the order of the results.

    >>> matchpoints([100, -40, 100])
    (3, 0, 3)
    """
    alike = Counter(results)
    points, lower = {}, 0
    for own in sorted(alike):
        points[own] = 2 * lower + alike[own] - 1
        lower += alike[own]
    return tuple(points[own] for own in results)


def share_of_top(points: Fraction | int, results: int) -> Fraction:
    """Return matchpoints as a share of the maximum possible.

    Raises ValueError if there is no other result to compare with.

    >>> share_of_top(3, 3)
    Fraction(3, 4)
    """
    if results < 2:
        raise ValueError("a single result cannot be compared")
    return Fraction(points, 2 * (results - 1))


def fill_in_missing(points: int, results: int, expected: int) -> Fraction:
    """Return the matchpoints adjusted as if all expected results of the board were in.

    A missing result counts as the average of the results that are in (Neuberg's formula): with n
    results of N expected, the points become (points + 1) · N / n - 1.

    >>> fill_in_missing(6, 4, 6), fill_in_missing(3, 4, 6), fill_in_missing(6, 4, 4)
    (Fraction(19, 2), Fraction(5, 1), Fraction(6, 1))
    """
    return Fraction((points + 1) * expected - results, results)


_EXACT: Final = Context(prec=60)
"""More digits than any value needs to be rounded to the right hundredth."""
EVEN: Final = 1000
"""Hundredths for each side of a drawn match."""
ALL: Final = 2000
"""Hundredths that the two sides share."""
MOST_BOARDS: Final = 1000


def victory_points(boards: int, imps: int) -> tuple[Fraction, Fraction]:
    """Return the victory points of the side with the given margin, and of the other side.

    Raises ValueError if the number of boards is not from 1 to MOST_BOARDS.

    >>> [str(points) for points in victory_points(8, 17)]
    ['63/4', '17/4']
    """
    if not 1 <= boards <= MOST_BOARDS:
        raise ValueError(f"the boards are from 1 to {MOST_BOARDS}")
    table = scale(boards)
    won = table[min(abs(imps), len(table) - 1)]
    own = won if imps >= 0 else ALL - won
    return Fraction(own, 100), Fraction(ALL - own, 100)


@lru_cache(maxsize=64)
def scale(boards: int) -> tuple[int, ...]:
    """Return the winner's victory points, in hundredths, by margin.

    The margins go from 0 to the first that wins all points.

    >>> scale(8)[0], scale(8)[40], len(scale(8))
    (1000, 1974, 44)
    """
    golden = _EXACT.divide(_EXACT.subtract(_EXACT.sqrt(Decimal(5)), Decimal(1)), Decimal(2))
    most = _EXACT.subtract(Decimal(1), _EXACT.power(golden, Decimal(3)))
    blitz = _EXACT.multiply(Decimal(15), _EXACT.sqrt(Decimal(boards)))
    # t^(3m/B) for one margin after the other: a power for each takes most of the time.
    step = _EXACT.power(golden, _EXACT.divide(Decimal(3), blitz))
    left, values = Decimal(1), [EVEN]
    while values[-1] < ALL:
        left = _EXACT.multiply(left, step)
        share = _EXACT.divide(_EXACT.subtract(Decimal(1), left), most)
        gained = _EXACT.multiply(Decimal(ALL - EVEN), min(share, Decimal(1)))
        values.append(EVEN + int(gained.to_integral_value(ROUND_HALF_UP)))
    return tuple(_concave(values))


def _concave(values: list[int]) -> list[int]:
    """Raise values until each IMP is worth no more than the one before it."""
    raised = True
    while raised:
        raised = False
        for margin in range(1, len(values) - 1):
            if 2 * values[margin] < values[margin - 1] + values[margin + 1]:
                values[margin] += 1
                raised = True
    return values
