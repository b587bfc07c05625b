"""Drawing tables for pairs: two pairs meet, and partners sit opposite each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from tournaments.pairing.fours.individual import cut_by_standing, random_cut
from tournaments.pairing.seating import Draw, SeatCount, Seating, meetings, seat_table

RANDOM = "pairs-search-1"
BY_STANDING = "pairs-standing-1"


def draw(
    entries: Sequence[str], labels: Sequence[str], history: Sequence[Seating], seed: str
) -> Draw:
    """Seat every pair once at random, two at a table.

    Raises ValueError if the number of pairs does not fill the tables.
    """
    tables = random_cut(entries, len(labels) // 2, meetings(history), seed)
    return _seat(Draw(seed, RANDOM, ()), tables, labels, history)


def by_standing(
    entries: Sequence[str], labels: Sequence[str], history: Sequence[Seating], seed: str
) -> Draw:
    """Seat every pair once; `entries` are in the order of the standings, the best first.

    Raises ValueError if the number of pairs does not fill the tables.
    """
    tables = cut_by_standing(entries, len(labels) // 2, meetings(history), seed)
    return _seat(Draw(seed, BY_STANDING, ()), tables, labels, history)


def _seat(
    blank: Draw,
    tables: Sequence[Sequence[str]],
    labels: Sequence[str],
    history: Sequence[Seating],
) -> Draw:
    """Give each pair the direction that it has had less often."""
    met, seats = meetings(history), SeatCount(labels, history)
    turned = [
        seat_table(number, labels, seats.best(_orders(table)), met)
        for number, table in enumerate(tables, 1)
    ]
    return Draw(blank.seed, blank.algorithm, tuple(turned))


def _orders(table: Sequence[str]) -> list[tuple[str, ...]]:
    """Every way to sit: the pairs in turn, so that partners are opposite."""
    return [turn * 2 for turn in permutations(table)]
