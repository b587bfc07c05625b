"""Results of matches between two entries: the input of cross tables and placings of a group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.round_scores import Counts, RoundSum


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match: who met, and what it is worth to each; None until it is over.

    `totals` are what it came to in IMPs, points or levels. `absent` are the sides, by their
    places, that did not play: a match with one of them was not played. `is_half` is said of one of
    three half matches (三队赛). Of equal totals `decided` says who has the match by the rules of
    the game: the first side (1) or the second (−1).
    """

    round: int
    sides: tuple[str, str]
    scores: tuple[Fraction, Fraction] | None = None
    totals: tuple[Fraction, Fraction] | None = None
    absent: frozenset[int] = frozenset()
    deals: int = 0
    is_half: bool = False
    decided: int = 0

    @property
    def is_over(self) -> bool:
        """Whether it is known what the match is worth."""
        return self.scores is not None

    def turned(self) -> MatchResult:
        """Return the same match with the sides the other way round.

        >>> MatchResult(1, ("a", "b"), (Fraction(12), Fraction(8))).turned().sides
        ('b', 'a')
        """
        return MatchResult(
            self.round,
            (self.sides[1], self.sides[0]),
            self.scores and (self.scores[1], self.scores[0]),
            self.totals and (self.totals[1], self.totals[0]),
            frozenset(1 - place for place in self.absent),
            self.deals,
            self.is_half,
            -self.decided,
        )


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
