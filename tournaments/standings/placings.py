"""A place in a group or a stage, with what it is made of and what decided it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.tie_breaks import TieBreakValue


@dataclass(frozen=True, slots=True)
class Placing:
    """A place, what it is made of, and what decided it.

    `total` = `scores` + `carried` + `penalties`. `asked` are the tie-breaks that were asked of
    the entry and its equals, in order; who stands `behind` all others does so by more than a total.
    """

    place: int
    shared: bool
    entry: str
    scores: Fraction
    carried: Fraction
    penalties: Fraction
    matches: int
    withdrawn: bool = False
    asked: tuple[TieBreakValue, ...] = ()
    behind: int = 0

    @property
    def total(self) -> Fraction:
        """The sum that ranks first."""
        return self.scores + self.carried + self.penalties

    @property
    def decided_by(self) -> TieBreakValue | None:
        """The tie-break that decided; None where the total did, or nothing could."""
        return None if self.shared or not self.asked else self.asked[-1]
