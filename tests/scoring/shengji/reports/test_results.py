"""A deal of which the result is written down: points, levels, the next dealer, and every line."""

from typing import Any

import pytest

from scoring.following import Flag
from scoring.game import Context, find_game
from scoring.problems import Unsettled
from scoring.procedure import History, PastDeal
from scoring.record_comparison import RecordComparison
from scoring.settlement import Settlement
from scoring.shengji.codes import FactCode
from tests.scoring.commands import answered

SHENGJI = find_game("shengji")
RULES = SHENGJI.rules({})
LAST = {"winner": "W", "cards": ["S9", "S9"]}
RESULT: dict[str, Any] = {
    "dealer": "N",
    "level": "5",
    "trump": "H",
    "attackers_points": 75,
    "kitty_points": 10,
    "last_trick": LAST,
}


def problems(report: Any, **options: Any) -> list[tuple[str, str]]:
    """Return the codes and fields of what is wrong with a report."""
    problems = SHENGJI.problems(report, SHENGJI.rules(options))
    return [(problem.code.value, problem.field) for problem in problems]


def test_the_kitty_counts_where_the_attackers_win_the_last_trick() -> None:
    """SJ-50, SJ-54, SJ-71: 75 and 10 times 4."""
    line = {"id": 1, "game": "shengji", "rules": {"preset": "lianzhong-2"}, **RESULT}
    [answer] = answered("settle", [line])
    assert answer["attackers_points"] == 115
    assert answer["multiplier"] == 4
    assert (answer["dealer_keeps"], answer["dealer_up"], answer["attackers_up"]) == (False, 0, 1)
    assert answer["next_dealer"] == "W"
    assert answer["raw"] == {"N": 0, "W": 115, "S": 0, "E": 115}
    assert answer["scores"] == {"N": 0, "W": 1, "S": 0, "E": 1}
    assert answer["problems"] == []
    assert answer["lines"][:2] == [
        {"seat": "W", "code": "trick_points", "cards": [], "points": 75, "values": {}},
        {
            "seat": "W",
            "code": "kitty_points",
            "cards": ["S9", "S9"],
            "points": 40,
            "values": {"points": 10, "factor": 4, "combination": "pair"},
        },
    ]


def test_the_kitty_counts_for_nobody_where_the_dealers_win_the_last_trick() -> None:
    """SJ-50, SJ-66, SJ-71: what is in it need not be known, and the partner deals next."""
    report = {**RESULT, "kitty_points": None, "last_trick": {"winner": "S"}}
    [answer] = answered("settle", [{"game": "shengji", **report}])
    assert (answer["attackers_points"], answer["multiplier"]) == (75, None)
    assert (answer["dealer_keeps"], answer["dealer_up"], answer["next_dealer"]) == (True, 1, "S")
    assert [line["code"] for line in answer["lines"]] == ["trick_points", "kitty_kept"] * 2


def test_the_next_dealer_may_be_left_to_the_table() -> None:
    """SJ-66."""
    [answer] = answered("settle", [{"game": "shengji", "rules": {"next_dealer": False}, **RESULT}])
    assert answer["next_dealer"] is None


def test_the_kitty_may_be_judged_by_what_was_led() -> None:
    """SJ-53."""
    last = {"winner": "W", "cards": ["S9", "S9", "S10", "S10"], "led": ["C3", "C3", "C7", "C7"]}
    report = {**RESULT, "last_trick": last}
    for by, points in (("winner_cards", 155), ("led_format", 115)):
        assert SHENGJI.settle(report, SHENGJI.rules({"kitty_by": by})).raw["W"] == points


@pytest.mark.parametrize(
    ("penalty", "thrower", "points"),
    [
        (0, "W", 75),
        (10, "W", 65),
        (10, "N", 85),
        ("10_per_card", "S", 105),
        ("10_per_returned_card", "E", 65),
    ],
)
def test_a_throw_that_failed_costs_points(penalty: Any, thrower: str, points: int) -> None:
    """SJ-43: three cards were thrown, two were played."""
    throw = {"seat": thrower, "cards": ["H9", "H9", "HA"], "played": 2}
    report = {**RESULT, "last_trick": {"winner": "N"}, "failed_throws": [throw]}
    settled = SHENGJI.settle(report, SHENGJI.rules({"throw_penalty": penalty}))
    assert settled.raw["W"] == points


@pytest.mark.parametrize("preset", SHENGJI.presets)
@pytest.mark.parametrize("winner", ["N", "E"])
def test_lines_add_up_to_points_and_conversions_to_levels(preset: str, winner: str) -> None:
    """SJ-54, SJ-60."""
    for points in range(0, 80, 5):
        rules = SHENGJI.rules({"preset": preset})
        last = {"winner": winner, "cards": ["S9"]}
        settled = SHENGJI.settle({**RESULT, "attackers_points": points, "last_trick": last}, rules)
        for seat in rules.seats:
            assert sum(line.points for line in settled.lines_of(seat)) == settled.raw[seat]
            assert sum(line.points for line in settled.conversions_of(seat)) == settled.scores[seat]
        assert settled.scores["N"] == settled.scores["S"]
        assert Settlement.from_json(settled.as_json(), SHENGJI.codes) == settled
        formula = SHENGJI.explain(settled, "E").raw
        assert formula.endswith(f"= {settled.raw['E']}")
        assert SHENGJI.explain(settled, "N").raw == ""


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"dealer": None}, [("missing_field", "dealer")]),
        ({"level": None}, [("missing_field", "level")]),
        ({"kitty_points": None}, [("missing_field", "kitty_points")]),
        ({"last_trick": None}, [("missing_field", "last_trick.winner")]),
        ({"last_trick": {"winner": "W"}}, [("missing_field", "last_trick.combination")]),
        ({"dealer": "X"}, [("unknown_seat", "dealer")]),
        ({"level": "1"}, [("unknown_value", "level")]),
        ({"trump": "NT"}, [("unknown_value", "trump")]),
        ({"attackers_points": 73}, [("points_not_in_fives", "attackers_points")]),
        ({"attackers_points": 195}, [("points_too_many", "attackers_points")]),
        ({"attackers_points": 205}, [("number_out_of_range", "attackers_points")]),
        ({"dealers_points": 100}, [("points_do_not_add_up", "dealers_points")]),
        (
            {"last_trick": {"winner": "W", "cards": ["S9", "C9"]}},
            [("last_cards_of_two_suits", "last_trick.cards")],
        ),
        ({"bids": [{"seat": "N", "cards": ["H6"]}]}, [("bid_not_a_bid", "bids.0")]),
        ({"kitty": ["S2"]}, [("kitty_of_wrong_size", "kitty")]),
        ({"hands": {"N": ["S2"]}}, [("hand_of_wrong_size", "hands.N")]),
        ({"points": 5}, [("unknown_field", "points")]),
    ],
)
def test_what_is_wrong_or_lacking_is_named(
    change: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    """SJ-75, SJ-54, SJ-73, SJ-15."""
    report = {**RESULT, **change}
    assert problems(report) == expected
    with pytest.raises(Unsettled):
        SHENGJI.settle(report, RULES)


def test_points_of_both_sides_and_the_kitty_make_a_hundred_a_deck() -> None:
    """SJ-2, SJ-54."""
    assert problems({**RESULT, "dealers_points": 115}) == []


@pytest.mark.parametrize("report", [None, [], "N", 5, {"last_trick": []}, {"plays": {"N": 1}}])
def test_any_json_is_taken_and_never_raises(report: Any) -> None:
    assert problems(report)
    assert SHENGJI.follow(report, RULES).done is False
    assert SHENGJI.running(report, RULES) == ()
    assert SHENGJI.irregularities(report, RULES) == ()
    assert SHENGJI.compare(report, report, RULES) == RecordComparison()


def test_a_fact_that_was_not_expected_is_a_warning() -> None:
    """SJ-74: another dealer than was expected, another trump than was bid."""
    report = {**RESULT, "bids": [{"seat": "N", "cards": ["S5"]}]}
    following = SHENGJI.follow(report, RULES, Context(leader="S"))
    assert [problem.code.value for problem in following.warnings] == [
        "dealer_not_expected",
        "trump_not_as_bid",
    ]
    assert following.done


def test_two_records_differ_where_they_say_different_things() -> None:
    """SJ-74: silence contradicts nothing."""
    other = {"dealer": "N", "trump": None, "attackers_points": 80, "last_trick": {"winner": "W"}}
    comparison = SHENGJI.compare(RESULT, other, RULES)
    assert [fact.code for fact in comparison.facts] == [FactCode.TRUMP, FactCode.ATTACKERS_POINTS]
    assert SHENGJI.compare(RESULT, dict(RESULT), RULES).agrees


def test_no_flag_is_raised_where_no_plays_are_written_down() -> None:
    flags: tuple[Flag, ...] = SHENGJI.follow(RESULT, RULES).flags
    assert flags == ()


@pytest.mark.parametrize(
    ("attackers", "dealers", "expected"),
    [
        (60, 140, []),
        (60, 60, []),
        (60, 55, ["points_do_not_add_up"]),
        (60, 145, ["points_do_not_add_up"]),
    ],
)
def test_both_sides_leave_what_a_kitty_can_hold(
    attackers: int, dealers: int, expected: list[str]
) -> None:
    """SJ-54, SJ-75: two decks have 200 points, and a kitty of eight cards holds 80 at most."""
    last: dict[str, Any] = {"kitty_points": None, "last_trick": {"winner": "S"}}
    report = {**RESULT, **last, "attackers_points": attackers, "dealers_points": dealers}
    assert [problem.code.value for problem in SHENGJI.problems(report, RULES)] == expected
    assert SHENGJI.problems(report, RULES, Context(schema=1)) == ()


def test_a_deal_of_before_still_says_who_deals_next() -> None:
    """SJ-66: what was not asked of a stored report is not asked when the next deal begins."""
    last: dict[str, Any] = {"kitty_points": None, "last_trick": {"winner": "S"}}
    report = {**RESULT, **last, "attackers_points": 60, "dealers_points": 145}
    past = PastDeal(report, {"N": 0, "W": 60, "S": 0, "E": 60}, schema=1)
    assert SHENGJI.procedure(RULES, History((past,))).facts["dealer"] == "S"
