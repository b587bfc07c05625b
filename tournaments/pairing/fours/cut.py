"""Dividing a field into tables: seeded starting orders, each improved by exchanges.

The cost of a cut is the sum over its tables: 3 for two who meet a second time, 8 for a third, 15
for a fourth. Where there is a standing, the distance of everybody from the table of his standing
counts too, far below that. From each start two entries are exchanged between two tables as long as
the cost falls, table by table in their order; the cheapest cut wins, the first among equals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from tournaments.pairing.seating import Met

MEETING_AGAIN = 10**9
"""The cost of a second meeting over 3: no displacement outweighs it."""
REACH = 8
"""By standing, nobody is exchanged over more tables than this."""

Cut = list[list[int]]


class CutField:
    """Entries by their index in a list, with the cost of seating each two of them together."""

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
            cut = self._improve(self._initial_cut([places[entry] for entry in start]))
            cost = sum(self._table_cost(number, table) for number, table in enumerate(cut))
            if least < 0 or cost < least:
                best, least = cut, cost
            if cost == 0:
                break
        return [tuple(self._entries[place] for place in table) for table in best]

    def _initial_cut(self, order: Sequence[int]) -> Cut:
        return [list(order[at : at + self._size]) for at in range(0, len(order), self._size)]

    def _improve(self, cut: Cut) -> Cut:
        while self._exchange_once(cut):
            pass
        return cut

    def _exchange_once(self, cut: Cut) -> bool:
        """Try all pairs of tables once; return whether the cost fell."""
        changed = False
        for table, other in self._pairs_of_tables(len(cut)):
            if self._table_cost(table, cut[table]) + self._table_cost(other, cut[other]) == 0:
                continue
            for mine, yours in product(range(self._size), repeat=2):
                if self._gain(cut, (table, mine), (other, yours)) > 0:
                    cut[table][mine], cut[other][yours] = cut[other][yours], cut[table][mine]
                    changed = True
        return changed

    def _pairs_of_tables(self, tables: int) -> Iterator[tuple[int, int]]:
        for table, other in combinations(range(tables), 2):
            if not self._ranked or other - table <= REACH:
                yield table, other

    def _gain(self, cut: Cut, seat: tuple[int, int], other: tuple[int, int]) -> int:
        """Return by how much exchanging two seats, each (table, index), lowers the cost."""
        (here, mine), (there, yours) = seat, other
        a, b = cut[here][mine], cut[there][yours]
        mates_a = [place for place in cut[here] if place != a]
        mates_b = [place for place in cut[there] if place != b]
        cost_a, cost_b = self._cost[a], self._cost[b]
        before = sum(cost_a[x] for x in mates_a) + sum(cost_b[x] for x in mates_b)
        after = sum(cost_b[x] for x in mates_a) + sum(cost_a[x] for x in mates_b)
        if self._ranked:
            before += self._displacement(a, here) + self._displacement(b, there)
            after += self._displacement(b, here) + self._displacement(a, there)
        return before - after

    def _table_cost(self, number: int, table: Sequence[int]) -> int:
        again = sum(self._cost[place][other] for place, other in combinations(table, 2))
        displacement = (
            sum(self._displacement(place, number) for place in table) if self._ranked else 0
        )
        return again + displacement

    def _displacement(self, place: int, table: int) -> int:
        return (table - place // self._size) ** 2
