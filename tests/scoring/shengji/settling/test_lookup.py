"""The table for devices without a network says the same as the engine, read without any rule."""

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from scoring.game import find_game
from tests.samples import every_day
from tests.scoring.samples import Sample

SHENGJI = find_game("shengji")
SMALL = 4_000
OPTIONS: list[dict[str, Any]] = [
    *({"preset": preset} for preset in SHENGJI.presets),
    {"max_levels_per_deal": 3},
    {"kitty_multiplier": "times"},
    {"kitty_multiplier": "power"},
    {"next_dealer": False},
    {"preset": "lianzhong-1", "one_deck_over_100": "plus1_per_20"},
    {"preset": "standard-2", "target_level": "10", "must_play": ["5", "10"]},
    {
        "level_table": "custom",
        "custom_levels": [
            {"points": 0, "dealer_keeps": True, "levels": 4},
            {"points": 30, "dealer_keeps": True, "levels": 1},
            {"points": 90, "dealer_keeps": False, "levels": 1, "step": 25},
        ],
    },
]


def reckoned(table: Mapping[str, Any], report: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a result comes to by the table alone."""
    seats = ["N", "W", "S", "E"]
    dealer, last = seats.index(report["dealer"]), report["last_trick"]
    attack = (seats.index(last["winner"]) - dealer) % 2 == 1
    factor = table["multipliers"][last["combination"]] if attack else 0
    points = report["attackers_points"] + factor * report["kitty_points"]
    thrown = report.get("throw_points", {})
    points += thrown.get("dealers", 0) - thrown.get("attackers", 0)
    row = table["brackets"][0]
    for bracket in table["brackets"]:
        row = bracket if points >= bracket["points"] else row
    levels = row["levels"] + ((points - row["points"]) // row["step"] if row["step"] else 0)
    levels = min(levels, table["most_levels"] or levels)
    on = table["next"] and table["next"]["keeps" if row["dealer_keeps"] else "loses"]
    return {
        "attackers_points": points,
        "multiplier": factor or None,
        "dealer_keeps": row["dealer_keeps"],
        "dealer_up": levels if row["dealer_keeps"] else 0,
        "attackers_up": 0 if row["dealer_keeps"] else levels,
        "next_dealer": seats[(dealer + on) % 4] if on else None,
    }


@pytest.mark.parametrize("options", every_day(OPTIONS, each=3), ids=str)
def test_the_table_says_what_the_engine_says(options: dict[str, Any], sample: Sample) -> None:
    """SJ-77: for all points, and every combination with a kitty of each size."""
    rules = SHENGJI.rules(options)
    table = json.loads(json.dumps(SHENGJI.lookup(rules)))
    draw, settle = random.Random(str(options)), SHENGJI.commands["settle"]
    for combination in table["multipliers"]:
        for fives in sample(table["points"] // 5 + 1):
            points = 5 * fives
            kitty = 5 * draw.randint(0, min(12, (table["points"] - points) // 5))
            report: dict[str, Any] = {
                "dealer": draw.choice("NWSE"),
                "level": draw.choice(table["levels"]),
                "trump": draw.choice([*"SHDC", None]),
                "attackers_points": points,
                "kitty_points": kitty,
                "last_trick": {"winner": draw.choice("NWSE"), "combination": combination},
            }
            if rules.as_dict()["throw_penalty"] and draw.random() < 0.5:
                report["throw_points"] = {"dealers": 10 * draw.randint(0, 3), "attackers": 10}
            answer = settle(rules, report)
            assert {name: answer[name] for name in reckoned(table, report)} == reckoned(
                table, report
            )


@pytest.mark.parametrize("preset", SHENGJI.presets)
def test_the_table_is_small_and_plain(preset: str) -> None:
    """SJ-77."""
    table = SHENGJI.lookup(SHENGJI.rules({"preset": preset}))
    written = json.dumps(table, separators=(",", ":"))
    assert json.loads(written) == table
    assert len(written) < SMALL
    assert table is not None
    assert table["kind"] == "levels"


def test_the_table_knows_the_way_of_a_side() -> None:
    """SJ-77, SJ-80, SJ-81, SJ-82: where it begins, what it must play, what it has to pass."""
    table = SHENGJI.lookup(SHENGJI.rules({"start_level": "3", "target_level": None}))
    assert table is not None
    assert (table["start"], table["target"], table["levels"][0]) == ("3", None, "2")
    assert (table["must_play"], table["dealer_passes"]) == (["A"], True)
