"""A game (局) of several deals: how it stands, and how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

NO_PENALTIES: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class GameState:
    """A game (局) in progress: the total of every side, and how many deals have counted.

    Sides are whatever the caller names: entries, pairs, the people at a table. They are never
    seats as such, because people change seats. `on_deal` is the side that deals next, and `reached`
    what each side has come to and after how many deals, as far as the rules ask for either.
    """

    totals: Mapping[str, int]
    deals: int = 0
    on_deal: str | None = None
    reached: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def plus(self, added: Mapping[str, int]) -> "GameState":
        """Return the game with points added to the totals of sides.

        >>> GameState({"a": 3, "b": 4}).plus({"b": -1}).totals
        {'a': 3, 'b': 3}
        """
        totals = {side: total + added.get(side, 0) for side, total in self.totals.items()}
        return replace(self, totals=totals)


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game (局) stands: whether it has ended and why, who has won it, who is pig.

    `totals` includes penalty points where they count. `code` is None while the game goes on for
    no particular reason. `winners` and `pigs` are empty until the end. `ahead` is the side that has
    it where time or deals are over and the totals are equal, `decided` by what that is said; None
    where equals share it.
    """

    ended: bool
    code: StrEnum | None
    totals: Mapping[str, int]
    winners: tuple[str, ...] = ()
    pigs: tuple[str, ...] = ()
    ahead: str | None = None
    decided: StrEnum | None = None
