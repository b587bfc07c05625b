"""The presets of a club day: deals at every depth, and games (局) played to their end."""

from random import Random
from typing import Any

import pytest

from scoring.game import GameResult, GameState, find_game
from scoring.gongzhu.codes import EndCode
from scoring.gongzhu.deck import EXPOSABLE, SCORING
from scoring.gongzhu.rules import RuleSet
from tests.scoring.gongzhu import oracle
from tests.scoring.gongzhu.play.plays import Dealt, dealt_at_random, played
from tests.scoring.samples import Sample

GONGZHU = find_game("gongzhu")
PRESETS = ("classic", "huapai", "huapai-pairs", "qq", "qq-partners", "western")
ALONE = {"N": "n", "W": "w", "S": "s", "E": "e"}
PAIRS = {"N": "ns", "W": "we", "S": "ns", "E": "we"}
ENOUGH = 200
"""No game of these tests takes so many deals."""


def deal_played(random: Random, rules: RuleSet) -> tuple[Dealt, dict[str, Any]]:
    """Deal, expose and play a deal out; return it with its report of every trick."""
    deal = dealt_at_random(random, rules)
    story = played(deal, rules, lambda hand, may: random.choice(sorted(may)))
    return deal, deal.report([(seat, card) for seat, card, _ in story])


def at_every_depth(deal: Dealt, report: dict[str, Any], rules: RuleSet) -> list[dict[str, Any]]:
    """Return one deal as captures, as hands and captures, as tricks, and ended by a claim."""
    won = GONGZHU.follow(report, rules).won
    counting = {seat: [card for card in cards if card in SCORING] for seat, cards in won.items()}
    owners = {card: seat for seat, hand in deal.hands.items() for card in hand if card in EXPOSABLE}
    three = {seat: deal.hands[seat] for seat in rules.seats[1:]}
    claim = {"seat": rules.seats[0], "kind": "allocation", "allocation": counting}
    return [
        {"won": counting, "exposed": deal.exposed, "dealt": owners},
        {"won": counting, "exposed": deal.exposed, "hands": three},
        {**report, "hands": three},
        {"hands": three, "exposed": deal.exposed, "claim": claim},
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_comes_to_the_same_at_every_depth(preset: str, sample: Sample) -> None:
    """GZ-7, GZ-9, GZ-25, GZ-87, against the second opinion on settling."""
    rules = GONGZHU.rules({"preset": preset})
    for seed in sample(40):
        deal, report = deal_played(Random(f"{preset} {seed}"), rules)
        reports = at_every_depth(deal, report, rules)
        settlements = [GONGZHU.settle(report, rules) for report in reports]
        assert all(settlement == settlements[0] for settlement in settlements)
        plain = reports[0]
        shown = list(deal.exposed.items())
        raw = oracle.raw_points(rules.as_dict(), plain["won"], shown, plain["dealt"])
        assert settlements[0].raw == raw
        assert settlements[0].scores == oracle.scores(rules.as_dict(), raw)


def game_played(
    preset: str, sides: dict[str, str], most: int = ENOUGH
) -> tuple[GameState, list[GameResult]]:
    """Play deals until the game ends; return the last state and how it stood after each deal."""
    rules, random = GONGZHU.rules({"preset": preset}), Random(preset)
    state, standings = GameState({}), list[GameResult]()
    while not standings or not (standings[-1].ended or state.deals == most):
        settlement = GONGZHU.settle(deal_played(random, rules)[1], rules)
        state = GONGZHU.advance(state, settlement, rules, sides)
        standings.append(GONGZHU.match_result(state, rules))
    return state, standings


@pytest.mark.parametrize(
    ("preset", "sides", "low", "high"),
    [
        ("classic", ALONE, -1000, None),
        ("western", ALONE, -1000, None),
        ("huapai", ALONE, -1000, 1000),
        ("huapai-pairs", PAIRS, -1000, 1000),
    ],
)
def test_a_game_is_played_to_its_limit(
    preset: str, sides: dict[str, str], low: int, high: int | None
) -> None:
    """GZ-40, GZ-41, GZ-44, GZ-45: T6 L114, T9 L237; of pairs the sum of both."""
    state, standings = game_played(preset, sides)
    last = standings[-1]
    assert state.deals == len(standings) < ENOUGH
    assert not any(standing.ended for standing in standings[:-1])
    assert dict(last.totals) == dict(state.totals)
    reached = [side for side, total in state.totals.items() if total <= low]
    above = [side for side, total in state.totals.items() if high and total >= high]
    assert reached or above
    assert list(last.pigs) == [side for side in reached if side not in last.winners]
    assert [state.totals[side] for side in last.winners] == [max(state.totals.values())]


@pytest.mark.parametrize(("preset", "sides"), [("qq", ALONE), ("qq-partners", PAIRS)])
def test_a_preset_without_limits_goes_on(
    preset: str, sides: dict[str, str], sample: Sample
) -> None:
    """GZ-42: the points of a platform have no end."""
    most = len(sample(ENOUGH))
    state, standings = game_played(preset, sides, most)
    assert state.deals == most
    assert not standings[-1].ended
    if preset == "qq-partners":
        assert sum(state.totals.values()) == 0


def test_a_tie_is_broken_by_the_deal_after_it_and_the_limits_are_asked_again() -> None:
    """GZ-44."""
    rules = GONGZHU.rules({"preset": "huapai"})
    sheep = GONGZHU.settle(
        {
            "won": {"N": ["DJ"], "S": [card for card in SCORING if card not in ("DJ", "C10")]},
            "claim": {"seat": "N", "kind": "allocation", "allocation": {"E": ["C10"]}},
            "dealt": {"SQ": "N", "DJ": "W", "C10": "S", "HA": "N"},
        },
        rules,
    )
    tied = GameState({"n": 400, "w": 400, "s": -1000, "e": 0}, 7)
    assert GONGZHU.match_result(tied, rules).code is EndCode.EXTRA_DEAL
    after = GONGZHU.advance(tied, sheep, rules, ALONE)
    standing = GONGZHU.match_result(after, rules)
    assert after.totals == {"n": 500, "w": 400, "s": -900, "e": 50}
    assert (standing.ended, standing.code) == (False, None)


def test_a_penalty_can_make_and_break_a_tie() -> None:
    """GZ-43, GZ-44: T9 L256, L287."""
    rules = GONGZHU.rules({"preset": "huapai"})
    state = GameState({"n": 1000, "w": 990, "s": -400, "e": 0}, 9)
    assert GONGZHU.match_result(state, rules).winners == ("n",)
    tied = GONGZHU.match_result(state, rules, {"n": -10})
    assert (tied.ended, tied.code) == (False, EndCode.EXTRA_DEAL)
    lost = GONGZHU.match_result(state, rules, {"n": -20})
    assert (lost.ended, lost.winners, lost.totals["n"]) == (True, ("w",), 980)
