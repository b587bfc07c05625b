"""Standings as a pure function: entries, points and adjustments in, ranked rows out.

No float decides a tie: points are whole numbers, adjustments exact fractions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Scored:
    """What one entry scored in one deal, in points as the rules settle them."""

    entry: str
    round: int
    deal: str
    points: int


@dataclass(frozen=True, slots=True)
class Adjusted:
    """An amount added to an entry's points in the standings; `reason` says why."""

    entry: str
    amount: Fraction
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundSum:
    """The points of one entry in one round and the number of deals that made them."""

    round: int
    deals: int
    points: int


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the standings: `total` = the sum of `rounds` + the sum of `adjustments`."""

    place: int
    shared: bool
    entry: str
    deals: int
    points: int
    adjustments: Fraction
    total: Fraction
    rounds: tuple[RoundSum, ...]
    reasons: tuple[Adjusted, ...]


def by_total_points(
    entries: Sequence[str], scored: Iterable[Scored], adjusted: Iterable[Adjusted] = ()
) -> tuple[Rank, ...]:
    """Rank entries by their total, the highest first; equal totals share the better place.

    Entries with equal totals stand in the order in which they were given.

    >>> [(r.place, r.entry, int(r.total)) for r in by_total_points(
    ...     ["a", "b", "c"], [Scored("b", 1, "x", -100), Scored("a", 1, "x", -100)])]
    [(1, 'c', 0), (2, 'a', -100), (2, 'b', -100)]
    """
    rounds = _sums(scored)
    reasons: dict[str, list[Adjusted]] = defaultdict(list)
    for one in adjusted:
        reasons[one.entry].append(one)
    unranked = [_sum_up(entry, rounds[entry], reasons[entry]) for entry in entries]
    unranked.sort(key=lambda row: -row.total)
    places: dict[Fraction, int] = {}
    for place, row in enumerate(unranked, 1):
        places.setdefault(row.total, place)
    equals = Counter(row.total for row in unranked)
    return tuple(
        replace(row, place=places[row.total], shared=equals[row.total] > 1) for row in unranked
    )


def _sums(scored: Iterable[Scored]) -> dict[str, tuple[RoundSum, ...]]:
    points: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for one in scored:
        points[one.entry][one.round].append(one.points)
    sums: dict[str, tuple[RoundSum, ...]] = defaultdict(tuple)
    for entry, rounds in points.items():
        sums[entry] = tuple(
            RoundSum(number, len(deals), sum(deals)) for number, deals in sorted(rounds.items())
        )
    return sums


def _sum_up(entry: str, rounds: tuple[RoundSum, ...], reasons: Sequence[Adjusted]) -> Rank:
    points = sum(one.points for one in rounds)
    amount = sum((one.amount for one in reasons), Fraction(0))
    return Rank(
        place=0,
        shared=False,
        entry=entry,
        deals=sum(one.deals for one in rounds),
        points=points,
        adjustments=amount,
        total=points + amount,
        rounds=rounds,
        reasons=tuple(reasons),
    )
