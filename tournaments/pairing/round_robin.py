"""The round robin: the pairings of every round by the Berger table.

With an odd number one entry has a bye in each round. The opponent of an absent entry has no table;
the schedule itself does not change. Numbers are assigned in `two_sides`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from scoring import berger
from tournaments.pairing.drawn import DrawnBye, DrawnTable
from tournaments.pairing.reasons import Why, because

ALGORITHM = "round-robin-berger-1"


@dataclass(frozen=True, slots=True)
class RoundRobinRound:
    """A round of a group: its tables, numbered from 1, and the entry without one."""

    tables: tuple[DrawnTable, ...]
    byes: tuple[DrawnBye, ...]


def schedule(members: int, *, twice: bool = False) -> tuple[tuple[berger.Pair, ...], ...]:
    """Return the pairings of all rounds of a group of this size, played once or twice.

    >>> schedule(2, twice=True)
    (((1, 2),), ((2, 1),))
    """
    once = berger.rounds(members)
    return berger.double_round_robin(once) if twice else once


def make_round(
    members: tuple[str, ...],
    number: int,
    *,
    twice: bool = False,
    absent: Collection[str] = (),
) -> RoundRobinRound:
    """Return round `number`, from 1, of a group; absent entries have neither table nor bye.

    Raises ValueError if the group has no such round.
    """
    rounds = schedule(len(members), twice=twice)
    if not 1 <= number <= len(rounds):
        raise ValueError("the group has no such round")
    tables: list[DrawnTable] = []
    byes: list[DrawnBye] = []
    free = set(members)
    for home, away in rounds[number - 1]:
        first, second = members[home - 1], members[away - 1]
        free -= {first, second}
        here = [entry for entry in (first, second) if entry not in absent]
        if here == [first, second]:
            why = because(Why.BERGER, one=home, other=away)
            tables.append(DrawnTable(len(tables) + 1, (first, second), (why,)))
        elif here:
            gone = second if here == [first] else first
            why = because(Why.OPPONENT_GONE, entry=here[0], opponent=gone)
            byes.append(DrawnBye(here[0], (why,)))
    byes += [
        DrawnBye(entry, (because(Why.BERGER_BYE, entry=entry),))
        for entry in sorted(free - set(absent), key=members.index)
    ]
    return RoundRobinRound(tuple(tables), tuple(byes))
