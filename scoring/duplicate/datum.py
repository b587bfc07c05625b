"""The datum: the average result of a board, and the IMPs of every result against it."""

from collections.abc import Sequence
from fractions import Fraction

from scoring.duplicate.imps import imps


def datum(results: Sequence[Fraction | int], without: int = 0, step: int = 10) -> int:
    """Return the average of a board, without so many of the best and of the worst results.

    It is rounded to the nearest multiple of `step`, from the middle away from 0. Raises ValueError
    where nothing is left.

    >>> datum([100, -40, -40]), datum([5]), datum([-15, -15]), datum([900, 10, 20, -900], 1)
    (10, 10, -20, 20)
    """
    middle = sorted(results)[without : len(results) - without]
    if not middle:
        raise ValueError("no result is left to make a datum from")
    steps = abs(Fraction(sum(middle), len(middle) * step)) + Fraction(1, 2)
    whole = steps.numerator // steps.denominator * step
    return whole if sum(middle) >= 0 else -whole


def against(results: Sequence[Fraction | int], average: int) -> tuple[int, ...]:
    """Return the IMPs of every result against the datum.

    >>> against([100, -40], 10)
    (3, -2)
    """
    return tuple(imps(result - average) for result in results)
