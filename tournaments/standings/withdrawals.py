"""Withdrawals from round robins and movements: which matches stand and which are cancelled.

The record does not change. A cancelled match counts for nobody; one not yet played names the
withdrawn opponent, so that it is compensated. The terms are in `unplayed_terms`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from tournaments.standings.match_scores import Order, average, match_points, unplayed_points
from tournaments.standings.round_scores import (
    PAIR,
    Counts,
    MatchRecord,
    RoundSum,
    StandingsInput,
    Sums,
    UnplayedRound,
)
from tournaments.standings.unplayed_terms import (
    CompensationBasis,
    WithdrawalCompensation,
    WithdrawalNote,
    WithdrawalOutcome,
    WithdrawalRules,
    best_compensation,
    withdrawal_outcome,
)


@dataclass(frozen=True, slots=True)
class RoundRobinPlan:
    """A round robin: its rounds, and the planned number of matches of each entry.

    `missed` are the matches that a withdrawal prevented, as (round, entry, withdrawn entry);
    `made_good` is the compensation if points rank.
    """

    rounds: frozenset[int]
    matches: Mapping[str, int]
    missed: tuple[tuple[int, str, str], ...] = ()
    made_good: WithdrawalCompensation | None = None


@lru_cache(maxsize=16)
def withdrawal_rules(order: Order) -> WithdrawalRules:
    """Return the rules of withdrawal for an order that ranks by matches.

    The whole is the sum of both sides' scores, the indemnity the score of a walkover.

    >>> rules = withdrawal_rules(Order.VP_20)
    >>> [str(part) for part in (rules.whole, rules.indemnity)]
    ['20', '3/5']
    """
    whole = sum(match_points(order, (Fraction(0), Fraction(0)), 1), Fraction(0))
    return WithdrawalRules(whole=whole, indemnity=unplayed_points(order) / whole)


def apply_withdrawals(inputs: StandingsInput, robin: RoundRobinPlan) -> StandingsInput:
    """Return the input of an event after the withdrawals from a round robin of it."""
    return _apply_robin(inputs, robin) if inputs.order.by_match or robin.made_good else inputs


def withdrawal_outcomes(
    inputs: StandingsInput, robin: RoundRobinPlan
) -> dict[str, WithdrawalOutcome]:
    """Return what happens to the matches of the entries that withdrew from a round robin."""
    played = Counter(
        entry
        for table in _tables_with_absent(inputs)
        if table.round in robin.rounds and table.is_over and not table.absent
        for side in table.sides
        for entry in side
    )
    rules = withdrawal_rules(inputs.order) if inputs.order.by_match else WithdrawalRules()
    return {
        entry: withdrawal_outcome(played[entry], matches, rules)
        for entry, matches in robin.matches.items()
        if entry in inputs.withdrawn and matches
    }


def compensate(away: UnplayedRound, sums: Sums, inputs: StandingsInput) -> RoundSum:
    """Return the score of a match not yet played when one side withdrew."""
    is_own, terms = away.entry == away.opponent, away.made_good
    nothing = RoundSum(away.round, 0, Fraction(0), counts=Counts.SAT_OUT)
    if terms:
        best, points = terms.at_fault if is_own else _best_in_points(away, terms, sums, inputs)
        gone = WithdrawalNote(away.opponent, best)
        return replace(nothing, points=points, most=terms.most, gone=gone)
    rules = withdrawal_rules(inputs.order)
    own, theirs = (_average_match_points(sums[entry]) for entry in (away.entry, away.opponent))
    best, points = best_compensation(own, theirs, rules)
    if is_own:
        best, points = CompensationBasis.AT_FAULT, rules.whole * rules.at_fault
    gone = WithdrawalNote(away.opponent, best)
    return replace(nothing, match_points=points, unplayed=not is_own, gone=gone)


def _best_in_points(
    away: UnplayedRound, terms: WithdrawalCompensation, sums: Sums, inputs: StandingsInput
) -> tuple[CompensationBasis, Fraction]:
    met = (
        (entry, table.round)
        for table in inputs.tables
        if any(away.opponent in side for side in table.sides)
        for side in table.sides
        if away.opponent not in side
        for entry in side
    )
    against = [sums[entry][number] for entry, number in met if number in sums[entry]]
    return terms.best(_average_points(sums[away.entry].values()), _average_points(against))


def _average_points(rounds: Iterable[RoundSum]) -> Fraction | None:
    """Return the average points of the rounds played; None without one."""
    return average(
        [round_.points for round_ in rounds if round_.counts is Counts.PLAYED and round_.deals]
    )


def _average_match_points(rounds: Mapping[int, RoundSum]) -> Fraction | None:
    """Return the average score of the matches played; None without one."""
    worth = [round_.match_points for round_ in rounds.values() if round_.totals is not None]
    return average([points for points in worth if points is not None])


def _tables_with_absent(inputs: StandingsInput) -> Iterator[MatchRecord]:
    """Yield the tables; if points rank, withdrawn sides of unplayed tables are absent."""
    scored = (
        set() if inputs.order.by_match else {(score.entry, score.round) for score in inputs.scored}
    )
    for table in inputs.tables:
        is_played = inputs.order.by_match or any(
            (entry, table.round) in scored for side in table.sides for entry in side
        )
        absent = (place for place, side in enumerate(table.sides) if set(side) <= inputs.withdrawn)
        yield table if is_played or table.absent else replace(table, absent=frozenset(absent))


def _apply_robin(inputs: StandingsInput, robin: RoundRobinPlan) -> StandingsInput:
    usual = withdrawal_outcomes(inputs, robin)
    standings = usual
    if robin.made_good and not robin.made_good.of_matches:
        standings = dict.fromkeys(usual, WithdrawalOutcome.STAND)
    tables = [_cancel_if_early(table, robin, standings) for table in _tables_with_absent(inputs)]
    missed = {
        (number, entry): withdrawn
        for number, entry, withdrawn in robin.missed
        if withdrawn in standings
    }
    away = [
        _name_opponent(row, missed.get((row.round, row.entry), ""), standings)
        for row in inputs.away
    ]
    away += _unplayed_rounds(tables, robin, standings)
    stand = {entry for entry in inputs.excused if standings.get(entry) is WithdrawalOutcome.STAND}
    away += _excused_rounds(away, robin, stand)
    return replace(
        inputs,
        tables=tables,
        away=[replace(row, made_good=robin.made_good) if row.opponent else row for row in away],
        kept=inputs.kept | {entry for entry in stand if usual[entry] is WithdrawalOutcome.STAND},
    )


def _excused_rounds(
    away: Iterable[UnplayedRound], robin: RoundRobinPlan, excused: AbstractSet[str]
) -> Iterator[UnplayedRound]:
    """Yield the rounds left for an accepted reason, at most half of an entry's matches."""
    credited: Counter[str] = Counter()
    for row in sorted(away, key=lambda row: row.round):
        withdrawn = row.opponent
        if withdrawn in excused and credited[withdrawn] < robin.matches[withdrawn] // 2:
            credited[withdrawn] += 1
            yield UnplayedRound(withdrawn, row.round, opponent=withdrawn)


def _cancel_if_early(
    table: MatchRecord, robin: RoundRobinPlan, standings: Mapping[str, WithdrawalOutcome]
) -> MatchRecord:
    """Return a match, cancelled if one of its sides withdrew too early."""
    if table.round not in robin.rounds or len(table.sides) != PAIR:
        return table
    entries = (entry for side in table.sides for entry in side)
    early = (entry for entry in entries if standings.get(entry) is WithdrawalOutcome.CANCELLED)
    return replace(table, cancelled=next(early, ""))


def _name_opponent(
    away: UnplayedRound, withdrawn: str, standings: Mapping[str, WithdrawalOutcome]
) -> UnplayedRound:
    if not withdrawn:
        return away
    is_cancelled = standings[withdrawn] is WithdrawalOutcome.CANCELLED
    return replace(
        away, opponent=withdrawn, counts=Counts.CANCELLED if is_cancelled else away.counts
    )


def _unplayed_rounds(
    tables: Iterable[MatchRecord], robin: RoundRobinPlan, standings: Mapping[str, WithdrawalOutcome]
) -> Iterator[UnplayedRound]:
    """Yield the entries drawn against an opponent that withdrew before they played."""
    for table in tables:
        drawn = table.round in robin.rounds and table.is_over and table.worth is None
        if not drawn or table.cancelled or len(table.absent) != 1:
            continue
        (absent,) = table.absent
        for withdrawn in (entry for entry in table.sides[absent] if entry in standings):
            others = table.sides[1 - absent]
            yield from (UnplayedRound(entry, table.round, opponent=withdrawn) for entry in others)
