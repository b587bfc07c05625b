"""Plays as they are written down: what cannot be read, what cannot have been, what is told."""

from typing import Any

import pytest

from scoring.cards import DECK
from scoring.game import Context
from scoring.gongzhu.deck import SCORING
from tests.scoring.gongzhu.play.following import CLASSIC, DOUBLE, GONGZHU, flags, follow
from tests.scoring.gongzhu.reports.test_report import HANDS, brief


def test_what_cannot_have_been_is_flagged_and_a_problem() -> None:
    """GZ-60, GZ-69: T9 L281."""
    following = follow([["N", "S5"], ["W", "D2"], ["S", "S5"]], leader="N")
    assert flags(following) == [(1, "not_held"), (2, "played_again")]
    report = {"hands": HANDS, "plays": [["N", "S5"], ["W", "D2"], ["S", "S5"], ["W", "H2"]]}
    problems = [brief(problem) for problem in GONGZHU.problems(report, CLASSIC)]
    assert problems == [
        ("card_played_too_often", "plays", ("S5",), ("N", "S")),
        ("card_played_not_held", "plays.1", ("D2",), ("W",)),
        ("card_played_not_held", "plays.2", ("S5",), ("S",)),
        ("seat_twice_in_trick", "plays.3", ("H2",), ("W",)),
        ("plays_incomplete", "plays", (), ()),
    ]


@pytest.mark.parametrize(
    ("plays", "code", "field"),
    [
        ({}, "not_a_list", "plays"),
        (["SQ"], "play_not_a_pair", "plays.0"),
        ([["N"]], "play_not_a_pair", "plays.0"),
        ([["N", "S2"], ["X", "S3"]], "unknown_seat", "plays.1"),
        ([["N", "S1"]], "unknown_card", "plays.0"),
    ],
)
def test_plays_that_cannot_be_read(plays: Any, code: str, field: str) -> None:
    """GZ-60."""
    problem = GONGZHU.problems({"plays": plays}, CLASSIC)[0]
    assert (problem.code.value, problem.field) == (code, field)


def test_a_card_that_is_not_dealt_is_not_played() -> None:
    """GZ-1."""
    rules = GONGZHU.rules({"players": 3})
    report = {"plays": [["1", "D2"], ["2", "D3"]]}
    problem = GONGZHU.problems(report, rules)[0]
    assert (problem.code.value, problem.field) == ("card_not_in_deck", "plays.0")
    assert GONGZHU.follow(report, rules).trick == ()


def test_plays_that_stop_need_a_claim_or_the_cards_won() -> None:
    """GZ-9."""
    plays = [["N", "S5"], ["W", "H2"], ["S", "D2"], ["E", "C2"]]
    report = {"hands": HANDS, "plays": plays}
    [problem] = GONGZHU.problems(report, CLASSIC)
    assert dict(problem.values) == {"count": 4, "expected": 52}
    assert not GONGZHU.follow(report, CLASSIC).done
    rest = [card for card in DECK if card != "H2"]
    assert GONGZHU.problems({**report, "won": {"N": ["H2"], "W": rest}}, CLASSIC) != ()
    rest = [card for card in DECK if card not in ("S5", "H2", "D2", "C2")]
    assert GONGZHU.problems({**report, "won": {"N": ["H2"], "W": rest}}, CLASSIC) == ()


def test_cards_won_that_the_tricks_deny_are_a_problem() -> None:
    """GZ-9."""
    plays = [["N", "S5"], ["W", "H2"], ["S", "D2"], ["E", "C2"]]
    won = {"W": [card for card in DECK if card != "D2"]}
    [problem] = GONGZHU.problems({"plays": plays, "won": won}, CLASSIC)
    assert brief(problem) == ("won_not_as_played", "won", ("S5", "H2", "C2"), ("N",))


def test_the_facts_of_play_have_a_form() -> None:
    """GZ-62, GZ-63."""
    report = {"plays": [], "leader": "Q", "first_deal": 1}
    fields = [problem.field for problem in GONGZHU.problems(report, CLASSIC)]
    assert fields == ["leader", "first_deal", "plays"]


def test_plays_of_two_decks_are_kept_beside_what_was_won() -> None:
    """GZ-9."""
    won = {"N": [card for card in DECK for _ in range(2)]}
    report = {"won": won, "plays": [["N", ["S2", "S2"]]], "leader": "N", "first_deal": False}
    assert GONGZHU.problems(report, DOUBLE) == ()
    following = GONGZHU.follow(report, DOUBLE)
    assert (following.next, following.tricks, following.done) == ("W", (), False)
    assert GONGZHU.blank(DOUBLE).depths == ("captures", "hands", "tricks")


def double(won: dict[str, list[str]]) -> list[tuple[Any, ...]]:
    """Return the problems of what was won beside a trick of two decks in which N won a pig."""
    plays = [["N", ["SA"]], ["W", ["SQ"]], ["S", ["S2"]], ["E", ["S3"]]]
    problems = GONGZHU.problems({"plays": plays, "won": won}, DOUBLE)
    return [brief(problem) for problem in problems]


def test_copies_that_tricks_tell_may_be_written_down_again_or_not() -> None:
    """GZ-9: with two decks it is one copy that the trick has."""
    rest = [card for card in SCORING if card != "SQ"] * 2
    assert double({"E": [*rest, "SQ"]}) == []
    assert double({"N": ["SQ"], "E": [*rest, "SQ"]}) == []
    assert double({"N": ["SQ", *rest]}) == []
    assert double({"N": ["SQ", "SQ", *rest]}) == []
    denied = ("won_not_as_played", "won", ("SQ",), ("N",))
    assert denied in double({"E": [*rest, "SQ", "SQ"]})
    assert denied in double({"W": ["SQ"], "E": [*rest, "SQ"]})


def test_complete_plays_tell_the_hands_and_the_owners() -> None:
    """GZ-8, GZ-25."""
    rules = GONGZHU.rules({"preset": "huapai"})
    plays = [[seat, HANDS[seat][place]] for place in range(13) for seat in "NWSE"]
    following = GONGZHU.follow({"plays": plays}, rules)
    assert {seat: list(cards) for seat, cards in following.hands.items()} == HANDS
    assert following.done
    assert following.next is None
    settlement = GONGZHU.settle({"plays": plays}, rules)
    assert settlement.raw == {"N": 1000, "W": 0, "S": 0, "E": 0}


def test_three_hands_tell_the_fourth() -> None:
    """GZ-7."""
    three = {seat: HANDS[seat] for seat in "NWS"}
    following = GONGZHU.follow({"hands": three, "plays": [["N", "S2"]]}, CLASSIC)
    assert list(following.hands["E"]) == HANDS["E"]
    assert following.left["N"] == tuple(HANDS["N"][1:])
    report = {"won": {"N": list(DECK)}, "hands": three}
    assert GONGZHU.problems(report, CLASSIC) == ()
    huapai = GONGZHU.rules({"preset": "huapai"})
    assert GONGZHU.settle(report, huapai) == GONGZHU.settle({**report, "hands": HANDS}, huapai)


def test_three_hands_with_a_card_twice_tell_nothing() -> None:
    """GZ-7."""
    three = {"N": HANDS["N"], "W": HANDS["N"], "S": HANDS["S"]}
    report = {"won": {"N": list(DECK)}, "hands": three}
    codes = [problem.code.value for problem in GONGZHU.problems(report, CLASSIC)]
    assert "card_dealt_too_often" in codes
    assert "E" not in GONGZHU.follow(report, CLASSIC).hands


def test_hands_in_the_making_are_followed() -> None:
    """GZ-7: a hand that is not complete is not judged by."""
    report = {"hands": {"N": ["S2", "S3"]}, "plays": [["N", "S4"], ["W", "H2"]]}
    following = GONGZHU.follow(report, CLASSIC)
    assert following.hands == {"N": ("S2", "S3")}
    assert (following.flags, following.legal, following.next) == ((), (), "S")


def test_the_board_lends_its_hands() -> None:
    """GZ-25."""
    board = Context(hands={seat: tuple(cards) for seat, cards in HANDS.items()})
    following = GONGZHU.follow({"plays": [["N", "S2"], ["W", "D2"]]}, CLASSIC, board)
    assert flags(following) == [(1, "not_held")]
