"""Claims that cannot be searched: every problem at once, by its code and its field."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.cards import DECK
from scoring.gongzhu.deck import SCORING
from tests.scoring.commands import answered

HANDS = {"N": ["SA", "H2"], "W": ["S3", "H5"], "S": ["S4", "HA"], "E": ["SQ", "D2"]}
HELD = {card for hand in HANDS.values() for card in hand}
WON = {"N": [card for card in DECK if card not in HELD]}
GOOD = {
    "id": 1,
    "game": "gongzhu",
    "hands": HANDS,
    "won": WON,
    "led": ["H", "D"],
    "turn": "N",
    "claim": {"by": "N", "kind": "all"},
}


def problems(**changes: Any) -> list[tuple[str, str]]:
    """Return the codes and fields of what is wrong with the good line, changed."""
    line = {name: value for name, value in {**GOOD, **changes}.items() if value is not ...}
    [answer] = answered("claim", [line])
    if answer["problems"]:
        assert set(answer) == {"id", "problems"}
    return [(problem["code"], problem["field"]) for problem in answer["problems"]]


def test_the_good_line_has_no_problem() -> None:
    assert problems() == []
    assert problems(led=..., exposed=None, trick=None, dealt=None) == []


def test_the_scoring_cards_won_are_enough() -> None:
    """Where only captures were recorded the plain cards of the tricks are not known."""
    captures = [card for card in WON["N"] if card in SCORING]
    assert problems(won={"N": captures}) == []
    assert problems(won={"N": captures[1:]}) == [("cards_nowhere", "won")]
    assert problems(won={"N": WON["N"][1:]}) == [("cards_nowhere", "won")]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"game": "shengji"}, [("not_supported", "game")]),
        ({"rules": {"preset": "qq-double"}}, [("not_supported", "rules.decks")]),
        ({"rules": {"sheep": "x"}}, [("not_a_whole_number", "rules.sheep")]),
        ({"hands": ...}, [("missing_field", "hands")]),
        ({"hands": []}, [("not_an_object", "hands")]),
        ({"hands": {**HANDS, "N": "SA"}}, [("not_a_list", "hands.N")]),
        ({"hands": {**HANDS, "N": ["SA", "H1"]}}, [("unknown_card", "hands.N")]),
        ({"hands": {**HANDS, "Q": []}}, [("unknown_seat", "hands")]),
        ({"won": [1]}, [("not_an_object", "won")]),
        ({"won": ...}, [("cards_nowhere", "won")]),
        ({"turn": ...}, [("missing_field", "turn")]),
        ({"turn": "Q"}, [("unknown_seat", "turn")]),
        ({"led": "S"}, [("not_a_list", "led")]),
        ({"led": ["S", "X"]}, [("unknown_value", "led.1")]),
        ({"trick": [["N"]]}, [("play_not_a_pair", "trick.0")]),
        ({"exposed": {"S2": "exposed"}}, [("not_exposable", "exposed.S2")]),
        ({"dealt": {"SQ": "N"}}, [("owner_contradictory", "hands.E")]),
        ({"claim": ...}, [("missing_field", "claim")]),
        ({"claim": "all"}, [("not_an_object", "claim")]),
        ({"claim": {}}, [("missing_field", "claim.by"), ("missing_field", "claim.kind")]),
        ({"claim": {"by": "N", "kind": "some"}}, [("unknown_value", "claim.kind")]),
        ({"claim": {"by": "Q", "kind": "all"}}, [("unknown_seat", "claim.by")]),
        ({"claim": {"by": "N", "kind": "all", "x": 1}}, [("unknown_field", "claim.x")]),
        ({"states": 0}, [("number_out_of_range", "states")]),
        ({"states": "many"}, [("not_a_whole_number", "states")]),
        ({"plays": []}, [("unknown_field", "plays")]),
    ],
)
def test_what_cannot_be_read_is_named(
    changes: dict[str, Any], wrong: list[tuple[str, str]]
) -> None:
    assert problems(**changes) == wrong


SHORT = {"N": ["SA"], "W": ["S3", "H5"], "S": ["S4", "HA"], "E": ["SQ", "D2"]}
"""North has played, or has a card too few."""


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        (
            {"hands": {**HANDS, "N": ["SA", "S3"]}},
            [("card_in_two_places", "hands.W"), ("cards_nowhere", "won")],
        ),
        (
            {"hands": {**HANDS, "N": ["SA", "D3"]}},
            [("card_in_two_places", "won.N"), ("cards_nowhere", "won")],
        ),
        ({"hands": SHORT}, [("cards_nowhere", "won"), ("hand_of_wrong_size", "hands.N")]),
        (
            {"trick": [["N", "H2"]], "turn": "W"},
            [
                ("card_in_two_places", "trick.0"),
                ("hand_of_wrong_size", "hands.W"),
                ("hand_of_wrong_size", "hands.S"),
                ("hand_of_wrong_size", "hands.E"),
            ],
        ),
        ({"hands": SHORT, "trick": [["N", "H2"]]}, [("not_in_turn", "turn")]),
        (
            {
                "hands": {**SHORT, "S": ["HA"]},
                "trick": [["N", "H2"], ["S", "S4"]],
                "turn": "E",
            },
            [("trick_out_of_order", "trick.1")],
        ),
        (
            {
                "hands": {seat: hand[:1] for seat, hand in HANDS.items()},
                "trick": [[seat, hand[1]] for seat, hand in HANDS.items()],
            },
            [("trick_complete", "trick")],
        ),
        ({"won": {"N": WON["N"][1:], "W": WON["N"][:1]}}, [("won_not_whole_tricks", "won")]),
        ({"led": []}, []),
        ({"led": [], "exposed": {"SQ": "exposed"}}, [("led_not_told", "led")]),
        (
            {"exposed": [{"seat": "W", "card": "SQ", "kind": "exposed"}]},
            [("owner_contradictory", "exposed")],
        ),
    ],
)
def test_a_position_that_cannot_be_is_named(
    changes: dict[str, Any], wrong: list[tuple[str, str]]
) -> None:
    assert problems(**changes) == wrong


def test_more_suits_than_tricks_were_not_led() -> None:
    twelve = {seat: list(DECK[at * 13 : at * 13 + 12]) for at, seat in enumerate("NWSE")}
    won = {"N": [DECK[at * 13 + 12] for at in range(4)]}
    line = {"hands": twelve, "won": won, "led": ["S", "H"]}
    assert problems(**line) == [("led_more_often_than_tricks", "led")]
    assert problems(**{**line, "led": ["S", "S"]}) == []


def test_nobody_claims_before_the_first_lead_or_after_the_last_trick() -> None:
    """T9 L291: between the lead and the counting."""
    whole = {seat: list(DECK[at * 13 : at * 13 + 13]) for at, seat in enumerate("NWSE")}
    begun = {**whole, "N": whole["N"][1:]}
    assert problems(hands=whole, won={}, led=[]) == [("claim_before_first_lead", "hands")]
    assert problems(hands=begun, won={}, led=[], trick=[["N", "S2"]], turn="W") == []
    assert problems(hands={seat: [] for seat in "NWSE"}, won={"N": list(DECK)}) == [
        ("claim_after_last_trick", "hands")
    ]


OUT = ["SQ", "H2", "H5", "HA"]


@pytest.mark.parametrize(
    ("kind", "cards", "wrong"),
    [
        ("allocation", None, "claim_incomplete"),
        ("allocation", {"N": OUT[1:]}, "claim_incomplete"),
        ("allocation", {"N": [*OUT, "DJ"]}, "claimed_card_won_already"),
        ("allocation", {"N": OUT, "W": ["SQ"]}, "claimed_card_too_often"),
        ("allocation", {"N": [*OUT, "SA"]}, "claimed_card_not_scoring"),
        ("allocation", {"N": OUT}, None),
        ("all", {"N": ["SQ"]}, "claim_allocation_not_asked"),
        ("all", {"N": []}, None),
        ("none", {"N": OUT}, "claim_of_none_takes_cards"),
        ("none", {"W": OUT}, None),
        ("none", {}, None),
    ],
)
def test_the_cards_of_a_claim_are_checked(
    kind: str, cards: dict[str, list[str]] | None, wrong: str | None
) -> None:
    """GZ-81 to GZ-83."""
    found = problems(claim={"by": "N", "kind": kind, "cards": cards})
    assert [code for code, _ in found] == ([] if wrong is None else [wrong])
    assert all(field.startswith("claim.cards") for _, field in found)


def test_everything_wrong_is_named_at_once() -> None:
    found = problems(hands={**HANDS, "N": ["SA"]}, turn="Q", led=["X"], claim={"by": "N"})
    assert {code for code, _ in found} >= {"unknown_seat", "unknown_value", "missing_field"}
