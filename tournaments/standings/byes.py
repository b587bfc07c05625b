"""Scores of rounds that an entry sat out (轮空), as pure functions of what it has played.

Matches against an entry that withdrew (退赛) are compensated in `withdrawals`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction

from tournaments.standings.exact_sums import average
from tournaments.standings.match_scores import unplayed_points
from tournaments.standings.played_rounds import sums_of_play
from tournaments.standings.round_scores import (
    Counts,
    Credit,
    RoundSum,
    StandingsInput,
    Sums,
    UnplayedRound,
    cancelled_round,
)
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
    return _credit_sit_out(away.round, sums[away.entry], inputs)


def _credit_sit_out(
    number: int, rounds: Mapping[int, RoundSum], inputs: StandingsInput
) -> RoundSum:
    """Return the score of a bye: as the event credits it, or nothing."""
    nothing = RoundSum(number, 0, Fraction(0), counts=Counts.SAT_OUT)
    played: Collection[RoundSum] = () if inputs.credit is Credit.NONE else rounds.values()
    if inputs.order.by_match and inputs.credit is Credit.WIN:
        return replace(nothing, match_points=unplayed_points(inputs.order), unplayed=True)
    if inputs.order.by_match:
        worth = [round_.match_points for round_ in played if round_.gone is None]
        over = [points for points in worth if points is not None]
        return replace(nothing, match_points=average(over) or Fraction(0))
    ranked = [round_ for round_ in played if round_.table_points is not None]
    points = average([round_.points for round_ in ranked])
    at_table = average([round_.table_points or Fraction(0) for round_ in ranked])
    return replace(nothing, points=points or Fraction(0), table_points=at_table or Fraction(0))
