"""Every worked example of the sources, and of our decisions where they are silent.

Each example carries the rule of `docs/rules/gongzhu.md` that it is about, and the lines that it
comes from.
"""

import json
from typing import Any

import pytest

from scoring.__main__ import main
from scoring.game import find
from scoring.gongzhu.convert import convert
from scoring.gongzhu.rules import RuleSet
from scoring.lines import answers
from tests.scoring.vectors import Vector, report_of, vectors

NOT_COVERED = {"S07": "play with two decks is not judged yet"}
"""Examples that nothing here can check, by id, with the reason."""

GONGZHU = find("gongzhu")


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
    [answer] = answers([json.dumps({**line, **report_of(vector, rules.decks)}).encode()])
    settled = json.loads(answer)
    assert settled["problems"] == []
    expected = vector["expected"]
    if vector["kind"] == "pile":
        assert settled["raw"]["N"] == expected
    else:
        assert settled["raw"] == expected


@pytest.mark.parametrize("vector", of_kind("raw"))
def test_raw_points_become_the_scores_of_their_source(vector: Vector) -> None:
    scores, _ = convert(vector["raw"], GONGZHU.rules(vector["rules"]))
    assert scores == vector["expected"]


def test_the_deals_made_up_for_the_examples_give_their_scores_too() -> None:
    """GZ-31, GZ-33: from piles to scores in one go (T8 L160-166, L205-207)."""
    found = {vector["id"]: vector for vector in vectors()}
    for deal, scores in (("C01", "S04"), ("C02", "S09")):
        rules = GONGZHU.rules(found[scores]["rules"] | {"auto_expose_fourth": False})
        settlement = GONGZHU.settle(report_of(found[deal], 1), rules)
        assert settlement.scores == found[scores]["expected"]


def test_no_example_is_left_out_without_a_reason() -> None:
    kinds = {vector["id"]: vector["kind"] for vector in vectors()}
    assert len(kinds) == len(vectors()) == 93
    assert {name for name, kind in kinds.items() if kind == "trick"} == set(NOT_COVERED)
    assert set(kinds.values()) == {"pile", "deal", "raw", "trick"}


def test_what_is_not_covered_is_refused_and_not_guessed() -> None:
    with pytest.raises(SystemExit) as refusal:
        main(["trick"])
    assert refusal.value.code == 2


@pytest.mark.parametrize("players", [3, 5])
def test_two_decks_are_not_supported_for_other_than_four_players(players: int) -> None:
    """GZ-1, GZ-2: no text says which cards are taken out."""
    line = {"game": "gongzhu", "rules": {"preset": "qq-double", "players": players}, "won": {}}
    [answer] = answers([json.dumps(line).encode()])
    [problem] = json.loads(answer)["problems"]
    assert (problem["code"], problem["field"]) == ("not_supported", "rules.players")


def test_the_default_rules_are_classic() -> None:
    assert GONGZHU.rules({}) == GONGZHU.rules({"preset": "classic"}) == RuleSet()
