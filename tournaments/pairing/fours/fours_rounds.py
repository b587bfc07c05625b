"""Rounds of four single players at a table, drawn by the search or a fixed movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Final

from tournaments.pairing.fours import (
    fours_draw,
    fours_values,
    whist,
)
from tournaments.pairing.fours.fours_values import FoursMethod, FoursPlayer
from tournaments.pairing.reasons import DrawReason, Why, because
from tournaments.pairing.round_values import (
    BY_STANDING,
    MOVEMENT,
    RANDOM,
    WHIST,
    CannotDraw,
    DrawInput,
    DrawnRound,
)
from tournaments.pairing.seating import Draw, Seating, meetings, seat_table

METHODS: Final[Mapping[str, FoursMethod]] = {
    RANDOM: FoursMethod.RANDOM,
    BY_STANDING: FoursMethod.BY_STANDING,
    MOVEMENT: FoursMethod.MOVEMENT,
    WHIST: FoursMethod.PARTNERS,
}


def draw(inputs: DrawInput) -> DrawnRound:
    """Draw a round. Raises CannotDraw if a fixed movement cannot seat it."""
    drawn = fours_draw.draw(_fours_input(inputs))
    met = meetings(inputs.history)
    tables = tuple(
        seat_table(table.number, inputs.labels, table.entries, met) for table in drawn.tables
    )
    return DrawnRound(
        draw=Draw(inputs.seed, drawn.algorithm, tables),
        sit_outs=drawn.sit_outs,
        reasons=tuple(table.reasons for table in drawn.tables),
    )


def reasons_by_hand(inputs: DrawInput, seating: Seating) -> tuple[DrawReason, ...]:
    """Return the reasons of a table that was changed by hand."""
    met = meetings(inputs.history)
    if inputs.method == WHIST:
        return tuple(_repetition_reasons(inputs, seating))
    reasons = [
        because(
            Why.FOURS_REMATCH_BY_HAND, one=entry, other=other, times=met[frozenset((entry, other))]
        )
        for entry, other in combinations(seating.entries, 2)
        if met[frozenset((entry, other))]
    ]
    if inputs.method == BY_STANDING:
        scores = [Fraction(inputs.scores.get(entry, 0)) for entry in seating.entries]
        high, low = str(max(scores)), str(min(scores))
        reasons.insert(0, because(Why.FOURS_SCORES, score=high, to=low))
    return tuple(reasons)


def _fours_input(inputs: DrawInput) -> fours_values.FoursInput:
    sat_out = inputs.sat_out or {}
    return fours_values.FoursInput(
        seed=inputs.seed,
        labels=inputs.labels,
        players=tuple(
            FoursPlayer(
                entry=entry,
                rank=rank,
                score=Fraction(inputs.scores.get(entry, 0)),
                house=entry in inputs.house,
                sat_out=sat_out.get(entry, 0),
            )
            for rank, entry in enumerate(inputs.entries, 1)
        ),
        history=tuple(seating.seats for seating in inputs.history),
        method=METHODS[inputs.method],
        fields=inputs.fields,
    )


def _repetition_reasons(inputs: DrawInput, seating: Seating) -> Iterator[DrawReason]:
    """Yield the entries of a table that are partners or opponents more often than planned.

    In the whole movement every two are partners once and opponents twice. The count covers the
    rounds played, the changed table, and the later rounds as they would be drawn.
    """
    tables = [*inputs.history, seating, *_rounds_to_come(inputs)]
    for two in combinations(seating.entries, 2):
        for why, pairs_of, most in REPEATED:
            times = sum(frozenset(two) in pairs_of(inputs.labels, table) for table in tables)
            if times > most and frozenset(two) in pairs_of(inputs.labels, seating):
                yield because(why, one=two[0], other=two[1], times=times)


def _rounds_to_come(inputs: DrawInput) -> Iterator[Seating]:
    """Yield the tables of later rounds, up to the first that cannot be drawn."""
    rounds = whist.rounds_with_partners(len((*inputs.fields, inputs.entries)[0]))
    for number in range(len(inputs.fields) + 1, rounds):
        added = (inputs.entries,) * (number - len(inputs.fields))
        try:
            yield from draw(replace(inputs, fields=(*inputs.fields, *added))).draw.tables
        except CannotDraw:
            return


def _partners(labels: Sequence[str], table: Seating) -> set[frozenset[str]]:
    """Return the partners of a table: those who sit opposite each other."""
    order = _seat_order(labels, table)
    return {frozenset(order[first::2]) for first in (0, 1)}


def _opponents(labels: Sequence[str], table: Seating) -> set[frozenset[str]]:
    order = _seat_order(labels, table)
    return {frozenset((entry, other)) for entry in order[::2] for other in order[1::2]}


def _seat_order(labels: Sequence[str], table: Seating) -> list[str]:
    return [entry for _, entry in sorted(table.seats, key=lambda seat: labels.index(seat[0]))]


REPEATED: Final = (
    (Why.FOURS_PARTNERS_BY_HAND, _partners, 1),
    (Why.FOURS_OPPONENTS_BY_HAND, _opponents, 2),
)
"""What is named of two who are partners or opponents more often than that in a whole movement."""
