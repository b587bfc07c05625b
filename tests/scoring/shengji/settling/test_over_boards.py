"""升级 over boards (SJ-90 to SJ-95): what the board says, and what a deal counts by itself."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from scoring.game import Context, Counting, GameState, find_game
from scoring.problems import RulesRefused
from scoring.procedure import History, PastDeal
from scoring.shengji.rules import LEVELS
from scoring.shengji.settling.levels import level_of_board
from tournaments.structure.dealing import leader

SHENGJI = find_game("shengji")
SEATS = SHENGJI.seats(SHENGJI.rules({}))
SIDES = {"N": "ns", "S": "ns", "W": "ew", "E": "ew"}
ROUND = 52
"""So many boards have every seat deal at every level."""
KEPT = {"dealer": "N", "level": "5", "trump": "H", "last_trick": {"winner": "N"}}


def over_boards(preset: str = "lianzhong-2", **changes: Any) -> Any:
    return SHENGJI.for_boards(SHENGJI.rules({"preset": preset, **changes}))


def counts(points: int, preset: str = "lianzhong-2", **changes: Any) -> int:
    """Return what a deal counts for the attackers, who did not win the last trick."""
    report = {**KEPT, "attackers_points": points}
    settled = SHENGJI.settle(report, over_boards(preset, **changes))
    assert settled.scores["W"] == settled.scores["E"] == -settled.scores["N"]
    assert settled.scores["N"] == settled.scores["S"]
    return settled.scores["W"]


def test_every_seat_deals_as_often_and_at_every_level() -> None:
    """SJ-90: within one over any number of boards, exactly alike over 52."""
    boards = [(leader(n, SEATS), level_of_board(n)) for n in range(1, 3 * ROUND)]
    for count in range(1, len(boards)):
        played = boards[:count]
        seats = Counter(dict.fromkeys(SEATS, 0) | Counter(seat for seat, _ in played))
        sides = Counter({"ns": 0, "ew": 0} | Counter(SIDES[seat] for seat, _ in played))
        levels = Counter(dict.fromkeys(LEVELS, 0) | Counter(level for _, level in played))
        for even in (seats, sides, levels):
            assert max(even.values()) - min(even.values()) <= 1
    assert Counter(boards[:ROUND]) == dict.fromkeys(product(SEATS, LEVELS), 1)


def test_the_board_says_who_deals_at_which_level_and_nothing_else_does() -> None:
    """SJ-90."""
    rules = over_boards()
    before = PastDeal({**KEPT, "attackers_points": 0})
    for deals in ((), (before, before)):
        history = History(deals=deals, leader="S", from_board=True, board=7)
        begins = SHENGJI.procedure(rules, history)
        assert begins.facts == {"dealer": "S", "level": "8"}
        assert (begins.leads, begins.first_deal) == ("S", False)
        codes = [step.code.value for step in begins.steps]
        assert codes[:2] == ["dealer_is", "level_is"]
        assert "bid_for_deal" not in codes
    nameless = SHENGJI.procedure(rules)
    assert (nameless.leads, dict(nameless.facts)) == (None, {})
    assert nameless.steps[0].code.value == "board_names_dealer"


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        *((0, -3), (5, -2), (35, -2), (40, -1), (75, -1), (80, 1), (115, 1)),
        *((120, 2), (155, 2), (160, 3), (195, 3), (200, 4)),
    ],
)
def test_two_decks_count_by_the_scale(points: int, expected: int) -> None:
    """SJ-91, whatever the table of levels is."""
    assert counts(points) == counts(points, "standard-2") == expected
    assert counts(points, max_levels_per_deal=1) == expected


@pytest.mark.parametrize(
    ("preset", "bounds"),
    [
        ("lianzhong-1", (0, 5, 20, 40, 60, 80, 100)),
        ("lianzhong-3", (0, 5, 60, 120, 180, 240, 300)),
        ("standard-3", (0, 5, 60, 120, 180, 240, 300)),
    ],
)
def test_other_decks_count_by_the_points_that_there_are(
    preset: str, bounds: tuple[int, ...]
) -> None:
    """SJ-95: 滿120分下台得分方打成120分上台,之後每滿60分加一級."""
    scale = (-3, -2, -1, 1, 2, 3, 4)
    assert tuple(counts(points, preset) for points in bounds) == scale
    for bound, below in zip(bounds[2:], scale[1:], strict=False):
        assert counts(bound - 5, preset) == below


def test_the_kitty_counts_and_nothing_is_more_than_four() -> None:
    """SJ-91: 95 + 10 × 32 points are as much as 200."""
    last = {"winner": "W", "combination": "tractor-4"}
    report = {**KEPT, "attackers_points": 95, "kitty_points": 10, "last_trick": last}
    settlement = SHENGJI.settle(report, over_boards())
    assert settlement.raw["W"] == 415
    assert settlement.scores == {"N": -4, "W": 4, "S": -4, "E": 4}
    assert [line.code.value for line in settlement.conversions_of("N")] == [
        "attackers_points",
        "sum_as_dealer",
    ]
    for seat, score in settlement.scores.items():
        assert sum(line.points for line in settlement.conversions_of(seat)) == score
        assert dict(settlement.conversions_of(seat)[1].values) == {"sum": score, "points": 415}


def test_points_below_nothing_are_nothing() -> None:
    """SJ-65, SJ-91: thrown by the attackers."""
    noted = {"throw_points": {"attackers": 10}}
    report = {**KEPT, "attackers_points": 5, **noted}
    assert SHENGJI.settle(report, over_boards("standard-2")).scores["N"] == 3


def test_a_deal_is_turned_into_the_points_of_a_side_and_added_up() -> None:
    """SJ-91: both partners share one value; no level is climbed."""
    rules = over_boards()
    settled = SHENGJI.settle({**KEPT, "attackers_points": 0}, rules)
    assert SHENGJI.side_points(settled.scores, rules, SIDES) == {"ns": 3, "ew": -3}
    state = SHENGJI.begin(rules, ["ns", "ew"])
    assert state == GameState({"ns": 0, "ew": 0})
    for _ in range(5):
        state = SHENGJI.advance(state, settled, rules, SIDES)
    assert state == GameState({"ns": 15, "ew": -15}, 5)
    assert not SHENGJI.match_result(state, rules, {}, time_up=True).ended
    assert SHENGJI.counting(rules) is Counting.UNITS


def test_a_sum_has_no_game_and_tables_that_deal_for_themselves_climb() -> None:
    """SJ-90."""
    rules = over_boards("standard-2", deals=8)
    assert SHENGJI.rules(rules.as_dict()) == rules == SHENGJI.for_boards(rules)
    assert SHENGJI.counting(SHENGJI.for_fixed_deals(rules)) is Counting.LEVELS
    with pytest.raises(RulesRefused) as refused:
        SHENGJI.rules({"deal_score": "board_sum"})
    assert [problem.code.value for problem in refused.value.problems] == ["deal_sum_with_a_game"]
    assert SHENGJI.choices()["deal_score"] == ("levels", "deal_sum")


def test_trump_is_bid_in_turn_and_the_kitty_has_no_first_card() -> None:
    """SJ-93."""
    rules = over_boards("lianzhong-1")
    assert (rules.bid_timing.value, rules.no_bid.value) == ("in_turn", "no_trump")


def test_who_writes_another_dealer_or_level_is_warned() -> None:
    """SJ-94: also where the dealer is another one, because the level is that of the board."""
    rules = over_boards()
    begins = SHENGJI.procedure(rules, History(leader="E", from_board=True, board=3))
    context = Context(leader=begins.leads, first_deal=False, expected=begins.facts)
    report = {**KEPT, "attackers_points": 80}
    following = SHENGJI.follow(report, rules, context)
    assert [(warning.code.value, warning.field) for warning in following.warnings] == [
        ("dealer_not_of_board", "dealer"),
        ("level_not_of_board", "level"),
    ]
    assert SHENGJI.settle(report, rules, context).scores["W"] == 1
    as_board = {**report, "dealer": "E", "level": "4", "last_trick": {"winner": "W"}}
    assert SHENGJI.follow(as_board, rules, context).warnings == ()


def test_hands_of_others_are_those_of_the_board() -> None:
    """SJ-92."""
    rules, deck = over_boards(), SHENGJI.blank(over_boards()).deck
    hands = {seat: deck[25 * n : 25 * (n + 1)] for n, seat in enumerate(SEATS)}
    context = Context(hands=hands)
    assert set(SHENGJI.follow({**KEPT, "plays": []}, rules, context).hands) == {"W", "S", "E"}
    other = {**KEPT, "attackers_points": 0, "hands": {"W": list(hands["S"])}}
    problems = SHENGJI.problems(other, rules, context)
    assert ("hands_not_of_board", ("W",)) in [
        (problem.code.value, problem.seats) for problem in problems
    ]
    buried = {**KEPT, "attackers_points": 0, "hands": {"N": [*hands["N"][:17], *deck[100:]]}}
    assert SHENGJI.problems(buried, rules, context) == ()


def test_what_is_still_open_is_told_in_the_same_unit() -> None:
    """SJ-76, SJ-91."""
    outlook = SHENGJI.outlook({**KEPT, "attackers_points": 75}, over_boards())
    assert (outlook.scores["N"], outlook.scores["W"]) == ((1, 1), (-1, -1))
    assert set(outlook.within_reach) == {"shut_out"}


@pytest.mark.parametrize("preset", SHENGJI.presets)
def test_a_device_without_a_network_reads_the_same_table(preset: str) -> None:
    """SJ-77: what one side gains the other loses, and nobody deals next."""
    rules = over_boards(preset)
    table = SHENGJI.lookup(rules)
    assert table is not None
    assert (table["by_board"], table["next"], table["most_levels"]) == (True, None, None)
    assert table["sums"] == table["brackets"]
    for points in range(0, 100 * rules.decks + 1, 5):
        row = [bracket for bracket in table["brackets"] if bracket["points"] <= points][-1]
        assert counts(points, preset) == (-row["levels"] if row["dealer_keeps"] else row["levels"])
