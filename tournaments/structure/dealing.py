"""Boards dealt by the program: from a secret to the hands, the same on every computer.

The secret is kept until the boards are opened. Before that everybody is told its commitment, the
SHA-256 of it, so that afterwards anybody can check that no board was exchanged: from the secret
and the number of a board its hands follow.

    python -m tournaments.dealing SECRET 8

Numbers of chance are the bytes of SHA-256(`secret/board/n`) for n = 0, 1, 2, …; a number below m
is the next four bytes, passed over where they are not less than the greatest multiple of m. The
deck is exchanged card by card from its end, each with one at a number of chance up to its own
place; then every seat in order of play is given as many cards as a hand has, one after the other.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final

from scoring.game import find
from scoring.seats import COMPASS

ALGORITHM: Final = "dealing-1"
WORD: Final = 4
"""So many bytes are one number of chance."""
CLOCKWISE: Final = ("N", "E", "S", "W")
"""The order in which the seats of a compass lead board after board, as boards are marked."""


@dataclass(frozen=True, slots=True)
class Deck:
    """What is dealt: the seats in order of play, all cards, and how many of them a seat has."""

    seats: tuple[str, ...]
    cards: tuple[str, ...]
    hand_size: int


def deck_of(game: str, rules: Mapping[str, object]) -> Deck | None:
    """Return what a game deals by its rules; None where it does not say."""
    known = find(game)
    read = known.rules(rules)
    blank = known.blank(read)
    if not blank.hand_size:
        return None
    return Deck(known.seats(read), blank.deck, blank.hand_size)


def seats_of(game: str, rules: Mapping[str, object]) -> tuple[str, ...]:
    """Return the seats of a table in order of play."""
    known = find(game)
    return known.seats(known.rules(rules))


def new_secret() -> str:
    """Return a secret of chance from which boards can be dealt."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Return what everybody may be told of a secret before the boards are opened.

    >>> commitment("secret")[:16]
    '2bb80d537b1da3e3'
    """
    return sha256(secret.encode()).hexdigest()


def hands(secret: str, board: int, deck: Deck) -> dict[str, tuple[str, ...]]:
    """Return the hands of a board; cards that are left over go to nobody (`left_over`).

    >>> deck = Deck(("N", "E"), ("2", "3", "4", "5"), 2)
    >>> hands("secret", 1, deck) == hands("secret", 1, deck)
    True
    """
    cards, chance = list(deck.cards), _words(secret, board)
    for last in range(len(cards) - 1, 0, -1):
        other = _below(last + 1, chance)
        cards[last], cards[other] = cards[other], cards[last]
    places = {card: place for place, card in enumerate(deck.cards)}
    size = deck.hand_size
    return {
        seat: tuple(sorted(cards[n * size : (n + 1) * size], key=places.__getitem__))
        for n, seat in enumerate(deck.seats)
    }


def left_over(hands: Mapping[str, Sequence[str]], cards: Sequence[str]) -> tuple[str, ...]:
    """Return which of all cards are in no hand, as they stand in the deck: they lie beside them.

    Nothing where these hands are not of this deck.

    >>> left_over({"N": ("2", "3"), "E": ("2",)}, ("2", "2", "3", "4"))
    ('4',)
    """
    dealt = Counter(card for hand in hands.values() for card in hand)
    if dealt - Counter(cards):
        return ()
    places = {card: place for place, card in enumerate(cards)}
    rest = Counter(cards) - dealt
    return tuple(sorted(rest.elements(), key=places.__getitem__))


def leader(board: int, seats: Sequence[str]) -> str:
    """Return the seat that a board names as the first, as the leader or the dealer.

    >>> [leader(n, ("N", "W", "S", "E")) for n in range(1, 6)]
    ['N', 'E', 'S', 'W', 'N']
    >>> leader(4, ("1", "2", "3"))
    '1'
    """
    order = CLOCKWISE if set(seats) == set(COMPASS) else tuple(seats)
    return order[(board - 1) % len(order)]


def _words(secret: str, board: int) -> Iterator[int]:
    for number in count():
        block = sha256(f"{secret}/{board}/{number}".encode()).digest()
        for start in range(0, len(block), WORD):
            yield int.from_bytes(block[start : start + WORD], "big")


def _below(most: int, chance: Iterator[int]) -> int:
    """Return a number from 0 up to but not including the most, every one as likely as another."""
    whole = 256**WORD
    return next(word for word in chance if word < whole - whole % most) % most
