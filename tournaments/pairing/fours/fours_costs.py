"""The cost of seating four together: rematches, uneven seats, distant score groups.

The three are digits of one whole number, so that comparing numbers compares the first cost, then
the second, then the third. A second meeting of two entries costs 3, a third 8, a fourth 15; the
difference of two ranks at a table is squared. Meetings and ranks alone are stored for every pair as
a number of 64 bits, which holds a round of any event; the cost of a table, with all three digits,
is an unbounded integer.
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
    """The costs of a field whose entries are named by their index in a list.

    `over_ranks` exceeds the cost of ranks in a whole round. In `weights`, the cost of each pair, it
    is the weight of meetings; in the cost of a table it is that of seats and neighbours, and
    `again` that of meetings.
    """

    entries: tuple[str, ...]
    weights: Weights
    over_ranks: int
    again: int
    sat: Sat

    def pairs(self, four: Sequence[int]) -> int:
        """Return the cost of the six pairs of a table."""
        both = sum(int(self.weights[place, other]) for place, other in combinations(four, 2))
        meetings, ranks = divmod(both, self.over_ranks)
        return self.again * meetings + ranks

    def excess(self, four: Sequence[int]) -> int:
        """Return by how much seats and neighbours of a table exceed a difference of two."""
        return self.sat.excess([self.entries[place] for place in four])

    def table(self, four: Sequence[int]) -> int:
        """Return the cost of a table."""
        return self.pairs(four) + self.over_ranks * self.excess(four)

    def total(self, tables: Sequence[Sequence[int]]) -> int:
        """Return the cost of a round."""
        return sum(self.table(four) for four in tables)


def field_costs(entries: Sequence[str], met: Met, ranks: Mapping[str, int], sat: Sat) -> Costs:
    """Return the costs of a field; ranks count in whole steps, and without any all are equal.

    Raises OverflowError if a round does not fit into 64 bits, as with hundreds of meetings in an
    event of thousands.
    """
    order = {
        rank: step for step, rank in enumerate(sorted({ranks.get(entry, 0) for entry in entries}))
    }
    steps = np.array([order[ranks.get(entry, 0)] for entry in entries], dtype=np.int64)
    groups = (steps[:, None] - steps[None, :]) ** 2
    meeting = (_meeting_counts(entries, met) + 1) ** 2 - 1
    over_ranks = 1 + _upper_bound(len(entries), int(groups.max()))
    # The search adds the costs of every entry, so that each pair counts twice.
    most = 2 * over_ranks * (1 + _upper_bound(len(entries), int(meeting.max())))
    if most > np.iinfo(np.int64).max:
        raise OverflowError("the field is too large for these costs")
    return Costs(
        entries=tuple(entries),
        weights=over_ranks * meeting + groups,
        over_ranks=over_ranks,
        again=over_ranks * (1 + len(entries) * MOST_APART),
        sat=sat,
    )


def _upper_bound(entries: int, pair: int) -> int:
    """Return the highest cost that all pairs of a round can have."""
    return entries // SEATS * (SEATS * (SEATS - 1) // 2) * pair


def _meeting_counts(entries: Sequence[str], met: Met) -> Weights:
    places = {entry: place for place, entry in enumerate(entries)}
    times = np.zeros((len(entries), len(entries)), dtype=np.int64)
    for two, often in met.items():
        position, other = (places.get(entry) for entry in two)
        if position is not None and other is not None:
            times[position, other] = times[other, position] = often
    return times
