"""Tie-breaks: an ordered list of pure functions that decide between equals.

Each is applied to entries that are equal by all earlier ones, and its value splits them further.
Entries that are equal after the last one share a rank.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Final

from tournaments.standings.match_scores import Order, exact_sum
from tournaments.standings.round_scores import PAIR, Counts, RoundSum, TieBreak, count_matches

USUAL_OF_MATCHES: Final = (
    TieBreak.HEAD_TO_HEAD,
    TieBreak.BUCHHOLZ,
    TieBreak.NET,
    TieBreak.WINS,
    TieBreak.BEST_SCORE,
    TieBreak.LOT,
)
"""The usual tie-breaks where matches rank."""
USUAL: Final[Mapping[Order, tuple[TieBreak, ...]]] = {
    Order.POINTS: (),
    Order.TABLE_POINTS: (TieBreak.TOTAL,),
    **{order: USUAL_OF_MATCHES for order in Order if order.by_match},
}
"""The tie-breaks of an order unless the event says otherwise."""
NOT_OF_EVENTS: Final = frozenset({TieBreak.FEWEST_WARNINGS})
"""Those that no new event has: warnings may decide where the regulations say so."""
OF_GAINS: Final = frozenset({TieBreak.QUOTIENT, TieBreak.QUOTIENT_AMONG})
"""Those that need totals without minuses: a share of a negative sum means nothing."""
ASKED_AGAIN: Final = frozenset({TieBreak.COMMON_OPPONENT})
"""Those asked again of entries that are still equal after others were parted from them."""


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """A tie-break applied to equals, and its value for one of them.

    `among` are the entries that were equal before it, in the order of their numbers.
    """

    by: TieBreak
    value: Fraction
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TieBreakInput:
    """The input of tie-breaks: rounds, sums and penalties by entry, and the seed of the lot.

    `worth` is the sum of match points of every entry, unranked ones included. `warnings` and
    `games_lost` are counts; if they are None their tie-breaks are skipped. `extra_deals` are the
    points of extra deals, each by the entries that played it.
    """

    rounds: Mapping[str, Sequence[RoundSum]]
    worth: Mapping[str, Fraction] = field(default_factory=dict)
    totals: Mapping[str, Fraction] = field(default_factory=dict)
    penalties: Mapping[str, Fraction] = field(default_factory=dict)
    seed: str = ""
    warnings: Mapping[str, int] | None = None
    games_lost: Mapping[str, int] | None = None
    extra_deals: Sequence[Mapping[str, Fraction]] = ()


@dataclass(frozen=True, slots=True)
class Equals:
    """Entries that are equal in every tie-break applied, each with the values."""

    entries: tuple[str, ...]
    asked: Mapping[str, tuple[TieBreakValue, ...]]


Values = Mapping[str, Fraction]
Asks = Callable[[Sequence[str], TieBreakInput], Values | None]
"""A tie-break: a value for each of some equals, the highest best; None where it does not apply."""


def split_equals(
    entries: Sequence[str], tie_breaks: Sequence[TieBreak], facts: TieBreakInput
) -> Iterator[Equals]:
    """Split entries that are equal so far, the best first.

    >>> known = TieBreakInput({}, totals={"a": Fraction(3), "b": Fraction(5)})
    >>> [equals.entries for equals in split_equals(["a", "b"], [TieBreak.TOTAL], known)]
    [('b',), ('a',)]
    """
    yield from _split(tuple(entries), tuple(tie_breaks), facts, dict.fromkeys(entries, ()))


def _split(
    entries: tuple[str, ...],
    left: tuple[TieBreak, ...],
    facts: TieBreakInput,
    asked: Mapping[str, tuple[TieBreakValue, ...]],
) -> Iterator[Equals]:
    if len(entries) == 1 or not left:
        yield Equals(entries, {entry: asked[entry] for entry in entries})
        return
    by, *later = left
    values = ASKS[by](entries, facts)
    if values is None:
        yield from _split(entries, tuple(later), facts, asked)
        return
    parts: dict[Fraction, list[str]] = defaultdict(list)
    for entry in entries:
        parts[values[entry]].append(entry)
    now = {entry: (*asked[entry], TieBreakValue(by, values[entry], entries)) for entry in entries}
    further = left if by in ASKED_AGAIN and len(parts) > 1 else tuple(later)
    for value in sorted(parts, reverse=True):
        yield from _split(tuple(parts[value]), further, facts, now)


def total(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The sum of points and penalties."""
    return {entry: facts.totals.get(entry, Fraction(0)) for entry in entries}


def head_to_head(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The match points of these entries against one another, once all of them have met."""
    met = _mutual_matches(entries, facts)
    if met is None:
        return None
    return {entry: _sum(round_sum.match_points for round_sum in met[entry]) for entry in entries}


def head_to_head_of_two(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The same for exactly two equals; not applied to more."""
    return head_to_head(entries, facts) if len(entries) == PAIR else None


def head_to_head_net(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The net difference of their mutual matches, for exactly two equals."""
    met = _mutual_matches(entries, facts) if len(entries) == PAIR else None
    if met is None:
        return None
    return {entry: _sum(round_sum.difference for round_sum in met[entry]) for entry in entries}


def quotient(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The share of an entry's gains in those of both sides, without penalties.

    It orders entries like the quotient of own and opponents' gains, and is also defined without
    losses. It does not apply where a sum is below 0, as sums of points with minuses can be.
    """
    return _own_parts({entry: _finished_rounds(entry, facts) for entry in entries})


def quotient_among(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The same in mutual matches, once all of them have met."""
    met = _mutual_matches(entries, facts)
    return None if met is None else _own_parts(met)


def common_opponent(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The difference against the best common opponent that separates them."""
    against = {entry: _differences(entry, facts) for entry in entries}
    common = set.intersection(*map(set, against.values())) - set(entries)
    for other in sorted(common, key=lambda entry: (-facts.worth.get(entry, Fraction(0)), entry)):
        values = {entry: against[entry][other] for entry in entries}
        if len(set(values.values())) > 1:
            return values
    return None


def buchholz(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The match scores of all opponents met, each as often as met (Buchholz).

    A round of half matches (三队赛) counts the average of both opponents, because a round has one.
    """
    return {entry: _sum(_scores_met(entry, facts)) for entry in entries}


def median_buchholz(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The match scores of all opponents met, without the highest and the lowest of them."""
    return {entry: _sum(sorted(_scores_met(entry, facts))[1:-1]) for entry in entries}


def net(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The sum of the differences of all matches."""
    return {
        entry: _sum(round_sum.difference for round_sum in _finished_rounds(entry, facts))
        for entry in entries
    }


def own_totals(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The sum of the totals of the entry's own side."""
    return {
        entry: _sum(
            round_sum.totals[0] for round_sum in _finished_rounds(entry, facts) if round_sum.totals
        )
        for entry in entries
    }


def wins(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The number of matches won, including walkovers; half matches (三队赛) count half."""
    return {
        entry: count_matches(_finished_rounds(entry, facts), lambda round_sum: round_sum.is_won)
        for entry in entries
    }


def fewest_losses(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The negative number of matches lost, including by walkover. Half matches count half."""
    return {
        entry: -count_matches(_finished_rounds(entry, facts), lambda round_sum: round_sum.is_lost)
        for entry in entries
    }


def cumulative(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The sum of the running scores after every round, which favours an early lead."""
    last = max((round_.round for rounds in facts.rounds.values() for round_ in rounds), default=0)
    return {
        entry: _sum(
            (round_sum.match_points or Fraction(0)) * (last - round_sum.round + 1)
            for round_sum in _finished_rounds(entry, facts)
        )
        for entry in entries
    }


def best_score(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The best score of a single match that was played."""
    return {entry: _scores_played(entry, facts)[0] for entry in entries}


def second_best_score(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The score of the second best match that was played."""
    return {entry: _scores_played(entry, facts)[1] for entry in entries}


def fewest_penalties(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The sum of the penalties, which are negative."""
    return {entry: facts.penalties.get(entry, Fraction(0)) for entry in entries}


def fewest_warnings(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The negative number of warnings."""
    return _negative(facts.warnings, entries)


def fewest_games_lost(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The negative number of games (局) lost (当猪)."""
    return _negative(facts.games_lost, entries)


def extra_deal(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """The points of the first extra deal that all of them played and that separates them."""
    for points in facts.extra_deals:
        values = {entry: points[entry] for entry in entries if entry in points}
        if len(values) == len(entries) and len(set(values.values())) > 1:
            return values
    return None


def lot(entries: Sequence[str], facts: TieBreakInput) -> Values | None:
    """A lot for each, drawn from the seed of the event; none before all of them have played."""
    for entry in entries:
        rounds = facts.rounds.get(entry, ())
        # A match counts once it is over, deals as soon as they are played.
        if all(part.match_points is None and (not part.deals or part.totals) for part in rounds):
            return None
    digests = {
        entry: hashlib.sha256(f"{facts.seed}:{entry}".encode()).digest() for entry in entries
    }
    return {entry: Fraction(int.from_bytes(digests[entry][:4], "big")) for entry in entries}


ASKS: Final[Mapping[TieBreak, Asks]] = {
    TieBreak.TOTAL: total,
    TieBreak.HEAD_TO_HEAD: head_to_head,
    TieBreak.HEAD_TO_HEAD_OF_TWO: head_to_head_of_two,
    TieBreak.BUCHHOLZ: buchholz,
    TieBreak.NET: net,
    TieBreak.OWN_TOTALS: own_totals,
    TieBreak.WINS: wins,
    TieBreak.BEST_SCORE: best_score,
    TieBreak.FEWEST_PENALTIES: fewest_penalties,
    TieBreak.HEAD_TO_HEAD_NET: head_to_head_net,
    TieBreak.QUOTIENT: quotient,
    TieBreak.QUOTIENT_AMONG: quotient_among,
    TieBreak.COMMON_OPPONENT: common_opponent,
    TieBreak.MEDIAN_BUCHHOLZ: median_buchholz,
    TieBreak.CUMULATIVE: cumulative,
    TieBreak.SECOND_BEST_SCORE: second_best_score,
    TieBreak.FEWEST_LOSSES: fewest_losses,
    TieBreak.FEWEST_WARNINGS: fewest_warnings,
    TieBreak.FEWEST_GAMES_LOST: fewest_games_lost,
    TieBreak.EXTRA_DEAL: extra_deal,
    TieBreak.LOT: lot,
}
"""The function of each tie-break."""


def _finished_rounds(entry: str, facts: TieBreakInput) -> list[RoundSum]:
    """Return the rounds of an entry whose match is over."""
    return [round_ for round_ in facts.rounds.get(entry, ()) if round_.match_points is not None]


def _finished_matches(entry: str, facts: TieBreakInput) -> list[RoundSum]:
    """Return the finished matches of an entry, each half match separately."""
    return [match for round_ in _finished_rounds(entry, facts) for match in round_.matches]


def _mutual_matches(
    entries: Sequence[str], facts: TieBreakInput
) -> dict[str, list[RoundSum]] | None:
    """Return the mutual matches of these entries; None until all of them have met."""
    met = {
        entry: [
            match
            for match in _finished_matches(entry, facts)
            if set(match.opponents) & set(entries)
        ]
        for entry in entries
    }
    pairs = {
        (entry, other) for entry in entries for match in met[entry] for other in match.opponents
    }
    return met if all(pair in pairs for pair in combinations(entries, 2)) else None


def _own_parts(rounds: Mapping[str, Sequence[RoundSum]]) -> Values | None:
    """Return the share of each entry's own gains; None if any of the sums is below 0."""
    parts: dict[str, Fraction] = {}
    for entry, played in rounds.items():
        gains = [round_.gains for round_ in played if round_.gains]
        own, theirs = exact_sum(own for own, _ in gains), exact_sum(other for _, other in gains)
        if own < 0 or theirs < 0:
            return None
        parts[entry] = own / (own + theirs) if own + theirs else Fraction(1, 2)
    return parts


def _differences(entry: str, facts: TieBreakInput) -> dict[str, Fraction]:
    """Return the lead of an entry over each opponent, over all their matches."""
    differences: dict[str, Fraction] = defaultdict(Fraction)
    for match in _finished_matches(entry, facts):
        for other in match.opponents if match.difference is not None else ():
            differences[other] += match.difference or Fraction(0)
    return differences


def _scores_played(entry: str, facts: TieBreakInput) -> list[Fraction]:
    """Return the scores of an entry's matches, the best first; nothing for two not played yet."""
    rounds = _finished_rounds(entry, facts)
    scores = [round_.match_points or Fraction(0) for round_ in rounds if round_.totals]
    return [*sorted(scores, reverse=True), Fraction(0), Fraction(0)]


def _scores_met(entry: str, facts: TieBreakInput) -> Iterator[Fraction]:
    for round_sum in _finished_rounds(entry, facts):
        if round_sum.counts is Counts.PLAYED and round_sum.opponents:
            # The entries of a side score the same; one with a substitute elsewhere may have less.
            met = [
                max(facts.worth.get(entry, Fraction(0)) for entry in match.opponents)
                for match in round_sum.matches
            ]
            yield round_sum.weight * exact_sum(met)


def _sum(values: Iterator[Fraction | None] | Sequence[Fraction | None]) -> Fraction:
    return exact_sum(value for value in values if value is not None)


def _negative(counts: Mapping[str, int] | None, entries: Sequence[str]) -> Values | None:
    if counts is None:
        return None
    return {entry: -Fraction(counts.get(entry, 0)) for entry in entries}
