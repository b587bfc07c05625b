"""Units of penalty points: points, levels, IMPs or victory points.

The units themselves are `models.Unit`; penalties for late line-ups are in `line_ups`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scoring.game import Counting
from tournaments.models import Comparison
from tournaments.models.record import Unit
from tournaments.standings.match_scores import Order

USUAL_TARGET: Final = 1000
"""What a game (局) is played to as a rule; a penalty of more than that throws a game away."""
HEAVY: Final[Mapping[Unit, int]] = {Unit.LEVEL: 3, Unit.IMP: 9, Unit.VP: 3, Unit.TABLE_POINT: 2}
"""重罚: the heaviest step of the catalogue in each unit (competition rules 7.1, L6)."""
BEYOND_REASON: Final = 10


@dataclass(frozen=True, slots=True)
class PenaltyLimits:
    """Limits of penalties: above `usual` one needs a second confirmation, above `most` it is
    refused.
    """

    usual: int
    most: int

    def is_large(self, amount: Fraction | int) -> bool:
        """Whether a penalty needs a second confirmation of its amount."""
        return abs(Fraction(amount)) > self.usual

    def is_absurd(self, amount: Fraction | int) -> bool:
        """Whether a penalty can only be a typing error."""
        return abs(Fraction(amount)) > self.most


def penalty_limits(unit: Unit, target: int | None) -> PenaltyLimits:
    """Return the limits of penalties in a unit; `target` is the sum that ends a game (局), if any.

    >>> penalty_limits(Unit.SCALED, 800), penalty_limits(Unit.LEVEL, None)
    (PenaltyLimits(usual=800, most=8000), PenaltyLimits(usual=3, most=30))
    """
    if unit in HEAVY:
        return PenaltyLimits(HEAVY[unit], BEYOND_REASON * HEAVY[unit])
    reached = target or USUAL_TARGET
    return PenaltyLimits(min(reached, USUAL_TARGET), BEYOND_REASON * reached)


def penalty_unit(
    counting: Counting, ranking: str, *, at_table: bool, comparison: str = Comparison.NONE
) -> Unit:
    """Return the unit of penalties: at a table that of the game, else that of the ranking.

    If boards are compared, it is the unit of the comparison at a table and where their sum ranks.
    If matches rank, a penalty on the standings is taken from match scores; if table points rank,
    from their sum.
    """
    if not at_table and Order(ranking).by_match:
        return Unit.VP
    if not at_table and Order(ranking) is Order.TABLE_POINTS:
        return Unit.TABLE_POINT
    if comparison in {Comparison.IMP, Comparison.DATUM_IMP}:
        return Unit.IMP
    return Unit.LEVEL if at_table and counting is Counting.LEVELS else Unit.SCALED
