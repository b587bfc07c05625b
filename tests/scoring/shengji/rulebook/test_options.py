"""The rule sets of 升级: presets, options, contradictions, sentences."""

from typing import Any

import pytest

from scoring.game import find_game, names
from scoring.problems import RulesRefused
from scoring.shengji.codes import RulePhrase
from scoring.shengji.rules import OPTIONS

SHENGJI = find_game("shengji")
ROWS = [
    {"points": 0, "dealer_keeps": True, "levels": 2},
    {"points": 50, "dealer_keeps": False, "levels": 0, "step": 50},
]


def refusals(wanted: Any) -> list[tuple[str, str]]:
    """Return the codes and fields for which a set of rules is refused."""
    with pytest.raises(RulesRefused) as refusal:
        SHENGJI.rules(wanted)
    return [(problem.code.value, problem.field) for problem in refusal.value.problems]


def test_the_game_is_found_and_events_can_choose_it() -> None:
    assert SHENGJI.name == "shengji"
    assert "shengji" in names()


@pytest.mark.parametrize("preset", SHENGJI.presets)
def test_a_preset_survives_its_dictionary(preset: str) -> None:
    rules = SHENGJI.rules({"preset": preset})
    assert SHENGJI.rules(rules.as_dict()) == rules
    assert SHENGJI.preset_of(rules) == preset
    assert set(rules.as_dict()) == set(OPTIONS)


def test_the_presets_differ_as_their_table_says() -> None:
    """SJ-51, SJ-52, SJ-41, SJ-43, SJ-15: what 3.12 of the specification lists."""
    single, double, triple, club, club_three = (
        SHENGJI.rules({"preset": name}).as_dict()
        for name in ("lianzhong-1", "lianzhong-2", "lianzhong-3", "standard-2", "standard-3")
    )
    assert [rules["decks"] for rules in (single, double, triple, club, club_three)] == [
        1,
        2,
        3,
        2,
        3,
    ]
    assert single["bid_timing"] == "after_deal"
    assert double["bid_timing"] == triple["bid_timing"] == club["bid_timing"] == "during_deal"
    for rules in (single, double, triple):
        assert (rules["kitty_multiplier"], rules["kitty_precedence"]) == ("lianzhong", "seed_order")
        assert (rules["throw_fallback"], rules["throw_penalty"]) == ("kind_priority", 0)
    for rules in (club, club_three):
        assert (rules["kitty_multiplier"], rules["kitty_precedence"]) == ("2_4_8", "max")
        assert (rules["throw_fallback"], rules["throw_penalty"]) == ("smallest", 10)
        assert rules["must_play"] == ["A"]
    assert SHENGJI.rules({}) == SHENGJI.rules({"preset": "lianzhong-2"})


@pytest.mark.parametrize("name", SHENGJI.choices())
def test_every_usual_value_can_be_chosen_under_some_preset(name: str) -> None:
    for value in SHENGJI.choices()[name]:
        accepted = []
        for preset in SHENGJI.presets:
            try:
                needed = SHENGJI.needs().get(name, {})
                rules = SHENGJI.rules({"preset": preset, **needed, name: value})
            except RulesRefused:
                continue
            accepted.append(rules.as_dict()[name] == value)
        # Decks and their table go together.
        assert all(accepted)
        assert accepted


@pytest.mark.parametrize("option", ["bid_after_kitty", "redeal_rule", "chao_dipi"])
def test_what_is_not_known_yet_is_refused(option: str) -> None:
    assert SHENGJI.rules({option: "off"}) == SHENGJI.rules({})
    assert refusals({option: "on"}) == [("unknown_value", option)]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"decks": 3}, [("level_table_of_other_decks", "level_table")]),
        ({"level_table": "custom"}, [("custom_levels_missing", "custom_levels")]),
        ({"custom_levels": ROWS}, [("custom_levels_not_asked", "custom_levels")]),
        ({"triple_protection": "on"}, [("triples_without_three_decks", "triple_protection")]),
        ({"titanic_order": "triples_first"}, [("triples_without_three_decks", "titanic_order")]),
        (
            {"preset": "lianzhong-1", "joker_bid_order": "small_lt_big"},
            [("joker_bids_with_one_deck", "joker_bid_order")],
        ),
        ({"deals": 8, "minutes": 60}, [("two_limits_of_game", "minutes")]),
        ({"start_level": "J", "target_level": "10"}, [("level_above_target", "start_level")]),
    ],
)
def test_contradictions_are_named(wanted: Any, expected: list[tuple[str, str]]) -> None:
    assert refusals(wanted) == expected


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([{"points": 5, "dealer_keeps": True, "levels": 1}], "custom_levels_not_from_zero"),
        ([ROWS[0], {**ROWS[0], "levels": 1}], "custom_levels_not_rising"),
        ([{**ROWS[1], "points": 0}, {**ROWS[0], "points": 5}], "custom_levels_back_to_dealer"),
        ([{**ROWS[0], "step": 40}], "custom_step_for_dealer"),
        ([{"points": 0}], "missing_field"),
        (["0"], "not_an_object"),
        ([{**ROWS[0], "level": 1}], "unknown_field"),
    ],
)
def test_rows_of_an_own_table_are_examined(rows: Any, code: str) -> None:
    """SJ-63."""
    problems = refusals({"level_table": "custom", "custom_levels": rows})
    assert code in [problem for problem, _ in problems]


def test_an_own_table_is_read_and_written() -> None:
    """SJ-63."""
    rules = SHENGJI.rules({"level_table": "custom", "custom_levels": ROWS})
    assert SHENGJI.rules(rules.as_dict()) == rules
    codes = [phrase.code for phrase in SHENGJI.describe(rules)]
    assert RulePhrase.CUSTOM_LEVELS_STEP in codes


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ([], [("not_an_object", "")]),
        ({"preset": "club"}, [("unknown_preset", "preset")]),
        ({"preset": 2}, [("not_a_text", "preset")]),
        ({"deck": 2}, [("unknown_dimension", "deck")]),
        ({"decks": 4}, [("number_out_of_range", "decks")]),
        ({"throw_penalty": 20}, [("unknown_value", "throw_penalty")]),
        ({"must_play": ["B"]}, [("unknown_value", "must_play.0")]),
        ({"claims": "yes"}, [("not_a_truth_value", "claims")]),
    ],
)
def test_what_cannot_be_read_is_named(wanted: Any, expected: list[tuple[str, str]]) -> None:
    assert refusals(wanted) == expected


def test_all_problems_are_named_at_once() -> None:
    assert len(refusals({"decks": 9, "kitty_by": 1, "wrong": None})) == 3


def test_penalties_and_sets_have_one_reading() -> None:
    assert SHENGJI.rules({"throw_penalty": "10"}) == SHENGJI.rules({"throw_penalty": 10})
    first, second = ({"must_play": ranks} for ranks in (["K", "5"], ["5", "K", "5"]))
    assert SHENGJI.rules(first) == SHENGJI.rules(second)


def test_every_option_is_described_under_some_preset() -> None:
    dimensions = {
        phrase.dimension
        for preset in SHENGJI.presets
        for phrase in SHENGJI.describe(SHENGJI.rules({"preset": preset}))
    }
    silent = {"custom_levels", "deals", "minutes", "jack_hook_off_suit"}
    assert set(OPTIONS) - dimensions == silent


def test_every_phrase_can_be_said() -> None:
    codes = set()
    for name, values in SHENGJI.choices().items():
        for value in values:
            for preset in SHENGJI.presets:
                try:
                    needed = SHENGJI.needs().get(name, {})
                    rules = SHENGJI.rules({"preset": preset, **needed, name: value})
                except RulesRefused:
                    continue
                codes |= {phrase.code for phrase in SHENGJI.describe(rules)}
    for more in ({"deals": 8}, {"minutes": 60}, {"level_table": "custom", "custom_levels": ROWS}):
        codes |= {phrase.code for phrase in SHENGJI.describe(SHENGJI.rules(more))}
    for preset in SHENGJI.presets:
        over_boards = SHENGJI.for_boards(SHENGJI.rules({"preset": preset}))
        codes |= {phrase.code for phrase in SHENGJI.describe(over_boards)}
    assert codes == set(RulePhrase)
