"""Matchpoints: how many results of a board one result beats.

A result has 2 for every other one that is lower, and 1 for every other one that is equal.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction


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
    """Return matchpoints as a share of the most that were possible.

    Raises ValueError where there is no other result to compare with.

    >>> share_of_top(3, 3)
    Fraction(3, 4)
    """
    if results < 2:
        raise ValueError("a single result cannot be compared")
    return Fraction(points, 2 * (results - 1))


def fill_in_missing(points: int, results: int, expected: int) -> Fraction:
    """Return the matchpoints as though all expected results of the board were there.

    Every one that is missing counts as the average of those that are (Neuberg's formula): the
    points of n results become (points + 1) · N / n - 1 for N expected ones.

    >>> fill_in_missing(6, 4, 6), fill_in_missing(3, 4, 6), fill_in_missing(6, 4, 4)
    (Fraction(19, 2), Fraction(5, 1), Fraction(6, 1))
    """
    return Fraction((points + 1) * expected - results, results)
