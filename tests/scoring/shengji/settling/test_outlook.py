"""What a deal that is written down in part can still come to, against every way to go on."""

from itertools import product
from typing import Any

import pytest

from scoring.following import Outlook
from scoring.game import find_game
from scoring.problems import Unsettled

SHENGJI = find_game("shengji")
BEGUN: dict[str, Any] = {"dealer": "N", "level": "5", "trump": None}
"""A deal of which the beginning is written down."""


def results(report: dict[str, Any], rules: Any) -> list[tuple[int, int, int]]:
    """Return points and levels of both sides for every result that a report can be filled up to."""
    combinations = ["single", "pair", "tractor-12"] if rules.decks == 2 else ["single"]
    most = 100 * rules.decks
    open_facts: dict[str, list[Any]] = {
        "attackers_points": [*range(0, most + 1, 5)],
        "kitty_points": [*range(0, 81, 20)],
        "last_trick": [
            {"winner": winner, "combination": named} for winner in "NE" for named in combinations
        ],
    }
    unknown = [name for name in open_facts if name not in report]
    outcomes = []
    for facts in product(*(open_facts[name] for name in unknown)):
        filled = {**report, **dict(zip(unknown, facts, strict=True))}
        try:
            settled = SHENGJI.settle(filled, rules)
        except Unsettled:
            continue
        outcomes.append((settled.raw["W"], settled.scores["N"], settled.scores["W"]))
    return outcomes


@pytest.mark.full
@pytest.mark.parametrize("preset", ["lianzhong-1", "lianzhong-2", "standard-2"])
@pytest.mark.parametrize(
    "known",
    [
        {},
        {"attackers_points": 60},
        {"kitty_points": 20},
        {"attackers_points": 35, "kitty_points": 0},
        {"last_trick": {"winner": "S"}},
        {"last_trick": {"winner": "W", "combination": "single"}},
        {"attackers_points": 0, "last_trick": {"winner": "N"}},
        {"attackers_points": 75, "last_trick": {"winner": "E", "combination": "single"}},
    ],
)
def test_every_way_to_go_on_lies_within_the_ends(preset: str, known: dict[str, Any]) -> None:
    """SJ-76: and no result of any kind lies outside."""
    rules = SHENGJI.rules({"preset": preset})
    outlook = SHENGJI.outlook({**BEGUN, **known}, rules)
    ways = results({**BEGUN, **known}, rules)
    assert outlook.raw["W"] == outlook.raw["E"]
    assert outlook.raw["N"] == (0, 0)
    assert outlook.raw["W"][0] == min(raw for raw, _, _ in ways)
    assert outlook.raw["W"][1] >= max(raw for raw, _, _ in ways)
    for seat, place in (("N", 1), ("W", 2)):
        gained = [way[place] for way in ways]
        assert outlook.scores[seat][0] <= min(gained)
        assert outlook.scores[seat][1] >= max(gained)


@pytest.mark.parametrize(
    ("known", "points", "levels"),
    [
        ({"attackers_points": 75, "last_trick": {"winner": "N"}}, (75, 75), (1, 1)),
        ({"attackers_points": 75, "kitty_points": 0}, (75, 75), (1, 1)),
        (
            {"attackers_points": 75, "last_trick": {"winner": "W", "combination": "pair"}},
            (75, 395),
            (0, 1),
        ),
        ({"last_trick": {"winner": "S"}}, (0, 200), (0, 3)),
        (
            {"last_trick": {"winner": "S"}, "kitty_points": 30, "dealers_points": 90},
            (80, 80),
            (0, 0),
        ),
    ],
)
def test_the_ends_are_as_near_as_what_is_known(
    known: dict[str, Any], points: tuple[int, int], levels: tuple[int, int]
) -> None:
    """SJ-76: 80 points are the most in a kitty of eight cards."""
    outlook = SHENGJI.outlook({**BEGUN, **known}, SHENGJI.rules({}))
    assert (outlook.raw["W"], outlook.scores["N"]) == (points, levels)


def test_a_shut_out_is_within_reach_until_the_first_point() -> None:
    rules = SHENGJI.rules({})
    for points, reach in ((0, ("N", "S")), (5, ())):
        outlook = SHENGJI.outlook({**BEGUN, "attackers_points": points}, rules)
        assert outlook.within_reach["shut_out"] == reach
    late = {**BEGUN, "attackers_points": 75, "last_trick": {"winner": "N"}}
    assert SHENGJI.outlook(late, rules).within_reach["takes_the_deal"] == ()


def test_plays_leave_open_what_has_not_been_played() -> None:
    """SJ-76: the attackers took fifteen points in the first trick, the dealers none."""
    plays = [["N", ["SK"]], ["W", ["SA"]], ["S", ["S5"]], ["E", ["S3"]]]
    report = {**BEGUN, "level": "2", "plays": plays, "kitty_points": 0}
    assert SHENGJI.outlook(report, SHENGJI.rules({})).raw["E"] == (15, 200)


@pytest.mark.parametrize("report", [None, [], {}, {"dealer": "X"}, {**BEGUN, "level": "1"}])
def test_what_contradicts_itself_has_no_outlook(report: Any) -> None:
    assert SHENGJI.outlook(report, SHENGJI.rules({})) == Outlook()
