"""The list of terms: all of T9, once each, and the catchers."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from scoring.cards import DECK
from scoring.game import find_game
from scoring.gongzhu.glossary import GLOSSARY, TermCode, TermPart


def test_every_term_stands_in_the_glossary_once() -> None:
    assert Counter(term.code for term in GLOSSARY) == Counter(TermCode)


def test_the_45_terms_have_the_lines_of_t9_one_after_another() -> None:
    lines = {term.code: term.source for term in GLOSSARY}
    numbered = list(TermCode)[:45]
    assert [lines[code] for code in numbered] == [f"T9 L{line}" for line in range(212, 257)]


def test_the_catchers_are_all_cards_above_the_card_that_they_catch() -> None:
    cards = {term.code: term.cards for term in GLOSSARY}
    for caught, catchers in (
        (TermCode.PIG, TermCode.PIG_CATCHERS),
        (TermCode.SHEEP, TermCode.SHEEP_CATCHERS),
        (TermCode.TRANSFORMER, TermCode.TRANSFORMER_CATCHERS),
    ):
        (card,) = cards[caught]
        above = [other for other in DECK[DECK.index(card) + 1 :] if other[0] == card[0]]
        assert list(cards[catchers]) == above


def test_the_terms_of_a_part_stand_together() -> None:
    assert [part for part, _ in groupby(GLOSSARY, lambda term: term.part)] == list(TermPart)


def test_the_door_gives_the_glossary() -> None:
    assert find_game("gongzhu").glossary == GLOSSARY
