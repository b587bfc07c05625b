"""Divides a field into tables of four: exactly up to sixteen entries, by a bounded search above.

Up to sixteen every division is evaluated, by the sets of remaining entries, so that the result is
the cheapest. Above, the field is divided in its order and entries are exchanged as long as that is
cheaper; then a table is disturbed by two exchanges and improved again, as often as the bound
allows, and the result is kept unless it costs more. Random numbers are the SHA-256 of
`seed:kick:0`, `seed:kick:1` …
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, count

import numpy as np

from tournaments.pairing.fours.fours_costs import Costs, Four, Weights
from tournaments.pairing.fours.fours_seats import SEATS
from tournaments.pairing.seating import digest

EXACT = 16
"""The most entries for which the cheapest cut is found with certainty."""
KICKS = 1000
WORK = 100_000
"""The number of disturbances is at most `KICKS`, in a large field `WORK` over the entries."""
FEWEST_KICKS = 200
NEAR = 8
"""The number of cheapest exchanges from which a disturbance takes one."""
UNKNOWN = 2**63
"""More than any cut costs."""

Tables = tuple[Four, ...]


def cut(costs: Costs, seed: str) -> Tables:
    """Return the tables of four, each in the order of the entries.

    Raises ValueError without entries, or if they do not fill the tables.
    """
    if not costs.entries or len(costs.entries) % SEATS:
        raise ValueError("the entries do not fill the tables")
    if len(costs.entries) <= EXACT:
        return exact(costs)
    return _even_seats(costs, search(costs, seed))


def exact(costs: Costs) -> Tables:
    """Return the cheapest tables, the first among equals in the order of the entries."""

    @cache
    def table(four: Four) -> int:
        return costs.table(four)

    @cache
    def best(left: Four) -> tuple[int, Tables]:
        if not left:
            return 0, ()
        least: tuple[int, Tables] = UNKNOWN, ()
        for others in combinations(left[1:], SEATS - 1):
            four = (left[0], *others)
            price = table(four)
            if price >= least[0]:
                continue
            price_of_rest, rest = best(tuple(place for place in left if place not in four))
            if price + price_of_rest < least[0]:
                least = price + price_of_rest, (four, *rest)
            if least[0] == 0:
                break
        return least

    return best(tuple(range(len(costs.entries))))[1]


def search(costs: Costs, seed: str) -> Tables:
    """Return the cheapest tables that the bounded search finds."""
    lots = (int(digest(seed, "kick", str(number)), 16) for number in count())
    cut_now = _Cut(costs.weights)
    cut_now.mend(range(cut_now.tables))
    least = cut_now.cost()
    for _ in range(max(FEWEST_KICKS, min(KICKS, WORK // len(costs.entries)))):
        if least == 0:
            break
        before = cut_now.copy()
        cut_now.mend(cut_now.kick(costs.over_ranks, lots))
        if cut_now.cost() > least:
            cut_now = before
        least = min(least, cut_now.cost())
    return cut_now.members()


class _Cut:
    """A division into tables, with the cost of every entry at each table."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self.tables = len(weights) // SEATS
        self._at = np.arange(len(weights)) // SEATS
        self._with = weights.reshape(len(weights), self.tables, SEATS).sum(axis=2)
        self._all = np.arange(len(weights))

    def copy(self) -> _Cut:
        """Return a copy of the division."""
        other = object.__new__(_Cut)
        other._weights, other.tables, other._all = self._weights, self.tables, self._all
        other._at, other._with = self._at.copy(), self._with.copy()
        return other

    def cost(self) -> int:
        """Return the cost of all pairs that sit together."""
        return int(self._own_costs().sum()) // 2

    def members(self) -> Tables:
        """Return the members of each table."""
        order = np.argsort(self._at, kind="stable").reshape(-1, SEATS)
        return tuple(tuple(int(place) for place in table) for table in order)

    def mend(self, tables: range | set[int]) -> None:
        """Exchange entries as long as that is cheaper, beginning with those at these tables."""
        waiting = set(tables)
        while waiting:
            table = min(waiting)
            waiting.discard(table)
            for player in np.flatnonzero(self._at == table):
                gains = self._gains(int(player))
                other = int(gains.argmin())
                if gains[other] < 0:
                    waiting |= {table, int(self._at[other])}
                    self._exchange(int(player), other)
                    break

    def kick(self, meeting: int, lots: Iterator[int]) -> set[int]:
        """Disturb a table, one with a rematch if there is any; return the tables changed.

        A meeting weighs `meeting` or more, everything else together less.
        """
        own = self._own_costs()
        worst = np.flatnonzero(own >= meeting)
        pool = worst if len(worst) else np.flatnonzero(own > 0)
        changed: set[int] = set()
        first = int(pool[next(lots) % len(pool)])
        for player in (first, self._tablemate(first, next(lots))):
            gains = self._gains(player)
            near = np.argsort(gains, kind="stable")[: min(NEAR, len(gains) - SEATS)]
            other = int(near[next(lots) % len(near)])
            changed |= {int(self._at[player]), int(self._at[other])}
            self._exchange(player, other)
        return changed

    def _tablemate(self, player: int, lot: int) -> int:
        mates = [
            int(mate) for mate in np.flatnonzero(self._at == self._at[player]) if mate != player
        ]
        return mates[lot % len(mates)]

    def _own_costs(self) -> Weights:
        """Return the cost of every entry at its own table."""
        own: Weights = self._with[self._all, self._at]
        return own

    def _gains(self, player: int) -> Weights:
        """Return the increase in cost from exchanging a player with each other one."""
        here = self._at[player]
        gains: Weights = (
            self._with[player, self._at]
            + self._with[:, here]
            - 2 * self._weights[player]
            - self._with[player, here]
            - self._own_costs()
        )
        gains[self._at == here] = np.iinfo(np.int64).max
        return gains

    def _exchange(self, player: int, other: int) -> None:
        here, there = self._at[player], self._at[other]
        moved = self._weights[:, other] - self._weights[:, player]
        self._with[:, here] += moved
        self._with[:, there] -= moved
        self._at[player], self._at[other] = there, here


def _even_seats(costs: Costs, tables: Tables) -> Tables:
    """Exchange entries if seats at a table would differ by more than two, without new rematches."""
    evened = list(tables)
    for number, four in enumerate(tables):
        if costs.excess(evened[number]):
            _even_table(costs, evened, number, four)
    return tuple(evened)


def _even_table(costs: Costs, tables: list[Four], number: int, four: Four) -> None:
    best: tuple[int, int, Four, Four] | None = None
    for there, others in enumerate(tables):
        if there == number:
            continue
        before = costs.table(tables[number]) + costs.table(others)
        for mine, yours in ((mine, yours) for mine in four for yours in others):
            first = tuple(yours if place == mine else place for place in four)
            second = tuple(mine if place == yours else place for place in others)
            change = costs.pairs(first) + costs.pairs(second) - before
            if change >= 0 or (best is not None and change >= best[0]):
                continue
            change += costs.over_ranks * (costs.excess(first) + costs.excess(second))
            if change < 0 and (best is None or change < best[0]):
                best = change, there, first, second
    if best is not None:
        _, there, tables[number], tables[there] = best
