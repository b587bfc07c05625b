"""What makes a position unanswerable: every problem named, nothing answered beside it."""

from typing import Any

import pytest

from tests.scoring.commands import answered

POSITION = {"trump": "S", "level": "5"}
FOLLOW = {**POSITION, "led": ["HA"], "hand": ["H2"], "play": ["H2"]}
TRICK = {**POSITION, "plays": [["HA"], ["H2"], ["H3"], ["H4"]]}
THROW = {**POSITION, "thrown": ["HA", "H9"], "other_hands": [[], [], []]}


def problems(command: str, line: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the codes and fields with which a line is refused."""
    [answer] = answered(command, [{"id": 7, "game": "shengji", **line}])
    assert set(answer) == {"id", "problems"}
    return [(problem["code"], problem["field"]) for problem in answer["problems"]]


@pytest.mark.parametrize(
    ("command", "line", "expected"),
    [
        ("order", {}, [("missing_field", "trump"), ("missing_field", "level")]),
        (
            "order",
            {"trump": "T", "level": "1"},
            [("unknown_value", "trump"), ("unknown_value", "level")],
        ),
        ("order", {"trump": None, "level": None}, [("not_a_text", "level")]),
        ("follow", {**FOLLOW, "led": []}, [("no_cards", "led")]),
        ("follow", {**FOLLOW, "led": ["HA", "SA"]}, [("lead_of_two_suits", "led")]),
        ("follow", {**FOLLOW, "play": "H2"}, [("not_a_list", "play")]),
        ("follow", {**FOLLOW, "hand": ["H1"]}, [("unknown_card", "hand.0")]),
        ("follow", {**FOLLOW, "hand": ["H2"] * 4}, [("card_too_often", "hand")]),
        ("follow", {**POSITION, "led": ["HA"], "hand": []}, [("missing_field", "play")]),
        ("trick", {**TRICK, "plays": [["HA"]]}, [("plays_not_of_four", "plays")]),
        (
            "trick",
            {**TRICK, "plays": [["HA"], ["H2"], ["H3"], []]},
            [("play_of_other_size", "plays.3")],
        ),
        (
            "trick",
            {**TRICK, "plays": []},
            [("no_cards", "plays.0"), ("plays_not_of_four", "plays")],
        ),
        ("throw", {**THROW, "other_hands": []}, [("hands_not_of_three", "other_hands")]),
        ("throw", {**THROW, "thrown": ["HA", 5]}, [("not_a_text", "thrown.1")]),
        ("kitty", {**POSITION, "winning_play": []}, [("no_cards", "winning_play")]),
        ("levels", {}, [("missing_field", "attackers_points")]),
        ("levels", {"attackers_points": "85"}, [("not_a_whole_number", "attackers_points")]),
        ("settle", {}, [
            ("missing_field", "dealer"),
            ("missing_field", "level"),
            ("missing_field", "trump"),
            ("missing_field", "attackers_points"),
            ("missing_field", "last_trick.winner"),
        ]),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_answered_says_why(
    command: str, line: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert problems(command, line) == expected


@pytest.mark.parametrize("command", ["order", "follow", "throw", "kitty", "levels"])
def test_a_game_without_such_a_question_says_so(command: str) -> None:
    [answer] = answered(command, [{"id": 7, "game": "gongzhu", **FOLLOW}])
    [problem] = answer["problems"]
    assert (problem["code"], problem["values"]["value"]) == ("not_supported", command)


def test_what_a_question_does_not_need_is_passed_over() -> None:
    line = {"game": "shengji", **FOLLOW, "decks": 2, "source": "對"}
    assert answered("follow", [line]) == [{"id": None, "legal": True, "problems": []}]


def test_answers_hold_what_was_asked_and_no_more() -> None:
    for command, line, names in (
        ("follow", FOLLOW, ["id", "legal", "problems"]),
        ("trick", TRICK, ["id", "winner", "points"]),
        ("throw", THROW, ["id", "stands", "played"]),
        ("order", POSITION, ["id", "ladder"]),
    ):
        [answer] = answered(command, [{"id": 7, "game": "shengji", **line}])
        assert list(answer) == names
