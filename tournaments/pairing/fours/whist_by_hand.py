"""Repeated partners and opponents where two have exchanged places in a movement by hand.

In the whole movement everybody is partner of each once and opponent of each twice. Counted are the
rounds that were played, the table that was changed, and the rounds to come as they would be drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.pairing.reasons import DrawReason, Why, because
from tournaments.pairing.round_values import CannotDraw, DrawInput
from tournaments.pairing.seating import Draw, Met, Seating

ONCE, TWICE = 1, 2


def repetition_reasons(
    inputs: DrawInput, seating: Seating, draw: Callable[[DrawInput], Draw], rounds: int
) -> Iterator[DrawReason]:
    """Yield who of a table is partner or opponent of another one more often than was planned.

    `draw` draws a round of the movement, which has so many `rounds`.
    """
    tables = [*inputs.history, seating, *_rounds_to_come(inputs, draw, rounds)]
    partners = _count_pairs(inputs.labels, tables, _partners)
    opponents = _count_pairs(inputs.labels, tables, _opponents)
    for two in combinations(seating.entries, 2):
        yield from _excess_reasons(
            Why.FOURS_PARTNERS_BY_HAND, two, partners, ONCE, seating, inputs.labels
        )
        yield from _excess_reasons(
            Why.FOURS_OPPONENTS_BY_HAND, two, opponents, TWICE, seating, inputs.labels
        )


def _excess_reasons(
    why: Why,
    two: Sequence[str],
    counted: Met,
    most: int,
    seating: Seating,
    labels: Sequence[str],
) -> Iterator[DrawReason]:
    of_table = _partners if why is Why.FOURS_PARTNERS_BY_HAND else _opponents
    entry, other = two
    if counted[frozenset(two)] > most and frozenset(two) in set(
        of_table(_seat_order(labels, seating))
    ):
        yield because(why, one=entry, other=other, times=counted[frozenset(two)])


def _rounds_to_come(
    inputs: DrawInput, draw: Callable[[DrawInput], Draw], rounds: int
) -> Iterator[Seating]:
    """Yield the tables of the rounds to come; none from where no round can be drawn."""
    for number in range(len(inputs.fields) + 1, rounds):
        added = (inputs.entries,) * (number - len(inputs.fields))
        try:
            yield from draw(replace(inputs, fields=(*inputs.fields, *added))).tables
        except CannotDraw:
            return


def _count_pairs(
    labels: Sequence[str],
    tables: Iterable[Seating],
    of_table: Callable[[Sequence[str]], Iterator[frozenset[str]]],
) -> Met:
    return Counter(two for table in tables for two in of_table(_seat_order(labels, table)))


def _seat_order(labels: Sequence[str], table: Seating) -> list[str]:
    return [entry for _, entry in sorted(table.seats, key=lambda seat: labels.index(seat[0]))]


def _partners(order: Sequence[str]) -> Iterator[frozenset[str]]:
    """Yield the partners of a table: those who sit opposite each other."""
    yield from (frozenset(order[first::2]) for first in (0, 1))


def _opponents(order: Sequence[str]) -> Iterator[frozenset[str]]:
    yield from (frozenset((entry, other)) for entry in order[::2] for other in order[1::2])
