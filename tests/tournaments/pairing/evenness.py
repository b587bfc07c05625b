"""How even a movement is: what its checker allows, as numbers."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.fours import fours_check
from tournaments.pairing.fours.fixed_movements import FoursMovement


@dataclass(frozen=True, slots=True)
class Evenness:
    """How far counts are apart: seats of a player, sides of two players, sit-outs of the field."""

    seats: int
    sides: int
    out: int
    uneven_sides: int
    """How many ordered twos have sides more than one apart."""


def evenness(movement: FoursMovement) -> Evenness:
    """Return how even a movement is."""
    sides = [apart for _, _, apart in fours_check._side_spreads(movement)]
    return Evenness(
        seats=max(apart for _, apart in fours_check._seat_spreads(movement)),
        sides=max(sides, default=0),
        out=fours_check._sit_out_spread(movement),
        uneven_sides=sum(apart > 1 for apart in sides),
    )
