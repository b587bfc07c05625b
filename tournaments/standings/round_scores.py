"""The scores of entries round by round, as pure functions of deals, penalties and tables.

No float decides anything: points are whole numbers, everything else is an exact fraction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tournaments.standings.exact_sums import exact_sum
from tournaments.standings.match_scores import (
    Order,
    judge_match,
    ranks_at_table,
    table_points,
    unplayed_points,
)
from tournaments.standings.tie_facts import NO_FACTS, TieFacts
from tournaments.standings.withdrawal_terms import WithdrawalCompensation, WithdrawalNote

PAIR: Final = 2
"""Matches are scored between two sides."""


class TieBreak(StrEnum):
    """What decides between equals; of a list each is asked where those before leave a tie."""

    TOTAL = "total"
    HEAD_TO_HEAD = "head_to_head"
    HEAD_TO_HEAD_OF_TWO = "head_to_head_of_two"
    BUCHHOLZ = "opponents"
    NET = "net"
    OWN_TOTALS = "own_totals"
    WINS = "wins"
    BEST_SCORE = "best_score"
    FEWEST_PENALTIES = "fewest_penalties"
    HEAD_TO_HEAD_NET = "head_to_head_net"
    QUOTIENT = "quotient"
    QUOTIENT_AMONG = "quotient_among"
    COMMON_OPPONENT = "common_opponent"
    MEDIAN_BUCHHOLZ = "median_opponents"
    CUMULATIVE = "progressive"
    SECOND_BEST_SCORE = "second_best_score"
    FEWEST_LOSSES = "fewest_losses"
    FEWEST_WARNINGS = "fewest_warnings"
    FEWEST_GAMES_LOST = "fewest_games_lost"
    EXTRA_DEAL = "extra_deal"
    LOT = "lot"


class Counts(StrEnum):
    """How a round counts for an entry."""

    PLAYED = "played"
    SAT_OUT = "sat_out"
    STOOD_IN = "stood_in"
    """A substitute played in its name, and his score does not count."""
    CANCELLED = "cancelled"
    """One side of the match withdrew from a round robin, so that none of its matches counts."""


class Credit(StrEnum):
    """The score of a round that was sat out."""

    AVERAGE = "average"
    WIN = "win"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """The score of an entry in a deal.

    `points` are as the rules settle them, or from the comparison of a board, out of `most` where
    there is a maximum. `match` is the key of the match.
    """

    entry: str
    round: int
    deal: str
    points: Fraction | int
    most: Fraction | int = 0
    match: int = 0


@dataclass(frozen=True, slots=True)
class EntryPenalty:
    """Penalty points of an entry, with the reason; they count from `round` on.

    Where they count at the end of the game (局), `at_table`, they also decide who is ahead there:
    in the match of this key.
    """

    entry: str
    amount: Fraction
    reason: str = ""
    round: int = 0
    at_table: bool = False
    match: int = 0


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The sides that met at a table in a round, each with its entries, and whether it is over.

    `totals` are what the match comes to for every side, without penalties, where that is more
    than the sum of its deals; `boards` how many boards count in it, where these are compared.
    `absent` are the sides that did not play, by their places in `sides`: the other one won without
    play. `worth` is what it counts for every side where that was awarded; without anybody absent
    nobody has won it. `match` is its key.
    `kept` is what it is worth to the sides instead of what its totals say: it was paired wrongly.
    `cancelled` names who withdrew, so that it does not count. Of a half match (三队赛) `is_half` is
    said: it counts half of what a match of so many boards is worth. With `in_games` the totals are
    games (局) won, which penalties at the table have decided already. `ahead` is the place of the
    side that has it by the rules of the game where the totals are equal.
    """

    round: int
    sides: tuple[tuple[str, ...], ...]
    is_over: bool = True
    totals: tuple[Fraction | int, ...] | None = None
    absent: frozenset[int] = frozenset()
    boards: int | None = None
    worth: tuple[Fraction, ...] | None = None
    match: int = 0
    cancelled: str = ""
    is_half: bool = False
    in_games: bool = False
    ahead: int | None = None
    kept: tuple[Fraction, ...] | None = None


@dataclass(frozen=True, slots=True)
class UnplayedRound:
    """A round that an entry did not play itself: it sat out, or a substitute stood in for it.

    `opponent` is whom it would have met and who had withdrawn: from a round robin, so that this is
    made good, or nothing counts where the matches of that one are cancelled. Where that is the
    entry itself it left for a reason that was accepted. `made_good` says how, where points rank.
    """

    entry: str
    round: int
    counts: Counts = Counts.SAT_OUT
    opponent: str = ""
    made_good: WithdrawalCompensation | None = None


@dataclass(frozen=True, slots=True)
class StandingsInput:
    """The input of standings. `entries` are ranked, in the order of their numbers.

    Who meets them at a table without being one of them (a house player) is not ranked. `credit`
    says what a round counts that was sat out. Of `withdrawn` those are ranked whose reason was
    `excused`, after all others but for the `kept`, who had played enough. `tie_breaks` decide
    between equals, None as is usual for the order; `seed` is what the lot is drawn from. `carried`
    is what entries have from the stage before.
    """

    entries: Sequence[str]
    scored: Sequence[ScoredDeal] = ()
    adjusted: Sequence[EntryPenalty] = ()
    tables: Sequence[MatchRecord] = ()
    away: Sequence[UnplayedRound] = ()
    withdrawn: frozenset[str] = frozenset()
    excused: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    order: Order = Order.POINTS
    credit: Credit = Credit.NONE
    tie_breaks: tuple[TieBreak, ...] | None = None
    seed: str = ""
    carried: Mapping[str, Fraction] = field(default_factory=dict)
    tie_facts: TieFacts = NO_FACTS

    def upto(self, last: int) -> StandingsInput:
        """Return the same after its round `last`."""
        return self.within(0, last)

    def within(self, first: int, last: int | None) -> StandingsInput:
        """Return what counts from one round to another, or to the end."""
        end = float("inf") if last is None else last
        return replace(
            self,
            scored=[score for score in self.scored if first <= score.round <= end],
            adjusted=[penalty for penalty in self.adjusted if first <= penalty.round <= end],
            tables=[table for table in self.tables if first <= table.round <= end],
            away=[away for away in self.away if first <= away.round <= end],
            tie_facts=self.tie_facts.within(first, end),
        )

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds with a score or an awarded match."""
        awarded = {table.round for table in self.tables if table.worth is not None}
        return tuple(sorted({score.round for score in self.scored} | awarded))


@dataclass(frozen=True, slots=True)
class RoundSum:
    """The score of an entry in a round.

    `table_points` are None until the table is over, and where the round was not played.
    `match_points` are what the match is worth where matches rank, None until it is over;
    `totals` what the match comes to so far, the entry's own side first, where that is known:
    until the match is over they are provisional. `opponents` are whom it met; `unplayed` is a
    match that was won without play. Of the `most` points that could be had `points` are a part.
    `halves` are the half matches (三队赛) of which it is the sum, each with the key of its match.
    Of equal totals `decided` says who has the match: the entry (1) or the other side (−1).
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
    most: Fraction = Fraction(0)
    gone: WithdrawalNote | None = None
    halves: tuple[RoundSum, ...] = ()
    match: int = 0
    decided: int = 0

    @property
    def matches(self) -> tuple[RoundSum, ...]:
        """The half matches of the round, or the one match that it is."""
        return self.halves or (self,)

    def of(self, match: int) -> RoundSum | None:
        """Return the score of a match: the round itself, or the half match of this key."""
        return next(
            (round_sum for round_sum in self.matches if round_sum.match in {0, match}), None
        )

    @property
    def weight(self) -> Fraction:
        """The weight of each of its matches where they are counted: 1, of a half match 1/2."""
        return Fraction(1, len(self.matches))

    @property
    def difference(self) -> Fraction | None:
        """By how much the entry's side was ahead, negative where it was behind."""
        return None if self.totals is None else self.totals[0] - self.totals[1]

    @property
    def is_won(self) -> bool:
        """Whether a match is over and won: played and ahead, or without play."""
        if self.match_points is None or self.difference is None:
            return self.unplayed
        return (self.difference or self.decided) > 0

    @property
    def is_lost(self) -> bool:
        """Whether a match is over and lost: played and behind, or without play."""
        over = self.match_points is not None and bool(self.opponents)
        level = self.difference == 0 and not self.decided
        return over and not self.is_won and not level


Sums = dict[str, dict[int, RoundSum]]


def sums_of_play(inputs: StandingsInput) -> Sums:
    """Return the scores of every entry in the rounds that it or a substitute played.

    Later rounds do not change them; the score of a bye can change.
    """
    sums = _sum_deals(inputs.scored)
    at_table = [penalty for penalty in inputs.adjusted if penalty.at_table]
    for penalty in at_table:
        before = sums[penalty.entry].get(penalty.round)
        amount = penalty.amount + (before.penalties if before else 0)
        _update_round(sums, penalty.entry, penalty.round, penalties=amount)
    for table in inputs.tables:
        _add_match(sums, table, inputs.order)
    for away in inputs.away:
        if away.counts is Counts.STOOD_IN:
            nothing = {"points": Fraction(0), "table_points": None, "match_points": None}
            _update_round(sums, away.entry, away.round, counts=Counts.STOOD_IN, **nothing)
    return sums


def _add_match(sums: Sums, table: MatchRecord, order: Order) -> None:
    """Add the score of a match: as awarded, by its two sides, or by the places at its table."""
    if table.cancelled:
        gone = WithdrawalNote(table.cancelled)
        for entry in (entry for side in table.sides for entry in side):
            sums[entry][table.round] = cancelled_round(table.round, gone)
    elif table.worth is not None:
        _add_award(sums, table, table.worth, order)
    elif order.by_match:
        _add_two_sides(sums, table, order)
        for side, worth in zip(table.sides, table.kept or (), strict=False):
            for entry in side:
                _update_round(sums, entry, table.round, match_points=worth)
    else:
        _add_table_points(sums, table)


def cancelled_round(number: int, gone: WithdrawalNote) -> RoundSum:
    """Return the score of a round that does not count because one side withdrew."""
    return RoundSum(number, 0, Fraction(0), counts=Counts.CANCELLED, gone=gone)


def _sum_deals(scored: Iterable[ScoredDeal]) -> Sums:
    deals: dict[tuple[str, int], list[ScoredDeal]] = defaultdict(list)
    for score in scored:
        deals[score.entry, score.round].append(score)
    sums: Sums = defaultdict(dict)
    for (entry, number), rows in deals.items():
        points = exact_sum([row.points for row in rows])
        most = exact_sum([row.most for row in rows])
        sums[entry][number] = RoundSum(number, len(rows), points, most=most)
    return sums


def _update_round(sums: Sums, entry: str, number: int, **values: object) -> None:
    before = sums[entry].get(number, RoundSum(number, 0, Fraction(0)))
    sums[entry][number] = replace(before, **values)  # type: ignore[arg-type]


def _add_table_points(sums: Sums, table: MatchRecord) -> None:
    """Add the table points of a table that is over and at which anything was scored."""
    met = [_side_sum(side, table, sums) for side in table.sides]
    if not table.is_over or not any(round_sum.deals for round_sum in met):
        return
    values = [round_sum.points + round_sum.penalties for round_sum in met]
    shares = zip(table.sides, table_points(values), ranks_at_table(values), strict=True)
    for side, points, place in shares:
        for entry in side:
            _update_round(sums, entry, table.round, table_points=points, table_place=place)


def _add_two_sides(sums: Sums, table: MatchRecord, order: Order) -> None:
    """Add the totals of a match of two sides, and its match points as soon as it is over."""
    if len(table.sides) != PAIR:
        return
    if table.absent:
        _add_walkover(sums, table, order)
        return
    met = [_side_sum(side, table, sums) for side in table.sides]
    if not any(round_sum.deals for round_sum in met):
        return
    reached = [round_sum.points for round_sum in met]
    if table.totals is not None:
        reached = [Fraction(total) for total in table.totals]
    added = [Fraction(0) if table.in_games else round_sum.penalties for round_sum in met]
    totals = [points + more for points, more in zip(reached, added, strict=True)]
    boards = max(round_sum.deals for round_sum in met) if table.boards is None else table.boards
    scores, decided = judge_match(order, totals, boards, table.ahead)
    worth = scores if table.is_over else (None, None)
    for place, side in enumerate(table.sides):
        for entry in side:
            _update_round(
                sums,
                entry,
                table.round,
                match_points=worth[place],
                totals=(totals[place], totals[1 - place]),
                decided=decided[place],
                opponents=table.sides[1 - place],
            )


def _add_walkover(sums: Sums, table: MatchRecord, order: Order) -> None:
    for place, side in enumerate(table.sides):
        is_won = place not in table.absent
        points = unplayed_points(order) if is_won else Fraction(0)
        for entry in side if table.is_over else ():
            _update_round(
                sums,
                entry,
                table.round,
                match_points=points,
                opponents=table.sides[1 - place],
                unplayed=is_won,
            )


def _add_award(sums: Sums, table: MatchRecord, worth: Sequence[Fraction], order: Order) -> None:
    """Add an awarded score of a match, whatever was played of it."""
    absent = table.absent or frozenset(range(len(table.sides)))
    for place, (side, points) in enumerate(zip(table.sides, worth, strict=True)):
        others = (other for other in table.sides if other is not side)
        values: dict[str, object] = {"points": points}
        if order.by_match:
            met = tuple(entry for other in others for entry in other)
            level = None if table.absent else (Fraction(0), Fraction(0))
            values = {"match_points": points, "totals": level, "opponents": met}
        elif order is Order.TABLE_POINTS:
            values = {"table_points": points, "points": Fraction(0)}
        for entry in side:
            _update_round(sums, entry, table.round, unplayed=place not in absent, **values)


def _side_sum(
    side: tuple[str, ...], table: MatchRecord, sums: Mapping[str, Mapping[int, RoundSum]]
) -> RoundSum:
    """Return the score of a side in the round of a table; all its entries have the same."""
    nothing = RoundSum(table.round, 0, Fraction(0))
    return sums[side[0]].get(table.round, nothing) if side and side[0] in sums else nothing
