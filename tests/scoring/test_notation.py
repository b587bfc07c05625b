"""Hands as they are typed: every way of writing them, and what is not understood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import DECK, in_order
from scoring.notation import NotationProblem, read_cards, write_cards
from scoring.problems import Problem

HAND = ("S4", "SQ", "SK", "SA", "H2", "H9", "H10", "DJ")


def read(text: str) -> tuple[tuple[str, ...], list[Problem]]:
    """Read a hand, and what is wrong with it."""
    problems: list[Problem] = []
    return read_cards(text, "hands.N", problems), problems


@pytest.mark.parametrize(
    "text",
    [
        "S AKQ4 H 1092 D J C -",
        "S AKQ4 H T92 D J",
        "s akq4 h t92 d j c-",
        "SAKQ4H1092DJ",
        "SA SK SQ S4 H10 H9 H2 DJ",
        "S A, K, Q, 4; H 10, 9, 2; D J; C —",
        "♠AKQ4 ♥1092 ♦J ♣-",
        "♠️ AKQ4 ♥️ T92 ♦️ J",
        "黑桃AKQ4 红桃1092 方块J 梅花-",
        "黑桃：AKQ4，红心：1092，方片：J，草花：－",
        "Ｓ ＡＫＱ４ Ｈ １０９２ Ｄ Ｊ",
        "H 92 S AK D J H 10 S Q4",
    ],
)
def test_a_hand_is_read_however_it_is_typed(text: str) -> None:
    assert read(text) == (HAND, [])


@pytest.mark.parametrize(
    ("text", "code", "value", "cards"),
    [
        ("AK S 4", NotationProblem.RANK_WITHOUT_SUIT, "A", ("S4",)),
        ("S 4 1 5", NotationProblem.NOT_UNDERSTOOD, "1", ("S4", "S5")),
        ("S 4 joker", NotationProblem.NOT_UNDERSTOOD, "o", ("S4", "SJ", "SK")),
        ("S 4 黑", NotationProblem.CARD_TYPED_TWICE, None, ("S4",)),
        ("ß S4", NotationProblem.NOT_UNDERSTOOD, "ß", ("S4",)),
        ("S4 xyz", NotationProblem.NOT_UNDERSTOOD, "xyz", ("S4",)),
    ],
)
def test_what_is_not_understood_is_named(
    text: str, code: NotationProblem, value: str | None, cards: tuple[str, ...]
) -> None:
    held, problems = read(f"{text}4" if code is NotationProblem.CARD_TYPED_TWICE else text)
    assert held == cards
    assert problems[0].code is code
    assert problems[0].field == "hands.N"
    if value is None:
        assert problems[0].cards == ("S4",)
    else:
        assert dict(problems[0].values) == {"text": value}


def test_nothing_is_no_card() -> None:
    assert read("") == read(" - ") == read("S - H - D - C -") == ((), [])


@given(st.sets(st.sampled_from(DECK)))
def test_what_is_written_is_read_back(cards: set[str]) -> None:
    assert read(write_cards(cards)) == (in_order(cards), [])


@given(st.text(max_size=30))
def test_no_text_is_too_strange(text: str) -> None:
    held, _ = read(text)
    assert set(held) <= set(DECK)


def test_a_hand_is_written_from_the_highest_card() -> None:
    assert write_cards(HAND) == "S AKQ4 H 1092 D J C -"
    with pytest.raises(KeyError):
        write_cards(["S1"])
