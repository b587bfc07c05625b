"""Which three of an odd field meet in half matches, each with each."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from tournaments.pairing.seating import digest
from tournaments.pairing.swiss.swiss_costs import Cost, SwissField

LOWEST = 11
"""How many entrants are candidates: those least often in half matches, the lowest first."""

Three = tuple[int, int, int]


def candidates(field: SwissField, seed: str) -> list[Three]:
    """Return threes in the order in which they are tried.

    The fewest who were in a three before, the fewest rematches, the lowest, the closest, the fewest
    of one club, and at last the seed.
    """
    threes, names = field.past.threes, field.names

    def low(number: int) -> tuple[int, int, str]:
        return threes[names[number]], -field.entrants[number].rank, names[number]

    def cost(three: Three) -> tuple[int, int, int, int, int, str]:
        twos = list(combinations(three, 2))
        lot = digest(seed, "three", "/".join(sorted(names[number] for number in three)))
        return (
            sum(threes[names[number]] for number in three),
            rematches(field, three),
            sum(field.bye_place(number) for number in three),
            sum(field.distance(number, other) for number, other in twos),
            sum(field.same_club(number, other) for number, other in twos),
            lot,
        )

    lowest = sorted(range(len(names)), key=low)[:LOWEST]
    return sorted(combinations(lowest, 3), key=cost)


def rematches(field: SwissField, three: Three) -> int:
    """Return how many of the three half matches have been played before."""
    names = field.names
    return sum(
        field.past.met(names[number], names[other]) > 0 for number, other in combinations(three, 2)
    )


def add_three_costs(costs: Mapping[Cost, int], field: SwissField, three: Three) -> dict[Cost, int]:
    """Return the costs of a draw with those of its three."""
    twos = list(combinations(three, 2))
    more = {
        Cost.REMATCHES: rematches(field, three),
        Cost.DISTANCE: sum(field.distance(number, other) for number, other in twos),
        Cost.CLUBS: sum(field.same_club(number, other) for number, other in twos),
    }
    return {cost: costs.get(cost, 0) + more.get(cost, 0) for cost in field.columns}
