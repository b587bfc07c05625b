"""Levels that a ruling takes from a side count from the next deal on."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game import find_game
from scoring.procedure import History, PastDeal, RulingAddition

GAME = find_game("shengji")


def dealt(dealer: str, points: int) -> PastDeal:
    """A deal at level 2 that the dealer's side won with its last trick."""
    report: dict[str, Any] = {"dealer": dealer, "level": "2", "trump": "S"}
    last = {"winner": dealer, "combination": "single"}
    return PastDeal({**report, "attackers_points": points, "kitty_points": 0, "last_trick": last})


@pytest.mark.parametrize(
    ("added", "level"),
    [
        ((), "5"),
        ((RulingAddition(1, "N", -1),), "4"),
        ((RulingAddition(1, "S", -1), RulingAddition(1, "N", -1)), "3"),
        ((RulingAddition(1, "W", -1),), "5"),
        ((RulingAddition(0, "N", -2),), "3"),
        ((RulingAddition(1, "N", -9),), "2"),
        ((RulingAddition(1, "N", 2),), "7"),
    ],
)
def test_a_level_that_was_taken_is_not_played_in_the_next_deal(
    added: tuple[RulingAddition, ...], level: str
) -> None:
    """SJ-87: the dealer's side went from 2 to 5; its partner deals next."""
    rules = GAME.rules({"preset": "standard-2"})
    begins = GAME.procedure(rules, History((dealt("N", 0),), added=added))
    assert begins.facts == {"dealer": "S", "level": level}
