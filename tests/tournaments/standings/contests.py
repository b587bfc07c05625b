"""Ranks a group from results of matches, to test tie-breaks apart from deals and rounds.

The program ranks from `ranking`; both ask `split_equals` what decides between equals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st

from config.simulation.invariants import DecidedPlacing
from tournaments.standings.group_results import MatchResult
from tournaments.standings.round_scores import Counts, RoundSum, TieBreak
from tournaments.standings.tie_breaks import TieBreakInput, TieBreakValue, split_equals

CELLS = st.lists(st.one_of(st.none(), st.integers(0, 20)), min_size=10, max_size=10)


@dataclass(frozen=True, slots=True)
class Contest:
    """The input of placings. `entries` stand in the order of their numbers.

    `penalties` are negative and in the unit of the scores. `withdrawn` stand after all others.
    """

    entries: Sequence[str]
    rounds: Mapping[str, Sequence[RoundSum]]
    tie_breaks: tuple[TieBreak, ...] = ()
    carried: Mapping[str, Fraction] = field(default_factory=dict)
    penalties: Mapping[str, Fraction] = field(default_factory=dict)
    withdrawn: frozenset[str] = frozenset()
    warnings: Mapping[str, int] | None = None
    games_lost: Mapping[str, int] | None = None
    extra_deals: Sequence[Mapping[str, Fraction]] = ()
    seed: str = ""


@dataclass(frozen=True, slots=True)
class RoundSatOut:
    """A round in which an entry had no opponent (轮空), its score, and whether it is a win."""

    round: int
    entry: str
    score: Fraction
    as_win: bool = False


def round_sums_of_results(
    results: Iterable[MatchResult], sat_out: Iterable[RoundSatOut] = ()
) -> Mapping[str, tuple[RoundSum, ...]]:
    """Return every entry's scores round by round.

    Where the totals of a played match are not known its scores stand for them.

    >>> sums = round_sums_of_results([MatchResult(1, ("a", "b"), (Fraction(12), Fraction(8)))])
    >>> sums["b"][0].opponents, str(sums["b"][0].match_points)
    (('a',), '8')
    """
    rounds: dict[str, list[RoundSum]] = defaultdict(list)
    for result in results:
        for match_result in (result, result.turned()):
            rounds[match_result.sides[0]].append(_to_round_sum(match_result))
    for free in sat_out:
        rounds[free.entry].append(
            RoundSum(
                free.round,
                0,
                Fraction(0),
                counts=Counts.SAT_OUT,
                match_points=free.score,
                unplayed=free.as_win,
            )
        )
    return {
        entry: tuple(sorted(sums, key=lambda round_sum: round_sum.round))
        for entry, sums in rounds.items()
    }


def _to_round_sum(result: MatchResult) -> RoundSum:
    """Return the score of a match for its first side."""
    played = not result.absent
    return RoundSum(
        result.round,
        result.deals,
        Fraction(0),
        match_points=result.scores and result.scores[0],
        totals=(result.totals or result.scores) if played else None,
        opponents=(result.sides[1],),
        unplayed=result.absent == frozenset({1}),
        decided=result.decided,
    )


def placings(contest: Contest) -> tuple[DecidedPlacing, ...]:
    """Return the places, the best first; equals share the better one.

    >>> won = RoundSum(1, 8, Fraction(0), match_points=Fraction(12))
    >>> [(row.place, row.entry) for row in placings(Contest(["a", "b"], {"b": [won]}))]
    [(1, 'b'), (2, 'a')]
    """
    return tuple(_place_entries(contest))


def _place_entries(contest: Contest) -> Iterator[DecidedPlacing]:
    facts = TieBreakInput(
        rounds=contest.rounds,
        worth={entry: _scores(sums) for entry, sums in contest.rounds.items()},
        totals={
            entry: _make_placing(entry, 0, (), False, contest).total for entry in contest.entries
        },
        penalties=contest.penalties,
        seed=contest.seed,
        warnings=contest.warnings,
        games_lost=contest.games_lost,
        extra_deals=contest.extra_deals,
    )
    equal: dict[tuple[bool, Fraction], list[str]] = defaultdict(list)
    for entry in contest.entries:
        equal[entry in contest.withdrawn, -facts.totals[entry]].append(entry)
    place = 1
    for key in sorted(equal):
        for equals in split_equals(equal[key], contest.tie_breaks, facts):
            for entry in equals.entries:
                yield _make_placing(
                    entry, place, equals.asked[entry], len(equals.entries) > 1, contest
                )
            place += len(equals.entries)


def _make_placing(
    entry: str, place: int, asked: tuple[TieBreakValue, ...], shared: bool, contest: Contest
) -> DecidedPlacing:
    sums = contest.rounds.get(entry, ())
    return DecidedPlacing(
        place=place,
        shared=shared,
        entry=entry,
        scores=_scores(sums),
        carried=contest.carried.get(entry, Fraction(0)),
        penalties=contest.penalties.get(entry, Fraction(0)),
        matches=sum(total.match_points is not None for total in sums),
        withdrawn=entry in contest.withdrawn,
        asked=asked,
        behind=int(entry in contest.withdrawn),
    )


def _scores(sums: Sequence[RoundSum]) -> Fraction:
    return sum((total.match_points or Fraction(0) for total in sums), Fraction(0))


def met(number: int, sides: str, score: int | None = None) -> MatchResult:
    """Return a match of a scale of 20; None is still to come."""
    scores = None if score is None else (Fraction(score), Fraction(20 - score))
    return MatchResult(number, (sides[0], sides[1]), scores)


def round_robin(cells: Sequence[int | None]) -> list[MatchResult]:
    """Return the matches of five entries."""
    return [
        met(number, entry + other, score)
        for number, ((entry, other), score) in enumerate(
            zip(combinations("abcde", 2), cells, strict=True), 1
        )
    ]
