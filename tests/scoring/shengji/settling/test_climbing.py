"""The game 局: levels climbed deal by deal, its end, and who deals next."""

from typing import Any

import pytest

from scoring.game import GameState, find_game
from scoring.problems import RulesRefused
from scoring.procedure import History, PastDeal
from scoring.shengji.settling.climb import climb

SHENGJI = find_game("shengji")
SIDES = {"N": "a", "W": "b", "S": "a", "E": "b"}


def deal(dealer: str, points: int) -> dict[str, Any]:
    """Return the result of a deal whose last trick the dealer won."""
    last = {"winner": dealer}
    report = {"dealer": dealer, "level": "2", "trump": None, "last_trick": last}
    return {**report, "attackers_points": points}


def after(*deals: tuple[str, int], **options: Any) -> GameState:
    """Return the game after some deals."""
    rules, state = SHENGJI.rules(options), GameState({})
    for dealer, points in deals:
        state = SHENGJI.advance(state, SHENGJI.settle(deal(dealer, points), rules), rules, SIDES)
    return state


def test_sides_climb_from_two() -> None:
    """SJ-3, SJ-80: 0 points are three levels, 120 are two for the others."""
    assert after(("N", 0)).totals == {"a": 3, "b": 0}
    assert after(("N", 0), ("S", 120), ("W", 75)) == GameState({"a": 3, "b": 3}, 3)
    assert after(("N", 0), start_level="5").totals == {"a": 6, "b": 3}


@pytest.mark.parametrize(
    ("level", "gained", "as_dealer", "expected"),
    [
        (10, 3, True, 12),
        (10, 3, False, 12),
        (12, 1, True, 13),
        (12, 3, True, 13),
        (12, 3, False, 12),
        (12, 0, True, 12),
    ],
)
def test_the_ace_is_played_and_won_as_dealer(
    level: int, gained: int, as_dealer: bool, expected: int
) -> None:
    """SJ-81, SJ-82."""
    assert climb(level, gained, as_dealer, SHENGJI.rules({})) == expected


def test_no_rank_needs_to_be_played_by_option() -> None:
    """SJ-81, SJ-82."""
    free = SHENGJI.rules({"must_play": []})
    assert climb(11, 3, True, free) == 13
    assert climb(11, 3, False, free) == 12
    assert climb(11, 3, False, SHENGJI.rules({"must_play": [], "win_condition": False})) == 13
    many = SHENGJI.rules({"must_play": ["5", "10", "K"]})
    assert climb(2, 3, True, many) == 3
    assert climb(3, 2, False, many) == 3
    assert climb(3, 9, True, many) == 8


def test_the_game_ends_past_the_target() -> None:
    """SJ-80."""
    rules = SHENGJI.rules({"target_level": "4", "must_play": []})
    state = GameState({"a": 3, "b": 1}, 4)
    game_result = SHENGJI.match_result(state, rules)
    assert (game_result.ended, game_result.code, game_result.winners) == (
        True,
        "target_passed",
        ("a",),
    )
    assert not SHENGJI.match_result(GameState({"a": 2, "b": 1}, 4), rules).ended
    assert not SHENGJI.match_result(GameState({}), rules).ended


def test_a_lead_ends_the_game_by_option() -> None:
    """SJ-83."""
    state = GameState({"a": 6, "b": 1}, 4)
    assert not SHENGJI.match_result(state, SHENGJI.rules({})).ended
    game_result = SHENGJI.match_result(state, SHENGJI.rules({"early_end_lead": 5}))
    assert (game_result.code, game_result.winners) == ("lead_reached", ("a",))


def test_deals_or_time_end_the_game_and_equal_levels_share_it() -> None:
    """SJ-84."""
    state = GameState({"a": 6, "b": 6}, 8)
    deals, minutes = SHENGJI.rules({"deals": 8}), SHENGJI.rules({"minutes": 60})
    assert SHENGJI.match_result(state, deals).winners == ("a", "b")
    assert SHENGJI.match_result(state, minutes, time_up=True).code == "time_up"
    assert not SHENGJI.match_result(state, minutes).ended
    assert SHENGJI.match_result(state, deals, {"b": -1}).winners == ("a",)


@pytest.mark.parametrize(
    ("time_tie", "winners"),
    [("draw", ("a", "b")), ("side_on_deal", ("b",)), ("first_to_reach", ("a",))],
)
def test_equal_levels_go_to_whom_the_rules_name(time_tie: str, winners: tuple[str, ...]) -> None:
    """SJ-88."""
    rules = {"deals": 2, "time_tie": time_tie}
    state = after(("N", 0), ("W", 0), **rules)
    game_result = SHENGJI.match_result(state, SHENGJI.rules(rules))
    assert (game_result.totals, game_result.winners) == ({"a": 3, "b": 3}, winners)
    assert game_result.decided == (None if time_tie == "draw" else f"equal_to_{time_tie}")
    ahead = SHENGJI.match_result(state, SHENGJI.rules(rules), {winners[0]: -1})
    assert ahead.winners == ("b" if winners[0] == "a" else "a",)


def test_the_attackers_who_win_the_deal_are_on_it() -> None:
    """SJ-88."""
    rules = {"deals": 2, "time_tie": "side_on_deal"}
    state = after(("N", 120), ("W", 80), **rules)
    assert (state.totals, state.on_deal) == ({"a": 1, "b": 2}, "a")
    assert after(("N", 0), **rules).on_deal == "a"


def test_nobody_is_named_before_the_first_deal_or_over_boards() -> None:
    """SJ-88."""
    for time_tie in ("side_on_deal", "first_to_reach"):
        rules = SHENGJI.rules({"minutes": 60, "time_tie": time_tie})
        begun = SHENGJI.begin(rules, ("a", "b"))
        assert SHENGJI.match_result(begun, rules, time_up=True).winners == ("a", "b")
        assert SHENGJI.for_boards(rules).time_tie.value == "draw"
    with pytest.raises(RulesRefused, match="deal_sum_with_a_game"):
        SHENGJI.rules({**SHENGJI.for_boards(rules).as_dict(), "time_tie": "side_on_deal"})


def test_the_deal_in_progress_is_finished_or_stopped() -> None:
    """SJ-89."""
    assert not SHENGJI.stops_at_time(SHENGJI.rules({}))
    assert SHENGJI.stops_at_time(SHENGJI.rules({"time_end": "stop_now"}))
    assert not find_game("gongzhu").stops_at_time(find_game("gongzhu").rules({}))


def test_a_fixed_number_of_deals_has_no_end_of_the_game() -> None:
    """SJ-85, SJ-86."""
    rules = SHENGJI.for_fixed_deals(SHENGJI.rules({"deals": 8, "early_end_lead": 5}))
    assert (rules.target_level, rules.deals, rules.early_end_lead) == (None, None, None)
    assert climb(12, 3, True, rules) == 15
    assert not SHENGJI.match_result(GameState({"a": 15, "b": 0}, 99), rules).ended


def test_partners_share_their_levels() -> None:
    rules = SHENGJI.rules({})
    scores = SHENGJI.settle(deal("N", 0), rules).scores
    assert SHENGJI.side_points(scores, rules, SIDES) == {"a": 3, "b": 0}


def test_the_first_deal_is_bid_for() -> None:
    """SJ-19, SJ-3."""
    procedure = SHENGJI.procedure(SHENGJI.rules({}))
    assert (procedure.first_deal, procedure.leads) == (True, None)
    assert [step.code.value for step in procedure.steps][:3] == [
        "bid_for_deal",
        "level_is",
        "bid_trump",
    ]
    assert procedure.steps[1].values == (("level", "2"),)


def test_a_later_deal_knows_its_dealer_and_level() -> None:
    """SJ-19, SJ-66, SJ-3: north keeps with three levels, so south deals at five."""
    history = History(deals=(PastDeal(deal("N", 0)),))
    procedure = SHENGJI.procedure(SHENGJI.rules({}), history)
    assert (procedure.first_deal, procedure.leads) == (False, "S")
    assert dict(procedure.steps[1].values) == {"level": "5"}
    assert [step.code.value for step in procedure.steps][-3:] == [
        "takes_kitty",
        "buries_kitty",
        "dealer_leads",
    ]


def test_the_deal_goes_to_the_next_player_where_the_attackers_win_it() -> None:
    """SJ-66."""
    history = History(deals=(PastDeal(deal("N", 0)), PastDeal(deal("S", 120))))
    procedure = SHENGJI.procedure(SHENGJI.rules({}), history)
    assert procedure.leads == "E"
    assert dict(procedure.steps[1].values) == {"level": "4"}


def test_people_who_changed_seats_take_the_deal_with_them() -> None:
    """SJ-66."""
    moved = {"N": "W", "W": "N", "S": "E", "E": "S"}
    procedure = SHENGJI.procedure(
        SHENGJI.rules({}), History(deals=(PastDeal(deal("N", 0), {}, moved),))
    )
    assert procedure.leads == "E"
    assert dict(procedure.steps[1].values) == {"level": "5"}


def test_a_deal_that_is_not_known_leaves_the_dealer_open() -> None:
    """SJ-74."""
    procedure = SHENGJI.procedure(SHENGJI.rules({}), History(deals=(PastDeal(),)))
    assert procedure.leads is None
    assert SHENGJI.procedure(SHENGJI.rules({}), History(leader="W")).leads == "W"
