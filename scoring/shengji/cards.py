"""The cards of 升级: 52 cards and two jokers in each deck, and their points.

A joker is `BJ` (小王, black) or `RJ` (大王, red). Five, ten and king carry points (SJ-2).

>>> points_in(["S5", "H10", "DK", "CA", "RJ"])
25
"""

from collections.abc import Iterable
from typing import Final, TypeGuard

from scoring.cards import DECK as PLAIN

SMALL_JOKER: Final = "BJ"
BIG_JOKER: Final = "RJ"
JOKERS: Final = (SMALL_JOKER, BIG_JOKER)
FACES: Final = (*PLAIN, *JOKERS)
"""Every face once: suit by suit from the two up to the ace, then the jokers."""

MOST_COPIES: Final = 3
"""No table plays with more decks than this."""

POINTS_A_DECK: Final = 100
KITTY_SIZES: Final = {1: 6, 2: 8, 3: 6}
"""The cards left after the deal, by the number of decks (SJ-1)."""

MOST_OF_A_CARD: Final = 10
"""No card carries more points."""

_WORTH: Final = {"5": 5, "10": 10, "K": 10}
POINTS: Final = {face: _WORTH.get(face[1:], 0) for face in FACES}
_PLACES: Final = {face: place for place, face in enumerate(FACES)}


def is_face(value: object) -> TypeGuard[str]:
    """Say whether a value of any kind is the code of a card of this game.

    >>> is_face("H10"), is_face("BJ"), is_face("JB"), is_face(5)
    (True, True, False, False)
    """
    return isinstance(value, str) and value in _PLACES


def points_in(cards: Iterable[str]) -> int:
    """Return the points of some cards.

    >>> points_in(["S5", "DK", "RJ"])
    15
    """
    return sum(POINTS[card] for card in cards)


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in deck order.

    >>> in_order(["RJ", "C2", "SA", "C2"])
    ('SA', 'C2', 'C2', 'RJ')
    """
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def most_in_kitty(decks: int) -> int:
    """Return the most points that a kitty can hold.

    >>> [most_in_kitty(decks) for decks in (1, 2, 3)]
    [60, 80, 60]
    """
    return MOST_OF_A_CARD * KITTY_SIZES[decks]


def deck(decks: int) -> tuple[str, ...]:
    """Return all cards that are dealt, equal ones together.

    >>> len(deck(3)), points_in(deck(2))
    (162, 200)
    """
    return tuple(face for face in FACES for _ in range(decks))


def hand_size(decks: int) -> int:
    """Return the number of cards dealt to each seat.

    >>> [hand_size(decks) for decks in (1, 2, 3)]
    [12, 25, 39]
    """
    return (len(FACES) * decks - KITTY_SIZES[decks]) // 4
