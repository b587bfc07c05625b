"""Drawing tables for individual players, as rounds were drawn first.

At random, the seed gives a list of orders in which the field is cut into tables (see `cut`). By
standing, the first four sit at the first table, the next four at the second: meetings that can be
avoided are avoided by the smallest displacements that were found. The seats of a table are then
turned so that everybody sits in each direction as evenly as possible. Every order comes from
SHA-256 of the seed, so that the same input gives the same draw anywhere and by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.pairing.fours.cut import CutField
from tournaments.pairing.seating import (
    Draw,
    Met,
    SeatCount,
    Seating,
    digest,
    meetings,
    seat_table,
    shuffle,
)

__all__ = ["BY_STANDING", "RANDOM", "Draw", "Seating", "by_standing", "draw"]

RANDOM = "individual-search-2"
BY_STANDING = "individual-standing-1"


def draw(
    entries: Sequence[str], labels: Sequence[str], history: Sequence[Seating], seed: str
) -> Draw:
    """Seat every entry once at random, at tables of as many as there are seat labels.

    Raises ValueError if the number of entries is no multiple of the number of labels.
    """
    met = meetings(history)
    tables = random_cut(entries, len(labels), met, seed)
    return _seat(Draw(seed, RANDOM, ()), tables, labels, history)


def by_standing(
    entries: Sequence[str], labels: Sequence[str], history: Sequence[Seating], seed: str
) -> Draw:
    """Seat every entry once; `entries` are in the order of the standings, the best first.

    Raises ValueError if the number of entries is no multiple of the number of labels.
    """
    met = meetings(history)
    tables = cut_by_standing(entries, len(labels), met, seed)
    return _seat(Draw(seed, BY_STANDING, ()), tables, labels, history)


def random_cut(entries: Sequence[str], size: int, met: Met, seed: str) -> list[tuple[str, ...]]:
    """Return tables of `size`, drawn at random so that as few as possible meet again."""
    _check_size(entries, size)
    starts = (shuffle(entries, seed, start) for start in range(_start_count(len(entries), 4000)))
    return CutField(entries, size, met, ranked=False).best(starts)


def cut_by_standing(
    entries: Sequence[str], size: int, met: Met, seed: str
) -> list[tuple[str, ...]]:
    """Return tables of `size` in the order of the standings, as few meeting again as possible."""
    _check_size(entries, size)
    starts = _jitter_standing(entries, size, seed, _start_count(len(entries), 2000))
    return CutField(entries, size, met, ranked=True).best(starts)


def _check_size(entries: Sequence[str], size: int) -> None:
    if not entries or len(entries) % size:
        raise ValueError("the entries do not fill the tables")


def _start_count(entries: int, work: int) -> int:
    """Return how many starts are tried: fewer in a large field, where the first ones do."""
    return max(4, min(100, work // entries))


def _jitter_standing(
    entries: Sequence[str], size: int, seed: str, starts: int
) -> Iterator[list[str]]:
    """Yield the standing, then orders in which everybody moves down by up to two tables."""
    places = {entry: place for place, entry in enumerate(entries)}
    yield list(entries)
    for start in range(1, starts):
        moved = [
            (place + int(digest(seed, start, entry)[:8], 16) % (2 * size), place, entry)
            for entry, place in places.items()
        ]
        yield [entry for _, _, entry in sorted(moved)]


def _seat(
    blank: Draw,
    tables: Sequence[Sequence[str]],
    labels: Sequence[str],
    history: Sequence[Seating],
) -> Draw:
    met, seats = meetings(history), SeatCount(labels, history)
    turned = [seat_table(n, labels, seats.turned(table), met) for n, table in enumerate(tables, 1)]
    return Draw(blank.seed, blank.algorithm, tuple(turned))
