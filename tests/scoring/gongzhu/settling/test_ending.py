"""A game (局): what adds up, when it ends, who wins and who is pig."""

from typing import Any

import pytest

from scoring.game import GameState, find_game
from scoring.gongzhu.codes import EndCode
from tests.scoring.gongzhu.vectors import rest_of

GONGZHU = find_game("gongzhu")
ALONE = {"N": "n", "W": "w", "S": "s", "E": "e"}
PAIRS = {"N": "ns", "W": "we", "S": "ns", "E": "we"}


def result(totals: dict[str, int], deals: int = 5, **changes: Any) -> Any:
    """Return how a game stands; `penalties` and `time_up` are not rules."""
    extra = {name: changes.pop(name) for name in ("penalties", "time_up") if name in changes}
    return GONGZHU.match_result(GameState(totals, deals), GONGZHU.rules(changes), **extra)


def test_scores_add_up_by_side_and_not_by_seat() -> None:
    """GZ-40: the same persons sit elsewhere in the next deal."""
    rules = GONGZHU.rules({})
    settlement = GONGZHU.settle({"won": {"N": ["SQ"], "W": rest_of(["SQ"])}}, rules)
    state = GONGZHU.advance(GameState({}), settlement, rules, ALONE)
    moved = {"N": "w", "W": "n", "S": "s", "E": "e"}
    state = GONGZHU.advance(state, settlement, rules, moved)
    west = settlement.scores["W"]
    assert state == GameState({"n": -100 + west, "w": west - 100, "s": 0, "e": 0}, deals=2)


@pytest.mark.parametrize(
    ("normalise", "points"),
    [
        ("none", {"ns": -200, "we": 50}),
        ("pair_sum", {"ns": -200, "we": 50}),
        ("pair_average", {"ns": -100, "we": 25}),
        ("pair_half_difference", {"ns": -125, "we": 125}),
    ],
)
def test_a_value_of_the_pair_counts_once_for_its_side(
    normalise: str, points: dict[str, int]
) -> None:
    """GZ-40, GZ-33, GZ-34."""
    rules = GONGZHU.rules({"normalise": normalise})
    scores = {
        "none": {"N": -190, "W": 50, "S": -10, "E": 0},
        "pair_sum": {"N": -200, "W": 50, "S": -200, "E": 50},
        "pair_average": {"N": -100, "W": 25, "S": -100, "E": 25},
        "pair_half_difference": {"N": -125, "W": 125, "S": -125, "E": 125},
    }[normalise]
    assert GONGZHU.side_points(scores, rules, PAIRS) == points
    assert GONGZHU.side_points(scores, rules, ALONE) == {
        ALONE[seat]: score for seat, score in scores.items()
    }


def test_a_game_goes_on_above_the_limit() -> None:
    """GZ-41."""
    standing = result({"a": -999, "b": 2000})
    assert (standing.ended, standing.code, standing.winners, standing.pigs) == (
        False,
        None,
        (),
        (),
    )
    assert standing.totals == {"a": -999, "b": 2000}


def test_reaching_the_low_limit_ends_a_game() -> None:
    """GZ-41, GZ-44, GZ-45: T6 L114."""
    standing = result({"a": -1000, "b": 20, "c": 30, "d": -1200})
    assert standing.ended
    assert standing.code is EndCode.LOW_REACHED
    assert standing.winners == ("c",)
    assert standing.pigs == ("a", "d")


def test_reaching_the_high_limit_ends_a_game_that_has_one() -> None:
    """GZ-41, T9 L237."""
    standing = result({"a": 1000, "b": 0}, preset="huapai")
    assert (standing.code, standing.winners, standing.pigs) == (EndCode.HIGH_REACHED, ("a",), ())


def test_all_below_the_high_limit_may_be_pigs() -> None:
    """GZ-45, T3 L72: both limits in one deal, and both rules apply."""
    totals = {"a": 1100, "b": 1000, "c": 900, "d": -1000}
    standing = result(totals, preset="plusminus")
    assert (standing.code, standing.pigs) == (EndCode.BOTH_REACHED, ("c", "d"))
    assert result(totals, preset="huapai").pigs == ("d",)
    assert result({"a": 0, "d": -1000}, preset="plusminus").pigs == ("d",)


def test_who_wins_a_game_has_not_lost_it() -> None:
    """GZ-44, GZ-45: both pairs at the low limit in one deal, and the higher has won (ours)."""
    standing = result({"a": -1010, "b": -1200})
    assert (standing.winners, standing.pigs) == (("a",), ("b",))


def test_where_penalties_lift_the_one_at_the_limit_the_lowest_has_lost() -> None:
    """GZ-43, GZ-45: of two sides one has won and the other has lost (ours)."""
    standing = result({"a": -1000, "b": -900}, penalties={"b": -200})
    assert (standing.winners, standing.pigs) == (("a",), ("b",))


def test_a_tie_for_the_win_takes_one_more_deal() -> None:
    """GZ-44."""
    standing = result({"a": -1000, "b": 70, "c": 70})
    assert (standing.ended, standing.code, standing.winners) == (False, EndCode.EXTRA_DEAL, ())


@pytest.mark.parametrize(("deals", "ended"), [(15, False), (16, True), (17, True)])
def test_a_number_of_deals_ends_a_game_in_a_tie_too(deals: int, ended: bool) -> None:
    """GZ-42, T9 L238."""
    standing = result({"a": 0, "b": 0}, deals, game_end={"deals": 16})
    assert standing.ended is ended
    assert standing.winners == (("a", "b") if ended else ())
    assert standing.code is (EndCode.DEALS_PLAYED if ended else None)


def test_time_ends_a_game_that_is_played_by_time() -> None:
    """GZ-42, T9 L239: whoever calls knows the time."""
    end = {"minutes": 60}
    assert not result({"a": -2000, "b": 0}, game_end=end).ended
    assert result({"a": -2000, "b": 0}, game_end=end, time_up=True).code is EndCode.TIME_UP


def test_a_game_without_an_end_goes_on() -> None:
    """GZ-42."""
    assert not result({"a": -9000, "b": 0}, preset="qq", time_up=True).ended


def test_penalty_points_count_in_the_end() -> None:
    """GZ-43, T9 L256, L287."""
    standing = result({"a": -1000, "b": 100, "c": 90}, penalties={"b": -20})
    assert standing.totals == {"a": -1000, "b": 80, "c": 90}
    assert standing.winners == ("c",)
    assert not result({"a": -990, "b": 0}, penalties={"a": -20}).ended


def test_penalty_points_may_count_towards_the_limit() -> None:
    """GZ-43."""
    wanted = {"penalties": {"a": -20}}
    rules = GONGZHU.rules({"penalties": "towards_limit"})
    standing = GONGZHU.match_result(GameState({"a": -990, "b": 0}, 5), rules, wanted["penalties"])
    assert standing.ended
    assert standing.pigs == ("a",)
