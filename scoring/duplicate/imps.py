"""International match points: differences of points on a scale (Law 78B of duplicate)."""

from bisect import bisect_right
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
