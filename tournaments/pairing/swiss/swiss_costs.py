"""What it costs to bring two together in a Swiss draw, the weightiest first.

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

from tournaments.pairing.matching import Offers
from tournaments.pairing.swiss.swiss_values import (
    ByeRule,
    Entrant,
    Float,
    Input,
    Order,
    Past,
    Style,
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


class Field:
    """Those who are seated, by their numbers, with their score groups and their places there."""

    def __init__(self, given: Input, entrants: Sequence[Entrant], past: Past) -> None:
        self.options, self.entrants, self.past = given.options, tuple(entrants), past
        self.names = [entrant.entry for entrant in self.entrants]
        self.columns = DANISH if self.options.style is Style.DANISH else USUAL
        scores = sorted({entrant.score for entrant in self.entrants}, reverse=True)
        numbers = {score: number for number, score in enumerate(scores)}
        self.groups = [numbers[entrant.score] for entrant in self.entrants]
        self.sizes = [self.groups.count(number) for number in range(len(scores))]
        self.places = self._places()
        self._by_rank = sorted({entrant.rank for entrant in self.entrants}, reverse=True)
        self._least_byes = min((past.byes[name] for name in self.names), default=0)
        self._balance = [past.balance[name] for name in self.names]
        self._seats = {
            one: {other: _uneven(one, other) for other in set(self._balance)}
            for one in set(self._balance)
        }
        self._swiss = self.options.style is Style.SWISS
        self._floated = any(entrant.floated for entrant in self.entrants)
        self._clubs = [entrant.club for entrant in self.entrants]
        self._ranks = self.groups if self._swiss else [entrant.rank for entrant in self.entrants]

    def offers(self) -> Offers:
        """Return every two with their costs; of an odd number each with nobody too, the last."""
        ones: list[int] = []
        others: list[int] = []
        columns: dict[Cost, list[int]] = {cost: [] for cost in self.columns}
        for one in range(len(self.names)):
            behind = range(one + 1, len(self.names))
            ones += [one] * len(behind)
            others += behind
            for cost, column in columns.items():
                column.extend(self._column(cost, one) or [0] * len(behind))
        if len(self.names) % 2 and self.options.bye is not ByeRule.THREE_WAY:
            for number in range(len(self.names)):
                ones.append(number)
                others.append(len(self.names))
                byes = self._bye_costs(number)
                for cost, column in columns.items():
                    column.append(byes.get(cost, 0))
        return Offers(ones, others, list(columns.values()))

    def _bye_costs(self, number: int) -> dict[Cost, int]:
        """What it costs to leave somebody out."""
        again = self.past.byes[self.names[number]] - self._least_byes
        return {
            Cost.BYE_AGAIN: min(again, OFTEN),
            Cost.BYE_PLACE: self.bye_place(number),
            Cost.FLOATS_AGAIN: int(self.entrants[number].floated is Float.DOWN),
        }

    def _column(self, cost: Cost, one: int) -> list[int] | None:
        """What it costs one to meet each of those behind him, or None where that is nothing."""
        if cost in (Cost.REMATCHES, Cost.TIMES_MET):
            return self._played(cost, one)
        if cost is Cost.DISTANCE:
            here = self._ranks[one]
            return [(here - rank) ** 2 for rank in self._ranks[one + 1 :]]
        if cost is Cost.SEATS:
            seats = self._seats[self._balance[one]]
            return [seats[balance] for balance in self._balance[one + 1 :]]
        return self._wished(cost, one)

    def _wished(self, cost: Cost, one: int) -> list[int] | None:
        """The same of what an option asks for, or what was before."""
        behind = range(one + 1, len(self.names))
        if cost is Cost.CLUBS and self.options.clubs_apart and self._clubs[one]:
            return [int(self._clubs[one] == other) for other in self._clubs[one + 1 :]]
        if cost is Cost.FLOATS_AGAIN and self._swiss and self._floated:
            return [len(self.floats_again(one, other)) for other in behind]
        if cost is Cost.ORDER and self._swiss and self.options.order is not Order.DRAWN:
            return [self._off(one, other) for other in behind]
        return None

    def _played(self, cost: Cost, one: int) -> list[int] | None:
        met = self.past.met_by(self.names[one])
        if not met:
            return None
        times = [met.get(name, 0) for name in self.names[one + 1 :]]
        if cost is Cost.REMATCHES:
            return [int(often > 0) for often in times]
        return [min(often - 1, OFTEN) if often else 0 for often in times]

    def bye_place(self, number: int) -> int:
        """How many stand lower: places where the last is left out, else score groups."""
        if self._swiss and self.options.bye is not ByeRule.LAST:
            return len(self.sizes) - 1 - self.groups[number]
        return self._by_rank.index(self.entrants[number].rank)

    def _places(self) -> list[int]:
        """The place of each within the score group, from 0."""
        places, seen = [0] * len(self.entrants), [0] * len(self.sizes)
        for number in sorted(range(len(places)), key=lambda n: (self.entrants[n].rank, n)):
            places[number] = seen[self.groups[number]]
            seen[self.groups[number]] += 1
        return places

    def distance(self, one: int, other: int) -> int:
        """The square of the score groups between two, or of the places."""
        return (self._ranks[one] - self._ranks[other]) ** 2

    def same_club(self, one: int, other: int) -> bool:
        """Say whether two are of one club that shall not meet."""
        club = self.entrants[one].club
        return self.options.clubs_apart and club != "" and club == self.entrants[other].club

    def floats(self, one: int, other: int) -> bool:
        """Say whether two of different scores meet, and not as each the only one with his."""
        groups = self.groups[one], self.groups[other]
        return groups[0] != groups[1] and max(self.sizes[group] for group in groups) > 1

    def floats_again(self, one: int, other: int) -> tuple[int, ...]:
        """Who of two would leave the score group the same way as in the round before."""
        if not self.floats(one, other):
            return ()
        above, below = sorted((one, other), key=lambda number: self.groups[number])
        down = (above,) if self.entrants[above].floated is Float.DOWN else ()
        up = (below,) if self.entrants[below].floated is Float.UP else ()
        return (*down, *up)

    def _off(self, one: int, other: int) -> int:
        """How far two are off the order of their group, squared; who floats is the next to it."""
        if self.groups[one] != self.groups[other]:
            above, below = sorted((one, other), key=lambda number: self.groups[number])
            up = self.sizes[self.groups[above]] - 1 - self.places[above]
            return min(FAR, up) ** 2 + min(FAR, self.places[below]) ** 2
        a, b, size = self.places[one], self.places[other], self.sizes[self.groups[one]]
        off = {
            Order.FOLD: a + b - (size - 1),
            Order.SLIDE: abs(a - b) - size // 2,
            Order.ADJACENT: abs(a - b) - 1,
        }[self.options.order]
        return min(FAR, abs(off)) ** 2


def _uneven(one: int, other: int) -> int:
    """What the first seat costs where one has had it so much more often, and the other."""
    lopsided = min(one, other) >= LEAN or max(one, other) <= -LEAN
    return UNEVEN - min(UNEVEN, abs(one - other)) + (2 * UNEVEN if lopsided else 0)
