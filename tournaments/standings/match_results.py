"""Results of matches between two entries: the input of cross tables and placings of a group."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


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
