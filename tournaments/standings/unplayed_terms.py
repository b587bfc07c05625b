"""What an event says of rounds that an entry did not play, as values: their credit, and who ranks.

How they are applied is in `byes` and `least_played`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final


class Credit(StrEnum):
    """The score of a round that was sat out, or missed by a late entry."""

    AVERAGE = "average"
    """The own average of a round, also of a single one; no new event is given it."""
    OWN_OR_MEAN = "own_or_mean"
    """The own average of a round; with fewer than two, the mean of all tables in that round."""
    LOWER = "lower"
    """The own average or the mean of all tables in that round, whichever is lower."""
    WIN = "win"
    NONE = "none"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class CreditTerms:
    """What a round counts that an entry did not play; `amount` of what ranks where it is a number.

    Where table points rank, the base points beside the amount are the entry's own average.
    """

    kind: Credit = Credit.NONE
    amount: Fraction = Fraction(0)


class RankedFrom(StrEnum):
    """From when on an entry is ranked; before, it stands below the ranked without a place."""

    ALL = "all"
    """Everybody who was entered, also without a deal."""
    ONE = "one"
    HALF = "half"
    """Half of the deals dealt so far, rounded up."""
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class LeastPlayed:
    """The least that an entry has to play to be ranked; `deals` where that is a number."""

    kind: RankedFrom = RankedFrom.ALL
    deals: int = 0

    def needed(self, dealt: int) -> int:
        """Return how many of `dealt` deals are needed: never more than were dealt, at least one.

        >>> half = LeastPlayed(RankedFrom.HALF)
        >>> [half.needed(dealt) for dealt in (0, 7, 8)], LeastPlayed(RankedFrom.NUMBER, 6).needed(4)
        ([1, 4, 4], 4)
        """
        if self.kind is RankedFrom.ALL:
            return 0
        wanted = {RankedFrom.HALF: (dealt + 1) // 2, RankedFrom.NUMBER: min(self.deals, dealt)}
        return max(1, wanted.get(self.kind, 1))


NO_CREDIT: Final = CreditTerms()
RANKS_ALL: Final = LeastPlayed()
