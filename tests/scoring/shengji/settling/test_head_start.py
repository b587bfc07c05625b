"""Levels that were given before the first deal say at which level each side begins (T-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scoring.game import Context, GameState, find_game
from scoring.procedure import History, PastDeal, RulingAddition
from scoring.shengji.settling.head_start import head_start

GAME = find_game("shengji")
STANDARD: Mapping[str, Any] = {"preset": "standard-2"}


@pytest.mark.parametrize(
    ("options", "added", "begins"),
    [
        ({}, (2, 0), ("4", "2")),
        ({}, (0, 3), ("2", "5")),
        # Both sides were late: the smaller number is taken off both.
        ({}, (3, 1), ("4", "2")),
        ({}, (2, 2), ("2", "2")),
        ({"must_play": ["5", "A"]}, (6, 0), ("5", "2")),
        ({"must_play": ["5", "A"]}, (6, 1), ("5", "2")),
        ({"must_play": ["2", "A"]}, (3, 0), ("2", "2")),
        ({"start_level": "J"}, (6, 0), ("K", "J")),
        ({"start_level": "J", "must_play": []}, (6, 0), ("K", "J")),
        ({"start_level": "A"}, (2, 0), ("A", "A")),
        ({"target_level": "10", "must_play": []}, (12, 0), ("9", "2")),
        ({"target_level": None, "must_play": []}, (20, 0), ("K", "2")),
    ],
)
def test_where_both_sides_begin(
    options: Mapping[str, Any], added: tuple[int, int], begins: tuple[str, str]
) -> None:
    rules = GAME.rules({**STANDARD, **options})
    levels = head_start(dict(zip("ab", added, strict=True)), rules)
    assert tuple("23456789TJQKA"[level].replace("T", "10") for level in levels.values()) == begins


def test_a_level_that_was_lost_before_the_first_deal_is_climbed_anew() -> None:
    assert head_start({"a": -1, "b": 2}, GAME.rules(STANDARD)) == {"a": -1, "b": 2}


def test_after_the_first_deal_levels_are_added_as_they_are() -> None:
    rules, state = GAME.rules(STANDARD), GameState({"a": 3, "b": 0}, deals=1)
    assert GAME.add(state, {"a": 1, "b": 2}, rules).totals == {"a": 4, "b": 2}


def test_a_first_deal_of_before_keeps_what_was_added_to_it() -> None:
    rules = GAME.rules(STANDARD)
    state = GAME.begin(rules, "ab")
    assert GAME.add(state, {"a": 3, "b": 1}, rules, "shengji-1").totals == {"a": 3, "b": 1}
    assert GAME.add(state, {"a": 3, "b": 1}, rules, GAME.engine).totals == {"a": 2, "b": 0}


def given(*amounts: tuple[str, int]) -> tuple[RulingAddition, ...]:
    return tuple(RulingAddition(0, seat, amount) for seat, amount in amounts)


def test_the_first_deal_is_at_the_level_of_whoever_deals() -> None:
    begins = GAME.procedure(GAME.rules(STANDARD), History(added=given(("E", 2))))
    assert begins.facts == {}
    levels = {one["dealer"]: one["level"] for one in begins.either}
    assert levels == {"N": "2", "W": "4", "S": "2", "E": "4"}
    (said,) = (step for step in begins.steps if step.code.value == "levels_are")
    values = {"side": "W", "partner": "E", "level": "4", "other": "2"}
    assert dict(said.values) == values


def test_as_late_as_each_other_both_begin_at_the_first_level() -> None:
    begins = GAME.procedure(GAME.rules(STANDARD), History(added=given(("N", 2), ("W", 2))))
    assert (begins.facts, begins.either) == ({"level": "2"}, ())


def test_later_deals_climb_from_the_head_start() -> None:
    report = {"dealer": "W", "level": "4", "trump": "S", "attackers_points": 35}
    deals = (PastDeal({**report, "last_trick": {"winner": "W"}}),)
    for engine, level in ((GAME.engine, "6"), (None, "6"), ("shengji-1", "7")):
        history = History(deals, added=given(("E", 3), ("N", 1)), engine=engine)
        assert GAME.procedure(GAME.rules(STANDARD), history).facts["level"] == level


@pytest.mark.parametrize(
    ("dealer", "level", "warned"), [("W", "4", 0), ("W", "2", 1), ("N", "2", 0), ("S", "4", 1)]
)
def test_who_writes_another_level_of_the_first_deal_is_warned(
    dealer: str, level: str, warned: int
) -> None:
    rules = GAME.rules(STANDARD)
    begins = GAME.procedure(rules, History(added=given(("E", 2))))
    context = Context(first_deal=True, expected=begins.facts, either=begins.either)
    report = {"dealer": dealer, "level": level, "trump": "S"}
    assert len(GAME.follow(report, rules, context).warnings) == warned
