"""`python3 -m scoring replay` and `trick`: what is judged, what is told, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.__main__ import REPLAY_EXAMPLE, TRICK_EXAMPLE
from scoring.gongzhu.deck import SCORING
from tests.scoring.commands import answered
from tests.scoring.gongzhu.reports.test_report import HANDS

LINE = {"id": 1, "game": "gongzhu", "rules": {"preset": "classic"}, "hands": HANDS}
ROUND = [[seat, HANDS[seat][place]] for place in range(13) for seat in "NWSE"]
"""Every seat plays its own suit from the two up, and north wins everything."""


def replay(**changes: Any) -> dict[str, Any]:
    """Return the answer to one deal."""
    [answer] = answered("replay", [{**LINE, "plays": ROUND, "leader": "N", **changes}])
    return answer


def trick(plays: Any, preset: str = "qq-double", **more: Any) -> dict[str, Any]:
    """Return the answer to one trick."""
    line = {"id": 1, "game": "gongzhu", "rules": {"preset": preset}, "plays": plays, **more}
    [answer] = answered("trick", [line])
    return answer


def codes(answer: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the problems of an answer by their fields."""
    return [(problem["code"], problem["field"]) for problem in answer["problems"]]


def test_a_whole_deal_is_replayed() -> None:
    """GZ-61 to GZ-64."""
    answer = replay()
    assert list(answer) == ["id", "legal", "won", "raw", "problems"]
    assert len(answer["legal"]) == 52
    assert answer["legal"][0] == HANDS["N"]
    assert answer["legal"][51] == ["CA"]
    assert {seat: len(cards) for seat, cards in answer["won"].items()} == {
        "N": 52,
        "W": 0,
        "S": 0,
        "E": 0,
    }
    assert answer["raw"] == {"N": 800, "W": 0, "S": 0, "E": 0}
    assert answer["problems"] == []


def test_an_illegal_play_is_a_problem_and_the_rest_is_told() -> None:
    """GZ-69."""
    hands = {**HANDS, "N": [*HANDS["N"][:12], "H2"], "W": [*HANDS["W"][1:], "SA"]}
    answer = replay(hands=hands, plays=[["N", "S2"], ["W", "H3"]])
    assert codes(answer) == [("revoke", "plays.1"), ("plays_incomplete", "plays")]
    assert answer["problems"][0]["cards"] == ["H3"]
    assert answer["problems"][0]["seats"] == ["W"]
    assert answer["legal"][1] == ["SA"]
    assert answer["raw"] is None


def test_points_are_told_as_soon_as_nothing_that_counts_is_out() -> None:
    """GZ-9: play that stops then is not incomplete, and plain cards may be out."""
    shown = ["SQ", "DJ", "C10", "HA"]
    hearts = [card for card in SCORING if card not in shown]
    plain = [card for seat in "NWSE" for card in HANDS[seat] if card not in SCORING]
    hands = {"N": [*shown, *plain[:9]], "W": [*hearts, plain[9]], "S": plain[10:23]}
    hands["E"] = plain[23:]
    plays = [[seat, hands[seat][place]] for place in range(12) for seat in "WSEN"]
    answer = replay(hands=hands, plays=plays, leader="W")
    assert answer["raw"] is not None
    assert "plays_incomplete" not in {code for code, _ in codes(answer)}


def test_whoever_plays_first_leads_where_nobody_is_named() -> None:
    """GZ-63."""
    answer = replay(plays=[["S", "D2"]], leader=None)
    assert codes(answer) == [("plays_incomplete", "plays")]
    answer = replay(plays=[["S", "D2"]], leader=None, first_deal=True)
    assert codes(answer)[0] == ("wrong_first_lead", "plays.0")
    assert replay(plays=[["S", "D2"]])["problems"][0]["code"] == "out_of_turn"


def test_what_cannot_have_been_comes_to_no_points() -> None:
    """GZ-60."""
    answer = replay(plays=[["N", "H2"], *ROUND[1:]])
    assert ("card_played_not_held", "plays.0") in codes(answer)
    assert ("card_played_too_often", "plays") in codes(answer)
    assert answer["raw"] is None
    assert len(answer["legal"]) == 52


def test_hands_that_are_not_known_leave_nothing_legal_to_be_told() -> None:
    """GZ-60."""
    answer = replay(hands=None, plays=ROUND[:5])
    assert answer["legal"] == [[], [], [], [], []]
    assert answer["won"]["N"] == ["S2", "H2", "D2", "C2"]


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"plays": [["N", "S1"]]}, "unknown_card", "plays.0"),
        ({"plays": [["X", "S2"]]}, "unknown_seat", "plays.0"),
        ({"plays": ["S2"]}, "play_not_a_pair", "plays.0"),
        ({"plays": [["N", ["S2", "S3"]]]}, "wrong_number_of_cards", "plays.0"),
        ({"plays": {}}, "not_a_list", "plays"),
        ({"plays": None, "won": {"N": list(SCORING)}}, "missing_field", "plays"),
        ({"hands": {"N": ["S2"]}}, "hand_of_wrong_size", "hands.N"),
        (
            {"exposed": [{"seat": "N", "card": "DJ", "kind": "exposed"}]},
            "owner_contradictory",
            "",
        ),
        ({"deck": 1}, "unknown_field", "deck"),
        ({"rules": {"preset": "no"}}, "unknown_preset", "rules.preset"),
    ],
)
def test_what_cannot_be_read_is_answered_by_problems_alone(
    changes: dict[str, Any], code: str, field: str
) -> None:
    answer = replay(**changes)
    assert set(answer) == {"id", "problems"}
    assert answer["problems"][0]["code"] == code
    assert answer["problems"][0]["field"].startswith(field)


def test_two_decks_are_answered_in_lists() -> None:
    """GZ-70 to GZ-73."""
    plays = [["N", ["S2", "S2"]], ["W", ["H2", "H2"]], ["S", ["D2", "D2"]], ["E", ["C2", "C2"]]]
    hands = {seat: [card for card in cards for _ in "12"] for seat, cards in HANDS.items()}
    answer = replay(rules={"preset": "qq-double"}, hands=hands, plays=plays)
    assert answer["legal"][0][:3] == [["S2"], ["S2", "S2"], ["S3"]]
    assert answer["legal"][1][:2] == [["H2", "H2"], ["H2", "H3"]]
    assert answer["won"]["N"] == ["S2", "S2", "H2", "H2", "D2", "D2", "C2", "C2"]
    assert codes(answer) == [("plays_incomplete", "plays")]
    assert answer["problems"][0]["values"] == {"count": 8, "expected": 104}


def test_the_trick_of_the_source() -> None:
    """GZ-74: S07, T8 L189-195."""
    [answer] = answered("trick", [json.loads(TRICK_EXAMPLE)])
    assert answer == {"id": 1, "winner": 2, "problems": []}


def test_a_trick_of_single_cards_may_be_written_either_way() -> None:
    """GZ-61."""
    assert trick([["S4"], ["SK"], ["HA"], ["S3"]], "classic")["winner"] == 1
    assert trick(["S4", "SK", "HA", "S3"], "classic")["winner"] == 1
    assert trick(["S4", "SK", "SK", "S3"])["winner"] == 1
    assert trick(["S4", "SK", "SA"], "classic", rules={"players": 3})["winner"] == 2


def test_a_lead_that_is_no_pair_is_judged_and_named() -> None:
    """GZ-78."""
    answer = trick([["S4", "S5"], ["S7", "S7"], ["S2", "S3"], ["H2", "H3"]])
    assert (answer["winner"], codes(answer)) == (0, [("lead_not_a_pair", "plays.0")])


@pytest.mark.parametrize(
    ("plays", "code", "field"),
    [
        (None, "not_a_list", "plays"),
        ([], "plays_incomplete", "plays"),
        (["S4", "S5"], "plays_incomplete", "plays"),
        (["S4", "S5", "S6", "S1"], "unknown_card", "plays.3"),
        (["S4", "S4", "S4", "S5"], "card_played_too_often", "plays"),
        (["S4", ["S5", "S6"], "S7", "S8"], "wrong_number_of_cards", "plays.1"),
        ([[], "S5", "S6", "S7"], "wrong_number_of_cards", "plays.0"),
        ([7, "S5", "S6", "S7"], "not_a_text", "plays.0"),
    ],
)
def test_a_trick_that_cannot_be_told(plays: Any, code: str, field: str) -> None:
    """GZ-71."""
    answer = trick(plays)
    assert set(answer) == {"id", "problems"}
    assert codes(answer)[0] == (code, field)
    assert answer["problems"][0]["seats"] == []


def test_a_broken_line_stops_no_other() -> None:
    lines = [json.loads(REPLAY_EXAMPLE), {"id": 2}, json.loads(REPLAY_EXAMPLE)]
    first, second, third = answered("replay", lines)
    assert first == third
    assert second["problems"][0]["code"] == "missing_field"
    assert codes(trick(["S4"] * 4, extra=1))[0] == ("unknown_field", "extra")
