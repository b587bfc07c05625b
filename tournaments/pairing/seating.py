"""Values shared by all draws: tables with their seats, earlier meetings, and shuffling."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

Met = Counter[frozenset[str]]
"""How often two have sat at one table."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A table: its number, its seats, and how often each two of its entries have met before.

    In an event of pairs two seats have the same entry.
    """

    table: int
    seats: tuple[tuple[str, str], ...]
    met_before: tuple[tuple[str, str, int], ...] = ()

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries of the table, each once, in the order of the seats."""
        return tuple(dict.fromkeys(entry for _, entry in self.seats))


@dataclass(frozen=True, slots=True)
class Draw:
    """A whole round as drawn; `algorithm` names the procedure and its version."""

    seed: str
    algorithm: str
    tables: tuple[Seating, ...]


def meetings(history: Iterable[Seating]) -> Met:
    """Return how often each two entries have sat at one table."""
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
