"""Sets of rules: presets, dimensions, and what is refused."""

import json
from dataclasses import fields
from typing import Any

import pytest

from scoring.gongzhu.codes import RuleProblem
from scoring.gongzhu.rulebook.presets import PRESETS
from scoring.gongzhu.rules import DIMENSIONS, GameEnd, RuleSet
from scoring.problems import Problem, ProblemCode, RulesRefused
from tests.scoring.gongzhu.mixtures import DOCUMENTED, GONGZHU

NEEDS = {
    ("slam", "fixed_unexposed"): {"slam_value": 1000},
    ("slam", "proportional"): {"slam_value": 800},
    ("normalise", "zero_sum_exact"): {"scale": 12},
}
"""Values that stand only beside another."""


def refusals(wanted: object) -> list[Problem]:
    """Return the problems for which a set of rules is refused."""
    with pytest.raises(RulesRefused) as refusal:
        GONGZHU.rules(wanted)
    return list(refusal.value.problems)


def test_every_dimension_of_the_document_is_there_and_no_other() -> None:
    assert tuple(DOCUMENTED) == DIMENSIONS == tuple(field.name for field in fields(RuleSet))


def test_the_first_value_of_every_dimension_is_classic() -> None:
    first = {name: values[0] for name, values in DOCUMENTED.items()}
    assert GONGZHU.rules({"preset": "classic"}).as_dict() == first


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in DOCUMENTED.items() for value in values]
)
def test_every_value_of_a_dimension_is_read_and_written_back(name: str, value: Any) -> None:
    needs = NEEDS.get((name, value), {}) if isinstance(value, str) else {}
    rules = GONGZHU.rules({name: value, **needs})
    assert rules.as_dict()[name] == value


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_a_complete_set_that_survives_json(preset: str) -> None:
    rules = GONGZHU.rules({"preset": preset})
    assert set(rules.as_dict()) == set(DIMENSIONS)
    assert GONGZHU.rules(json.loads(json.dumps(rules.as_dict()))) == rules
    assert hash(GONGZHU.rules(rules.as_dict())) == hash(rules)


def test_presets_are_told_apart_and_recognised() -> None:
    presets = {preset: GONGZHU.rules({"preset": preset}) for preset in PRESETS}
    assert len(set(presets.values())) == len(presets) == 13
    assert [GONGZHU.preset_of(rules) for rules in presets.values()] == list(presets)
    assert GONGZHU.preset_of(GONGZHU.rules({"sheep": 50})) is None


def test_a_preset_with_a_dimension_of_its_own_value_is_the_preset() -> None:
    assert GONGZHU.rules({"preset": "fifty", "sheep": 50}) == GONGZHU.rules({"preset": "fifty"})


@pytest.mark.parametrize(
    ("preset", "differences"),
    [
        ("desktop", {"direction": "clockwise"}),
        ("qq", {"scale": 12, "auto_expose_fourth": True, "game_end": None}),
        ("qq-double", {"decks": 2, "scale": 1, "slam_value": 1600, "auto_expose_fourth": False}),
        ("qq-double-partners", {"decks": 2, "normalise": "pair_half_difference"}),
        ("huapai-pairs", {"first_exposure": True, "self_won": True, "normalise": "pair_sum"}),
        ("huapai-duplicate", {"first_exposure": False, "self_won": True, "first_lead": "board"}),
        ("huapai-duplicate", {"next_lead": "first_lead", "game_end": {"deals": 16}}),
        ("western", {"first_lead": "S2", "pig_flips": "all_hearts"}),
        ("taiwan", {"hearts": "pips", "exposure": False, "slam": "fixed_unexposed"}),
        ("plusminus", {"game_end": {"low": -1000, "high": 1000}}),
        ("fifty", {"sheep": 50, "all_hearts": 100, "transformer_alone": "no_nonzero_card"}),
    ],
)
def test_presets_say_what_their_texts_say(preset: str, differences: dict[str, Any]) -> None:
    assert differences.items() <= GONGZHU.rules({"preset": preset}).as_dict().items()


def test_a_game_end_is_replaced_whole() -> None:
    rules = GONGZHU.rules({"preset": "plusminus", "game_end": {"low": -800, "high": None}})
    assert rules.game_end == GameEnd(low=-800)


@pytest.mark.parametrize("players", [3, 5])
def test_numbered_seats_for_other_tables(players: int) -> None:
    assert GONGZHU.seats(GONGZHU.rules({"players": players})) == tuple("12345"[:players])


WRONG: list[tuple[object, str, str]] = [
    (None, "not_an_object", ""),
    ([], "not_an_object", ""),
    ("classic", "not_an_object", ""),
    ({"preset": "western "}, "unknown_preset", "preset"),
    ({"preset": 1}, "not_a_text", "preset"),
    ({"sheeps": 100}, "unknown_dimension", "sheeps"),
    ({"x" * 100: 1}, "unknown_dimension", "x" * 39 + "…"),
    ({"sheep": 75}, "unknown_value", "sheep"),
    ({"sheep": "100"}, "not_a_whole_number", "sheep"),
    ({"sheep": 100.0}, "not_a_whole_number", "sheep"),
    ({"decks": True}, "not_a_whole_number", "decks"),
    ({"players": 6}, "unknown_value", "players"),
    ({"scale": 10**400}, "number_out_of_range", "scale"),
    ({"hearts": "Pips"}, "unknown_value", "hearts"),
    ({"hearts": ["pips"]}, "not_a_text", "hearts"),
    ({"all_hearts": "flop"}, "unknown_value", "all_hearts"),
    ({"all_hearts": None}, "not_a_whole_number", "all_hearts"),
    ({"exposure": "yes"}, "not_a_truth_value", "exposure"),
    ({"exposure": 1}, "not_a_truth_value", "exposure"),
    ({"slam_value": "1000"}, "not_a_whole_number", "slam_value"),
    ({"transformer_alone_value": -50}, "number_out_of_range", "transformer_alone_value"),
    ({"game_end": 1000}, "not_an_object", "game_end"),
    ({"game_end": {"low": -1000}}, "missing_field", "game_end.high"),
    ({"game_end": {"low": 1000, "high": None}}, "number_out_of_range", "game_end.low"),
    ({"game_end": {"low": None, "high": 0}}, "number_out_of_range", "game_end.high"),
    ({"game_end": {"low": None, "high": None}}, "game_end_without_limit", "game_end"),
    ({"game_end": {"deals": 0}}, "number_out_of_range", "game_end.deals"),
    ({"game_end": {"deals": 16, "low": -1000}}, "unknown_field", "game_end.low"),
    ({"game_end": {"minutes": "60"}}, "not_a_whole_number", "game_end.minutes"),
]


@pytest.mark.parametrize(("wanted", "code", "field"), WRONG)
def test_what_is_unknown_or_misspelt_is_refused(wanted: object, code: str, field: str) -> None:
    """GZ-58 among them."""
    [problem] = refusals(wanted)
    assert (problem.code.value, problem.field) == (code, field)


CONTRADICTORY = [
    ("GZ-50", {"first_exposure": True, "exposure": False}, "first_exposure_without_exposure"),
    ("GZ-51", {"preset": "huapai", "first_lead": "board"}, "first_exposure_on_dealt_boards"),
    ("GZ-52", {"decks": 2, "first_exposure": True}, "first_exposure_with_two_decks"),
    ("GZ-52", {"decks": 2, "self_won": True}, "self_won_with_two_decks"),
    ("GZ-52", {"preset": "qq", "decks": 2}, "auto_expose_with_two_decks"),
    ("GZ-53", {"players": 3, "normalise": "pair_sum"}, "pairs_need_four_players"),
    ("GZ-53", {"players": 5, "normalise": "pair_half_difference"}, "pairs_need_four_players"),
    ("GZ-54", {"players": 5, "first_lead": "S2"}, "lead_card_not_dealt"),
    ("GZ-55", {"normalise": "zero_sum_exact"}, "zero_sum_not_whole"),
    ("GZ-55", {"players": 5, "normalise": "zero_sum_exact"}, "zero_sum_not_whole"),
    ("GZ-56", {"slam": "fixed_unexposed"}, "slam_without_value"),
    ("GZ-56", {"slam": "proportional"}, "slam_without_value"),
    ("GZ-57", {"slam": "proportional", "slam_value": 1}, "slam_not_whole"),
    ("GZ-57", {"slam": "proportional", "slam_value": 800, "all_hearts": -200}, "slam_not_whole"),
    ("GZ-1", {"preset": "qq-double", "players": 3}, "not_supported"),
]


@pytest.mark.parametrize(("rule", "wanted", "code"), CONTRADICTORY)
def test_what_contradicts_itself_is_refused(rule: str, wanted: dict[str, Any], code: str) -> None:
    [problem] = refusals(wanted)
    assert problem.code.value == code
    assert problem.field in DIMENSIONS


@pytest.mark.parametrize(
    "wanted",
    [
        {"players": 3, "normalise": "zero_sum_exact"},
        {"players": 5, "normalise": "zero_sum_exact", "scale": 12},
        {"preset": "huapai-duplicate", "self_won": True},
        {"players": 3, "first_lead": "S2"},
        {"slam": "proportional", "slam_value": 800},
        {"slam": "proportional", "slam_value": 400, "pig_flips": "never", "all_hearts": 400},
        {"preset": "qq", "exposure": False},
    ],
)
def test_what_only_looks_contradictory_is_read(wanted: dict[str, Any]) -> None:
    assert GONGZHU.rules(wanted)


def test_three_players_need_the_scale_where_points_may_be_odd() -> None:
    """GZ-55: three players share in halves, and pips bring odd points."""
    exact = {"players": 3, "normalise": "zero_sum_exact"}
    [problem] = refusals({**exact, "hearts": "pips"})
    assert problem.code is RuleProblem.ZERO_SUM_NOT_WHOLE
    assert GONGZHU.rules({**exact, "hearts": "pips", "scale": 12})


def test_every_problem_is_named_at_once() -> None:
    problems = refusals({"preset": "?", "sheep": 1, "hearts": 2, "what": 3})
    assert [problem.code for problem in problems] == [
        ProblemCode.UNKNOWN_PRESET,
        ProblemCode.UNKNOWN_VALUE,
        ProblemCode.NOT_A_TEXT,
        ProblemCode.UNKNOWN_DIMENSION,
    ]


def test_a_refusal_names_the_values_that_there_are() -> None:
    [problem] = refusals({"pig_flips": "always"})
    assert dict(problem.values) == {"value": "always", "allowed": "slam, all_hearts, never"}
    [problem] = refusals({"decks": 3})
    assert dict(problem.values) == {"value": 3, "allowed": "1, 2"}


@pytest.mark.parametrize("preset", GONGZHU.presets)
def test_rules_that_were_stored_before_keep_what_they_had(preset: str) -> None:
    """GZ-28, GZ-79, GZ-100: a key that a stored set has not yet named changes nothing."""
    stored = GONGZHU.rules({"preset": preset}).as_dict()
    for name in ("protected_leads", "slam_hearts", "shuffler"):
        del stored[name]
    rules = GONGZHU.rules(stored)
    assert rules.protected_leads == "held_back"
    assert (rules.slam_hearts, rules.shuffler) == ("all", "pig_taker")
