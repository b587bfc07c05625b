"""Who wins a trick, with one deck and with two (GZ-61, GZ-74, GZ-75).

>>> winner_of(tuple(Play(*play) for play in (("N", ("S2",)), ("W", ("HA",)), ("S", ("S9",)))))
'S'
"""

from collections.abc import Sequence
from typing import Final

from scoring.cards import SUITS
from scoring.following import Play
from scoring.gongzhu.bits import BIT, COPY, FIRST, SUIT_MASKS, SUIT_OF, as_bits

_DIAMONDS: Final = SUIT_MASKS[SUITS.index("D")]
_STEP: Final = 1 << COPY


def height(play: int, led: int) -> int:
    """Return how high a play stands in a trick; a discard stands at 0.

    Of the suit led, two different cards stand by the higher one, and above every pair; in
    diamonds every pair stands above them (T6 L93, T8 L188).

    >>> spades = SUIT_MASKS[0]
    >>> fours, king_and_queen = as_bits(["S4", "S4"]), as_bits(["SK", "SQ"])
    >>> height(fours, spades) < height(king_and_queen, spades)
    True
    """
    card = play & FIRST
    if card & ~led:
        return 0
    higher = card & (card - 1)
    if play >> COPY:
        return card + _STEP * (led == _DIAMONDS)
    return higher + _STEP * (led != _DIAMONDS) if higher else card


def winner(plays: Sequence[int], led: int) -> int:
    """Return which of the plays wins; of equal ones the first.

    >>> winner([1, 8, 2], 15)
    1
    """
    heights = [height(play, led) for play in plays]
    return heights.index(max(heights))


def led_by(play: Play) -> int:
    """Return the mask of the suit that a lead is in.

    >>> led_by(Play("N", ("S2",))) == SUIT_MASKS[0]
    True
    """
    return SUIT_OF[BIT[play.cards[0]]]


def winner_of(plays: Sequence[Play]) -> str:
    """Return the seat that wins a trick. A play of too few or too many cards wins nothing.

    >>> winner_of([Play("N", ("D4", "D4")), Play("W", ("DK", "DQ"))])
    'N'
    """
    size, led = len(plays[0].cards), led_by(plays[0])
    bits = [as_bits(play.cards) if len(play.cards) == size else 0 for play in plays]
    return plays[winner(bits, led)].seat
