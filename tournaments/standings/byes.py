"""Scores of rounds that an entry did not play, as pure functions of what it has played.

Those are byes (轮空) and matches against an entry that withdrew (退赛).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from tournaments.standings.half_matches import sums_of_play
from tournaments.standings.match_scores import unplayed_points
from tournaments.standings.round_scores import (
    Counts,
    Credit,
    RoundSum,
    StandingsInput,
    Sums,
    UnplayedRound,
    cancelled_round,
)
from tournaments.standings.withdrawal_terms import (
    CompensationBasis,
    WithdrawalCompensation,
    WithdrawalNote,
    best_compensation,
)
from tournaments.standings.withdrawals import withdrawal_rules


def round_sums(inputs: StandingsInput) -> Mapping[str, tuple[RoundSum, ...]]:
    """Return every entry's scores round by round, also of those who are not ranked."""
    return credit_byes(sums_of_play(inputs), inputs)


def credit_byes(
    sums: Sums, inputs: StandingsInput, last: int | None = None
) -> Mapping[str, tuple[RoundSum, ...]]:
    """Return these sums after round `last`, or at the end, completed by rounds sat out."""
    end = float("inf") if last is None else last
    if not inputs.away:
        return defaultdict(tuple, {entry: _until(end, rounds) for entry, rounds in sums.items()})
    kept: Sums = defaultdict(dict)
    for entry, rounds in sums.items():
        kept[entry] = {n: round_sum for n, round_sum in rounds.items() if n <= end}
    for away in inputs.away:
        if away.round <= end and away.counts is not Counts.STOOD_IN:
            kept[away.entry][away.round] = _credit_round(away, kept, inputs)
    return defaultdict(
        tuple,
        {entry: tuple(rounds[n] for n in sorted(rounds)) for entry, rounds in kept.items()},
    )


def _until(end: float, rounds: Mapping[int, RoundSum]) -> tuple[RoundSum, ...]:
    return tuple(rounds[number] for number in sorted(rounds) if number <= end)


def _credit_round(away: UnplayedRound, sums: Sums, inputs: StandingsInput) -> RoundSum:
    if away.counts is Counts.CANCELLED:
        return cancelled_round(away.round, WithdrawalNote(away.opponent))
    if away.opponent:
        return _compensate(away, sums, inputs)
    return _credit_sit_out(away.round, sums[away.entry], inputs)


def _compensate(away: UnplayedRound, sums: Sums, inputs: StandingsInput) -> RoundSum:
    """Return the score of a match that was still to come when one side withdrew."""
    best, points = _best_compensation(away, sums, inputs)
    nothing = RoundSum(
        away.round, 0, Fraction(0), counts=Counts.SAT_OUT, gone=WithdrawalNote(away.opponent, best)
    )
    if away.made_good:
        return replace(nothing, points=points, most=away.made_good.most)
    return replace(nothing, match_points=points, unplayed=best is not CompensationBasis.AT_FAULT)


def _best_compensation(
    away: UnplayedRound, sums: Sums, inputs: StandingsInput
) -> tuple[CompensationBasis, Fraction]:
    if away.made_good:
        return _best_in_points(away, away.made_good, sums, inputs)
    rules = withdrawal_rules(inputs.order)
    if away.entry == away.opponent:
        return CompensationBasis.AT_FAULT, rules.whole * rules.at_fault
    own, theirs = (_average_match_points(sums[entry]) for entry in (away.entry, away.opponent))
    return best_compensation(own, theirs, rules)


def _best_in_points(
    away: UnplayedRound, rules: WithdrawalCompensation, sums: Sums, inputs: StandingsInput
) -> tuple[CompensationBasis, Fraction]:
    if away.entry == away.opponent:
        return rules.at_fault
    met = [
        (entry, table.round)
        for table in inputs.tables
        if any(away.opponent in side for side in table.sides)
        for entry in (
            member for side in table.sides if away.opponent not in side for member in side
        )
    ]
    against = [sums[entry][number] for entry, number in met if number in sums[entry]]
    return rules.best(_average_points(sums[away.entry].values()), _average_points(against))


def _average_points(rounds: Iterable[RoundSum]) -> Fraction | None:
    """Return the average points of the rounds that were played; None without one."""
    played = [round_.points for round_ in rounds if round_.counts is Counts.PLAYED and round_.deals]
    return sum(played, Fraction(0)) / len(played) if played else None


def _average_match_points(rounds: Mapping[int, RoundSum]) -> Fraction | None:
    """Return the average score of the matches that were played; None without one."""
    played = [
        round_.match_points
        for round_ in rounds.values()
        if round_.totals is not None and round_.match_points is not None
    ]
    return sum(played, Fraction(0)) / len(played) if played else None


def _credit_sit_out(
    number: int, rounds: Mapping[int, RoundSum], inputs: StandingsInput
) -> RoundSum:
    """Return the score of a bye: as the event credits it, or nothing."""
    nothing = RoundSum(number, 0, Fraction(0), counts=Counts.SAT_OUT)
    if inputs.order.by_match:
        points, is_win = _sit_out_match_points(rounds, inputs), inputs.credit is Credit.WIN
        return replace(nothing, match_points=points, unplayed=is_win)
    over = [round_ for round_ in rounds.values() if round_.table_points is not None]
    if inputs.credit is Credit.NONE or not over:
        return replace(nothing, table_points=Fraction(0))
    points = sum((round_sum.points for round_sum in over), Fraction(0)) / len(over)
    at_table = sum(
        (round_sum.table_points or Fraction(0) for round_sum in over), Fraction(0)
    ) / len(over)
    return replace(nothing, points=points, table_points=at_table)


def _sit_out_match_points(rounds: Mapping[int, RoundSum], inputs: StandingsInput) -> Fraction:
    if inputs.credit is Credit.WIN:
        return unplayed_points(inputs.order)
    over = [
        round_.match_points
        for round_ in rounds.values()
        if round_.match_points is not None and round_.gone is None
    ]
    if inputs.credit is Credit.NONE or not over:
        return Fraction(0)
    return sum(over, Fraction(0)) / len(over)
