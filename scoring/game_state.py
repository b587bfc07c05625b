"""A game (局) of several deals: its state while it is played, and its result."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

NO_PENALTIES: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class GameState:
    """A game (局) in progress: the total of every side, and the number of deals that counted.

    The caller chooses what a side is: an entry, a pair, a person at the table. A side is never a
    seat, because people change seats. `on_deal` is the side that deals next, and `reached` the
    level of each side and the number of deals after which it got there; both are filled only if the
    rules need them.
    """

    totals: Mapping[str, int]
    deals: int = 0
    on_deal: str | None = None
    reached: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def plus(self, added: Mapping[str, int]) -> "GameState":
        """Return the state with points added to the totals of sides.

        >>> GameState({"a": 3, "b": 4}).plus({"b": -1}).totals
        {'a': 3, 'b': 3}
        """
        totals = {side: total + added.get(side, 0) for side, total in self.totals.items()}
        return replace(self, totals=totals)


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game (局): whether and why it has ended, who has won, who is pig.

    `totals` includes penalty points if they count. `code` is None while the game simply goes on.
    `winners` and `pigs` are empty until the end. If totals are equal once time or deals have run
    out, `ahead` is the side that wins the tie and `decided` the rule that says so; `ahead` is None
    if equal sides share the win.
    """

    ended: bool
    code: StrEnum | None
    totals: Mapping[str, int]
    winners: tuple[str, ...] = ()
    pigs: tuple[str, ...] = ()
    ahead: str | None = None
    decided: StrEnum | None = None
