"""What counts for an entry, round by round, as pure functions of what was scored and added.

No float decides anything: points are whole numbers, everything else is an exact fraction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tournaments.match_scores import Order, match_points, places, table_points, unplayed_points

PAIR: Final = 2
"""Matches are scored between two sides."""


class TieBreak(StrEnum):
    """What decides between equals; of a list of them each is asked where those before do not."""

    TOTAL = "total"
    HEAD_TO_HEAD = "head_to_head"
    HEAD_TO_HEAD_OF_TWO = "head_to_head_of_two"
    OPPONENTS = "opponents"
    NET = "net"
    OWN_TOTALS = "own_totals"
    WINS = "wins"
    BEST_SCORE = "best_score"
    FEWEST_PENALTIES = "fewest_penalties"
    HEAD_TO_HEAD_NET = "head_to_head_net"
    QUOTIENT = "quotient"
    QUOTIENT_AMONG = "quotient_among"
    COMMON_OPPONENT = "common_opponent"
    MEDIAN_OPPONENTS = "median_opponents"
    PROGRESSIVE = "progressive"
    SECOND_BEST_SCORE = "second_best_score"
    FEWEST_LOSSES = "fewest_losses"
    FEWEST_WARNINGS = "fewest_warnings"
    FEWEST_DEALS_LOST = "fewest_deals_lost"
    EXTRA_DEAL = "extra_deal"
    LOT = "lot"


class Counts(StrEnum):
    """How a round counts for an entry."""

    PLAYED = "played"
    SAT_OUT = "sat_out"
    STOOD_IN = "stood_in"
    """Somebody else played in its name, and what he scored does not count."""


class Credit(StrEnum):
    """What a round counts that was sat out."""

    AVERAGE = "average"
    WIN = "win"
    NONE = "none"


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
    """The sides that met at a table in a round, each with its entries, and whether it is over.

    `totals` are what the match comes to for every side, without penalties, where that is more
    than the sum of its deals. `absent` are the sides that did not play, by their
    places in `sides`: the other one won without play.
    """

    round: int
    sides: tuple[tuple[str, ...], ...]
    is_over: bool = True
    totals: tuple[int, ...] | None = None
    absent: frozenset[int] = frozenset()


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
    says what a round counts that was sat out. `tie_breaks` decide between equals, None as is
    usual for the order; `seed` is what the lot is drawn from.
    """

    entries: Sequence[str]
    scored: Sequence[Scored] = ()
    adjusted: Sequence[Adjusted] = ()
    tables: Sequence[Table] = ()
    away: Sequence[Away] = ()
    withdrawn: frozenset[str] = frozenset()
    order: Order = Order.POINTS
    credit: Credit = Credit.NONE
    tie_breaks: tuple[TieBreak, ...] | None = None
    seed: str = ""

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
    `match_points` are what the match is worth where matches rank, None until it is over;
    `totals` what the match comes to so far, the entry's own side first, where that is known:
    until the match is over they are provisional. `opponents` are whom it met; `unplayed` is a
    match that was won without play.
    """

    round: int
    deals: int
    points: Fraction
    table_points: Fraction | None = None
    penalties: Fraction = Fraction(0)
    counts: Counts = Counts.PLAYED
    table_place: int | None = None
    match_points: Fraction | None = None
    totals: tuple[Fraction, Fraction] | None = None
    opponents: tuple[str, ...] = ()
    unplayed: bool = False

    @property
    def difference(self) -> Fraction | None:
        """By how much the entry's side was ahead, negative where it was behind."""
        return None if self.totals is None else self.totals[0] - self.totals[1]

    @property
    def is_won(self) -> bool:
        """Whether a match is over and won: played and ahead, or without play."""
        if self.match_points is None or self.difference is None:
            return self.unplayed
        return self.difference > 0


Sums = dict[str, dict[int, RoundSum]]


def round_sums(known: Field) -> Mapping[str, tuple[RoundSum, ...]]:
    """Return what every round counts for every entry, in order; those who are not ranked too."""
    sums = _played(known.scored)
    for (entry, number), amount in _at_table_penalties(known.adjusted).items():
        _change(sums, entry, number, penalties=amount)
    for table in known.tables:
        if known.order.by_match:
            _as_match(sums, table, known.order)
        else:
            _at_table(sums, table)
    for one in known.away:
        if one.counts is Counts.STOOD_IN:
            nothing = {"points": Fraction(0), "table_points": None, "match_points": None}
            _change(sums, one.entry, one.round, counts=Counts.STOOD_IN, **nothing)
    for one in known.away:
        if one.counts is Counts.SAT_OUT:
            sums[one.entry][one.round] = _sat_out(one.round, sums[one.entry], known)
    return defaultdict(
        tuple,
        {entry: tuple(rounds[n] for n in sorted(rounds)) for entry, rounds in sums.items()},
    )


def _played(scored: Iterable[Scored]) -> Sums:
    points: dict[tuple[str, int], list[int]] = defaultdict(list)
    for one in scored:
        points[one.entry, one.round].append(one.points)
    sums: Sums = defaultdict(dict)
    for (entry, number), deals in points.items():
        sums[entry][number] = RoundSum(number, len(deals), Fraction(sum(deals)))
    return sums


def _change(sums: Sums, entry: str, number: int, **values: object) -> None:
    before = sums[entry].get(number, RoundSum(number, 0, Fraction(0)))
    sums[entry][number] = replace(before, **values)  # type: ignore[arg-type]


def _at_table(sums: Sums, table: Table) -> None:
    """Add the table points of a table that is over and at which anything was scored."""
    met = [_of(side, table, sums) for side in table.sides]
    if not table.is_over or not any(one.deals for one in met):
        return
    values = [one.points + one.penalties for one in met]
    given = zip(table.sides, table_points(values), places(values), strict=True)
    for side, points, place in given:
        for entry in side:
            _change(sums, entry, table.round, table_points=points, table_place=place)


def _as_match(sums: Sums, table: Table, order: Order) -> None:
    """Add what a match of two sides has come to, and what it is worth as soon as it is over."""
    if len(table.sides) != PAIR:
        return
    if table.absent:
        _without_play(sums, table, order)
        return
    met = [_of(side, table, sums) for side in table.sides]
    if not any(one.deals for one in met):
        return
    reached = [one.points for one in met]
    if table.totals is not None:
        reached = [Fraction(one) for one in table.totals]
    totals = [points + one.penalties for points, one in zip(reached, met, strict=True)]
    worth = match_points(order, totals) if table.is_over else (None, None)
    for place, side in enumerate(table.sides):
        for entry in side:
            _change(
                sums,
                entry,
                table.round,
                match_points=worth[place],
                totals=(totals[place], totals[1 - place]),
                opponents=table.sides[1 - place],
            )


def _without_play(sums: Sums, table: Table, order: Order) -> None:
    for place, side in enumerate(table.sides):
        is_won = place not in table.absent
        points = unplayed_points(order) if is_won else Fraction(0)
        for entry in side if table.is_over else ():
            _change(
                sums,
                entry,
                table.round,
                match_points=points,
                opponents=table.sides[1 - place],
                unplayed=is_won,
            )


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


def _sat_out(number: int, rounds: Mapping[int, RoundSum], known: Field) -> RoundSum:
    """Return what a round counts that was sat out: as the event credits it, or nothing."""
    nothing = RoundSum(number, 0, Fraction(0), counts=Counts.SAT_OUT)
    if known.order.by_match:
        points, is_win = _match_credit(rounds, known), known.credit is Credit.WIN
        return replace(nothing, match_points=points, unplayed=is_win)
    over = [one for one in rounds.values() if one.table_points is not None]
    if known.credit is Credit.NONE or not over:
        return replace(nothing, table_points=Fraction(0))
    points = sum((one.points for one in over), Fraction(0)) / len(over)
    at_table = sum((one.table_points or Fraction(0) for one in over), Fraction(0)) / len(over)
    return replace(nothing, points=points, table_points=at_table)


def _match_credit(rounds: Mapping[int, RoundSum], known: Field) -> Fraction:
    if known.credit is Credit.WIN:
        return unplayed_points(known.order)
    over = [one.match_points for one in rounds.values() if one.match_points is not None]
    if known.credit is Credit.NONE or not over:
        return Fraction(0)
    return sum(over, Fraction(0)) / len(over)
