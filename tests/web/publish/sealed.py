"""Finds leaks of sealed hands in a text: consecutive cards of one hand, or the secret."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from scoring.cards import DECK
from tournaments.models import Board, BoardSet

CARD: Final = re.compile(r"(?<![A-Za-z0-9])([SHDC])(10|[2-9JQKA])(?![A-Za-z0-9])")
SIGNS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
SUIT: Final = re.compile(r"([♠♥♦♣])\ufe0e?((?:\s*(?:10|[2-9JQKA]))+)")
RANK: Final = re.compile(r"10|[2-9JQKA]")
MARKUP: Final = re.compile(r"<[^>]*>")
RUN: Final = 9
"""The least run of cards of a hand that is no coincidence."""


def cards_in(text: str) -> list[str]:
    """Return the cards that a text names, in its order: by their codes, then by their signs."""
    codes = [suit + rank for suit, rank in CARD.findall(text)]
    words = MARKUP.sub(" ", text)
    signs = [
        SIGNS[sign] + rank for sign, ranks in SUIT.findall(words) for rank in RANK.findall(ranks)
    ]
    return [*codes, "|", *signs]


def told(text: str, boards: Iterable[Board]) -> list[str]:
    """Return the leaks of boards in a text: the secret, or a run of cards of one hand.

    Cards that follow one another in every deck do not count.
    """
    leaks = [
        board_set.secret
        for board_set in BoardSet.objects.all()
        if board_set.secret and board_set.secret in text
    ]
    named = cards_in(text)
    for board in boards:
        for hand in (board.hands or {}).values():
            runs = _runs(named, frozenset(hand))
            leaks += [
                " ".join(run) for run in runs if len(set(run)) == RUN and not _is_of_a_deck(run)
            ]
    return leaks


def _runs(named: list[str], hand: frozenset[str]) -> Iterator[list[str]]:
    """Yield every run of so many cards that are all of one hand."""
    length = 0
    for after, card in enumerate(named, 1):
        length = length + 1 if card in hand else 0
        if length >= RUN:
            yield named[after - RUN : after]


def _is_of_a_deck(run: list[str]) -> bool:
    place = DECK.index(run[0])
    return list(DECK[place : place + len(run)]) == run
