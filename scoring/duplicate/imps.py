"""International match points: differences of points on a scale (Law 78B of duplicate).

A result is compared with the datum, which is the average of a board, or with that of the other room
of a team match, in which each side plays the board once in either direction.
"""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

_STEPS: Final = """
20 50 90 130 170 220 270 320 370 430 500 600
750 900 1100 1300 1500 1750 2000 2250 2500 3000 3500 4000
"""
FROM: Final = tuple(map(int, _STEPS.split()))
"""From which difference on there are 1, 2, 3 … IMPs."""


def imps(difference: Fraction | int) -> int:
    """Return the IMPs for a difference of points; the sign is that of the difference.

    A difference between two steps of the table, as 165, has those of the lower one.

    >>> imps(165), imps(-20), imps(10), imps(9990)
    (4, -1, 0, 24)
    """
    # The steps are whole numbers, so a fraction decides nothing.
    steps = bisect_right(FROM, int(difference if difference >= 0 else -difference))
    return steps if difference >= 0 else -steps


def rounded_datum(results: Sequence[Fraction | int], without: int = 0, step: int = 10) -> int:
    """Return the average of a board, without so many of the best and of the worst results.

    It is rounded to the nearest multiple of `step`, from the middle away from 0. Raises ValueError
    where nothing is left.

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
    """Return what a board brings the side that sits north-south in the open room.

    Both results are points of north-south.

    >>> swing(-125, 40)
    -165
    """
    return open_room - closed_room


def board_a_match(difference: Fraction | int) -> Fraction:
    """Return what a board counts that is won, drawn or lost, whatever the difference.

    >>> int(board_a_match(10)), int(board_a_match(0)), int(board_a_match(-600))
    (2, 1, 0)
    """
    return Fraction(1 + (difference > 0) - (difference < 0))
