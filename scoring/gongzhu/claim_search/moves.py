"""The moves of an ending, with equivalent cards and equivalent states treated as one.

Two cards of one hand and suit are equal if no other hand has a card between them and they have the
same mark: then only the lower is played. `play.tricks` alone decides what is legal; its answers are
cached.
"""

from collections.abc import Mapping
from typing import Final

from scoring.gongzhu.bits import COPY, SUIT_MASKS, SUIT_OF, split
from scoring.gongzhu.claim_search.ending import Ending
from scoring.gongzhu.play.tricks import guard_of, may_play

Move = tuple[int, int, int]
"""A card, the cards between it and the next lower one like it, and its mark."""

ALWAYS: Final = 1 << COPY
"""Stands between a card and nothing, so that the lowest of its kind is always played."""


class Moves:
    """The moves of one ending.

    `marks` gives the meaning of a card to the search, if it has one; cards with different marks are
    never equal.

    >>> from scoring.gongzhu.bits import as_bits
    >>> from scoring.gongzhu.rules import RuleSet
    >>> hands = tuple(map(as_bits, (["S2", "S4", "S9"], ["S3", "S5", "S6"], ["HA"] * 1, ["C2"])))
    >>> moves = Moves(Ending(RuleSet(), hands, 0), {})
    >>> others = hands[1] | ALWAYS
    >>> [move for move, between, _ in moves.plays(hands[0], 0, 0) if between & others]
    [1, 4, 128]
    >>> [move for move, between, _ in moves.plays(hands[1], hands[0], 0) if between & hands[0]]
    [8]
    """

    def __init__(self, ending: Ending, marks: Mapping[int, int]) -> None:
        self.ending, self.marks = ending, marks
        self.guard = guard_of(ending.rules)
        self.own = ending.hands
        self.after = tuple((seat + 1) % ending.players for seat in range(ending.players))
        self.waiting = _waiting(ending.hands)
        self._kinds = self._find_kinds()
        self._suits = tuple(suit for suit in SUIT_MASKS if suit & ending.left)
        self._plays: dict[tuple[int, int, int], tuple[Move, ...]] = {}
        self._lowered: dict[int, int] = {0: 0}

    def _find_kinds(self) -> dict[int, tuple[int, int, int]]:
        """Return for every card its seat, its mark, and itself if it is guarded."""
        ending = self.ending
        return {
            bit: (seat, self.marks.get(bit, 0), bit & ending.guarded)
            for seat, hand in enumerate(ending.hands)
            for bit in split(hand)
        }

    def plays(self, hand: int, led: int, guarded: int) -> tuple[Move, ...]:
        """Return the legal plays of a hand; of equal cards the lower comes first."""
        key = hand, led, guarded
        moves = self._plays.get(key)
        if moves is None:
            moves = self._plays[key] = tuple(
                self._find_moves(may_play(hand, led, guarded, self.guard))
            )
        return moves

    def _find_moves(self, cards: int) -> list[Move]:
        moves, lower = [], dict[tuple[int, ...], int]()
        for bit in split(cards):
            kind = (SUIT_OF[bit], *self._kinds[bit])
            below = lower.get(kind)
            between = ALWAYS if below is None else bit - 1 & ~(2 * below - 1)
            moves.append((bit, between, self.marks.get(bit, 0)))
            lower[kind] = bit
        return moves

    def lowered(self, left: int) -> int:
        """Return the cards left, each lowered as far as it passes no other seat's card.

        States that differ only in the gaps between cards become one state.
        """
        result = 0
        for suit in self._suits:
            held = left & suit
            lowered = self._lowered.get(held)
            if lowered is None:
                lowered = self._lowered[held] = self._lower(held)
            result |= lowered
        return result

    def _lower(self, held: int) -> int:
        """Move each card of one suit down to the lowest free position of its kind."""
        lowered, free = 0, dict[tuple[int, int, int], list[int]]()
        for bit in split(SUIT_OF[held & -held] & self.ending.left):
            kind = self._kinds[bit]
            places = free.setdefault(kind, [])
            places.append(bit)
            if bit & held:
                # Nobody's card moves below this one.
                free = {other: bits for other, bits in free.items() if other[0] == kind[0]}
                lowered |= places.pop(0)
        return lowered

    def card_meant(self, bit: int, searched: int, left: int) -> int:
        """Return the card left that corresponds to a card of the lowered state.

        Lowering keeps the order of the cards.
        """
        suit, kind = SUIT_OF[bit], self._kinds[bit]
        place = sum(self._kinds[card] == kind for card in split(searched & suit & bit - 1))
        return [card for card in split(left & suit) if self._kinds[card] == kind][place]


def _waiting(hands: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each seat the cards of the next 0, 1, 2, … seats to play, including its own."""
    players = len(hands)
    return tuple(
        tuple(
            sum(hands[(seat + place) % players] for place in range(count))
            for count in range(players + 1)
        )
        for seat in range(players)
    )
