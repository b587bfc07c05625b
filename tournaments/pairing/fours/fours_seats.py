"""Who of four sits where: seats and neighbours as even as the tables that were drawn allow.

Of the twenty-four orders at a table that one is taken that leaves the least over two apart, first
in the seats and then in the neighbours; then the one with the least sum of squares, of the seats
twice and of the neighbours once; the first among equals in the order of the lot. As everybody sits
at one table only, what is least at every table is least in the whole round.
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
"""So far apart two counts may be in a draw that nobody could plan ahead."""

Key = tuple[int, int, int]
SEATS_WEIGH = 2
"""Seats count so much more than neighbours."""


class Sat:
    """How often everybody has had each seat, and each other one on each side of him."""

    def __init__(self, labels: Sequence[str], history: Iterable[Seating]) -> None:
        self._places = {label: place for place, label in enumerate(labels)}
        self._seats: Counter[tuple[str, int]] = Counter()
        self._sides: Counter[tuple[str, str, int]] = Counter()
        for seating in history:
            self.add({self._places[label]: entry for label, entry in seating.seats})

    def add(self, table: Mapping[int, str]) -> None:
        """Count one more table: who sits in which place."""
        self._seats.update((entry, place) for place, entry in table.items())
        self._sides.update(
            (entry, other, (there - here) % SEATS)
            for here, entry in table.items()
            for there, other in table.items()
            if here != there
        )

    def spread(self, entry: str) -> int:
        """Say by how much the seats of an entry differ."""
        seats = [self._seats[entry, place] for place in range(SEATS)]
        return max(seats) - min(seats)

    def spread_with(self, entry: str, place: int) -> int:
        """Say by how much the seats of an entry differ once he has sat in this place too."""
        seats = [self._seats[entry, seat] + (seat == place) for seat in range(SEATS)]
        return max(seats) - min(seats)

    def sides_spread(self, entry: str, other: str) -> int:
        """Say by how much the sides differ on which an entry has had another."""
        sides = [self._sides[entry, other, side] for side in SIDES]
        return max(sides) - min(sides)

    def excess(self, table: Sequence[str]) -> int:
        """Say how far over two apart seats and neighbours of these four come, at the least.

        >>> Sat("NESW", []).excess("abcd")
        0
        """
        if all(self.spread(entry) < APART for entry in table) and all(
            self.sides_spread(*two) < APART for two in permutations(table, 2)
        ):
            return 0
        return min(self._over(order) for order in permutations(table))

    def best(self, table: Sequence[str]) -> tuple[str, ...]:
        """Return the best order of four, the first among equals in the order they are given."""
        return min(permutations(table), key=self.key)

    def key(self, order: Sequence[str]) -> Key:
        """Return what an order costs: excess in seats, in sides, then what squares grow by."""
        seats = sum(2 * self._seats[entry, place] + 1 for place, entry in enumerate(order))
        sides = sum(
            2 * self._sides[order[here], order[(here + side) % SEATS], side] + 1
            for here in range(SEATS)
            for side in SIDES
        )
        return self._seats_over(order), self._all_sides_over(order), SEATS_WEIGH * seats + sides

    def _over(self, order: Sequence[str]) -> int:
        return self._seats_over(order) + self._all_sides_over(order)

    def _all_sides_over(self, order: Sequence[str]) -> int:
        return sum(self._sides_over(order, here) for here in range(SEATS))

    def _seats_over(self, order: Sequence[str]) -> int:
        apart = (self.spread_with(entry, place) for place, entry in enumerate(order))
        return sum(max(0, one - APART) for one in apart)

    def _sides_over(self, order: Sequence[str], here: int) -> int:
        over = 0
        for side in SIDES:
            pair = order[here], order[(here + side) % SEATS]
            sides = [self._sides[*pair, one] + (one == side) for one in SIDES]
            over += max(0, max(sides) - min(sides) - APART)
        return over


Table = tuple[int, ...]


def even(rounds: Sequence[Sequence[Table]]) -> tuple[tuple[Table, ...], ...]:
    """Seat the tables of a movement that is known as a whole, so that nobody's seats differ by two.

    The first four games of a player are one knot, the next four another; a table is a knot too, and
    who plays there is a string between them. No knot has more than four strings, so that the
    strings take four colours, which are the seats, and none twice at a knot (D. Kőnig, 1916). So
    after any number of rounds everybody has had each seat equally often or once more.

    >>> even([[(1, 2, 3, 4)], [(1, 2, 3, 4)]])
    (((3, 4, 1, 2),), ((4, 1, 2, 3),))
    """
    games: Counter[int] = Counter()
    strings = _Strings()
    for number, tables in enumerate(rounds):
        for place, table in enumerate(tables):
            for player in table:
                strings.tie((player, games[player] // SEATS), (-1 - number, place))
                games[player] += 1
    return tuple(
        tuple(strings.seats((-1 - number, place)) for place in range(len(tables)))
        for number, tables in enumerate(rounds)
    )


Knot = tuple[int, int]


class _Strings:
    """Strings between knots, each in one of four colours, no colour twice at a knot."""

    def __init__(self) -> None:
        self._at: dict[Knot, list[Knot | None]] = {}

    def tie(self, one: Knot, other: Knot) -> None:
        """Tie a string, and change the colours of others where there is no colour for it."""
        here, there = self._free(one), self._free(other)
        if self._colours(other)[here] is not None:
            self._change(other, here, there)
        self._colours(one)[here], self._colours(other)[here] = other, one

    def seats(self, knot: Knot) -> Table:
        """Return the players at a table, in the order of the colours."""
        return tuple(end[0] for end in self._colours(knot) if end is not None)

    def _colours(self, knot: Knot) -> list[Knot | None]:
        return self._at.setdefault(knot, [None] * SEATS)

    def _free(self, knot: Knot) -> int:
        return self._colours(knot).index(None)

    def _change(self, start: Knot, colour: int, other: int) -> None:
        """Exchange two colours along the path that leaves a knot with the first of them."""
        path = [start]
        wanted = colour
        while (further := self._colours(path[-1])[wanted]) is not None:
            path.append(further)
            wanted = other if wanted == colour else colour
        for knot in path:
            ends = self._colours(knot)
            ends[colour], ends[other] = ends[other], ends[colour]
