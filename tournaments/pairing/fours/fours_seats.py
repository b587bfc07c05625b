"""Assigns seats at tables of four, with seats and neighbours as even as possible.

Of the twenty-four orders at a table the chosen one exceeds a difference of two by the least, first
in the seats and then in the neighbours; then it has the least sum of squares, counting seats twice
and neighbours once; then it is the first in the order of the lot. Tables share no entries, so that
the best order at every table is best for the round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from tournaments.pairing.seating import Seating

SEATS = 4
SIDES = range(1, SEATS)
"""How many seats further on the other one sits: 1, 2 (opposite) and 3."""
APART = 2
"""The difference of two counts that is tolerated in a draw that cannot be planned ahead."""

Key = tuple[int, int, int]
SEATS_WEIGH = 2
"""The weight of seats against neighbours."""


class Sat:
    """Counts of the seats of each entry, and of its neighbours on each side."""

    def __init__(self, labels: Sequence[str], history: Iterable[Seating]) -> None:
        self._places = {label: place for place, label in enumerate(labels)}
        self._seats: Counter[tuple[str, int]] = Counter()
        self._sides: Counter[tuple[str, str, int]] = Counter()
        for seating in history:
            self.add({self._places[label]: entry for label, entry in seating.seats})

    def add(self, table: Mapping[int, str]) -> None:
        """Count one more table, given as the entry in each seat."""
        self._seats.update((entry, place) for place, entry in table.items())
        self._sides.update(
            (entry, other, (there - here) % SEATS)
            for here, entry in table.items()
            for there, other in table.items()
            if here != there
        )

    def spread(self, entry: str) -> int:
        """Return the spread of an entry's seat counts."""
        seats = [self._seats[entry, place] for place in range(SEATS)]
        return max(seats) - min(seats)

    def spread_with(self, entry: str, place: int) -> int:
        """Return the spread with one more table of the entry in this seat."""
        seats = [self._seats[entry, seat] + (seat == place) for seat in range(SEATS)]
        return max(seats) - min(seats)

    def sides_spread(self, entry: str, other: str) -> int:
        """Return the spread of the sides on which an entry has had another."""
        sides = [self._sides[entry, other, side] for side in SIDES]
        return max(sides) - min(sides)

    def excess(self, table: Sequence[str]) -> int:
        """Return by how much seats and neighbours of these four exceed a difference of two.

        That is the least over all orders.

        >>> Sat("NESW", []).excess("abcd")
        0
        """
        if all(self.spread(entry) < APART for entry in table) and all(
            self.sides_spread(*two) < APART for two in permutations(table, 2)
        ):
            return 0
        return min(
            self._seat_excess(order) + self._side_excess(order) for order in permutations(table)
        )

    def best(self, table: Sequence[str]) -> tuple[str, ...]:
        """Return the best order of four, the first among equals in the order they are given."""
        return min(permutations(table), key=self.key)

    def key(self, order: Sequence[str]) -> Key:
        """Return the cost of an order: excess in seats, in sides, then the growth of squares."""
        seats = sum(2 * self._seats[entry, place] + 1 for place, entry in enumerate(order))
        sides = sum(
            2 * self._sides[order[here], order[(here + side) % SEATS], side] + 1
            for here in range(SEATS)
            for side in SIDES
        )
        return self._seat_excess(order), self._side_excess(order), SEATS_WEIGH * seats + sides

    def _side_excess(self, order: Sequence[str]) -> int:
        return sum(self._side_excess_at(order, here) for here in range(SEATS))

    def _seat_excess(self, order: Sequence[str]) -> int:
        apart = (self.spread_with(entry, place) for place, entry in enumerate(order))
        return sum(max(0, spread - APART) for spread in apart)

    def _side_excess_at(self, order: Sequence[str], here: int) -> int:
        over = 0
        for side in SIDES:
            pair = order[here], order[(here + side) % SEATS]
            sides = [self._sides[*pair, place] + (place == side) for place in SIDES]
            over += max(0, max(sides) - min(sides) - APART)
        return over


Table = tuple[int, ...]


def even(rounds: Sequence[Sequence[Table]]) -> tuple[tuple[Table, ...], ...]:
    """Seat the tables of a complete movement, so that seat counts differ by at most one.

    Each four consecutive games of a player are a node of a graph, and so is each table; a player at
    a table is an edge between the two. No node has more than four edges, so that the edges can be
    coloured with four colours, the seats, without a colour twice at a node (D. Kőnig, 1916). After
    any number of rounds every player has had each seat equally often or once more.

    >>> even([[(1, 2, 3, 4)], [(1, 2, 3, 4)]])
    (((3, 4, 1, 2),), ((4, 1, 2, 3),))
    """
    games: Counter[int] = Counter()
    colouring = _EdgeColouring()
    for number, tables in enumerate(rounds):
        for place, table in enumerate(tables):
            for player in table:
                colouring.add_edge((player, games[player] // SEATS), (-1 - number, place))
                games[player] += 1
    return tuple(
        tuple(colouring.seats((-1 - number, place)) for place in range(len(tables)))
        for number, tables in enumerate(rounds)
    )


Node = tuple[int, int]


class _EdgeColouring:
    """Edges between nodes, each in one of four colours, no colour twice at a node."""

    def __init__(self) -> None:
        self._at: dict[Node, list[Node | None]] = {}

    def add_edge(self, node: Node, other: Node) -> None:
        """Add an edge, and recolour others if no colour is free at both ends."""
        here, there = self._free_colour(node), self._free_colour(other)
        if self._colours(other)[here] is not None:
            self._swap_colours(other, here, there)
        self._colours(node)[here], self._colours(other)[here] = other, node

    def seats(self, node: Node) -> Table:
        """Return the players at a table, in the order of the colours."""
        return tuple(end[0] for end in self._colours(node) if end is not None)

    def _colours(self, node: Node) -> list[Node | None]:
        return self._at.setdefault(node, [None] * SEATS)

    def _free_colour(self, node: Node) -> int:
        return self._colours(node).index(None)

    def _swap_colours(self, start: Node, colour: int, other: int) -> None:
        """Exchange two colours along the path that leaves a node with the first of them."""
        path = [start]
        wanted = colour
        while (further := self._colours(path[-1])[wanted]) is not None:
            path.append(further)
            wanted = other if wanted == colour else colour
        for node in path:
            ends = self._colours(node)
            ends[colour], ends[other] = ends[other], ends[colour]
