"""Cards: suits, ranks, the codes that stand for cards in data, and decks.

A card is its code, a suit letter and a rank: ``"SQ"``, ``"H10"``. Codes are plain text so that a
report, a database row and a page hold the same value. This module defines which texts are cards,
their order, and the content of a deck.

>>> is_card("H10"), is_card("HT"), suit_of("H10"), rank_of("H10")
(True, False, 'H', '10')
"""

from collections.abc import Iterable
from typing import Final, TypeGuard

SUITS: Final = ("S", "H", "D", "C")
"""Spades, hearts, diamonds, clubs: 黑桃 红桃 方块 草花 (T9 L212)."""

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""From the lowest to the highest (T9 L283)."""

DECK: Final = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""The 52 cards of one deck, suit by suit, each from the two up to the ace."""

_PLACES: Final = {card: place for place, card in enumerate(DECK)}


def is_card(value: object) -> TypeGuard[str]:
    """Say whether a value of any kind is the code of a card.

    >>> is_card("DJ"), is_card("dj"), is_card(11), is_card(["DJ"])
    (True, False, False, False)
    """
    return isinstance(value, str) and value in _PLACES


def suit_of(card: str) -> str:
    """Return the suit letter of a card. Raises KeyError for a text that is no card.

    >>> suit_of("C10")
    'C'
    """
    return SUITS[_PLACES[card] // len(RANKS)]


def rank_of(card: str) -> str:
    """Return the rank of a card. Raises KeyError for a text that is no card.

    >>> rank_of("C10")
    '10'
    """
    return RANKS[_PLACES[card] % len(RANKS)]


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in deck order. Raises KeyError for a text that is no card.

    >>> in_order(["C10", "HA", "H2", "SQ", "HA"])
    ('SQ', 'H2', 'HA', 'HA', 'C10')
    """
    return tuple(sorted(cards, key=_PLACES.__getitem__))
