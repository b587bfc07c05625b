"""The value of a rating as stored and shown; it is computed in `model`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

UNIT: Final = 10_000
"""Stored values are whole parts of the model's own unit, so many to one."""
PROVISIONAL_BELOW: Final = 20
"""A rating from fewer games is provisional."""
POINT: Final = UNIT // 40
"""A point that is shown; a beginner has 1500, and so many below nothing are added."""
BASE: Final = 500


@dataclass(frozen=True, slots=True)
class Value:
    """The estimated strength of a player, in ten-thousandths of the model's unit."""

    mean: int
    deviation: int
    games: int = 0

    @property
    def points(self) -> int:
        """The rating as it is shown.

        >>> Value(250_000, 83_333).points, Value(276_354, 80_659, 1).points
        (1500, 1605)
        """
        return shown_points(self.mean)

    @property
    def margin(self) -> int:
        """The uncertainty of the rating: twice the deviation, in points."""
        return _nearest(2 * self.deviation)

    @property
    def is_provisional(self) -> bool:
        """Whether it is based on few games."""
        return self.games < PROVISIONAL_BELOW


BEGINNING: Final = Value(25 * UNIT, 83_333)
"""The value of somebody who has not played."""


def shown_points(mean: int) -> int:
    """Return the rating that is shown of a stored mean."""
    return BASE + _nearest(mean)


def _nearest(amount: int) -> int:
    return (2 * amount + POINT) // (2 * POINT)
