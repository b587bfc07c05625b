"""Standings as pure functions: what was scored, added and sat out goes in, ranked rows come out.

No float decides a tie: points are whole numbers, everything else is an exact fraction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from tournaments.standings.byes import round_sums, with_sat_out
from tournaments.standings.exact_sums import NOTHING, exact_sum
from tournaments.standings.half_matches import how_many, sums_of_play
from tournaments.standings.match_scores import TABLE_POINTS, Order, places, table_points
from tournaments.standings.round_scores import (
    Adjusted,
    Away,
    Counts,
    Credit,
    Field,
    RoundSum,
    Scored,
    Sums,
    Table,
    TieBreak,
)
from tournaments.standings.tie_breaks import USUAL, Decided, Equals, Known, split

__all__ = [
    "TABLE_POINTS",
    "Adjusted",
    "Away",
    "Counts",
    "Credit",
    "Decided",
    "Field",
    "Order",
    "Placed",
    "Rank",
    "RoundSum",
    "Scored",
    "Table",
    "TieBreak",
    "placed",
    "places",
    "ranked",
    "round_sums",
    "table_points",
    "tie_breaks_of",
]


UNRANKED: Final = 2
"""How far behind all others who has no place at all."""
NO_PLACE: Final = "–"
"""What is shown instead of a place, also where nothing counts yet."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The place of an entry after a round."""

    round: int
    place: int


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the standings.

    Where points rank, `total` = `points` + `penalties` (基础分 = 得分 + 罚分). Where matches rank,
    `total` = `match_points` + `penalties`, and a penalty at the table counts in its match instead.
    What was `carried` over from the stage before is in what ranks first: in `total`, or where
    table points rank beside them. `points`, `table_points` and `match_points` are the sums over
    `rounds`, `reasons` are all penalties. `asked` are the tie-breaks that were asked of this entry
    and its equals, in order; the last of them is `decided_by` where it parted them. `history` has
    the place after every round. Who was withdrawn stands `behind` all others (1) unless it had
    played enough (0), and has no place at all where no reason was accepted (2). With two winners
    `line` is the direction among which alone the entry has its place. `begun` says that something
    counts already for somebody among whom it is ranked: before that all share the first place.
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
    behind: int = 0
    history: tuple[Placed, ...] = field(default=())
    match_points: Fraction = Fraction(0)
    asked: tuple[Decided, ...] = ()
    carried: Fraction = Fraction(0)
    line: str = ""
    begun: bool = True

    @property
    def is_ranked(self) -> bool:
        """Whether it has a place: not who withdrew without a reason that was accepted."""
        return self.behind < UNRANKED

    @property
    def shown_place(self) -> str:
        """The place as it is shown; none before anything counts."""
        return str(self.place) if self.is_ranked and self.begun else NO_PLACE

    @property
    def change(self) -> int:
        """How many places were won since the round before; negative where some were lost."""
        return self.history[-2].place - self.history[-1].place if len(self.history) > 1 else 0

    @property
    def decided_by(self) -> Decided | None:
        """What decided the place between equals; None where the first sum did, or nothing could."""
        return None if self.shared or not self.asked else self.asked[-1]

    @property
    def share(self) -> Fraction | None:
        """Which part of all points that could be had at the table these are; None without any."""
        played = [round_ for round_ in self.rounds if round_.most]
        most = sum((one.most for one in played), Fraction(0))
        return sum((one.points for one in played), Fraction(0)) / most if most else None

    def score(self, order: Order) -> Fraction:
        """What ranks first."""
        return self.table_points + self.carried if order is Order.TABLE_POINTS else self.total

    @property
    def net(self) -> Fraction:
        """The sum of the differences of all matches that are over."""
        return sum((one.difference or Fraction(0) for one in self._over), Fraction(0))

    @property
    def wins(self) -> Fraction | int:
        """How many matches were won, without play too; half matches count half."""
        return how_many(self._over, lambda one: one.is_won)

    @property
    def draws(self) -> Fraction | int:
        """How many matches were played to equal totals."""
        return how_many(self._over, lambda one: one.difference == 0 and not one.decided)

    @property
    def losses(self) -> Fraction | int:
        """How many matches were lost, without play too."""
        return how_many(self._over, lambda one: one.is_lost)

    @property
    def _over(self) -> list[RoundSum]:
        return [round_ for round_ in self.rounds if round_.match_points is not None]


def ranked(known: Field) -> tuple[Rank, ...]:
    """Rank the entries of a field; equals share the better place and stand as they were given.

    >>> [(r.place, r.entry, int(r.total)) for r in ranked(Field(
    ...     ["a", "b", "c"], [Scored("b", 1, "x", -100), Scored("a", 1, "x", -100)]))]
    [(1, 'c', 0), (2, 'a', -100), (2, 'b', -100)]
    """
    history: dict[str, list[Placed]] = defaultdict(list)
    played = sums_of_play(known)
    for number in known.rounds[:-1]:
        for place, equals in _by_place(*_summed(known, played, number), known):
            for entry in equals.entries:
                history[entry].append(Placed(number, place))
    rows = placed(known, played)
    for number in known.rounds[-1:]:
        for row in rows:
            history[row.entry].append(Placed(number, row.place))
    return tuple(replace(row, history=tuple(history[row.entry])) for row in rows)


def tie_breaks_of(known: Field) -> tuple[TieBreak, ...]:
    """Return what decides between equals in a field, in order.

    >>> tie_breaks_of(Field([], order=Order.TABLE_POINTS))
    (<TieBreak.TOTAL: 'total'>,)
    """
    return USUAL[known.order] if known.tie_breaks is None else known.tie_breaks


def placed(known: Field, played: Sums | None = None, last: int | None = None) -> tuple[Rank, ...]:
    """Rank the entries of a field as `ranked` does, without the places after every round.

    With `last` it is told how they stood after that round. `played` is what their rounds count,
    where that is known already.
    """
    rows, facts = _summed(known, sums_of_play(known) if played is None else played, last)
    return tuple(_in_order(rows, known, facts))


def _summed(known: Field, sums: Sums, last: int | None) -> tuple[dict[str, Rank], Known]:
    """What everybody has after a round, and what tie-breaks look at."""
    rounds, reasons = with_sat_out(sums, known, last), _reasons(known.adjusted, last)
    rows = {entry: _sum_up(known, entry, rounds[entry], reasons[entry]) for entry in known.entries}
    decided = known.tie_facts if last is None else known.tie_facts.within(0, last)
    facts = Known(
        rounds=rounds,
        worth=_worth(rounds) if known.order.by_match else {},
        totals={entry: row.total for entry, row in rows.items()},
        penalties={entry: _added(row.reasons) for entry, row in rows.items()},
        seed=known.seed,
        games_lost=decided.games_lost,
        extra_deals=decided.extra_deals,
    )
    return rows, facts


def _in_order(rows: dict[str, Rank], known: Field, facts: Known) -> Iterator[Rank]:
    begun = any(_has_any(row, known.order) for row in rows.values())
    for place, equals in _by_place(rows, facts, known):
        shared = len(equals.entries) > 1
        for entry in equals.entries:
            asked = equals.asked[entry]
            yield replace(rows[entry], place=place, shared=shared, asked=asked, begun=begun)


def _by_place(rows: dict[str, Rank], facts: Known, known: Field) -> Iterator[tuple[int, Equals]]:
    place = 1
    for equals in _parted(rows, known, facts):
        yield place, equals
        place += len(equals.entries)


def _parted(rows: dict[str, Rank], known: Field, facts: Known) -> Iterator[Equals]:
    first: dict[tuple[int, Fraction], list[str]] = defaultdict(list)
    for entry, row in rows.items():
        first[_key(row, known.order)].append(entry)
    for key in sorted(first):
        yield from split(first[key], tie_breaks_of(known), facts)


def _key(row: Rank, order: Order) -> tuple[int, Fraction]:
    return (row.behind, -row.score(order))


def _has_any(row: Rank, order: Order) -> bool:
    """Whether anything counts for an entry: of a match that ranks, only once it is over."""
    if row.reasons or row.carried:
        return True
    return any(round_.match_points is not None or not order.by_match for round_ in row.rounds)


def _behind(known: Field, entry: str) -> int:
    """How far behind all who stayed an entry stands, whatever it has scored."""
    if entry not in known.withdrawn or entry in known.kept:
        return 0
    return 1 if entry in known.excused else UNRANKED


def _reasons(adjusted: Iterable[Adjusted], last: int | None) -> dict[str, list[Adjusted]]:
    reasons: dict[str, list[Adjusted]] = defaultdict(list)
    for one in adjusted if last is None else (one for one in adjusted if one.round <= last):
        reasons[one.entry].append(one)
    return reasons


def _added(reasons: Iterable[Adjusted]) -> Fraction:
    amounts = [reason.amount for reason in reasons]
    return exact_sum(amounts) if amounts else NOTHING


def _worth(rounds: Mapping[str, Sequence[RoundSum]]) -> dict[str, Fraction]:
    return {
        entry: exact_sum([total.match_points or 0 for total in sums])
        for entry, sums in rounds.items()
    }


def _sum_up(
    known: Field, entry: str, rounds: tuple[RoundSum, ...], reasons: Sequence[Adjusted]
) -> Rank:
    points = exact_sum([round_.points for round_ in rounds])
    matches = exact_sum([round_.match_points or 0 for round_ in rounds])
    by_match = known.order.by_match
    penalties = _added(reason for reason in reasons if not (by_match and reason.at_table))
    carried = known.carried.get(entry, Fraction(0))
    in_total = Fraction(0) if known.order is Order.TABLE_POINTS else carried
    return Rank(
        place=0,
        shared=False,
        entry=entry,
        deals=sum(round_.deals for round_ in rounds if round_.counts is Counts.PLAYED),
        points=points,
        penalties=penalties,
        total=(matches if by_match else points) + penalties + in_total,
        table_points=NOTHING
        if by_match
        else exact_sum([round_.table_points or 0 for round_ in rounds]),
        rounds=rounds,
        reasons=tuple(reasons),
        withdrawn=entry in known.withdrawn,
        behind=_behind(known, entry),
        match_points=matches,
        carried=carried,
    )
