"""Standings as pure functions: what was scored, added and sat out goes in, ranked rows come out.

No float decides a tie: points are whole numbers, everything else is an exact fraction.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

TABLE_POINTS: Final[Mapping[int, tuple[int, ...]]] = {
    2: (2, 0),
    3: (4, 2, 0),
    4: (4, 2, 1, 0),
    5: (4, 3, 2, 1, 0),
}
"""Table points of the places at a table, by the number of its sides."""


class Order(StrEnum):
    """By what is ranked first; the total decides between equals."""

    POINTS = "points"
    TABLE_POINTS = "table_points"


class Counts(StrEnum):
    """How a round counts for an entry."""

    PLAYED = "played"
    SAT_OUT = "sat_out"
    STOOD_IN = "stood_in"
    """Somebody else played in its name, and what he scored does not count."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What one entry scored in one deal, in points as the rules settle them."""

    entry: str
    round: int
    deal: str
    points: int


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Penalty points of an entry, with the reason; they count from `round` on.

    Where they count at the end of the game (局), `at_table`, they also decide who is ahead there.
    """

    entry: str
    amount: Fraction
    reason: str = ""
    round: int = 0
    at_table: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The sides that met at a table in a round, each with its entries, and whether it is over."""

    round: int
    sides: tuple[tuple[str, ...], ...]
    is_over: bool = True


@dataclass(frozen=True, slots=True)
class Away:
    """A round that counts otherwise for an entry: it sat out, or somebody stood in for it."""

    entry: str
    round: int
    counts: Counts = Counts.SAT_OUT


@dataclass(frozen=True, slots=True)
class Field:
    """All that standings are made from. `entries` are ranked, in the order of their numbers.

    Who meets them at a table without being one of them (a house player) is not ranked. `credit`
    says that a round sat out counts as the entry's own average of a round.
    """

    entries: Sequence[str]
    scored: Sequence[Scored] = ()
    adjusted: Sequence[Adjusted] = ()
    tables: Sequence[Table] = ()
    away: Sequence[Away] = ()
    withdrawn: frozenset[str] = frozenset()
    order: Order = Order.POINTS
    credit: bool = False

    def upto(self, last: int) -> Field:
        """Return the same after its round `last`."""
        return replace(
            self,
            scored=[one for one in self.scored if one.round <= last],
            adjusted=[one for one in self.adjusted if one.round <= last],
            tables=[one for one in self.tables if one.round <= last],
            away=[one for one in self.away if one.round <= last],
        )

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds of which anything is known."""
        return tuple(sorted({one.round for one in self.scored}))


@dataclass(frozen=True, slots=True)
class RoundSum:
    """What a round counts for an entry.

    `table_points` are None until the table is over, and where the round was not played.
    """

    round: int
    deals: int
    points: Fraction
    table_points: Fraction | None = None
    penalties: Fraction = Fraction(0)
    counts: Counts = Counts.PLAYED
    table_place: int | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """The place of an entry after a round."""

    round: int
    place: int


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the standings: `total` = `points` + `penalties` (基础分 = 得分 + 罚分).

    `points` and `table_points` are the sums over `rounds`, `penalties` that over `reasons`.
    `history` has the place after every round. Who was withdrawn stands after all others.
    """

    place: int
    shared: bool
    entry: str
    deals: int
    points: Fraction
    penalties: Fraction
    total: Fraction
    table_points: Fraction
    rounds: tuple[RoundSum, ...]
    reasons: tuple[Adjusted, ...]
    withdrawn: bool = False
    history: tuple[Placed, ...] = field(default=())

    @property
    def change(self) -> int:
        """How many places were won since the round before; negative where some were lost."""
        return self.history[-2].place - self.history[-1].place if len(self.history) > 1 else 0


def ranked(known: Field) -> tuple[Rank, ...]:
    """Rank the entries of a field; equals share the better place and stand as they were given.

    >>> [(r.place, r.entry, int(r.total)) for r in ranked(Field(
    ...     ["a", "b", "c"], [Scored("b", 1, "x", -100), Scored("a", 1, "x", -100)]))]
    [(1, 'c', 0), (2, 'a', -100), (2, 'b', -100)]
    """
    history: dict[str, list[Placed]] = defaultdict(list)
    for number in known.rounds[:-1]:
        for row in _placed(known.upto(number)):
            history[row.entry].append(Placed(number, row.place))
    rows = _placed(known)
    for number in known.rounds[-1:]:
        for row in rows:
            history[row.entry].append(Placed(number, row.place))
    return tuple(replace(row, history=tuple(history[row.entry])) for row in rows)


def places(values: Sequence[Fraction]) -> tuple[int, ...]:
    """Return the place of each value, the highest first; equals share the better place.

    >>> places([Fraction(-40), Fraction(100), Fraction(-40)])
    (2, 1, 2)
    """
    return tuple(1 + sum(other > value for other in values) for value in values)


def table_points(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the table points of each side; equals share those of their places.

    >>> [str(points) for points in table_points([Fraction(n) for n in (10, -20, 10, 10)])]
    ['7/3', '0', '7/3', '7/3']
    """
    scale, equals = TABLE_POINTS[len(values)], Counter(values)
    return tuple(
        Fraction(sum(scale[place - 1 : place - 1 + equals[value]]), equals[value])
        for place, value in zip(places(values), values, strict=True)
    )


def round_sums(known: Field) -> Mapping[str, tuple[RoundSum, ...]]:
    """Return what every round counts for every entry, in order; those who are not ranked too."""
    sums = _played(known.scored)
    _at_tables(sums, known)
    for one in known.away:
        if one.counts is Counts.STOOD_IN:
            before = sums[one.entry].get(one.round, RoundSum(one.round, 0, Fraction(0)))
            sums[one.entry][one.round] = replace(
                before, points=Fraction(0), table_points=None, counts=Counts.STOOD_IN
            )
    for one in known.away:
        if one.counts is Counts.SAT_OUT:
            sums[one.entry][one.round] = _sat_out(one.round, sums[one.entry], known.credit)
    return defaultdict(
        tuple,
        {entry: tuple(rounds[n] for n in sorted(rounds)) for entry, rounds in sums.items()},
    )


def _placed(known: Field) -> tuple[Rank, ...]:
    rounds, reasons = round_sums(known), _reasons(known.adjusted)
    rows = [_sum_up(known, entry, rounds[entry], reasons[entry]) for entry in known.entries]
    keys = {row.entry: _key(row, known.order) for row in rows}
    rows.sort(key=lambda row: keys[row.entry])
    first: dict[tuple[object, ...], int] = {}
    for place, row in enumerate(rows, 1):
        first.setdefault(keys[row.entry], place)
    equals = Counter(keys.values())
    return tuple(
        replace(row, place=first[keys[row.entry]], shared=equals[keys[row.entry]] > 1)
        for row in rows
    )


def _key(row: Rank, order: Order) -> tuple[bool, Fraction, Fraction]:
    by_table = row.table_points if order is Order.TABLE_POINTS else Fraction(0)
    return (row.withdrawn, -by_table, -row.total)


def _played(scored: Iterable[Scored]) -> dict[str, dict[int, RoundSum]]:
    points: dict[tuple[str, int], list[int]] = defaultdict(list)
    for one in scored:
        points[one.entry, one.round].append(one.points)
    sums: dict[str, dict[int, RoundSum]] = defaultdict(dict)
    for (entry, number), deals in points.items():
        sums[entry][number] = RoundSum(number, len(deals), Fraction(sum(deals)))
    return sums


def _at_tables(sums: dict[str, dict[int, RoundSum]], known: Field) -> None:
    """Add the table points of every table that is over and at which anything was scored."""
    penalties = _at_table_penalties(known.adjusted)
    for (entry, number), amount in penalties.items():
        before = sums[entry].get(number, RoundSum(number, 0, Fraction(0)))
        sums[entry][number] = replace(before, penalties=amount)
    for table in known.tables:
        if not table.is_over or not any(_of(side, table, sums).deals for side in table.sides):
            continue
        values = [
            _of(side, table, sums).points + _of(side, table, sums).penalties for side in table.sides
        ]
        given = zip(table.sides, table_points(values), places(values), strict=True)
        for side, points, place in given:
            for entry in side:
                one = sums[entry].get(table.round, RoundSum(table.round, 0, Fraction(0)))
                sums[entry][table.round] = replace(one, table_points=points, table_place=place)


def _of(
    side: tuple[str, ...], table: Table, sums: Mapping[str, Mapping[int, RoundSum]]
) -> RoundSum:
    """Return what a side scored in the round of a table; all its entries have the same."""
    nothing = RoundSum(table.round, 0, Fraction(0))
    return sums[side[0]].get(table.round, nothing) if side and side[0] in sums else nothing


def _at_table_penalties(adjusted: Iterable[Adjusted]) -> dict[tuple[str, int], Fraction]:
    amounts: dict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for one in adjusted:
        if one.at_table:
            amounts[one.entry, one.round] += one.amount
    return amounts


def _sat_out(number: int, rounds: Mapping[int, RoundSum], credit: bool) -> RoundSum:
    """Return what a round counts that was sat out: the average of those played, or nothing."""
    over = [one for one in rounds.values() if one.table_points is not None]
    if not credit or not over:
        return RoundSum(number, 0, Fraction(0), Fraction(0), counts=Counts.SAT_OUT)
    points = sum((one.points for one in over), Fraction(0)) / len(over)
    at_table = sum((one.table_points or Fraction(0) for one in over), Fraction(0)) / len(over)
    return RoundSum(number, 0, points, at_table, counts=Counts.SAT_OUT)


def _reasons(adjusted: Iterable[Adjusted]) -> dict[str, list[Adjusted]]:
    reasons: dict[str, list[Adjusted]] = defaultdict(list)
    for one in adjusted:
        reasons[one.entry].append(one)
    return reasons


def _sum_up(
    known: Field, entry: str, rounds: tuple[RoundSum, ...], reasons: Sequence[Adjusted]
) -> Rank:
    points = sum((one.points for one in rounds), Fraction(0))
    penalties = sum((one.amount for one in reasons), Fraction(0))
    return Rank(
        place=0,
        shared=False,
        entry=entry,
        deals=sum(one.deals for one in rounds if one.counts is Counts.PLAYED),
        points=points,
        penalties=penalties,
        total=points + penalties,
        table_points=sum((one.table_points or Fraction(0) for one in rounds), Fraction(0)),
        rounds=rounds,
        reasons=tuple(reasons),
        withdrawn=entry in known.withdrawn,
    )
