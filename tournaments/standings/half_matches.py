"""Half matches (三队赛), as pure functions: both half matches of an entry are its match of a round.

Three meet in one round, each with each. A half match is compared over its own boards like any
other, and counts half of what a match of so many boards is worth; its totals (IMPs, points) count
whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tournaments.standings import round_scores
from tournaments.standings.exact_sums import exact_sum
from tournaments.standings.round_scores import Counts, MatchRecord, RoundSum, StandingsInput, Sums

HALF: Final = Fraction(1, 2)
"""What a half match counts of a whole one."""


def sums_of_play(inputs: StandingsInput) -> Sums:
    """Return the scores of every entry in the rounds it played, half matches summed up."""
    halves = [table for table in inputs.tables if table.is_half]
    if not halves:
        return round_scores.sums_of_play(inputs)
    whole = [table for table in inputs.tables if not table.is_half]
    sums = round_scores.sums_of_play(replace(inputs, tables=whole))
    for (entry, number), parts in _half_match_sums(inputs, halves).items():
        here = sums[entry].get(number)
        if any(map(_has_content, parts)) and not (here and here.counts is Counts.STOOD_IN):
            sums[entry][number] = add_half_matches(parts)
    return sums


def count_matches(rounds: Iterable[RoundSum], is_so: Callable[[RoundSum], bool]) -> Fraction:
    """Count the matches for which `is_so` holds, half matches (三队赛) as half of one."""
    counts = (round_.weight * sum(map(is_so, round_.matches)) for round_ in rounds)
    return sum(counts, Fraction(0))


def add_half_matches(halves: Iterable[RoundSum]) -> RoundSum:
    """Return the score of a round of half matches; without match points until all are over.

    >>> won = RoundSum(1, 4, Fraction(9), match_points=Fraction(6), opponents=("b",))
    >>> both = add_half_matches([won, replace(won, opponents=("c",))])
    >>> str(both.match_points), both.opponents, both.deals
    ('12', ('b', 'c'), 8)
    """
    parts = tuple(halves)
    worth = [part.match_points for part in parts if part.match_points is not None]
    totals = [part.totals for part in parts if part.totals is not None]
    return RoundSum(
        parts[0].round,
        sum(part.deals for part in parts),
        exact_sum([part.points for part in parts]),
        penalties=exact_sum([part.penalties for part in parts]),
        match_points=exact_sum(worth) if len(worth) == len(parts) else None,
        totals=(
            (exact_sum([own for own, _ in totals]), exact_sum([other for _, other in totals]))
            if totals
            else None
        ),
        opponents=tuple(other for part in parts for other in part.opponents),
        unplayed=all(part.unplayed for part in parts),
        most=exact_sum([part.most for part in parts]),
        halves=parts,
    )


def _half_match_sums(
    inputs: StandingsInput, halves: Iterable[MatchRecord]
) -> Mapping[tuple[str, int], list[RoundSum]]:
    """Return the half matches of everybody in every round, in the order of the draw."""
    scored, adjusted = defaultdict(list), defaultdict(list)
    for score in inputs.scored:
        scored[score.match].append(score)
    for penalty in inputs.adjusted:
        adjusted[penalty.match].append(penalty)
    parts: Mapping[tuple[str, int], list[RoundSum]] = defaultdict(list)
    for table in halves:
        here, penalties = scored[table.match], adjusted[table.match]
        alone = replace(inputs, scored=here, adjusted=penalties, tables=[table], away=())
        sums = round_scores.sums_of_play(alone)
        for entry in (entry for side in table.sides for entry in side):
            nothing = RoundSum(table.round, 0, Fraction(0))
            half = sums.get(entry, {}).get(table.round, nothing)
            parts[entry, table.round].append(_halve(half, table))
    return parts


def _halve(round_sum: RoundSum, table: MatchRecord) -> RoundSum:
    """Return a half match with half of its match points; an award is given as it counts."""
    worth = round_sum.match_points
    if worth is not None and table.worth is None:
        worth *= HALF
    return replace(round_sum, match_points=worth, match=table.match)


def _has_content(round_sum: RoundSum) -> bool:
    return bool(
        round_sum.deals
        or round_sum.penalties
        or round_sum.unplayed
        or round_sum.match_points is not None
    )
