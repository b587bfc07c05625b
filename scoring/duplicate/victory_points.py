"""Victory points 20-0: a margin of IMPs over a number of boards, to the hundredth.

The scale is the continuous one of the World Bridge Federation: with t = (√5 - 1) / 2 and the blitz
margin B = 15 · √boards, a margin m has 10 + 10 · (1 - t^(3m/B)) / (1 - t^3) points, and from B on
20. Rounding alone does not give the published tables: in them no IMP is worth more than the one
before it. Where rounding breaks that, a value is raised by a hundredth until it holds.
"""

from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

_EXACT: Final = Context(prec=60)
"""More digits than any value needs to be rounded to the right hundredth."""
EVEN: Final = 1000
"""Hundredths for each side of a drawn match."""
ALL: Final = 2000
"""Hundredths that the two sides share."""
MOST_BOARDS: Final = 1000


def victory_points(boards: int, imps: int) -> tuple[Fraction, Fraction]:
    """Return the points of the side whose margin is given, and those of the other.

    Raises ValueError where the number of boards is not from 1 to MOST_BOARDS.

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
    """Return the winner's hundredths by the margin, from 0 up to the first that has all.

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
    """Raise values until each further IMP is worth no more than the one before it."""
    raised = True
    while raised:
        raised = False
        for margin in range(1, len(values) - 1):
            if 2 * values[margin] < values[margin - 1] + values[margin + 1]:
                values[margin] += 1
                raised = True
    return values
