"""Rules and reports of 升级 that are wrong, each in its own way, and rules beside the usual."""

from __future__ import annotations

from typing import Any, Final

from scoring.shengji.rules import LEVELS

ROWS: Final = [
    {"points": 0, "dealer_keeps": True, "levels": 1},
    {"points": 40, "dealer_keeps": True, "levels": 0},
    {"points": 80, "dealer_keeps": False, "levels": 0, "step": 40},
]
OTHERS: Final[tuple[dict[str, Any], ...]] = (
    {"deals": 8},
    {"minutes": 60},
    {"level_table": "custom", "custom_levels": ROWS},
    {"level_table": "custom", "custom_levels": [*ROWS[:2], {**ROWS[2], "levels": 2}]},
    {"early_end_lead": 5},
    {"target_level": None},
)
"""Rules that hold what the usual choices do not."""

WRONG_RULES: Final[tuple[dict[str, Any], ...]] = (
    {"decks": 3},
    {"decks": 1, "level_table": "lianzhong_1", "joker_bid_order": "small_lt_big"},
    {"triple_protection": "on"},
    {"deals": 8, "minutes": 60},
    {"deal_score": "board_sum"},
    {"start_level": "K", "target_level": "10"},
    {"level_table": "custom"},
    {"custom_levels": ROWS},
    {"level_table": "custom", "custom_levels": ROWS[1:]},
    {"level_table": "custom", "custom_levels": [*ROWS[:2], {**ROWS[2], "points": 40}]},
    {"level_table": "custom", "custom_levels": [*ROWS, {**ROWS[1], "points": 120}]},
    {"level_table": "custom", "custom_levels": [{**ROWS[0], "step": 40}, *ROWS[1:]]},
    {"jack_hook": "start"},
    {"jack_hook_off_suit": "half"},
    {"must_play": ["J"], "jack_hook": "start", "deal_score": "deal_sum"},
    {"always_trump": list(LEVELS[:12])},
)
HOOK: Final[dict[str, Any]] = {"must_play": ["J", "A"], "jack_hook": "start"}

RESULT: Final[dict[str, Any]] = {
    "dealer": "N",
    "level": "5",
    "trump": "S",
    "attackers_points": 75,
    "kitty_points": 10,
    "last_trick": {"winner": "W", "combination": "pair"},
}
HOOKED: Final = {**RESULT, "level": "J", "last_trick": {**RESULT["last_trick"], "jack": "trump"}}
WRONG_OF_A_J: Final = (
    {**HOOKED, "last_trick": {"winner": "W", "cards": ["SJ"], "jack": "none"}},
    {**HOOKED, "trump": None},
    {**HOOKED, "last_trick": RESULT["last_trick"]},
)
DEALT: Final = dict.fromkeys("NWSE", ("S3",) * 25)
HANDS: Final = {seat: ["S2"] * 25 for seat in "NWSE"}
PLAYED: Final = {**RESULT, "plays": [["N", ["S9", "S9"]], ["W", ["SJ"]], ["W", ["H2"]]]}
WRONG_REPORTS: Final[tuple[Any, ...]] = (
    None,
    {},
    {"dealer": "N"},
    {**RESULT, "attackers_points": 77},
    {**RESULT, "attackers_points": 195},
    {**RESULT, "dealers_points": 100},
    {**RESULT, "last_trick": {"winner": "W", "cards": ["S9", "H9"]}},
    {**RESULT, "last_trick": {"winner": "W", "cards": ["S9"], "combination": "tractor-2"}},
    {**RESULT, "last_trick": {"winner": "W", "cards": ["S9", "S9", "S9", "S9"]}},
    {**RESULT, "last_trick": {"winner": "Q", "combination": "quartet"}},
    {**RESULT, "bids": [{"seat": "N", "cards": ["H9"]}, 7]},
    {**RESULT, "throw_points": {"dealers": 10}},
    {
        **RESULT,
        "failed_throws": [{"seat": "N", "cards": ["H9", "HA"]}],
        "throw_points": {"dealers": 40},
    },
    {**RESULT, "hands": HANDS, "kitty": ["S2"]},
    {**RESULT, "hands": {"N": ["S2"]}},
    {**PLAYED, "plays": [7, ["N", []], ["N", "XX"]]},
    {**PLAYED, "hands": {"N": ["S2", "BJ"]}},
    {**PLAYED, "plays": [["N", ["S9"]]] * 26},
    {**PLAYED, "plays": [["N", ["S9", "H9"]], *PLAYED["plays"][1:]]},
)
