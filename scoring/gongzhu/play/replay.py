"""Playing out deals with known hands: play by play as a `Position`, or whole deals fast.

Cards and plays are bits (`bits`), seats are numbers in order of play, and the rules are the masks
of `tricks`. `course` finds the problems of a report.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple

from scoring.cards import in_order
from scoring.following import Play
from scoring.gongzhu.bits import BIT, FIRST, SUIT_OF, as_bits, as_cards, split, together, without
from scoring.gongzhu.facts import Piles
from scoring.gongzhu.play.tricks import (
    Guard,
    guard_of,
    legal_plays,
    may_play,
    prescribed_plays,
    shown_by_seat,
    winner,
)
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.stakes import Exposure


class IllegalPlay(ValueError):
    """A play that is not legal in a position."""


@dataclass(frozen=True, slots=True)
class Position:
    """The cards of a deal at one moment, as bits, by seat in order of play.

    `turn` is the seat to play, and `trick` the plays before it, the leader's first. `closed` are
    the suits whose exposed cards are held back, `first` the bit of a card that has to be led now,
    if any.

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
        """Return the position before the first lead; `first` is a card that has to be led."""
        seats, shown = rules.seats, shown_by_seat(exposures, rules)
        return cls(
            rules=rules,
            hands=tuple(as_bits(hands[seat]) for seat in seats),
            exposed=tuple(shown[seat] for seat in seats),
            turn=seats.index(leader),
            closed=guard_of(rules).closed,
            first=BIT[first] if first else 0,
            piles=(0,) * len(seats),
        )

    @property
    def seat(self) -> str:
        """The seat to play."""
        return self.rules.seats[self.turn]

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        return not any(self.hands)

    @property
    def won(self) -> Mapping[str, tuple[str, ...]]:
        """The cards that each seat has won, in deck order."""
        return dict(zip(self.rules.seats, map(as_cards, self.piles), strict=True))

    @property
    def table(self) -> tuple[Play, ...]:
        """The plays of the incomplete trick."""
        seats, count = self.rules.seats, len(self.trick)
        return tuple(
            Play(seats[(self.turn - count + place) % len(seats)], as_cards(play))
            for place, play in enumerate(self.trick)
        )

    def plays(self) -> tuple[int, ...]:
        """Return the legal plays, as bits."""
        hand, led = self.hands[self.turn], self._led()
        if hand & self.first:
            return prescribed_plays(hand, self.first)
        size = self.trick[0].bit_count() if self.trick else 0
        guard = guard_of(self.rules)
        return legal_plays(hand, self.exposed[self.turn], led, size, self.closed, guard)

    def legal(self) -> tuple[tuple[str, ...], ...]:
        """Return the cards of every legal play."""
        return tuple(map(as_cards, self.plays()))

    def play(self, cards: list[str] | tuple[str, ...]) -> "Position":
        """Return the position after a play. Raises IllegalPlay if it is not legal."""
        bits = as_bits(cards)
        if bits not in self.plays():
            raise IllegalPlay(f"{self.seat} may not play {' '.join(in_order(cards))} now")
        hands = list(self.hands)
        hands[self.turn] = without(hands[self.turn], bits)
        turn = (self.turn + 1) % len(hands)
        after = replace(self, hands=tuple(hands), turn=turn, first=0, trick=(*self.trick, bits))
        return after.taken_in() if len(after.trick) == len(hands) else after

    def taken_in(self) -> "Position":
        """Return the position after its complete trick has gone to the winner."""
        led, piles = self._led(), list(self.piles)
        turn = (self.turn + winner(self.trick, led)) % len(piles)
        for play in self.trick:
            piles[turn] = together(piles[turn], play)
        closed = self.closed & guard_of(self.rules).after[led]
        return replace(self, turn=turn, closed=closed, trick=(), piles=tuple(piles))

    def _led(self) -> int:
        return SUIT_OF[self.trick[0] & FIRST] if self.trick else 0


class Replayed(NamedTuple):
    """The legal plays before each play, the piles by seat, and the numbers of illegal plays.

    With one deck `legal` holds a mask of cards for each play.
    """

    legal: list[int]
    piles: list[int]
    illegal: list[int]


class ReplayedTwo(NamedTuple):
    """The same with two decks: `legal` holds every play of one or two cards."""

    legal: list[tuple[int, ...]]
    piles: list[int]
    illegal: list[int]


def replay_bits(
    hands: Sequence[int],
    exposed: int,
    leader: int,
    plays: Sequence[int],
    guard: Guard,
    card: int = 0,
) -> Replayed:
    """Replay a deal of one deck; `exposed` are protected, and `card` has to be led first, if any.

    >>> guard = guard_of(RuleSet())
    >>> replay_bits([0b11, 0b100, 1 << 20, 0b11000], 0b10000, 0, [1, 4, 1 << 20, 16], guard)
    Replayed(legal=[3, 4, 1048576, 8], piles=[0, 0, 0, 1048597], illegal=[3])
    """
    players, left, piles = len(hands), list(hands), [0] * len(hands)
    legal, illegal = list[int](), list[int]()
    guarded, seat = exposed & guard.closed, leader
    for start in range(0, len(plays), players):
        led, best, taker, trick = 0, 0, seat, plays[start : start + players]
        for bit in trick:
            hand = left[seat]
            may = hand & led or hand
            if may & guarded:
                may = may_play(hand, led, guarded, guard)
            if not bit & may:
                illegal.append(len(legal))
            legal.append(may)
            left[seat] = hand & ~bit
            led = led or SUIT_OF[bit]
            if bit & led > best:
                best, taker = bit, seat
            seat = (seat + 1) % players
        guarded &= guard.after[led]
        if len(trick) == players:
            piles[taker] |= sum(trick)
        seat = taker
    if plays and hands[leader] & card:
        illegal = _judge_by(card, plays[0], legal, illegal)
    return Replayed(legal, piles, illegal)


def _judge_by(card: int, first: int, legal: list[int], illegal: list[int]) -> list[int]:
    """Judge the first play by the card that has to be led, which its seat holds."""
    legal[0] = card
    return [*([0] if first != card else ()), *(place for place in illegal if place)]


def replay_two_decks(
    hands: Sequence[int],
    exposed: Sequence[int],
    leader: int,
    plays: Sequence[int],
    guard: Guard,
    card: int = 0,
) -> ReplayedTwo:
    """Replay a deal of two decks; `exposed` are the copies that each seat exposed.

    Raises ValueError for a lead of two different cards: bits do not tell which was named first.

    >>> guard = guard_of(RuleSet())
    >>> replay_two_decks([0b11, 0b100], [0, 0], 0, [1, 4], guard)
    ReplayedTwo(legal=[(1, 2), (4,)], piles=[0, 5], illegal=[])
    """
    players, left, piles = len(hands), list(hands), [0] * len(hands)
    legal, illegal = list[tuple[int, ...]](), list[int]()
    closed, seat = guard.closed, leader
    for start in range(0, len(plays), players):
        first, led, size, trick = seat, 0, 0, plays[start : start + players]
        for play in trick:
            hand, shown = left[seat], exposed[seat]
            following = hand & led
            if following and size == 1 and not shown:
                may = split(following)
            else:
                forced = prescribed_plays(hand, card) if card and not legal else ()
                may = forced or legal_plays(hand, shown, led, size, closed, guard)
            if play not in may:
                illegal.append(len(legal))
            legal.append(may)
            left[seat] = without(hand, play)
            led, size = (led, size) if led else (_suit(play), play.bit_count())
            seat = (seat + 1) % players
        closed &= guard.after[led]
        seat = (first + winner(trick, led)) % players
        if len(trick) == players:
            piles[seat] = reduce(together, trick, piles[seat])
    return ReplayedTwo(legal, piles, illegal)


def _suit(lead: int) -> int:
    card = lead & FIRST
    if card & (card - 1):
        raise ValueError("a lead of two different cards")
    return SUIT_OF[card]
