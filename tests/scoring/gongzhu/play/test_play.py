"""Play: tricks, turns, who leads and what may be played, with one deck; cited by line."""

from pathlib import Path
from typing import Any

import pytest

from scoring.gongzhu.codes import PlayFlag
from scoring.gongzhu.play.tricks import winner_of
from tests.scoring.gongzhu.play.following import (
    CLASSIC,
    GONGZHU,
    flags,
    follow,
    hands_with,
    may_play,
    on_table,
)
from tests.scoring.gongzhu.reports.test_report import HANDS

BY_HAND = (
    "test_play.py",
    "test_pairs.py",
    "test_protection.py",
    "test_records.py",
    "test_commands.py",
    "test_whole_deals.py",
    "test_play_reference.py",
)
"""The tests that say themselves which flag a play must get."""


@pytest.mark.parametrize(
    ("cards", "seat"),
    [
        ("S2 S3 SA S4", "S"),
        ("S2 HA DA CA", "N"),
        ("H9 H10 HJ H2", "S"),
        ("D10 D9 CA DJ", "E"),
    ],
)
def test_the_highest_card_of_the_suit_led_wins(cards: str, seat: str) -> None:
    """GZ-61, T9 L281, L283."""
    assert winner_of(tuple(on_table(cards))) == seat


def test_the_winner_leads_and_play_goes_round() -> None:
    """GZ-61, GZ-62, T9 L268, L281."""
    plays = [["N", "S5"], ["W", "H2"], ["S", "D2"], ["E", "C2"]]
    following = follow(plays[:2], leader="N")
    assert (following.next, following.trick) == ("S", tuple(on_table("S5 H2")))
    following = follow(plays)
    assert (following.next, following.trick) == ("N", ())
    assert following.tricks[0].winner == "N"
    assert following.won["N"] == ("S5", "H2", "D2", "C2")
    assert following.left["W"] == tuple(HANDS["W"][1:])
    clockwise = GONGZHU.rules({"preset": "desktop"})
    assert follow(plays[:1], clockwise).next == "E"


def test_a_card_out_of_turn_stands_and_is_flagged() -> None:
    """GZ-62, GZ-69: who was passed over plays next."""
    following = follow([["N", "S5"], ["S", "D2"]], leader="N")
    assert flags(following) == [(1, "out_of_turn")]
    assert following.next == "W"
    assert following.flags[0].as_problem().field == "plays.1"
    assert flags(follow([["W", "H5"]], leader="N")) == [(0, "out_of_turn")]
    assert flags(follow([["W", "H5"]])) == []


@pytest.mark.parametrize(
    ("wanted", "seat", "card", "flagged"),
    [
        ({}, "E", "C2", False),
        ({}, "E", "C3", True),
        ({}, "N", "S2", True),
        ({"first_lead": "S2"}, "N", "S2", False),
        ({"first_lead": "S2"}, "N", "S7", True),
        ({"first_lead": "S7"}, "N", "S2", False),
        ({"first_lead": "S7"}, "W", "H2", True),
        ({"first_lead": "board"}, "W", "H2", False),
        ({"first_lead": "free"}, "W", "H2", False),
    ],
)
def test_the_first_lead_of_the_first_deal(
    wanted: dict[str, Any], seat: str, card: str, flagged: bool
) -> None:
    """GZ-63: T1 L10, T8 L150, T9 L279; S2 and S7 are public rules."""
    rules = GONGZHU.rules(wanted)
    expected = [(0, "wrong_first_lead")] if flagged else []
    assert flags(follow([[seat, card]], rules, first_deal=True)) == expected


def test_a_first_lead_that_is_prescribed_is_all_that_is_legal() -> None:
    """GZ-63, and in later deals too where `next_lead` says so."""
    following = follow([], first_deal=True)
    assert (following.next, following.legal) == ("E", (("C2",),))
    assert follow([]).next is None
    assert may_play(follow([], leader="S")) == HANDS["S"]
    every = GONGZHU.rules({"next_lead": "first_lead"})
    assert may_play(follow([], every)) == ["C2"]
    sevens = GONGZHU.rules({"first_lead": "S7"})
    assert may_play(follow([], sevens, first_deal=True)) == HANDS["N"]


def test_the_first_lead_is_judged_where_no_hand_is_known() -> None:
    """GZ-63."""
    report = {"first_deal": True, "plays": [["N", "C3"]]}
    assert flags(GONGZHU.follow(report, CLASSIC)) == [(0, "wrong_first_lead")]
    report = {"first_deal": True, "plays": [["N", "C2"]]}
    following = GONGZHU.follow(report, CLASSIC)
    assert (flags(following), following.next, following.legal) == ([], "W", ())


def test_suit_is_followed_where_it_can_be() -> None:
    """GZ-64, T9 L282."""
    hands = hands_with(N="S5 S6", W="S7 H2 H3")
    following = follow([["N", "S5"]], hands=hands)
    assert [card for card in may_play(following) if card[0] != "S"] == []
    assert flags(follow([["N", "S5"], ["W", "H2"]], hands=hands)) == [(1, "revoke")]
    assert may_play(follow([["N", "S5"]])) == HANDS["W"]


def test_every_flag_is_raised_here() -> None:
    text = "".join(Path(__file__).with_name(name).read_text("utf-8") for name in BY_HAND)
    assert all(f'"{flag.value}"' in text for flag in PlayFlag)
