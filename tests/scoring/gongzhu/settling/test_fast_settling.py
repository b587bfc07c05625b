"""Settling by tables against the slow scorer: the same deals, as whole numbers."""

from math import ceil
from random import Random
from typing import Any

import pytest

from scoring.game import find_game
from scoring.gongzhu.bits import as_bits
from scoring.gongzhu.settling.tables import Settler
from tests.scoring.gongzhu import oracle
from tests.scoring.gongzhu.deals import Deal, deal_at_random
from tests.scoring.gongzhu.mixtures import SETTLEMENT, rules_at_random
from tests.scoring.samples import Sample

GONGZHU = find_game("gongzhu")
DEALS = 150


def agree(deal: Deal, settler: Settler, rules: Any) -> None:
    """Settle one deal by tables and by hand; exposures by another kind are told apart."""
    piles = [as_bits(deal.won[seat]) for seat in rules.seats]
    shown = as_bits(card for card, _ in deal.shown)
    first = as_bits(card for card, kind in deal.shown if kind == "first")
    dealt = [
        as_bits(card for card, owner in deal.owners.items() if owner == seat)
        for seat in rules.seats
    ]
    raw = settler.raw(piles, shown, first, dealt)
    facts = rules.as_dict()
    slow = oracle.raw_points(facts, deal.won, deal.shown, deal.owners)
    assert dict(zip(rules.seats, raw, strict=True)) == slow, (facts, deal)
    scores = dict(zip(rules.seats, settler.scores(raw), strict=True))
    assert scores == oracle.scores(facts, slow), (facts, deal)


@pytest.mark.full
@pytest.mark.parametrize("preset", GONGZHU.presets)
def test_tables_agree_under_every_preset(preset: str, sample: Sample) -> None:
    random, rules = Random(f"huapai tables {preset}"), GONGZHU.rules({"preset": preset})
    settler = Settler(rules)
    for _ in sample(DEALS):
        agree(deal_at_random(random, rules), settler, rules)


@pytest.mark.nightly
@pytest.mark.parametrize("preset", GONGZHU.presets)
def test_tables_agree_on_a_hundred_thousand_deals(preset: str) -> None:
    random, rules = Random(f"huapai tables in full {preset}"), GONGZHU.rules({"preset": preset})
    settler = Settler(rules)
    for _ in range(ceil(100_000 / len(GONGZHU.presets))):
        agree(deal_at_random(random, rules), settler, rules)


def test_tables_agree_under_rules_drawn_at_random(sample: Sample) -> None:
    random = Random("huapai tables of mixtures")
    for _ in sample(DEALS):
        rules = rules_at_random(random, SETTLEMENT)[1]
        settler = Settler(rules)
        for _ in range(4):
            agree(deal_at_random(random, rules), settler, rules)
