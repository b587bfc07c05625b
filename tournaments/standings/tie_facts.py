"""Facts for tie-breaks beside the matches: extra deals, and games (局) lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class DecidingDeal:
    """A deal that was played to decide between equals after a round, with the points of each."""

    after: int
    points: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class GameLoss:
    """An entry that lost a game (局) of a round: it was the pig (当猪)."""

    entry: str
    round: int


@dataclass(frozen=True, slots=True)
class TieFacts:
    """The deals that decided, the first one first, and the games lost; None where none are played.

    >>> TieFacts(lost=(GameLoss("a", 1), GameLoss("a", 3))).within(2, 3).games_lost
    Counter({'a': 1})
    """

    extra: tuple[DecidingDeal, ...] = ()
    lost: tuple[GameLoss, ...] | None = None

    def within(self, first: float, last: float) -> TieFacts:
        """Return the facts of the rounds from one to another."""
        lost = self.lost and tuple(loss for loss in self.lost if first <= loss.round <= last)
        return TieFacts(tuple(deal for deal in self.extra if first <= deal.after <= last), lost)

    @property
    def games_lost(self) -> Mapping[str, int] | None:
        """How many games each entry has lost."""
        return None if self.lost is None else Counter(loss.entry for loss in self.lost)

    @property
    def extra_deals(self) -> tuple[Mapping[str, Fraction], ...]:
        """The points of the deals that decided."""
        return tuple(deal.points for deal in self.extra)


NO_FACTS = TieFacts()
