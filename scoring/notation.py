"""Hands as people type them: suits as letters, symbols or words, each followed by its ranks.

    S AKQ4 H 1092 D J C -

Lower case is accepted, ten is `10` or `T`, a suit may be 黑桃, 红桃, 方块 or 梅花, or one of ♠♥♦♣,
and spaces and commas are ignored. A suit that is missing, or followed by `-`, is void.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final

from scoring.cards import RANKS, SUITS, in_order, rank_of, suit_of
from scoring.problems import Problem
from scoring.reading import echo


class NotationProblem(StrEnum):
    """What can be wrong with a hand that was typed."""

    RANK_WITHOUT_SUIT = "rank_without_suit"  # text
    NOT_UNDERSTOOD = "notation_not_understood"  # text
    CARD_TYPED_TWICE = "card_typed_twice"  # cards


VOID: Final = "-"
"""What is written where a suit has no card."""

SUIT_WORDS: Final[Mapping[str, str]] = {
    word: suit
    for suit, words in (
        ("S", "S ♠ ♤ 黑桃 黑"),
        ("H", "H ♥ ♡ 红桃 红心 紅桃 紅心 红 紅"),
        ("D", "D ♦ ♢ 方块 方塊 方片 方"),
        ("C", "C ♣ ♧ 梅花 草花 梅 草"),
    )
    for word in words.split()
}
"""A suit by its letter, sign or name: the same at the tablet, at the desk and in a hand as text."""

_RANKS: Final = {rank: rank for rank in RANKS} | {"T": "10"}
_MEANS_NOTHING: Final = r"[\s,，、;；:：.。\-—–\ufe0e\ufe0f]+"
_WORDS: Final = sorted([*SUIT_WORDS, *_RANKS], key=len, reverse=True)
_LARGE: Final = str.maketrans("shdcajqkt", "SHDCAJQKT")
_TOKEN: Final = re.compile(f"{_MEANS_NOTHING}|{'|'.join(map(re.escape, _WORDS))}|.", re.DOTALL)


def read_cards(
    text: str, field: str, problems: list[Problem], *, copies: int = 1
) -> tuple[str, ...]:
    """Return the cards of a typed hand in deck order, and note its problems.

    A card typed more than `copies` times is read `copies` times.

    >>> read_cards("S AKQ4 H 1092 D J C -", "hands.N", [])
    ('S4', 'SQ', 'SK', 'SA', 'H2', 'H9', 'H10', 'DJ')
    >>> read_cards("黑桃AQ ♥t ♦- 梅花10", "hands.N", [])
    ('SQ', 'SA', 'H10', 'C10')
    >>> read_cards("S AA Q", "hands.N", [], copies=2)
    ('SQ', 'SA', 'SA')
    """
    cards: list[str] = []
    suit: str | None = None
    for word in _words(text):
        if word in SUIT_WORDS:
            suit = SUIT_WORDS[word]
        elif word not in _RANKS:
            problems.append(_problem(NotationProblem.NOT_UNDERSTOOD, field, word))
        elif suit is None:
            problems.append(_problem(NotationProblem.RANK_WITHOUT_SUIT, field, word))
        else:
            cards.append(suit + _RANKS[word])
    often = in_order(card for card in dict.fromkeys(cards) if cards.count(card) > copies)
    if often:
        problems.append(Problem(NotationProblem.CARD_TYPED_TWICE, field, often))
    return in_order(
        card for card, times in Counter(cards).items() for _ in range(min(times, copies))
    )


def write_cards(cards: Iterable[str]) -> str:
    """Return a hand in this notation, each suit from high to low.

    Raises KeyError for a text that is no card.

    >>> write_cards(["H2", "SA", "H10", "SK"])
    'S AK H 102 D - C -'
    """
    ordered = in_order(cards)
    ranks = dict.fromkeys(SUITS, "")
    for card in reversed(ordered):
        ranks[suit_of(card)] += rank_of(card)
    return " ".join(f"{suit} {held or VOID}" for suit, held in ranks.items())


def _words(text: str) -> Iterator[str]:
    """Yield the suits and ranks of a text; anything else is yielded unchanged, run by run."""
    strange = ""
    for word in _TOKEN.findall(unicodedata.normalize("NFKC", text).translate(_LARGE)):
        if word in SUIT_WORDS or word in _RANKS or re.fullmatch(_MEANS_NOTHING, word):
            if strange:
                yield strange
            strange = ""
            yield from () if re.fullmatch(_MEANS_NOTHING, word) else (word,)
        else:
            strange += word
    if strange:
        yield strange


def _problem(code: NotationProblem, field: str, text: str) -> Problem:
    return Problem(code, field, values=(("text", echo(text)),))
