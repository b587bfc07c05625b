"""Events drawn by the Swiss system round after round, and the best draw, found by trying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

from tournaments.pairing.swiss import swiss_draw
from tournaments.pairing.swiss.swiss_draw import SwissDraw
from tournaments.pairing.swiss.swiss_values import (
    Float,
    Sides,
    SwissEntrant,
    SwissInput,
    SwissOptions,
)


class Event:
    """Entries that play one round after another; who wins is drawn from a number."""

    def __init__(self, entries: int, options: SwissOptions, *, number: int, clubs: int = 4) -> None:
        self._chance = Random(number)
        self.options = options
        self.scores = {str(n): Fraction(0) for n in range(1, entries + 1)}
        self.clubs = {entry: f"club {self._chance.randrange(clubs)}" for entry in self.scores}
        self.history: list[Sides] = []
        self.floats: dict[str, Float] = {}

    def given(self, seed: str, to_come: int = 0) -> SwissInput:
        order = sorted(self.scores, key=lambda entry: (-self.scores[entry], int(entry)))
        rows = tuple(
            SwissEntrant(entry, rank, self.scores[entry], self.clubs[entry], self.floats.get(entry))
            for rank, entry in enumerate(order, 1)
        )
        return SwissInput(seed, rows, tuple(self.history), self.options, to_come)

    def play(self, seed: str, to_come: int = 0) -> tuple[SwissInput, SwissDraw]:
        inputs = self.given(seed, to_come)
        drawn = swiss_draw.draw(inputs)
        for table in drawn.tables:
            self.history.append(table.sides)
            for winner in self._chance.sample(table.sides, 1):
                self.scores[winner] += self._chance.choice((1, 2))
        for bye in drawn.byes:
            self.history.append((bye.entry,))
            self.scores[bye.entry] += 2
        self.floats = dict(drawn.floats)
        return inputs, drawn


def met(history: Sequence[Sides]) -> Counter[frozenset[str]]:
    return Counter(frozenset(two) for sides in history for two in combinations(sides, 2))


def all_groups(left: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to put these into twos, one alone where they are odd."""
    if len(left) < 2:
        yield [tuple(left)] if left else []
        return
    first, *others = left
    for other in others:
        rest = [entry for entry in others if entry != other]
        yield from ([(first, other), *way] for way in all_groups(rest))
    if len(left) % 2:
        yield from ([(first,), *way] for way in all_groups(others))


def unmet_can_be_paired(entries: Sequence[str], before: Counter[frozenset[str]]) -> bool:
    """Whether everybody can meet somebody new, by trying whoever has the fewest left first."""
    if not entries:
        return True
    new = {
        entry: [o for o in entries if o != entry and not before[frozenset((entry, o))]]
        for entry in entries
    }
    scarce = min(entries, key=lambda entry: len(new[entry]))
    return any(
        unmet_can_be_paired([entry for entry in entries if entry not in (scarce, other)], before)
        for other in new[scarce]
    )


def byes_of(history: Sequence[Sides]) -> Counter[str]:
    return Counter(sides[0] for sides in history if len(sides) == 1)


def worth(way: Sequence[Sides], history: Sequence[Sides]) -> tuple[int, int]:
    """How many byes whoever is left out has had, and how many tables meet again."""
    before, byes_before = met(history), byes_of(history)
    return (
        sum(byes_before[group[0]] for group in way if len(group) == 1),
        sum(before[frozenset(group)] > 0 for group in way if len(group) == 2),
    )
