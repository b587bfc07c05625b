"""Rules as coded phrases."""

import pytest

from scoring.game import find_game
from scoring.gongzhu.codes import RulePhrase
from scoring.gongzhu.rules import DIMENSIONS

GONGZHU = find_game("gongzhu")

SILENT = {
    "slam_value",
    "transformer_alone_value",
    "self_won_transformer",
    "self_won_heart_ace",
}
"""Dimensions that are told in the phrase of another, or that have no effect in `classic`."""

SETS = [
    *({"preset": preset} for preset in GONGZHU.presets),
    {"self_won": True, "self_won_transformer": "both", "self_won_heart_ace": "suit"},
    {"normalise": "zero_sum_exact", "scale": 12, "game_end": {"minutes": 60}},
    {"normalise": "pair_average", "penalties": "towards_limit", "pig_flips": "never"},
    {"transformer_alone": "sum_zero", "protection": "none", "first_lead": "free"},
    {"shuffler": "game_loser"},
    {"late_exposure": "counts"},
]


def test_classic_says_something_about_every_dimension() -> None:
    phrases = GONGZHU.describe(GONGZHU.rules({}))
    assert {phrase.dimension for phrase in phrases} == set(DIMENSIONS) - SILENT


def test_every_phrase_is_said_by_some_rules() -> None:
    codes = {phrase.code for wanted in SETS for phrase in GONGZHU.describe(GONGZHU.rules(wanted))}
    assert codes == set(RulePhrase)


def test_what_holds_at_the_end_of_a_game_is_said_only_where_games_are_played() -> None:
    rules = GONGZHU.rules({"preset": "huapai"})
    ends = {"penalties", "all_below_high_are_pigs"}
    assert ends <= {phrase.dimension for phrase in GONGZHU.describe(rules)}
    without = GONGZHU.describe(GONGZHU.for_fixed_deals(rules))
    assert not ends & {phrase.dimension for phrase in without}


def test_rules_that_differ_in_effect_are_described_differently() -> None:
    described = [GONGZHU.describe(GONGZHU.rules(wanted)) for wanted in SETS]
    assert len(set(described)) == len(SETS)


@pytest.mark.parametrize(
    ("wanted", "code", "values"),
    [
        ({"sheep": 50}, RulePhrase.SHEEP_VALUE, {"points": 50}),
        ({"all_hearts": 100}, RulePhrase.ALL_HEARTS_VALUE, {"points": 100}),
        ({"preset": "fifty"}, RulePhrase.SLAM_FIXED_UNEXPOSED, {"points": 1000}),
        ({"preset": "qq-double"}, RulePhrase.SLAM_PROPORTIONAL, {"points": 1600}),
        ({}, RulePhrase.SLAM_BY_SUM, {}),
        ({}, RulePhrase.TRANSFORMER_ALONE_NO_SCORING_CARD, {"points": 50}),
        ({}, RulePhrase.GAME_END_LOW, {"points": -1000}),
        ({"preset": "huapai"}, RulePhrase.GAME_END_HIGH, {"points": 1000}),
        ({"preset": "huapai-duplicate"}, RulePhrase.GAME_END_DEALS, {"number": 16}),
        ({"preset": "qq"}, RulePhrase.SCALE_FACTOR, {"factor": 12}),
    ],
)
def test_a_phrase_has_its_figures(
    wanted: dict[str, object], code: RulePhrase, values: dict[str, int]
) -> None:
    phrases = {p.code: dict(p.values) for p in GONGZHU.describe(GONGZHU.rules(wanted))}
    assert phrases[code] == values
