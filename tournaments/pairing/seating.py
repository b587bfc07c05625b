"""Values shared by all draws: tables with their seats, who has met, and how seats are turned."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

Met = Counter[frozenset[str]]
"""How often two have sat at one table."""


@dataclass(frozen=True, slots=True)
class Seating:
    """One table: its number and who sits where, with how often each two of them have met before.

    In an event of pairs two seats have the same entry.
    """

    table: int
    seats: tuple[tuple[str, str], ...]
    met_before: tuple[tuple[str, str, int], ...] = ()

    @property
    def entries(self) -> tuple[str, ...]:
        """Who sits here, each once, in the order of the seats."""
        return tuple(dict.fromkeys(entry for _, entry in self.seats))


@dataclass(frozen=True, slots=True)
class Draw:
    """A whole round as drawn; `algorithm` names the procedure and its version."""

    seed: str
    algorithm: str
    tables: tuple[Seating, ...]


class SeatCount:
    """How often everybody has sat in each seat, and in each place from everybody else.

    Of two orders at a table the one is better that leaves the seats more even; where they are
    alike, the one in which the others change more between left, right and opposite.
    """

    def __init__(self, labels: Sequence[str], history: Iterable[Seating]) -> None:
        self.labels = tuple(labels)
        self._sat: Counter[tuple[str, str]] = Counter()
        self._beside: Counter[tuple[str, str, int]] = Counter()
        for seating in history:
            self._sat.update((entry, label) for label, entry in seating.seats)
            self._beside.update(self._relative_places([entry for _, entry in seating.seats]))

    def best(self, orders: Iterable[Sequence[str]]) -> Sequence[str]:
        """Return the best of these orders of entries on the seats, the first among equals."""
        return min(orders, key=self._cost)

    def turned(self, table: Sequence[str]) -> Sequence[str]:
        """Return the best order of the players of a table in an individual event."""
        return self.best(permutations(table))

    def _cost(self, order: Sequence[str]) -> tuple[int, int]:
        seats = zip(order, self.labels, strict=True)
        return (
            sum((self._sat[seat] + 1) ** 2 for seat in seats),
            sum((self._beside[place] + 1) ** 2 for place in self._relative_places(order)),
        )

    @staticmethod
    def _relative_places(order: Sequence[str]) -> list[tuple[str, str, int]]:
        """Return each with each other, and how many seats further on the other sits."""
        size = len(order)
        pairs = permutations(range(size), 2)
        return [(order[here], order[there], (there - here) % size) for here, there in pairs]


def meetings(history: Iterable[Seating]) -> Met:
    """Return how often each two have sat at one table."""
    return Counter(
        frozenset(pair) for seating in history for pair in combinations(seating.entries, 2)
    )


def seat_table(number: int, labels: Sequence[str], order: Sequence[str], met: Met) -> Seating:
    """Return a table and its rematches."""
    again = tuple(
        (entry, other, met[frozenset((entry, other))])
        for entry, other in combinations(dict.fromkeys(order), 2)
        if met[frozenset((entry, other))]
    )
    return Seating(number, tuple(zip(labels, order, strict=True)), again)


def shuffle(entries: Iterable[str], seed: str, start: int | str) -> list[str]:
    """Return the entries in the order of the SHA-256 of `seed:start:entry`."""
    return sorted(entries, key=lambda entry: digest(seed, start, entry))


def digest(seed: str, start: int | str, entry: str) -> str:
    """Return the SHA-256 of `seed:start:entry` in hexadecimal digits."""
    return hashlib.sha256(f"{seed}:{start}:{entry}".encode()).hexdigest()
