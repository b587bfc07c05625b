"""Exact sums that create one fraction for each sum rather than for each step."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from math import gcd
from typing import Final

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
