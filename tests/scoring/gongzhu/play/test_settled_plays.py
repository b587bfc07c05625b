"""Plays on the command line's `settle`: what is against the rules is told, and play may stop."""

import json
from random import Random
from typing import Any

from scoring.game import find_game
from tests.scoring.commands import answered
from tests.scoring.gongzhu.mixtures import GONGZHU
from tests.scoring.gongzhu.play.replays import replay_at_random
from tests.scoring.samples import Sample

CLASSIC = {"preset": "classic"}
SUITS = {
    suit: [
        suit + rank for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    ]
    for suit in "SHDC"
}


HANDS = {
    "N": SUITS["S"],
    "W": ["D2", *SUITS["H"][1:]],
    "S": ["D3", *SUITS["D"][2:], "H2"],
    "E": SUITS["C"],
}
"""North leads spades to the end, and everybody else discards the last card of the hand."""


def stopped_after(tricks: int) -> dict[str, Any]:
    """The deal with so many tricks written down."""
    plays = [[seat, HANDS[seat][-1 - trick]] for trick in range(tricks) for seat in "NWSE"]
    line = {"id": 1, "game": "gongzhu", "rules": CLASSIC, "hands": HANDS, "leader": "N"}
    return {**line, "first_deal": False, "plays": plays}


def test_play_may_stop_when_every_card_that_counts_is_won() -> None:
    """GZ-9: after twelve tricks the two of spades, two diamonds and the two of clubs are left."""
    [whole, stopped, early] = answered("settle", map(stopped_after, (13, 12, 11)))
    assert (whole["problems"], whole["raw"]["N"]) == ([], 800)
    assert (stopped["problems"], stopped["raw"]) == ([], whole["raw"])
    assert [problem["code"] for problem in early["problems"]] == ["plays_incomplete"]
    assert "raw" not in early


def test_settle_and_replay_tell_the_same_plays_against_the_rules(sample: Sample) -> None:
    """GZ-69: a play stands as it was played, and is flagged wherever it is read."""
    random, flagged = Random(69), 0
    for _ in sample(60):
        line = replay_at_random(random, CLASSIC, GONGZHU.rules(CLASSIC)).line()
        [settled], [replayed] = answered("settle", [line]), answered("replay", [line])
        if settled["problems"]:
            continue
        flagged += len(replayed["problems"])
        assert settled.get("flags", []) == replayed["problems"], json.dumps(line)
        assert settled["raw"] == replayed["raw"]
    assert flagged


def test_nobody_received_the_first_of_a_card_that_he_does_not_hold() -> None:
    """GZ-72, T8 L184."""
    rules = find_game("gongzhu").rules({"preset": "qq-double"})
    hands = {seat: tuple(cards * 2) for seat, cards in zip("NWSE", SUITS.values(), strict=True)}
    report = {"hands": hands, "plays": [["E", ["C2"]]], "first_deal": True, "first_C2": "N"}
    problems = find_game("gongzhu").problems(report, rules)
    assert ("card_not_in_hand", "first_C2") in [
        (problem.code.value, problem.field) for problem in problems
    ]
    right = find_game("gongzhu").problems({**report, "first_C2": "E"}, rules)
    assert "first_C2" not in [problem.field for problem in right]
