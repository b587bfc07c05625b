"""What a program gets that calls the library wrongly, or in the middle of a trick."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from scoring import berger, game
from scoring.gongzhu.play.replay import replay_two_decks
from scoring.gongzhu.play.tricks import GUARDS
from scoring.gongzhu.rules import Protection
from scoring.shengji.play.shapes import PAIR
from scoring.shengji.reports.facts import Facts
from scoring.shengji.rules import RuleSet
from scoring.shengji.settling.settle import MISSING, reckon_deal
from tests.toy_game import Toy


def test_a_round_robin_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="two players"):
        berger.rounds(1)


def test_a_second_game_of_the_same_name_is_refused() -> None:
    class Other(Toy):
        name = "gongzhu"

    before = game.find_game("gongzhu")
    with pytest.raises(ValueError, match="registered already"):
        game.register(Other())
    assert game.find_game("gongzhu") is before


def test_a_deal_is_not_reckoned_without_what_its_points_follow_from() -> None:
    facts = Facts("N", "5", "H", True, 75, None, 10, "W", last_combination=PAIR)
    for lacking in (
        replace(facts, dealer=None),
        replace(facts, last_winner=None),
        replace(facts, attackers_points=None),
        replace(facts, last_combination=None),
    ):
        with pytest.raises(ValueError, match=re.escape(MISSING)):
            reckon_deal(lacking, RuleSet())


def test_an_open_trick_of_two_decks_is_judged_and_won_by_nobody() -> None:
    replayed = replay_two_decks([0b11, 0b100], [0, 0], 0, [1], GUARDS[Protection.NONE])
    assert (replayed.legal, replayed.piles, replayed.illegal) == ([(1, 2)], [0, 0], [])
