"""The costs of pairing two in a Swiss draw, the weightiest first.

1. who is left out has been left out before (how much oftener than others, three at the most);
2. they have met; 3. how often (three times more at the most);
4. who is left out stands higher than another;
5. the square of how many score groups lie between them (of places, where places are paired);
6. they are of one club; 7. who floated in the round before floats the same way again;
8. the square of how many places they are off the order within their score group (63 at the most);
9. neither needs the first seat more than the other; both have had it, or missed it, twice more.

Under the Danish option what has been played counts behind the distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from tournaments.pairing.cheapest_matching import CostedPairs
from tournaments.pairing.swiss.swiss_values import (
    ByeRule,
    Float,
    PairingOrder,
    Past,
    Style,
    SwissEntrant,
    SwissInput,
)

OFTEN = 3
FAR = 63
UNEVEN = 4
LEAN = 2


class Cost(StrEnum):
    """The costs of a draw by their names."""

    BYE_AGAIN = "bye_again"
    REMATCHES = "rematches"
    TIMES_MET = "times_met"
    BYE_PLACE = "bye_place"
    DISTANCE = "distance"
    CLUBS = "clubs"
    FLOATS_AGAIN = "floats_again"
    ORDER = "order"
    SEATS = "seats"


USUAL = tuple(Cost)
DANISH = (
    Cost.BYE_AGAIN,
    Cost.BYE_PLACE,
    Cost.DISTANCE,
    Cost.REMATCHES,
    Cost.TIMES_MET,
    *USUAL[USUAL.index(Cost.CLUBS) :],
)
HEAVIEST = 3
"""The usual costs that weigh more than the rounds to come: a bye or a meeting again in this one."""


class SwissField:
    """The entrants to be paired, by number, with their score groups and ranks in these."""

    def __init__(self, inputs: SwissInput, entrants: Sequence[SwissEntrant], past: Past) -> None:
        self.options, self.entrants, self.past = inputs.options, tuple(entrants), past
        self.names = [entrant.entry for entrant in self.entrants]
        self.columns = DANISH if self.options.style is Style.DANISH else USUAL
        scores = sorted({entrant.score for entrant in self.entrants}, reverse=True)
        numbers = {score: number for number, score in enumerate(scores)}
        self.groups = [numbers[entrant.score] for entrant in self.entrants]
        self.sizes = [self.groups.count(number) for number in range(len(scores))]
        self.places = self._group_places()
        self._by_rank = sorted({entrant.rank for entrant in self.entrants}, reverse=True)
        self._least_byes = min((past.byes[name] for name in self.names), default=0)
        self._balance = [past.balance[name] for name in self.names]
        self._seats = {
            balance: {other: _first_seat_cost(balance, other) for other in set(self._balance)}
            for balance in set(self._balance)
        }
        self._swiss = self.options.style is Style.SWISS
        self._floated = any(entrant.floated for entrant in self.entrants)
        self._clubs = [entrant.club for entrant in self.entrants]
        self._ranks = self.groups if self._swiss else [entrant.rank for entrant in self.entrants]

    def offers(self) -> CostedPairs:
        """Return every pair with its costs; with an odd number each entrant also with the bye, the
        last.
        """
        ones: list[int] = []
        others: list[int] = []
        columns: dict[Cost, list[int]] = {cost: [] for cost in self.columns}
        for first in range(len(self.names)):
            behind = range(first + 1, len(self.names))
            ones += [first] * len(behind)
            others += behind
            for cost, column in columns.items():
                column.extend(self._cost_column(cost, first) or [0] * len(behind))
        if len(self.names) % 2 and self.options.bye is not ByeRule.THREE_WAY:
            for number in range(len(self.names)):
                ones.append(number)
                others.append(len(self.names))
                byes = self._bye_costs(number)
                for cost, column in columns.items():
                    column.append(byes.get(cost, 0))
        return CostedPairs(ones, others, list(columns.values()))

    @property
    def avoids_rematches(self) -> bool:
        """Whether rematches are avoided, which the Danish option does not do."""
        return self.columns == USUAL

    def unmet(self) -> tuple[int, ...]:
        """Return for each entrant a bit set of the entrants not yet met.

        With an odd number the bye is the last bit, set for entrants with fewer byes than others.
        """
        size = len(self.names) + len(self.names) % 2
        met = [[self.past.met(name, other) > 0 for other in self.names] for name in self.names]
        if size > len(self.names):
            had = [self.past.byes[name] > self._least_byes for name in self.names]
            met = [[*row, bye] for row, bye in zip(met, had, strict=True)] + [[*had, True]]
        return tuple(
            sum(1 << other for other in range(size) if other != node and not met[node][other])
            for node in range(size)
        )

    def _bye_costs(self, number: int) -> dict[Cost, int]:
        """Return the costs of a bye."""
        again = self.past.byes[self.names[number]] - self._least_byes
        return {
            Cost.BYE_AGAIN: min(again, OFTEN),
            Cost.BYE_PLACE: self.bye_place(number),
            Cost.FLOATS_AGAIN: int(self.entrants[number].floated is Float.DOWN),
        }

    def _cost_column(self, cost: Cost, first: int) -> list[int] | None:
        """Return a cost of an entrant against each later one; None if it does not apply."""
        if cost in (Cost.REMATCHES, Cost.TIMES_MET):
            return self._rematch_cost(cost, first)
        if cost is Cost.DISTANCE:
            here = self._ranks[first]
            return [(here - rank) ** 2 for rank in self._ranks[first + 1 :]]
        if cost is Cost.SEATS:
            seats = self._seats[self._balance[first]]
            return [seats[balance] for balance in self._balance[first + 1 :]]
        return self._optional_cost(cost, first)

    def _optional_cost(self, cost: Cost, first: int) -> list[int] | None:
        """Return such a cost that depends on options or on the previous round."""
        behind = range(first + 1, len(self.names))
        if cost is Cost.CLUBS and self.options.clubs_apart and self._clubs[first]:
            return [int(self._clubs[first] == other) for other in self._clubs[first + 1 :]]
        if cost is Cost.FLOATS_AGAIN and self._swiss and self._floated:
            return [len(self.floats_again(first, other)) for other in behind]
        if cost is Cost.ORDER and self._swiss and self.options.order is not PairingOrder.DRAWN:
            return [self._order_cost(first, other) for other in behind]
        return None

    def _rematch_cost(self, cost: Cost, first: int) -> list[int] | None:
        met = self.past.met_by(self.names[first])
        if not met:
            return None
        times = [met.get(name, 0) for name in self.names[first + 1 :]]
        if cost is Cost.REMATCHES:
            return [int(often > 0) for often in times]
        return [min(often - 1, OFTEN) if often else 0 for often in times]

    def bye_place(self, number: int) -> int:
        """Return how many stand lower: ranks if the last has the bye, otherwise score groups."""
        if self._swiss and self.options.bye is not ByeRule.LAST:
            return len(self.sizes) - 1 - self.groups[number]
        return self._by_rank.index(self.entrants[number].rank)

    def _group_places(self) -> list[int]:
        """Return the rank of each entrant within its score group, from 0."""
        places, seen = [0] * len(self.entrants), [0] * len(self.sizes)
        for number in sorted(range(len(places)), key=lambda n: (self.entrants[n].rank, n)):
            places[number] = seen[self.groups[number]]
            seen[self.groups[number]] += 1
        return places

    def distance(self, first: int, other: int) -> int:
        """Return the squared distance of two entrants in score groups, or in ranks."""
        return (self._ranks[first] - self._ranks[other]) ** 2

    def same_club(self, first: int, other: int) -> bool:
        """Return whether two entrants are of one club and should not meet."""
        club = self.entrants[first].club
        return self.options.clubs_apart and club != "" and club == self.entrants[other].club

    def floats(self, first: int, other: int) -> bool:
        """Return whether two entrants have different scores and not both are alone with theirs."""
        groups = self.groups[first], self.groups[other]
        return groups[0] != groups[1] and max(self.sizes[group] for group in groups) > 1

    def floats_again(self, first: int, other: int) -> tuple[int, ...]:
        """Return which of two entrants would float the same way as in the previous round."""
        if not self.floats(first, other):
            return ()
        above, below = sorted((first, other), key=lambda number: self.groups[number])
        down = (above,) if self.entrants[above].floated is Float.DOWN else ()
        up = (below,) if self.entrants[below].floated is Float.UP else ()
        return (*down, *up)

    def _order_cost(self, first: int, other: int) -> int:
        """Return the squared distance of two from the order of their group; floaters are next to
        it.
        """
        if self.groups[first] != self.groups[other]:
            above, below = sorted((first, other), key=lambda number: self.groups[number])
            up = self.sizes[self.groups[above]] - 1 - self.places[above]
            return min(FAR, up) ** 2 + min(FAR, self.places[below]) ** 2
        a, b, size = self.places[first], self.places[other], self.sizes[self.groups[first]]
        off = {
            PairingOrder.FOLD: a + b - (size - 1),
            PairingOrder.SLIDE: abs(a - b) - size // 2,
            PairingOrder.ADJACENT: abs(a - b) - 1,
        }[self.options.order]
        return min(FAR, abs(off)) ** 2


def _first_seat_cost(balance: int, other: int) -> int:
    """Return the cost of the first seat for two with these balances of first seats."""
    lopsided = min(balance, other) >= LEAN or max(balance, other) <= -LEAN
    return UNEVEN - min(UNEVEN, abs(balance - other)) + (2 * UNEVEN if lopsided else 0)
