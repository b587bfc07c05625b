"""What a part of a record leaves open, against every way in which the rest can fall."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.following import Outlook
from scoring.game import find_game
from scoring.gongzhu.deck import EXPOSABLE, HEARTS, SCORING
from scoring.gongzhu.rules import RuleSet
from tests.scoring.gongzhu import oracle
from tests.scoring.gongzhu.deals import Deal, deal_at_random
from tests.toy_game import TOY

GONGZHU = find_game("gongzhu")
VARIANTS: list[dict[str, Any]] = [
    *({"preset": name} for name in GONGZHU.presets),
    {"transformer_alone": "sum_zero", "transformer_alone_value": 70},
    {"transformer_alone": "no_nonzero_card", "all_hearts": 100},
    {"preset": "huapai", "self_won_transformer": "both", "self_won_heart_ace": "suit"},
    {"preset": "huapai", "self_won_heart_ace": "suit", "transformer_alone": "sum_zero"},
    {"preset": "qq", "normalise": "zero_sum_exact", "hearts": "pips"},
    {"preset": "qq", "players": 3},
    {"preset": "qq", "players": 5, "pig_flips": "all_hearts"},
    {"preset": "qq-double", "transformer_alone": "sum_zero", "normalise": "pair_average"},
    {"preset": "taiwan", "normalise": "zero_sum_rounded"},
]
RULES = st.sampled_from(VARIANTS).map(GONGZHU.rules)
SEEDS = st.integers(0, 2**32)


def part_of(deal: Deal, rules: RuleSet, random: Random) -> dict[str, Any]:
    """Return a report of the deal without some of its cards, and of some owners."""
    won = {seat: list(pile) for seat, pile in deal.won.items()}
    likely = [card for card in ("SQ", "DJ", "C10", "HA", "H2", "H5") for _ in range(rules.decks)]
    for card in random.sample(likely, random.choice([1, 2, 3, 4])):
        holder = next((seat for seat in won if card in won[seat]), None)
        if holder:
            won[holder].remove(card)
    report = {**deal.report(rules), "won": won}
    if rules.decks == 1:
        report["dealt"] = dict(random.sample(sorted(deal.owners.items()), 3))
    return report


def endings(report: dict[str, Any], rules: RuleSet, unplaced: tuple[str, ...]) -> Iterator[Any]:
    """Yield the raw points of every way in which the deal can end."""
    data = rules.as_dict()
    dealt = report.get("dealt") or {}
    unknown = [card for card in EXPOSABLE if rules.self_won and card not in dealt]
    exposed = report["exposed"]
    shown = (
        list(exposed.items())
        if isinstance(exposed, dict)
        else [(exposure["card"], exposure["kind"]) for exposure in exposed]
    )
    stakes = oracle.with_fourth(data, shown)

    @cache
    def points(seat: str, gained: tuple[str, ...], own: frozenset[str]) -> int:
        """What a seat's pile comes to, which is the same in many of the ways to end."""
        pile = [*report["won"].get(seat, ()), *gained]
        return oracle.pile_points(data, seat, pile, stakes, dict.fromkeys(own, seat))

    for winners in product(rules.seats, repeat=len(unplaced)):
        placed = list(zip(unplaced, winners, strict=True))
        gained = {s: tuple(card for card, seat in placed if seat == s) for s in rules.seats}
        for owners in product(rules.seats, repeat=len(unknown)):
            known = {**dealt, **dict(zip(unknown, owners, strict=True))}
            yield {
                seat: points(seat, cards, frozenset(c for c in EXPOSABLE if known.get(c) == seat))
                for seat, cards in gained.items()
            }


@pytest.mark.full
@settings(max_examples=settings().max_examples * 3 // 2)
@given(RULES, SEEDS)
def test_the_ends_are_those_of_every_way_to_end(rules: RuleSet, seed: int) -> None:
    """GZ-91, GZ-93: tried out card by card, by the second opinion."""
    random = Random(seed)
    report = part_of(deal_at_random(random, rules), rules, random)
    outlook = GONGZHU.outlook(report, rules)
    ways = {tuple(raw.items()) for raw in endings(report, rules, outlook.unplaced)}
    every = [dict(raw) for raw in ways]
    scores = [oracle.scores(rules.as_dict(), raw) for raw in every]
    for seat in rules.seats:
        points = [raw[seat] for raw in every]
        assert outlook.raw[seat] == (min(points), max(points))
        points = [score[seat] for score in scores]
        assert outlook.scores[seat] == (min(points), max(points))


@given(RULES, SEEDS)
def test_nothing_is_open_when_everything_lies(rules: RuleSet, seed: int) -> None:
    report = deal_at_random(Random(seed), rules).report(rules)
    outlook, settlement = GONGZHU.outlook(report, rules), GONGZHU.settle(report, rules)
    assert outlook.unplaced == ()
    assert outlook.raw == {seat: (points, points) for seat, points in settlement.raw.items()}
    assert outlook.scores == {seat: (points, points) for seat, points in settlement.scores.items()}


def test_at_the_start_everything_is_open() -> None:
    """GZ-90."""
    outlook = GONGZHU.outlook({"won": {}}, RuleSet())
    assert outlook.unplaced == SCORING
    seats = RuleSet().seats
    assert outlook.within_reach == {"all_hearts": seats, "slam": seats}
    assert set(outlook.raw.values()) == {(-600, 800)}


def test_one_heart_elsewhere_ends_all_hearts_and_the_slam() -> None:
    """GZ-92."""
    outlook = GONGZHU.outlook({"won": {"N": ["H2"], "W": ["DJ"]}}, RuleSet())
    assert outlook.within_reach == {"all_hearts": ("N",), "slam": ()}
    both = GONGZHU.outlook({"won": {"N": ["H2"], "W": ["H3"]}}, RuleSet())
    assert both.within_reach["all_hearts"] == ()


def test_whoever_has_all_hearts_still_may() -> None:
    outlook = GONGZHU.outlook({"won": {"E": list(HEARTS)}}, RuleSet())
    assert outlook.within_reach == {"all_hearts": ("E",), "slam": ("E",)}
    assert outlook.raw["E"] == (100, 800)


def test_who_claims_nothing_gets_nothing() -> None:
    """GZ-83, GZ-91."""
    claim = {"seat": "N", "kind": "none"}
    outlook = GONGZHU.outlook({"won": {"N": ["DJ"]}, "claim": claim}, RuleSet())
    assert outlook.raw["N"] == (100, 100)
    assert outlook.within_reach["slam"] == ()
    claim = {"seat": "N", "kind": "all"}
    assert GONGZHU.outlook({"claim": claim}, RuleSet()).raw["N"] == (800, 800)


@pytest.mark.parametrize("report", [None, 7, {"won": {"N": ["SQ"], "W": ["SQ"]}}, {"won": []}])
def test_no_report_is_too_strange(report: Any) -> None:
    assert isinstance(GONGZHU.outlook(report, RuleSet()), Outlook)


def test_a_record_that_contradicts_itself_has_no_ends() -> None:
    outlook = GONGZHU.outlook({"won": {"N": ["SQ"], "W": ["SQ"]}}, RuleSet())
    assert outlook.raw == outlook.scores == {}
    assert outlook.as_json()["raw"] == {}


def test_the_toy_foresees_nothing() -> None:
    assert TOY.outlook({"won": {"N": 3}}, TOY.rules({})) == Outlook()
