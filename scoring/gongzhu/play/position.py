"""A position of play as an immutable value: what may be played, and the position after a play.

Its steps are those of `replay`, on the same masks and by the same functions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.cards import in_order
from scoring.following import Play
from scoring.gongzhu.bits import BIT, FIRST, SUIT_OF, as_bits, as_cards, together, without
from scoring.gongzhu.facts import Exposure
from scoring.gongzhu.piles import Piles
from scoring.gongzhu.play.legality import GUARDS, legal_plays, prescribed_plays, shown_by_seat
from scoring.gongzhu.play.tricks import winner
from scoring.gongzhu.rules import RuleSet


class IllegalPlay(ValueError):
    """A play that may not be made in a position."""


@dataclass(frozen=True, slots=True)
class Position:
    """The cards of a deal at one moment, as bits, by the number of the seat in order of play.

    `turn` is who plays next, and `trick` what was put down before it, the leader's first.
    `closed` are the suits in which exposed cards are held back, `first` the bit of the card that
    has to be led now, where one has to be.

    >>> deck = list(BIT)
    >>> hands = {seat: tuple(deck[at * 13 : at * 13 + 13]) for at, seat in enumerate("NWSE")}
    >>> position = Position.from_deal(hands, (), "E", RuleSet(), first="C2")
    >>> position.legal()
    (('C2',),)
    >>> position.play(["C2"]).seat
    'N'
    """

    rules: RuleSet
    hands: tuple[int, ...]
    exposed: tuple[int, ...]
    turn: int
    closed: int
    first: int = 0
    trick: tuple[int, ...] = ()
    piles: tuple[int, ...] = ()

    @classmethod
    def from_deal(
        cls,
        hands: Piles,
        exposures: tuple[Exposure, ...],
        leader: str,
        rules: RuleSet,
        first: str | None = None,
    ) -> "Position":
        """Return the position before the first lead; `first` is the card that it has to be."""
        seats, shown = rules.seats, shown_by_seat(exposures, rules)
        return cls(
            rules=rules,
            hands=tuple(as_bits(hands[seat]) for seat in seats),
            exposed=tuple(shown[seat] for seat in seats),
            turn=seats.index(leader),
            closed=GUARDS[rules.protection].closed,
            first=BIT[first] if first else 0,
            piles=(0,) * len(seats),
        )

    @property
    def seat(self) -> str:
        """Who plays next."""
        return self.rules.seats[self.turn]

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        return not any(self.hands)

    @property
    def won(self) -> Mapping[str, tuple[str, ...]]:
        """The cards that each seat has won, as they stand in a deck."""
        return dict(zip(self.rules.seats, map(as_cards, self.piles), strict=True))

    @property
    def table(self) -> tuple[Play, ...]:
        """The plays of the trick that is not complete."""
        seats, count = self.rules.seats, len(self.trick)
        return tuple(
            Play(seats[(self.turn - count + place) % len(seats)], as_cards(play))
            for place, play in enumerate(self.trick)
        )

    def plays(self) -> tuple[int, ...]:
        """Return what may be played, as bits."""
        hand, led = self.hands[self.turn], self._led()
        if hand & self.first:
            return prescribed_plays(hand, self.first)
        size = self.trick[0].bit_count() if self.trick else 0
        guard = GUARDS[self.rules.protection]
        return legal_plays(hand, self.exposed[self.turn], led, size, self.closed, guard)

    def legal(self) -> tuple[tuple[str, ...], ...]:
        """Return the cards of every play that may be made."""
        return tuple(map(as_cards, self.plays()))

    def play(self, cards: list[str] | tuple[str, ...]) -> "Position":
        """Return the position after a play. Raises IllegalPlay for one that may not be made."""
        bits = as_bits(cards)
        if bits not in self.plays():
            raise IllegalPlay(f"{self.seat} may not play {' '.join(in_order(cards))} now")
        hands = list(self.hands)
        hands[self.turn] = without(hands[self.turn], bits)
        turn = (self.turn + 1) % len(hands)
        after = replace(self, hands=tuple(hands), turn=turn, first=0, trick=(*self.trick, bits))
        return after.taken_in() if len(after.trick) == len(hands) else after

    def taken_in(self) -> "Position":
        """Return the position after its trick, which is complete, has gone to its winner."""
        led, piles = self._led(), list(self.piles)
        turn = (self.turn + winner(self.trick, led)) % len(piles)
        for play in self.trick:
            piles[turn] = together(piles[turn], play)
        closed = self.closed & GUARDS[self.rules.protection].after[led]
        return replace(self, turn=turn, closed=closed, trick=(), piles=tuple(piles))

    def _led(self) -> int:
        return SUIT_OF[self.trick[0] & FIRST] if self.trick else 0
