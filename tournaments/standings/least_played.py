"""Who is ranked: entries that have played enough of what was dealt so far, as pure functions.

What a round counts that was not played belongs to `byes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.standings.round_scores import Counts, MatchRecord, RoundSum, StandingsInput
from tournaments.standings.unplayed_terms import RankedFrom


@dataclass(frozen=True, slots=True)
class DealsPlayed:
    """How many deals an entry `played`, and how many were `dealt` for it and to it.

    `is_excused` is who won without play and missed nothing else.
    """

    played: int
    dealt: int
    is_excused: bool


def deals_played(
    inputs: StandingsInput, rounds: Mapping[str, tuple[RoundSum, ...]]
) -> Mapping[str, DealsPlayed]:
    """Return how much everybody played of what was dealt so far; empty until somebody has played.

    `rounds` are what the rounds count for everybody.
    """
    sums = {entry: {sum_.round: sum_ for sum_ in rounds[entry]} for entry in inputs.entries}
    if not any(_took_part(sum_) for of_entry in sums.values() for sum_ in of_entry.values()):
        return {}
    dealt = _deals_by_round(inputs.tables, sums.values())
    return {entry: _count_deals(of_entry, dealt) for entry, of_entry in sums.items()}


def missing_deals(
    inputs: StandingsInput, rounds: Mapping[str, tuple[RoundSum, ...]]
) -> Mapping[str, int]:
    """Return how many more deals entries need to be ranked, by entry; only of those who lack some.

    `rounds` are what the rounds count for everybody. Until somebody has played nobody lacks any.
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
    """Return what a table dealt in each round that is over, the fewest where tables differ."""
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
    """Whether an entry played in a round, or won in it without play."""
    return round_sum.counts is Counts.PLAYED and bool(round_sum.deals or round_sum.unplayed)


def _was_missed(round_sum: RoundSum) -> bool:
    """Whether deals of a round were dealt without the entry: it came late, or had a stand-in.

    Who sat out by the draw, or won without play, missed nothing.
    """
    if round_sum.counts in {Counts.STOOD_IN, Counts.MISSED}:
        return True
    return round_sum.counts is Counts.PLAYED and not (round_sum.deals or round_sum.unplayed)
