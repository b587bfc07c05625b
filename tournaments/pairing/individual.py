"""Drawing tables of four for players who play each for himself.

The draw is a bounded search: the seed gives a fixed list of candidate orders, each is cut into
tables, and the candidate in which the fewest players meet again wins; the seats of a table are then
turned so that everybody sits in each direction as evenly as possible. Every order comes from
SHA-256 of the seed, so that the same input gives the same draw anywhere and by hand.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

ALGORITHM = "individual-search-1"
CANDIDATES = 300


@dataclass(frozen=True, slots=True)
class Seating:
    """One table: its number and who sits where, with how often each two of them have met before."""

    table: int
    seats: tuple[tuple[str, str], ...]
    met_before: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """A whole round as drawn; `algorithm` names the procedure and its version."""

    seed: str
    algorithm: str
    tables: tuple[Seating, ...]


def draw(
    entries: Sequence[str],
    labels: Sequence[str],
    history: Sequence[Seating],
    seed: str,
) -> Draw:
    """Seat every entry once, at tables of as many as there are seat labels.

    Raises ValueError if the number of entries is no multiple of the number of labels.
    """
    size = len(labels)
    if not entries or len(entries) % size:
        raise ValueError("the entries do not fill the tables")
    met = _meetings(history)
    candidates = (_cut(_order(entries, seed, i), size) for i in range(CANDIDATES))
    tables = min(candidates, key=lambda tables: sum(_repeats(table, met) for table in tables))
    sat = Counter((entry, label) for seating in history for label, entry in seating.seats)
    return Draw(
        seed,
        ALGORITHM,
        tuple(_seat(n, t, labels, sat, met) for n, t in enumerate(tables, 1)),
    )


def _order(entries: Sequence[str], seed: str, candidate: int) -> list[str]:
    def key(entry: str) -> str:
        return hashlib.sha256(f"{seed}:{candidate}:{entry}".encode()).hexdigest()

    return sorted(entries, key=key)


def _cut(order: Sequence[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(order[i : i + size]) for i in range(0, len(order), size)]


def _meetings(history: Iterable[Seating]) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair)
        for seating in history
        for pair in combinations([entry for _, entry in seating.seats], 2)
    )


def _repeats(table: Sequence[str], met: Counter[frozenset[str]]) -> int:
    """The cost of a table: meeting a third time is worse than two second times."""
    return sum((met[frozenset(pair)] + 1) ** 2 - 1 for pair in combinations(table, 2))


def _seat(
    number: int,
    table: Sequence[str],
    labels: Sequence[str],
    sat: Counter[tuple[str, str]],
    met: Counter[frozenset[str]],
) -> Seating:
    best = min(
        permutations(table),
        key=lambda turn: sum(
            (sat[entry, label] + 1) ** 2 for entry, label in zip(turn, labels, strict=True)
        ),
    )
    again = tuple(
        (one, other, met[frozenset((one, other))])
        for one, other in combinations(best, 2)
        if met[frozenset((one, other))]
    )
    return Seating(number, tuple(zip(labels, best, strict=True)), again)
