"""The tables that come with a round tell a tablet the same points as the server."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from scoring.gongzhu.deck import EXPOSABLE, SCORING
from scoring.gongzhu.engine import GONGZHU
from tests.browser.modules.conftest import Lay

RECKON = """async (rounds) => {
  const { reckon } = await bench.module("reckon");
  return rounds.map(({ tables, deals }) => deals.map((facts) => reckon(tables, facts)));
}"""

VARIANTS: tuple[dict[str, Any], ...] = (
    *({"preset": name} for name in GONGZHU.presets),
    {"preset": "huapai", "self_won_transformer": "both", "self_won_heart_ace": "suit"},
    {"preset": "huapai", "hearts": "pips", "pig_flips": "never", "all_hearts": 150},
    {"preset": "fifty", "first_exposure": True, "auto_expose_fourth": True},
    {"preset": "western", "normalise": "zero_sum_exact", "scale": 12},
    {"preset": "qq-double", "hearts": "pips", "slam": "fixed_unexposed", "slam_value": 2000},
    {"players": 5, "normalise": "zero_sum_rounded"},
    {"players": 3, "direction": "clockwise"},
)
EACH = 50
EACH_AT_NIGHT = 150


def deal(random: Random, rules: Any) -> dict[str, Any]:
    """Return the facts of a deal: often one seat has most of the cards, and often all."""
    seats, blank = GONGZHU.seats(rules), GONGZHU.blank(rules)
    greed, cards = random.choice((0, 0.7, 0.95, 1)), SCORING * rules.decks
    first = random.choice(seats)
    won: dict[str, list[str]] = {seat: [] for seat in seats}
    for card in cards:
        won[first if random.random() < greed else random.choice(seats)].append(card)
    owners = {card: random.choice(seats) for card in EXPOSABLE}
    exposed: list[dict[str, str]] = []
    for card in (card for card in blank.exposable for _ in range(rules.decks)):
        if random.random() < 0.5:
            seat, kind = owners[card], random.choice(blank.kinds)
            # A seat has one first card only.
            is_repeated = any(
                (exposure["seat"], exposure["kind"]) == (seat, "first") for exposure in exposed
            )
            kind = "exposed" if is_repeated else kind
            exposed.append({"seat": seat, "card": card, "kind": kind})
    return {"won": won, "exposed": exposed, "owners": owners}


def cases(random: Random, each: int) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """Yield rules with deals under them."""
    for wanted in VARIANTS:
        rules = GONGZHU.rules(wanted)
        yield rules, [deal(random, rules) for _ in range(each)]


def settled(facts: dict[str, Any], rules: Any) -> dict[str, Any]:
    """Return what the server says of the same facts."""
    owners = {"dealt": facts["owners"]} if rules.self_won else {}
    report = {"won": facts["won"], "exposed": facts["exposed"], **owners}
    settlement = GONGZHU.settle(report, rules)
    return {"raw": dict(settlement.raw), "scores": dict(settlement.scores)}


@pytest.mark.full
@pytest.mark.parametrize("each", [EACH, pytest.param(EACH_AT_NIGHT, marks=pytest.mark.nightly)])
def test_the_tables_say_what_the_server_says(lay: Lay, each: int) -> None:
    all_cases = list(cases(Random(5), each))
    rounds = [{"tables": GONGZHU.lookup(rules), "deals": deals} for rules, deals in all_cases]
    reckoned = lay({"preset": "classic"}).page.evaluate(RECKON, rounds)
    for (rules, deals), answers in zip(all_cases, reckoned, strict=True):
        for facts, answer in zip(deals, answers, strict=True):
            assert answer == settled(facts, rules), (GONGZHU.preset_of(rules), facts)
