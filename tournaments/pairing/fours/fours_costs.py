"""What it costs to seat four together: meeting again, uneven seats, score groups far apart.

The three are digits of one whole number, so that the least number is the least in the first of
them, then in the second, then in the third. Two who meet a second time cost 3, a third time 8, a
fourth time 15; between the ranks of two at a table the square of the difference counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.fours.fours_seats import SEATS, Sat
from tournaments.pairing.seating import Met

Weights = NDArray[np.int64]
Four = tuple[int, ...]
MOST_APART = 16_000
"""Seats and neighbours of one player are less than that apart in all."""


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of a field whose entries are named by their places in a list.

    `weights` holds what each two cost together, meeting again and ranks in one number; `again` is
    the digit of meetings, `uneven` that of seats and neighbours.
    """

    entries: tuple[str, ...]
    weights: Weights
    again: int
    uneven: int
    sat: Sat

    def pairs(self, four: Sequence[int]) -> int:
        """Return what the six pairs of a table cost."""
        return sum(int(self.weights[one, other]) for one, other in combinations(four, 2))

    def excess(self, four: Sequence[int]) -> int:
        """Return how far over two apart seats and neighbours have to come at a table."""
        return self.sat.excess([self.entries[one] for one in four])

    def table(self, four: Sequence[int]) -> int:
        """Return what a table costs."""
        return self.pairs(four) + self.uneven * self.excess(four)

    def total(self, tables: Sequence[Sequence[int]]) -> int:
        """Return what a round costs."""
        return sum(self.table(four) for four in tables)


def of(entries: Sequence[str], met: Met, ranks: Mapping[str, int], sat: Sat) -> Costs:
    """Return the costs of a field; ranks count in whole steps, and without any all are equal.

    Raises OverflowError where the digits do not fit into 64 bits.
    """
    order = {
        rank: step for step, rank in enumerate(sorted({ranks.get(entry, 0) for entry in entries}))
    }
    steps = np.array([order[ranks.get(entry, 0)] for entry in entries], dtype=np.int64)
    groups = (steps[:, None] - steps[None, :]) ** 2
    times = _times(entries, met)
    uneven = 1 + _most(len(entries), int(groups.max()))
    again = uneven * (1 + len(entries) * MOST_APART)
    meeting = (times + 1) ** 2 - 1
    if again * (1 + _most(len(entries), int(meeting.max()))) > np.iinfo(np.int64).max:
        raise OverflowError("the field is too large for these costs")
    return Costs(tuple(entries), again * meeting + groups, again, uneven, sat)


def _most(entries: int, pair: int) -> int:
    """What all pairs of a round can cost at the most."""
    return entries // SEATS * (SEATS * (SEATS - 1) // 2) * pair


def _times(entries: Sequence[str], met: Met) -> Weights:
    places = {entry: place for place, entry in enumerate(entries)}
    times = np.zeros((len(entries), len(entries)), dtype=np.int64)
    for two, often in met.items():
        one, other = (places.get(entry) for entry in two)
        if one is not None and other is not None:
            times[one, other] = times[other, one] = often
    return times
