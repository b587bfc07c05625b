"""The second opinion on play says what the texts say, in examples small enough to be seen."""

from typing import Any

import pytest

from scoring.game import find_game
from tests.scoring.gongzhu.play import play_reference as reference

GONGZHU = find_game("gongzhu")
DOUBLE = GONGZHU.rules({"preset": "qq-double"}).as_dict()
ONE = {preset: GONGZHU.rules({"preset": preset}).as_dict() for preset in GONGZHU.presets}


def trick(text: str) -> list[reference.Play]:
    """Read a trick: plays apart by commas, north's first."""
    plays = [tuple(cards.split()) for cards in text.split(",")]
    return list(zip("NWSE", plays, strict=False))


def may(
    hand: str, table: str, rules: Any = DOUBLE, shown: str = "", before: str = "", **more: Any
) -> list[str]:
    """Return what south may play from a hand, exposed cards named."""
    plays = [*trick(before), *trick(table)] if before else trick(table) if table else []
    cards = [("S", card, "exposed") for card in shown.split()]
    lawful = reference.lawful("S", hand.split(), plays, rules, cards, **more)
    return sorted(" ".join(play) for play in lawful)


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("S4 S4, SK SK, SQ S8, SJ HK", "S"),
        ("D4 D4, DK DK, DQ D8, DA SK", "W"),
        ("C4 C4, H2 H2, HA HK, SA SQ", "N"),
        ("H5 H5, HK H2, HK H3, HQ HJ", "W"),
        ("S9 S9, S3 S2, DA DA, S10 S10", "W"),
        ("S5, SK, SK, S2", "W"),
        ("D5, HA, D4, CA", "N"),
    ],
)
def test_a_trick_of_two_decks_is_taken_by_its_text(plays: str, winner: str) -> None:
    """GZ-74, GZ-75: T6 L93, T8 L185-195; equal plays: the first."""
    assert reference.taker(trick(plays)) == winner


def test_a_leader_may_lead_one_card_or_a_pair() -> None:
    """GZ-70, GZ-72: T8 L184-185."""
    assert may("S2 S2 S3 HA", "") == ["HA", "S2", "S2 S2", "S3"]
    assert may("C2 C2 S3", "", must_lead="C2") == ["C2", "C2 C2"]
    assert may("C2 S2 S3", "", must_lead="C2") == ["C2"]


@pytest.mark.parametrize(
    ("hand", "lawful"),
    [
        ("S2 S2 S3 S9 S9 HA", ["S2 S2", "S9 S9"]),
        ("S2 S3 S9 HA", ["S2 S3", "S2 S9", "S3 S9"]),
        ("S2 HA HA DJ", ["S2 DJ", "S2 HA"]),
        ("HA HA DJ", ["HA DJ", "HA HA"]),
    ],
)
def test_a_pair_led_is_followed_by_a_pair_then_by_the_suit(hand: str, lawful: list[str]) -> None:
    """GZ-73: T6 L93, T8 L187."""
    assert may(hand, "S4 S4") == sorted(lawful)


def test_the_copy_that_was_not_exposed_is_free() -> None:
    """GZ-76, GZ-77: T8 L196."""
    assert may("SQ SQ S3 S9", "S4", shown="SQ") == ["S3", "S9", "SQ"]
    assert may("SQ S3 S9", "S4", shown="SQ") == ["S3", "S9"]
    assert may("SQ SQ S3 S9", "S4", shown="SQ SQ") == ["S3", "S9"]
    assert may("SQ SQ S3 S3", "S4 S4", shown="SQ") == ["S3 S3"]
    assert may("SQ SQ S3 S9", "S4 S4", shown="SQ") == ["SQ SQ"]


def test_protection_ends_with_the_first_trick_of_the_suit() -> None:
    """GZ-65: T2 L35, T8 L152; a card that is the only one of its suit is free."""
    before = "S4, S5, S6, S7"
    assert may("SQ S3", "SK", shown="SQ", before=before) == ["S3", "SQ"]
    assert may("SQ H3", "S4", shown="SQ") == ["SQ"]
    assert may("SQ H3", "", shown="SQ", rules=ONE["classic"]) == ["H3", "SQ"]
    assert may("SQ S3 H3", "C4", shown="SQ", rules=ONE["classic"]) == ["H3", "S3", "SQ"]


def test_the_competition_text_forbids_the_discard_too() -> None:
    """GZ-66: T9 L275, L277."""
    assert may("SQ S3 H3", "C4", shown="SQ", rules=ONE["huapai"]) == ["H3", "S3"]
    assert may("SQ H3", "C4", shown="SQ", rules=ONE["huapai"]) == ["H3", "SQ"]


def test_the_first_text_protects_in_the_first_trick_alone() -> None:
    """GZ-67: T1 L9: a bare card may be followed with, and not be led."""
    fifty, before = ONE["fifty"], "C4, C5, C6, C7"
    assert may("SQ H3", "", shown="SQ", rules=fifty) == ["H3"]
    assert may("SQ H3", "S4", shown="SQ", rules=fifty) == ["SQ"]
    assert may("SQ S3", "C9", shown="SQ", rules=fifty) == ["S3"]
    assert may("SQ S3", "SK", shown="SQ", rules=fifty, before=before) == ["S3", "SQ"]
    assert may("SQ", "", shown="SQ", rules=fifty) == ["SQ"]
