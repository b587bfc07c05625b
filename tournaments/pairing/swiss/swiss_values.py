"""The input of a Swiss draw: the entrants with their scores, their meetings, and the options."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import permutations

Sides = tuple[str, ...]
"""Who met at a table, the first seat first: one alone had a bye, three met in half matches."""


class Style(StrEnum):
    """How entrants are paired."""

    SWISS = "swiss"
    """Equal scores meet, and nobody a second time while that can be avoided."""
    HIGH_HIGH = "high_high"
    """The first in the standings meets the second, or the next one whom he has not met."""
    DANISH = "danish"
    """The first meets the second whether they have met or not."""


class PairingOrder(StrEnum):
    """The order of pairing within a score group."""

    DRAWN = "drawn"
    """By the seed."""
    FOLD = "fold"
    """The first meets the last."""
    SLIDE = "slide"
    """The first meets the first of the lower half."""
    ADJACENT = "adjacent"
    """The first meets the second."""


class ByeRule(StrEnum):
    """Which of the entrants with the fewest byes gets the bye of an odd field."""

    LOWEST = "lowest"
    """One of the lowest score group."""
    LAST = "last"
    """The last in the standings: in the first round the highest number."""
    THREE_WAY = "three_way"
    """Nobody: three meet in half matches."""


class Float(StrEnum):
    """Whether an entrant left its score group in the previous round; a bye counts as a float
    down.
    """

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class SwissEntrant:
    """An entry to be paired.

    `rank` is its rank in the standings, before the first round its rank in the seeding or its
    printed number.
    """

    entry: str
    rank: int
    score: Fraction = Fraction(0)
    club: str = ""
    floated: Float | None = None


@dataclass(frozen=True, slots=True)
class SwissOptions:
    """The options of a draw; `clubs_apart` yields to rematches and scores."""

    style: Style = Style.SWISS
    order: PairingOrder = PairingOrder.DRAWN
    bye: ByeRule = ByeRule.LOWEST
    clubs_apart: bool = True


@dataclass(frozen=True, slots=True)
class SwissInput:
    """The input of a round's draw; the order of its rows does not matter.

    `history` has the tables of the rounds before, the earliest first; `to_come` is the number of
    rounds that are planned after this one, 0 if that is not known.
    """

    seed: str
    entrants: tuple[SwissEntrant, ...]
    history: tuple[Sides, ...] = ()
    options: SwissOptions = field(default_factory=SwissOptions)
    to_come: int = 0

    def __post_init__(self) -> None:
        if len({entrant.entry for entrant in self.entrants}) != len(self.entrants):
            raise ValueError("an entry occurs twice")


class Past:
    """What happened in the earlier rounds, by entry and by pair."""

    def __init__(self, history: Sequence[Sides]) -> None:
        self._met: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.byes: Counter[str] = Counter()
        self.threes: Counter[str] = Counter()
        self.balance: Counter[str] = Counter()
        """How often somebody sat first more than second."""
        self.last: dict[str, int] = {}
        """Where somebody sat when he last sat first (1) or second (-1)."""
        for sides in history:
            self._take(sides)

    def met(self, entry: str, other: str) -> int:
        """Return how often two have met."""
        return self.met_by(entry).get(other, 0)

    def met_by(self, entry: str) -> Mapping[str, int]:
        """Return how often an entry has met each of its opponents."""
        return self._met.get(entry, {})

    def _take(self, sides: Sides) -> None:
        for entry, other in permutations(sides, 2):
            self._met[entry][other] += 1
        match sides:
            case (alone,):
                self.byes[alone] += 1
            case (first, second):
                self.balance.update({first: 1, second: -1})
                self.last.update({first: 1, second: -1})
            case _:
                self.threes.update(sides)
