"""Every worked example of the sources, and of our decisions where they are silent.

Each example carries the rule of `docs/rules/gongzhu.md` that it is about, and the lines that it
comes from.
"""

import json
from typing import Any

import pytest

from scoring.game import find_game
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.settling.settle import convert
from scoring.lines import answer_lines
from tests.scoring.commands import answered
from tests.scoring.gongzhu.vectors import Vector, report_of, vectors

GONGZHU = find_game("gongzhu")


def of_kind(*kinds: str) -> list[Any]:
    """Return the examples of some kinds as parameters named by id, rule and source."""
    return [
        pytest.param(vector, id=f"{vector['id']} {vector['rule']} {vector['source']}")
        for vector in vectors()
        if vector["kind"] in kinds
    ]


@pytest.mark.parametrize("vector", of_kind("pile", "deal"))
def test_a_deal_comes_to_the_points_of_its_source(vector: Vector) -> None:
    rules = GONGZHU.rules(vector["rules"])
    line = {"id": vector["id"], "game": "gongzhu", "rules": vector["rules"]}
    [answer] = answer_lines([json.dumps({**line, **report_of(vector, rules.decks)}).encode()])
    settled = json.loads(answer)
    assert settled["problems"] == []
    expected = vector["expected"]
    if vector["kind"] == "pile":
        assert settled["raw"]["N"] == expected
    else:
        assert settled["raw"] == expected


@pytest.mark.parametrize("vector", of_kind("raw"))
def test_raw_points_become_the_scores_of_their_source(vector: Vector) -> None:
    """Through the command, by the deal that was made up to have these raw points."""
    scores, _ = convert(vector["raw"], GONGZHU.rules(vector["rules"]))
    assert scores == vector["expected"]
    [deal] = [
        candidate
        for candidate in vectors()
        if candidate["kind"] == "deal" and candidate["expected"] == vector["raw"]
    ]
    line = {"game": "gongzhu", "rules": vector["rules"], **report_of(deal, 1)}
    [settled] = answered("settle", [line])
    assert (settled["raw"], settled["scores"]) == (vector["raw"], vector["expected"])


@pytest.mark.parametrize("vector", of_kind("trick"))
def test_a_trick_is_taken_as_in_its_source(vector: Vector) -> None:
    """S07: the pair of kings is less than queen and eight, and a card of another suit is least."""
    line = {name: vector[name] for name in ("id", "rules", "plays")}
    [answer] = answered("trick", [{"game": "gongzhu", **line}])
    assert answer["winner"] == vector["expected"]


def test_no_example_is_left_out() -> None:
    kinds = {vector["id"]: vector["kind"] for vector in vectors()}
    assert len(kinds) == len(vectors()) == 93
    assert set(kinds.values()) == {"pile", "deal", "raw", "trick"}


@pytest.mark.parametrize("players", [3, 5])
def test_two_decks_are_not_supported_for_other_than_four_players(players: int) -> None:
    """GZ-1, GZ-2: no text says which cards are taken out."""
    line = {"game": "gongzhu", "rules": {"preset": "qq-double", "players": players}, "won": {}}
    [answer] = answer_lines([json.dumps(line).encode()])
    [problem] = json.loads(answer)["problems"]
    assert (problem["code"], problem["field"]) == ("not_supported", "rules.players")


def test_the_default_rules_are_classic() -> None:
    assert GONGZHU.rules({}) == GONGZHU.rules({"preset": "classic"}) == RuleSet()
