"""What decides between equals beside the matches: deals played for that, and games (局) lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Extra:
    """A deal that was played to decide between equals after a round, with the points of each."""

    after: int
    points: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Lost:
    """Who lost a game (局) of a round: was pig (当猪)."""

    entry: str
    round: int


@dataclass(frozen=True, slots=True)
class TieFacts:
    """The deals that decided, the first one first, and the games lost; None where none are played.

    >>> TieFacts(lost=(Lost("a", 1), Lost("a", 3))).within(2, 3).games_lost
    Counter({'a': 1})
    """

    extra: tuple[Extra, ...] = ()
    lost: tuple[Lost, ...] | None = None

    def within(self, first: float, last: float) -> TieFacts:
        """Return what is known of the rounds from one to another."""
        lost = self.lost and tuple(one for one in self.lost if first <= one.round <= last)
        return TieFacts(tuple(one for one in self.extra if first <= one.after <= last), lost)

    @property
    def games_lost(self) -> Mapping[str, int] | None:
        """How many games each entry has lost."""
        return None if self.lost is None else Counter(one.entry for one in self.lost)

    @property
    def extra_deals(self) -> tuple[Mapping[str, Fraction], ...]:
        """The points of the deals that decided."""
        return tuple(one.points for one in self.extra)


NO_FACTS = TieFacts()
