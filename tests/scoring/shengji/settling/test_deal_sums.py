"""Deals that count a number of their own at tables that deal for themselves (SJ-96 to SJ-98)."""

from random import Random
from typing import Any

import pytest

from scoring.game import Context, Counting, GameState, find_game
from scoring.problems import RulesRefused
from scoring.procedure import History, PastDeal

SHENGJI = find_game("shengji")
SIDES = {"N": "ns", "S": "ns", "W": "ew", "E": "ew"}
KEPT = {"dealer": "N", "level": "2", "trump": "H", "last_trick": {"winner": "N"}}


def rules_of(preset: str = "standard-2", **changes: Any) -> Any:
    """Return the rules of an event of a fixed number of deals, each of which counts by itself."""
    wanted = {"preset": preset, "deal_score": "deal_sum", **changes}
    return SHENGJI.for_fixed_deals(SHENGJI.rules(wanted))


def dealt(dealer: str, level: str, points: int) -> dict[str, Any]:
    last = {"winner": dealer}
    return {
        **KEPT,
        "dealer": dealer,
        "level": level,
        "attackers_points": points,
        "last_trick": last,
    }


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        *((0, -3), (5, -2), (35, -2), (40, -1), (75, -1), (80, 1), (115, 1)),
        *((120, 2), (155, 2), (160, 3), (195, 3), (200, 4)),
    ],
)
def test_two_decks_count_by_the_scale(points: int, expected: int) -> None:
    """SJ-96: 0 → −3, 5–35 −2, 40–75 −1, 80–115 +1, 120–155 +2, 160–195 +3, 200 +4."""
    for preset in ("standard-2", "lianzhong-2"):
        for more in ({}, {"max_levels_per_deal": 3}):
            settled = SHENGJI.settle({**KEPT, "attackers_points": points}, rules_of(preset, **more))
            scores = {"N": -expected, "W": expected, "S": -expected, "E": expected}
            assert settled.scores == scores


def test_the_lines_say_the_number_and_why() -> None:
    """SJ-96: 75 + 10 × 4 points are +1 for the attackers, who take over the deal."""
    last = {"winner": "W", "combination": "pair"}
    report = {**KEPT, "attackers_points": 75, "kitty_points": 10, "last_trick": last}
    settled = SHENGJI.settle(report, rules_of())
    steps = {seat: settled.conversions_of(seat)[1] for seat in "NW"}
    assert {seat: step.code.value for seat, step in steps.items()} == {
        "N": "deal_sum_as_dealer",
        "W": "deal_sum_as_attackers",
    }
    assert dict(steps["W"].values) == {"sum": 1, "points": 115, "kept": 0}
    for seat, score in settled.scores.items():
        assert sum(line.points for line in settled.conversions_of(seat)) == score


def test_levels_and_dealer_go_on_as_played() -> None:
    """SJ-97: every procedure is that of the same rules by levels, whatever the deals count."""
    random, seats = Random("sums"), SHENGJI.seats(rules_of())
    for preset in SHENGJI.presets:
        sums = rules_of(preset)
        levels = SHENGJI.for_fixed_deals(SHENGJI.rules({"preset": preset}))
        past: list[PastDeal] = []
        dealer, level = "N", "2"
        for _ in range(12):
            points = random.randrange(0, 100 * sums.decks, 5)
            past.append(PastDeal(dealt(dealer, level, points)))
            begins = SHENGJI.procedure(sums, History(tuple(past)))
            assert begins == SHENGJI.procedure(levels, History(tuple(past)))
            dealer, level = begins.facts["dealer"], begins.facts["level"]
            assert dealer in seats
    assert SHENGJI.procedure(rules_of()).first_deal


def test_what_a_table_writes_otherwise_is_warned_as_at_any_table() -> None:
    """SJ-97, SJ-74: no board is named."""
    context = Context(expected={"dealer": "S", "level": "5"})
    report = {**KEPT, "dealer": "S", "level": "4", "attackers_points": 80}
    following = SHENGJI.follow(report, rules_of(), context)
    assert [warning.code.value for warning in following.warnings] == ["level_not_expected"]


def test_a_match_is_the_sum_of_its_deals_and_no_sum_ends_it() -> None:
    """SJ-96: −3, +1 and +2 for North-South, who deal first, are nothing."""
    rules = rules_of()
    state = SHENGJI.begin(rules, ("ns", "ew"))
    assert state == GameState({"ns": 0, "ew": 0})
    for report in (dealt("N", "2", 160), dealt("W", "2", 80), dealt("N", "2", 35)):
        state = SHENGJI.advance(state, SHENGJI.settle(report, rules), rules, SIDES)
    assert state == GameState({"ns": 0, "ew": 0}, 3)
    far = GameState({"ns": 40, "ew": -40}, 60)
    assert not SHENGJI.match_result(far, rules, time_up=True).ended
    assert SHENGJI.counting(rules) is Counting.UNITS


def test_a_fixed_number_of_deals_keeps_it_and_boards_have_a_form_of_their_own() -> None:
    """SJ-98."""
    rules = rules_of(deals=8, early_end_lead=5)
    assert (rules.target_level, rules.deals, rules.early_end_lead) == (None, None, None)
    assert rules.deal_score.value == "deal_sum"
    assert SHENGJI.rules(rules.as_dict()) == rules == SHENGJI.for_fixed_deals(rules)
    assert SHENGJI.for_boards(rules).deal_score.value == "board_sum"
    assert SHENGJI.rules({}).deal_score.value == "levels"


@pytest.mark.parametrize("time_tie", ["side_on_deal", "first_to_reach"])
def test_equal_levels_decide_nothing(time_tie: str) -> None:
    """SJ-98."""
    with pytest.raises(RulesRefused) as refused:
        SHENGJI.rules({"deal_score": "deal_sum", "time_tie": time_tie})
    assert [(problem.code.value, problem.field) for problem in refused.value.problems] == [
        ("deal_sum_with_a_game", "deal_score")
    ]


def test_the_rules_say_it_and_nothing_of_an_end() -> None:
    """SJ-96."""
    codes = [phrase.code.value for phrase in SHENGJI.describe(rules_of())]
    assert codes.index("deal_score_deal_sum") == codes.index("scale_of_sums") - 1
    assert {"start_level", "level_table_standard_2", "next_dealer_on", "must_play"} <= set(codes)
    assert not {"target_level_none", "win_condition_on", "time_tie_draw"} & set(codes)
    usual = [phrase.code.value for phrase in SHENGJI.describe(SHENGJI.rules({}))]
    assert "deal_score_levels" in usual


def test_what_is_still_open_is_told_in_the_same_unit() -> None:
    """SJ-76, SJ-96: nobody knows who won the last trick with 10 points in the kitty."""
    report = {**KEPT, "attackers_points": 75, "kitty_points": 10}
    report.pop("last_trick")
    outlook = SHENGJI.outlook(report, rules_of())
    assert (outlook.scores["N"], outlook.scores["W"]) == ((-2, 1), (-1, 2))
    assert set(outlook.within_reach) == {"shut_out", "takes_the_deal"}


@pytest.mark.parametrize("preset", SHENGJI.presets)
def test_a_device_without_a_network_has_both_tables(preset: str) -> None:
    """SJ-77, SJ-96."""
    levels = SHENGJI.for_fixed_deals(SHENGJI.rules({"preset": preset}))
    own, usual = SHENGJI.lookup(rules_of(preset)), SHENGJI.lookup(levels)
    assert own is not None
    assert usual is not None
    assert [name for name, value in own.items() if value != usual[name]] == ["sums"]
    for points in range(0, 100 * levels.decks + 1, 5):
        row = [bracket for bracket in own["sums"] if bracket["points"] <= points][-1]
        settlement = SHENGJI.settle({**KEPT, "attackers_points": points}, rules_of(preset))
        assert settlement.scores["W"] == (-row["levels"] if row["dealer_keeps"] else row["levels"])
