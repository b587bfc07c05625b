"""Cutting a field into tables: starts that the seed gives, each mended by exchanges.

A cut costs what its tables cost: 3 for two who meet a second time, 8 for a third, 15 for a fourth;
far below that counts how far everybody sits from the table of his standing, where a standing is
given. From each start two are exchanged between two tables for as long as the cost falls, looked
for table by table in their order; the cheapest cut wins, the first among equals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from tournaments.pairing.seating import Met

MEETING_AGAIN = 10**9
"""No displacement outweighs a meeting."""
REACH = 8
"""With a standing nobody is exchanged further than over so many tables."""

Cut = list[list[int]]


class Field:
    """Entries by their places in a list, with what it costs to seat two of them together."""

    def __init__(self, entries: Sequence[str], size: int, met: Met, *, ranked: bool) -> None:
        self._entries = list(entries)
        self._size = size
        self._ranked = ranked
        self._cost = [
            [MEETING_AGAIN * ((met[frozenset((entry, other))] + 1) ** 2 - 1) for other in entries]
            for entry in entries
        ]

    def best(self, starts: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
        """Return the tables of the cheapest cut that these orders lead to."""
        places = {entry: place for place, entry in enumerate(self._entries)}
        best: Cut = []
        least = -1
        for start in starts:
            cut = self._mended(self._cut([places[entry] for entry in start]))
            cost = sum(self._table(number, table) for number, table in enumerate(cut))
            if least < 0 or cost < least:
                best, least = cut, cost
            if cost == 0:
                break
        return [tuple(self._entries[place] for place in table) for table in best]

    def _cut(self, order: Sequence[int]) -> Cut:
        return [list(order[at : at + self._size]) for at in range(0, len(order), self._size)]

    def _mended(self, cut: Cut) -> Cut:
        while self._exchanges(cut):
            pass
        return cut

    def _exchanges(self, cut: Cut) -> bool:
        """Go once over all pairs of tables; say whether anything became cheaper."""
        changed = False
        for one, other in self._pairs_of_tables(len(cut)):
            if self._table(one, cut[one]) + self._table(other, cut[other]) == 0:
                continue
            for mine, yours in product(range(self._size), repeat=2):
                if self._gain(cut, (one, mine), (other, yours)) > 0:
                    cut[one][mine], cut[other][yours] = cut[other][yours], cut[one][mine]
                    changed = True
        return changed

    def _pairs_of_tables(self, tables: int) -> Iterator[tuple[int, int]]:
        for one, other in combinations(range(tables), 2):
            if not self._ranked or other - one <= REACH:
                yield one, other

    def _gain(self, cut: Cut, one: tuple[int, int], other: tuple[int, int]) -> int:
        """Return by how much the cut becomes cheaper if these two are exchanged."""
        (here, mine), (there, yours) = one, other
        a, b = cut[here][mine], cut[there][yours]
        mates_a = [place for place in cut[here] if place != a]
        mates_b = [place for place in cut[there] if place != b]
        cost_a, cost_b = self._cost[a], self._cost[b]
        now = sum(cost_a[x] for x in mates_a) + sum(cost_b[x] for x in mates_b)
        then = sum(cost_b[x] for x in mates_a) + sum(cost_a[x] for x in mates_b)
        if self._ranked:
            now += self._far(a, here) + self._far(b, there)
            then += self._far(b, here) + self._far(a, there)
        return now - then

    def _table(self, number: int, table: Sequence[int]) -> int:
        again = sum(self._cost[one][other] for one, other in combinations(table, 2))
        far = sum(self._far(place, number) for place in table) if self._ranked else 0
        return again + far

    def _far(self, place: int, table: int) -> int:
        return (table - place // self._size) ** 2
