"""Cards as bits of integers, for fast work on hands, plays and piles.

The position of a card in the deck is the position of its bit, so the higher card of a suit is the
higher number. With two decks the second copy of a card is 52 bits above the first: a single copy
sets the lower bit only.

>>> as_cards(as_bits(["SQ", "C2", "SQ"]))
('SQ', 'SQ', 'C2')
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from scoring.cards import DECK, SUITS

BIT: Final = {card: 1 << place for place, card in enumerate(DECK)}
"""The bit of each card."""

COPY: Final = len(DECK)
"""The second copy of a card is this many bits above the first."""

FIRST: Final = (1 << COPY) - 1
"""The bits of all first copies: one whole deck."""

SUIT_MASKS: Final = tuple(sum(BIT[card] for card in DECK if card[0] == suit) for suit in SUITS)
"""The cards of each suit, in the order of `SUITS`; first copies only."""

SUIT_OF: Final = {bit: mask for bit in BIT.values() for mask in SUIT_MASKS if bit & mask}
"""The mask of the suit that a card's bit is of."""

_CARD: Final = {bit << copy: card for copy in (0, COPY) for card, bit in BIT.items()}


def as_bits(cards: Iterable[str]) -> int:
    """Return cards as bits. A third copy of a card is ignored.

    >>> as_bits(["S2", "S4"]), as_bits(["S2", "S2"]) == 1 + (1 << COPY)
    (5, True)
    """
    bits = 0
    for card in cards:
        bit = BIT[card]
        bits |= bit << COPY if bits & bit else bit
    return bits


@lru_cache(maxsize=1 << 15)
def split(bits: int) -> tuple[int, ...]:
    """Return the single bits of a number, the lowest first.

    The results are cached, because the same holdings of a suit recur.

    >>> split(0b1101)
    (1, 4, 8)
    """
    singles = []
    while bits:
        low = bits & -bits
        singles.append(low)
        bits ^= low
    return tuple(singles)


@lru_cache(maxsize=4096)
def as_cards(bits: int) -> tuple[str, ...]:
    """Return the cards of a number in deck order, equal ones side by side.

    >>> as_cards(0), as_cards(5)
    ((), ('S2', 'S4'))
    """
    cards: list[str] = []
    for bit in split(bits & FIRST):
        cards += [_CARD[bit]] * (2 if bits >> COPY & bit else 1)
    return tuple(cards)


def without(hand: int, play: int) -> int:
    """Return a hand after a play, ignoring cards that it does not hold.

    >>> once, twice = as_bits(["S2"]), as_bits(["S2", "S2"])
    >>> without(twice, once) == once, without(twice, twice), without(once, twice)
    (True, 0, 0)
    """
    if not play & (play - 1):
        return hand & ~_given_away(hand, play)
    for bit in split(play & FIRST):
        hand &= ~_given_away(hand, bit)
        if play >> COPY & bit:
            hand &= ~_given_away(hand, bit)
    return hand


def together(pile: int, play: int) -> int:
    """Return a pile with the cards of a play added.

    >>> as_cards(together(as_bits(["S2", "S3"]), as_bits(["S2", "S4"])))
    ('S2', 'S2', 'S3', 'S4')
    """
    return pile | play | (pile & play & FIRST) << COPY


def _given_away(hand: int, bit: int) -> int:
    """Return the bit that a hand loses with a card, the second copy first."""
    return bit << COPY if hand >> COPY & bit else bit
