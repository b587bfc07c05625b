"""The draws of earlier versions, to repeat their rounds and to draw tables of three and five.

A field is divided into tables from seeded starting orders, each improved by exchanges. The cost of
a division is the sum over its tables: 3 for two entries that meet a second time, 8 for a third, 15
for a fourth. In an order by standings, the distance of every entry from the table of its rank
counts too, with far less weight. From each start two entries are exchanged between two tables as
long as the cost falls, table by table in order; the cheapest division wins, the first among equals.

The seats of a table are then rotated so that every entry sits in each direction as evenly as
possible. Every order comes from SHA-256 of the seed, so that the same input gives the same draw
anywhere and by hand. The oldest movement, for sixteen players, is in `fours.sixteen_players`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product

from tournaments.pairing.seating import (
    Draw,
    Met,
    Seating,
    digest,
    meetings,
    seat_table,
    shuffle,
)

ALGORITHMS = {
    (False, False): "individual-search-2",
    (False, True): "individual-standing-1",
    (True, False): "pairs-search-1",
    (True, True): "pairs-standing-1",
}
"""The algorithm by whether pairs are drawn, and whether by standing."""
MEETING_AGAIN = 10**9
"""The cost of a second meeting over 3: no displacement outweighs it."""
REACH = 8
"""By standing, nobody is exchanged over more tables than this."""

Cut = list[list[int]]


def draw(
    entries: Sequence[str],
    labels: Sequence[str],
    history: Sequence[Seating],
    seed: str,
    *,
    pair: bool = False,
    by_standing: bool = False,
) -> Draw:
    """Seat every entry once, at tables with one seat for each label.

    By standing `entries` are in the order of the standings, the best first. With `pair` partners
    sit opposite each other. Raises ValueError if the entries do not fill the tables.
    """
    size = len(labels) // 2 if pair else len(labels)
    if not entries or len(entries) % size:
        raise ValueError("the entries do not fill the tables")
    met, seats = meetings(history), _SeatCount(labels, history)
    starts: Iterable[list[str]]
    if by_standing:
        starts = _jitter_standing(entries, size, seed)
    else:
        count = _start_count(len(entries), 4000)
        starts = (shuffle(entries, seed, start) for start in range(count))
    tables = _Cuts(entries, size, met, ranked=by_standing).best(starts)
    orders = ([turn * (2 if pair else 1) for turn in permutations(table)] for table in tables)
    turned = [
        seat_table(number, labels, seats.best(ways), met) for number, ways in enumerate(orders, 1)
    ]
    return Draw(seed, ALGORITHMS[pair, by_standing], tuple(turned))


def _start_count(entries: int, work: int) -> int:
    """Return the number of starts to try: fewer in a large field, where the first ones suffice."""
    return max(4, min(100, work // entries))


def _jitter_standing(entries: Sequence[str], size: int, seed: str) -> Iterator[list[str]]:
    """Yield the order of the standings, then orders in which entries move down by up to two
    tables.
    """
    yield list(entries)
    for start in range(1, _start_count(len(entries), 2000)):
        moved = [
            (place + int(digest(seed, start, entry)[:8], 16) % (2 * size), place, entry)
            for place, entry in enumerate(entries)
        ]
        yield [entry for _, _, entry in sorted(moved)]


class _Cuts:
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
        """Return the tables of the cheapest division reached from these orders."""
        places = {entry: place for place, entry in enumerate(self._entries)}
        best: Cut = []
        least = -1
        for start in starts:
            order = [places[entry] for entry in start]
            cut = [order[at : at + self._size] for at in range(0, len(order), self._size)]
            while self._exchange_once(cut):
                pass
            cost = sum(self._table_cost(number, table) for number, table in enumerate(cut))
            if least < 0 or cost < least:
                best, least = cut, cost
            if cost == 0:
                break
        return [tuple(self._entries[place] for place in table) for table in best]

    def _exchange_once(self, cut: Cut) -> bool:
        """Try all pairs of tables once; return whether the cost fell."""
        changed = False
        for table, other in combinations(range(len(cut)), 2):
            if self._ranked and other - table > REACH:
                continue
            if self._table_cost(table, cut[table]) + self._table_cost(other, cut[other]) == 0:
                continue
            for mine, yours in product(range(self._size), repeat=2):
                if self._gain(cut, (table, mine), (other, yours)) > 0:
                    cut[table][mine], cut[other][yours] = cut[other][yours], cut[table][mine]
                    changed = True
        return changed

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


class _SeatCount:
    """How often each entry has sat in each seat, and in each relative position to each other.

    Of two orders at a table the better one leaves the seats more even; of equal ones, the better
    one varies left, right and opposite more.
    """

    def __init__(self, labels: Sequence[str], history: Iterable[Seating]) -> None:
        self._labels = tuple(labels)
        self._sat: Counter[tuple[str, str]] = Counter()
        self._beside: Counter[tuple[str, str, int]] = Counter()
        for seating in history:
            self._sat.update((entry, label) for label, entry in seating.seats)
            self._beside.update(self._relative_places([entry for _, entry in seating.seats]))

    def best(self, orders: Iterable[Sequence[str]]) -> Sequence[str]:
        """Return the best of these orders of entries on the seats, the first among equals."""
        return min(orders, key=self._cost)

    def _cost(self, order: Sequence[str]) -> tuple[int, int]:
        seats = zip(order, self._labels, strict=True)
        return (
            sum((self._sat[seat] + 1) ** 2 for seat in seats),
            sum((self._beside[place] + 1) ** 2 for place in self._relative_places(order)),
        )

    @staticmethod
    def _relative_places(order: Sequence[str]) -> list[tuple[str, str, int]]:
        """Return each ordered pair of entries with the distance of their seats."""
        size = len(order)
        pairs = permutations(range(size), 2)
        return [(order[here], order[there], (there - here) % size) for here, there in pairs]
