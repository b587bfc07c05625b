"""Scores of rounds that an entry sat out (轮空), as pure functions of what it has played.

Matches against an entry that withdrew (退赛) are compensated in `withdrawals`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tournaments.standings.exact_sums import average
from tournaments.standings.match_scores import Order, unplayed_points
from tournaments.standings.played_rounds import sums_of_play
from tournaments.standings.round_scores import (
    Counts,
    RoundSum,
    StandingsInput,
    Sums,
    UnplayedRound,
    cancelled_round,
)
from tournaments.standings.unplayed_terms import Credit, CreditTerms
from tournaments.standings.withdrawal_terms import WithdrawalNote
from tournaments.standings.withdrawals import compensate


def round_sums(inputs: StandingsInput) -> Mapping[str, tuple[RoundSum, ...]]:
    """Return every entry's scores round by round, also of those who are not ranked."""
    return credit_byes(sums_of_play(inputs), inputs)


def credit_byes(
    sums: Sums, inputs: StandingsInput, last: int | None = None
) -> Mapping[str, tuple[RoundSum, ...]]:
    """Return these sums after round `last`, or at the end, completed by rounds sat out."""
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
    if away.counts is Counts.AVERAGED:
        terms = CreditTerms(Credit.AVERAGE)
    played = sums[away.entry].values()
    if inputs.order.by_match:
        return _credit_match(nothing, played, terms, inputs.order)
    return _credit_points(nothing, played, terms, inputs.order)


def _credit_match(
    nothing: RoundSum, played: Iterable[RoundSum], terms: CreditTerms, order: Order
) -> RoundSum:
    """Return what a round without a match counts in match points."""
    if terms.kind is Credit.WIN:
        return replace(nothing, match_points=unplayed_points(order), unplayed=True)
    points = terms.amount
    if terms.kind is Credit.AVERAGE:
        worth = [round_.match_points for round_ in played if _is_own(round_) and not round_.gone]
        points = average([worth_ for worth_ in worth if worth_ is not None]) or Fraction(0)
    return replace(nothing, match_points=points)


def _credit_points(
    nothing: RoundSum, played: Iterable[RoundSum], terms: CreditTerms, order: Order
) -> RoundSum:
    """Return what a round without a table counts: both sums, or the one that ranks as a number."""
    if terms.kind is Credit.NUMBER and order is Order.POINTS:
        return replace(nothing, points=terms.amount, table_points=Fraction(0))
    if terms.kind is Credit.NONE:
        return replace(nothing, table_points=Fraction(0))
    ranked = [round_ for round_ in played if _is_own(round_) and round_.table_points is not None]
    points = average([round_.points for round_ in ranked]) or Fraction(0)
    at_table = average([round_.table_points or Fraction(0) for round_ in ranked]) or Fraction(0)
    if terms.kind is Credit.NUMBER:
        at_table = terms.amount
    return replace(nothing, points=points, table_points=at_table)


def _is_own(round_sum: RoundSum) -> bool:
    """Whether a round is part of the own average: credits of other rounds are not."""
    return bool(round_sum.gone) or round_sum.counts not in _CREDITED


_CREDITED: Final = frozenset(
    {Counts.SAT_OUT, Counts.MISSED, Counts.FORFEITED, Counts.AVERAGED, Counts.SUSPENDED}
)
