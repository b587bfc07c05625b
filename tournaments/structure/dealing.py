"""Boards dealt by the program: from a secret to the hands, the same on every computer.

The secret is not revealed until the boards are opened. Before that its commitment, the SHA-256 of
it, is published, so that afterwards anybody can check that no board was exchanged: the hands follow
from the secret and the number of the board.

    python -m tournaments.dealing SECRET 8

Random numbers are the bytes of SHA-256(`secret/board/n`) for n = 0, 1, 2, …; a number below m is
taken from the next four bytes, which are skipped where they are not less than the greatest multiple
of m. The deck is shuffled from its end, each card exchanged with one at a random place up to its
own; then every seat in order of play is given as many cards as a hand has, one after the other.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final

from scoring.game import find_game
from scoring.seats import COMPASS

ALGORITHM: Final = "dealing-1"
WORD: Final = 4
"""The bytes of one random number."""
CLOCKWISE: Final = ("N", "E", "S", "W")
"""The order in which the seats of a compass lead board after board, as boards are marked."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: the seats in order of play, all cards, and the size of a hand."""

    seats: tuple[str, ...]
    cards: tuple[str, ...]
    hand_size: int


def deck_of(game: str, rules: Mapping[str, object]) -> Deck | None:
    """Return the deck of a game under its rules; None if the game does not define it."""
    known = find_game(game)
    read = known.rules(rules)
    blank = known.blank(read)
    if not blank.hand_size:
        return None
    return Deck(known.seats(read), blank.deck, blank.hand_size)


def seats_of(game: str, rules: Mapping[str, object]) -> tuple[str, ...]:
    """Return the seats of a table in order of play."""
    known = find_game(game)
    return known.seats(known.rules(rules))


def new_secret() -> str:
    """Return a random secret from which boards can be dealt."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Return the commitment of a secret, which can be published before the boards are opened.

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
    """Return the cards that are in no hand, in the order of the deck.

    Empty if these hands are not of this deck.

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
    """Return the seat that a board names as leader or dealer.

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
    """Return a uniformly distributed number from 0 up to but not including `most`."""
    whole = 256**WORD
    return next(word for word in chance if word < whole - whole % most) % most
