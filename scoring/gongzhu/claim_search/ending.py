"""An ending: the cards still to be played, the seat to play, and the cards won so far.

Cards are bits and seats are numbers in order of play. `question` reads an ending from a line.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from scoring.gongzhu.bits import SUIT_OF
from scoring.gongzhu.facts import ClaimKind
from scoring.gongzhu.play.tricks import winner
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.stakes import UNEXPOSED, Stakes

STATES: Final = 1_000_000
"""A search that has met more states than this gives up, unless it is given another limit."""


class GaveUp(Exception):
    """A search has visited more states than allowed."""


@dataclass(frozen=True)
class Ending:
    """A one-deck deal from some moment on.

    `trick` holds the cards on the table, the leader's first. `guarded` are the exposed cards of
    closed suits that are still to be played. `dealt` are the cards of each seat that count as
    self-won if it wins them, and `unowned` the cards with an unknown owner.

    >>> from scoring.gongzhu.bits import as_bits
    >>> hands = tuple(as_bits([card]) for card in ("S3", "H2", "SK", "C2"))
    >>> ending = Ending(RuleSet(), (0, *hands[1:]), turn=1, trick=hands[:1])
    >>> ending.leader, ending.taker, ending.cards_a_hand
    (0, 0, 1)
    """

    rules: RuleSet
    hands: tuple[int, ...]
    turn: int
    trick: tuple[int, ...] = ()
    guarded: int = 0
    piles: tuple[int, ...] = ()
    stakes: Stakes = UNEXPOSED
    dealt: tuple[int, ...] = ()
    unowned: int = 0

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @cached_property
    def left(self) -> int:
        """All cards in hands."""
        return sum(self.hands)

    @property
    def leader(self) -> int:
        """The seat that led to the trick on the table, or leads now."""
        return (self.turn - len(self.trick)) % self.players

    @property
    def led(self) -> int:
        """The mask of the suit that was led, 0 before a lead."""
        return SUIT_OF[self.trick[0]] if self.trick else 0

    @property
    def taker(self) -> int:
        """The seat that is winning the trick on the table."""
        highest = winner(self.trick, self.led) if self.trick else 0
        return (self.leader + highest) % self.players

    @property
    def best(self) -> int:
        """The card that is winning the trick on the table, 0 before a lead."""
        return self.trick[winner(self.trick, self.led)] if self.trick else 0

    @property
    def cards_a_hand(self) -> int:
        """The number of tricks to come, including the one on the table."""
        return -(-self.left.bit_count() // self.players)


@dataclass(frozen=True, slots=True)
class Claimed:
    """What is claimed of an ending; `seats` maps claimed cards, as bits, to seats.

    >>> Claimed(0, ClaimKind.ALL).barred(4), Claimed(0, ClaimKind.NONE).barred(4)
    (14, 1)
    """

    by: int
    kind: ClaimKind
    seats: Mapping[int, int] | None = None

    def barred(self, players: int) -> int:
        """Return the seats that must not win a trick, as a mask of seats."""
        if self.kind is ClaimKind.ALL:
            return (1 << players) - 1 ^ 1 << self.by
        return 1 << self.by if self.kind is ClaimKind.NONE else 0

    def marks(self, players: int) -> dict[int, int]:
        """Return for each claimed card the mask of the seats that must not win it.

        >>> Claimed(0, ClaimKind.ALLOCATION, {1 << 10: 2}).marks(4)
        {1024: 11}
        """
        every = (1 << players) - 1
        return {bit: every ^ 1 << seat for bit, seat in (self.seats or {}).items()}
