"""Scores of byes (轮空), and whether an entry played enough deals to be ranked.

Both are pure functions of the rounds played. Matches against a withdrawn entry (退赛) are
compensated in `withdrawals`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import Final, NamedTuple

from tournaments.standings.match_scores import Order, average, unplayed_points
from tournaments.standings.played_rounds import sums_of_play
from tournaments.standings.round_scores import (
    Counts,
    MatchRecord,
    RoundSum,
    StandingsInput,
    Sums,
    UnplayedRound,
    cancelled_round,
)
from tournaments.standings.unplayed_terms import Credit, CreditTerms, RankedFrom, WithdrawalNote
from tournaments.standings.withdrawals import compensate

FEWEST_OF_AVERAGE: Final = 2
"""How many rounds make an own average: of fewer, a lucky round would count for the others."""


def round_sums(inputs: StandingsInput) -> Mapping[str, tuple[RoundSum, ...]]:
    """Return the scores of every entry round by round, unranked ones included."""
    return credit_byes(sums_of_play(inputs), inputs)


def credit_byes(
    sums: Sums, inputs: StandingsInput, last: int | None = None
) -> Mapping[str, tuple[RoundSum, ...]]:
    """Return these sums with byes credited, after round `last` or at the end."""
    end = float("inf") if last is None else last
    kept = sums
    if inputs.away:
        kept = defaultdict(dict)
        for entry, rounds in sums.items():
            kept[entry] = {n: round_sum for n, round_sum in rounds.items() if n <= end}
    for away in inputs.away:
        if away.round <= end and away.counts is not Counts.STOOD_IN:
            kept[away.entry][away.round] = _credit_round(away, kept, inputs)
    return defaultdict(
        tuple,
        {
            entry: tuple(rounds[n] for n in sorted(rounds) if n <= end)
            for entry, rounds in kept.items()
        },
    )


def _credit_round(away: UnplayedRound, sums: Sums, inputs: StandingsInput) -> RoundSum:
    if away.counts is Counts.CANCELLED:
        return cancelled_round(away.round, WithdrawalNote(away.opponent))
    if away.opponent:
        return compensate(away, sums, inputs)
    nothing = RoundSum(away.round, 0, Fraction(0), counts=away.counts)
    if away.counts is Counts.FORFEITED:
        return replace(nothing, points=away.points, table_points=Fraction(0))
    if away.counts is Counts.SUSPENDED:
        worth = Fraction(0) if inputs.order.by_match else None
        return replace(nothing, table_points=Fraction(0), match_points=worth)
    terms = inputs.late if away.counts is Counts.MISSED else inputs.credit
    if away.counts is Counts.AVERAGED and inputs.credit.kind is not Credit.OWN_OR_MEAN:
        terms = CreditTerms(Credit.AVERAGE)
    elif away.counts is Counts.AVERAGED:
        terms = inputs.credit
    played = sums[away.entry].values()
    if inputs.order.by_match:
        return _credit_match(nothing, played, sums, terms, inputs.order)
    return _credit_points(nothing, played, sums, terms, inputs.order)


def _credit_match(
    nothing: RoundSum, played: Iterable[RoundSum], sums: Sums, terms: CreditTerms, order: Order
) -> RoundSum:
    """Return the match points of a round without a match."""
    if terms.kind is Credit.WIN:
        return replace(nothing, match_points=unplayed_points(order), unplayed=True)
    if terms.kind in {Credit.NONE, Credit.NUMBER}:
        return replace(nothing, match_points=terms.amount)
    ranked = [round_ for round_ in played if _is_own(round_) and not round_.gone]
    worth = _credit_average(ranked, nothing.round, sums, terms, attrgetter("match_points"))
    return replace(nothing, match_points=worth.value, is_mean=worth.is_mean)


def _credit_points(
    nothing: RoundSum, played: Iterable[RoundSum], sums: Sums, terms: CreditTerms, order: Order
) -> RoundSum:
    """Return the score of a round without a table: both sums, or a fixed number of the one that
    ranks.
    """
    if terms.kind is Credit.NUMBER and order is Order.POINTS:
        return replace(nothing, points=terms.amount, table_points=Fraction(0))
    if terms.kind is Credit.NONE:
        return replace(nothing, table_points=Fraction(0))
    ranked = [round_ for round_ in played if _is_own(round_) and round_.table_points is not None]
    points, at_table = (
        _credit_average(ranked, nothing.round, sums, terms, attrgetter(name))
        for name in ("points", "table_points")
    )
    if terms.kind is Credit.NUMBER:
        at_table = _Credited(terms.amount)
    is_mean = (points if order is Order.POINTS else at_table).is_mean
    return replace(nothing, points=points.value, table_points=at_table.value, is_mean=is_mean)


class _Credited(NamedTuple):
    """The credit for an unplayed round; `is_mean` if all tables decided it."""

    value: Fraction
    is_mean: bool = False


def _credit_average(
    ranked: Iterable[RoundSum],
    number: int,
    sums: Sums,
    terms: CreditTerms,
    score: Callable[[RoundSum], Fraction | None],
) -> _Credited:
    """Return the average of own rounds by the terms, for one score of a round."""
    own = [value for value in map(score, ranked) if value is not None]
    usual = average(own)
    is_few = terms.kind is Credit.OWN_OR_MEAN and len(own) < FEWEST_OF_AVERAGE
    if is_few or terms.kind is Credit.LOWER:
        mean = _mean_at_tables(number, sums, score)
        if mean is not None and (is_few or usual is None or mean < usual):
            return _Credited(mean, is_mean=True)
    return _Credited(usual or Fraction(0))


def _mean_at_tables(
    number: int, sums: Sums, score: Callable[[RoundSum], Fraction | None]
) -> Fraction | None:
    """Return the mean of all entries that finished a round, house players included."""
    rounds = (of_entry[number] for of_entry in sums.values() if number in of_entry)
    played = (
        score(round_sum)
        for round_sum in rounds
        if round_sum.counts is Counts.PLAYED
        and round_sum.deals
        and (round_sum.table_points is not None or round_sum.match_points is not None)
    )
    return average([value for value in played if value is not None])


def _is_own(round_sum: RoundSum) -> bool:
    """Whether a round is part of an entry's own average, which excludes credits."""
    return bool(round_sum.gone) or round_sum.counts not in _CREDITED


_CREDITED: Final = frozenset(
    {Counts.SAT_OUT, Counts.MISSED, Counts.FORFEITED, Counts.AVERAGED, Counts.SUSPENDED}
)


@dataclass(frozen=True, slots=True)
class DealsPlayed:
    """The numbers of deals that an entry `played`, and that were `dealt` for it.

    `is_excused` marks an entry that won by walkover and missed nothing else.
    """

    played: int
    dealt: int
    is_excused: bool


def deals_played(
    inputs: StandingsInput, rounds: Mapping[str, tuple[RoundSum, ...]]
) -> Mapping[str, DealsPlayed]:
    """Return the deals played by every entry and dealt so far; empty until somebody has played.

    `rounds` are the scores of all entries.
    """
    sums = {entry: {sum_.round: sum_ for sum_ in rounds[entry]} for entry in inputs.entries}
    if not any(_took_part(sum_) for of_entry in sums.values() for sum_ in of_entry.values()):
        return {}
    dealt = _deals_by_round(inputs.tables, sums.values())
    return {entry: _count_deals(of_entry, dealt) for entry, of_entry in sums.items()}


def missing_deals(
    inputs: StandingsInput, rounds: Mapping[str, tuple[RoundSum, ...]]
) -> Mapping[str, int]:
    """Return the number of deals that entries still need to be ranked, for entries that lack some.

    `rounds` are the scores of all entries. Until somebody has played nobody lacks any.
    """
    if inputs.least.kind is RankedFrom.ALL:
        return {}
    return {
        entry: inputs.least.needed(deals.dealt) - deals.played
        for entry, deals in deals_played(inputs, rounds).items()
        if inputs.least.needed(deals.dealt) > deals.played and not deals.is_excused
    }


def _count_deals(of_entry: Mapping[int, RoundSum], dealt: Mapping[int, int]) -> DealsPlayed:
    own = sum(_own_deals(sum_) for sum_ in of_entry.values())
    known = own + sum(deals for number, deals in dealt.items() if number not in of_entry)
    known += sum(dealt.get(number, 0) for number, sum_ in of_entry.items() if _was_missed(sum_))
    has_won_unplayed = any(_took_part(sum_) and not sum_.deals for sum_ in of_entry.values())
    return DealsPlayed(own, known, has_won_unplayed and known == own)


def _deals_by_round(
    tables: Iterable[MatchRecord], sums: Iterable[Mapping[int, RoundSum]]
) -> Mapping[int, int]:
    """Return the deals per table in each finished round, the fewest if tables differ."""
    in_play = {table.round for table in tables if not table.is_over}
    fewest: dict[int, int] = {}
    for of_entry in sums:
        for number, sum_ in of_entry.items():
            deals = _own_deals(sum_)
            if deals and number not in in_play:
                fewest[number] = min(fewest.get(number, deals), deals)
    return fewest


def _own_deals(round_sum: RoundSum) -> int:
    return round_sum.deals if round_sum.counts is Counts.PLAYED else 0


def _took_part(round_sum: RoundSum) -> bool:
    """Whether an entry played in a round, or won it by walkover."""
    return round_sum.counts is Counts.PLAYED and bool(round_sum.deals or round_sum.unplayed)


def is_counted(round_sum: RoundSum) -> bool:
    """Whether the points of a round are part of a sum of points: played, or credited."""
    is_played = bool(round_sum.deals or round_sum.unplayed)
    return is_played if round_sum.counts is Counts.PLAYED else round_sum.counts in _CREDITED


def _was_missed(round_sum: RoundSum) -> bool:
    """Whether deals of a round were dealt without the entry: it joined late, or had a substitute.

    An entry with a bye or a walkover missed nothing.
    """
    if round_sum.counts in {Counts.STOOD_IN, Counts.MISSED}:
        return True
    return round_sum.counts is Counts.PLAYED and not (round_sum.deals or round_sum.unplayed)
