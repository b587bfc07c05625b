"""The tables of levels that come with a round tell a tablet the same as the server."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pytest

from scoring.procedure import History, PastDeal, RulingAddition
from scoring.shengji.engine import SHENGJI
from scoring.shengji.rules import RuleSet
from tests.browser.modules.conftest import Lay

RECKON = """async (rounds) => {
  const { Levels } = await bench.module("games/shengji_levels");
  return rounds.map(({ tables, games }) => {
    const levels = new Levels(tables, ["N", "W", "S", "E"]);
    return games.map(([reports, either]) => {
      const deals = reports.map((report, place) => ({ report, opens: place === 0, either }));
      return reports.map((report, place) => [
        levels.outcome(report), levels.after(deals.slice(0, place + 1)),
      ]);
    });
  });
}"""

WON = """async ([tables, reports]) => {
  const { Levels } = await bench.module("games/shengji_levels");
  const levels = new Levels(tables, ["N", "W", "S", "E"]);
  return reports.map((report) => levels.isWon([{ report, opens: true }]));
}"""

TWO_DECKS: Final = {"preset": "lianzhong-2"}
HOOK: Final = {"must_play": ["J", "A"], "jack_hook": "start"}
VARIANTS: Final[tuple[Mapping[str, Any], ...]] = (
    *({"preset": name} for name in SHENGJI.presets),
    {"preset": "lianzhong-2", "max_levels_per_deal": 3, "target_level": None},
    {"preset": "lianzhong-2", "must_play": ["5", "10", "K"], "start_level": "3"},
    {"preset": "lianzhong-1", "one_deck_over_100": "plus1_per_20", "win_condition": False},
    {"preset": "lianzhong-3", "kitty_multiplier": "power", "must_play": []},
    {"preset": "standard-2", "next_dealer": False},
    {"preset": "lianzhong-2", **HOOK, "start_level": "10"},
    {"preset": "standard-3", **HOOK, "start_level": "9", "jack_hook_off_suit": "half"},
    {"preset": "lianzhong-1", **HOOK, "start_level": "9", "jack_hook_off_suit": "three"},
    *({"preset": name, "deal_score": "deal_sum"} for name in SHENGJI.presets),
)
GAMES, GAMES_AT_NIGHT, DEALS = 8, 25, 8


def report(random: Random, rules: RuleSet, dealer: str, level: str) -> dict[str, Any]:
    """Return a result at random; often nobody has many points."""
    most = 100 * rules.decks
    kitty = 5 * random.randrange(9)
    taken = min(most - kitty, 5 * random.choice((0, random.randrange(9), random.randrange(61))))
    winner = random.choice(SHENGJI.seats(rules))
    last = {"winner": winner}
    trump = random.choice((*"SHDC", None))
    if SHENGJI.seats(rules).index(winner) % 2 != SHENGJI.seats(rules).index(dealer) % 2:
        if rules.as_dict()["jack_hook"] != "off":
            last["jack"] = random.choice(("trump", "off_suit", "none")[trump is None :])
        last["combination"] = random.choice(list((SHENGJI.lookup(rules) or {})["multipliers"]))
    report: dict[str, Any] = {
        "dealer": dealer,
        "level": level,
        "trump": trump,
    }
    if rules.as_dict()["throw_penalty"] and random.random() < 0.3:
        report["throw_points"] = {
            "dealers": 10 * random.randrange(9),
            "attackers": random.choice((0, None, 10)),
        }
    return {**report, "attackers_points": taken, "kitty_points": kitty, "last_trick": last}


def game(random: Random, rules: RuleSet) -> tuple[list[dict[str, Any]], list[Any], list[Any]]:
    """Return the reports of a game (局), what the server says before each next deal, and where
    the sides begin.
    """
    # Levels are given ahead where they are what counts.
    late = () if rules.sums_up else (RulingAddition(0, "W", random.randrange(5)),)
    either = SHENGJI.procedure(rules, History(added=late)).either
    seats = SHENGJI.seats(rules)
    reports: list[dict[str, Any]] = []
    begins: list[Any] = []
    dealer, level = random.choice(seats), rules.start_level
    for _ in range(DEALS):
        # Now and then somebody else deals, or another level is played, than would follow.
        if reports and random.random() < 0.2:
            dealer, level = random.choice(seats), random.choice("3579JK")
        reports.append(report(random, rules, dealer, level))
        history = History(tuple(PastDeal(report) for report in reports), added=late)
        facts = SHENGJI.procedure(rules, history).facts
        begins.append(facts)
        dealer = facts.get("dealer", dealer)
        level = facts.get("level", level)
    return reports, begins, [dict(one) for one in either]


@pytest.mark.full
@pytest.mark.parametrize("games", [GAMES, pytest.param(GAMES_AT_NIGHT, marks=pytest.mark.nightly)])
def test_it_is_the_same_for_random_games(lay_levels: Lay, games: int) -> None:
    random = Random(6)
    at_tables = [SHENGJI.rules(wanted) for wanted in VARIANTS]
    rule_sets = (*at_tables, *map(SHENGJI.for_boards, at_tables))
    cases = [(rules, [game(random, rules) for _ in range(games)]) for rules in rule_sets]
    rounds = [
        {
            "tables": SHENGJI.lookup(rules),
            "games": [(reports, either) for reports, _, either in played],
        }
        for rules, played in cases
    ]
    reckoned = lay_levels(TWO_DECKS).page.evaluate(RECKON, rounds)
    for (rules, played), answers in zip(cases, reckoned, strict=True):
        for (reports, begins, _either), deals in zip(played, answers, strict=True):
            for report, facts, (outcome, after) in zip(reports, begins, deals, strict=True):
                settlement = SHENGJI.settle(report, rules)
                assert outcome["scores"] == dict(settlement.scores), report
                assert max(settlement.raw.values()) in {outcome["points"], 0}
                answers_known = {name: after[name] for name in ("dealer", "level") if after[name]}
                assert answers_known == dict(facts)
                assert bool(after["dealer"]) is (len(after["onDeal"]) == 1)


@pytest.mark.full
def test_a_game_is_won_past_its_last_level(lay_levels: Lay) -> None:
    """The side of the dealer plays A, the level to be passed, and stays on it or passes it."""
    rules = SHENGJI.rules({"preset": "lianzhong-2", "start_level": "A", "must_play": []})
    deal = {"dealer": "N", "level": "A", "trump": "H", "kitty_points": 0}
    kept = {**deal, "attackers_points": 45, "last_trick": {"winner": "N"}}
    lost = {**kept, "attackers_points": 90}
    page = lay_levels(TWO_DECKS).page
    won = page.evaluate(WON, [SHENGJI.lookup(rules), [kept, lost]])
    assert won == [True, False]
