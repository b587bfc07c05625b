"""The engine against the second opinion, on deals drawn from a seed under every preset."""

from itertools import product
from math import ceil
from random import Random
from typing import Any

import pytest

from scoring.game import find_game
from scoring.problems import RulesRefused
from tests.samples import every_day
from tests.scoring.gongzhu import oracle
from tests.scoring.gongzhu.deals import deal_at_random
from tests.scoring.gongzhu.mixtures import SETTLEMENT, rules_at_random
from tests.scoring.samples import Sample

GONGZHU = find_game("gongzhu")
DEALS = 60


def agree(wanted: dict[str, Any], random: Random) -> None:
    """Settle one deal twice and compare."""
    rules = GONGZHU.rules(wanted)
    deal = deal_at_random(random, rules)
    settlement = GONGZHU.settle(deal.report(rules), rules)
    raw = oracle.raw_points(rules.as_dict(), deal.won, deal.shown, deal.owners)
    assert settlement.raw == raw, (wanted, deal)
    assert settlement.scores == oracle.scores(rules.as_dict(), raw), (wanted, deal)
    assert settlement.residue == oracle.residue(rules.as_dict(), raw), (wanted, deal)


@pytest.mark.nightly
@pytest.mark.parametrize("preset", GONGZHU.presets)
def test_two_scorers_agree_on_a_hundred_thousand_deals(preset: str) -> None:
    random = Random(f"huapai in full {preset}")
    for _ in range(ceil(100_000 / len(GONGZHU.presets))):
        agree({"preset": preset}, random)


@pytest.mark.parametrize("preset", GONGZHU.presets)
def test_two_scorers_agree_under_every_preset(preset: str, sample: Sample) -> None:
    random = Random(f"huapai {preset}")
    for _ in sample(DEALS):
        agree({"preset": preset}, random)


def test_two_scorers_agree_under_rules_drawn_at_random(sample: Sample) -> None:
    random = Random("huapai mixtures")
    for _ in sample(10 * DEALS):
        agree(rules_at_random(random, SETTLEMENT)[0], random)


@pytest.mark.parametrize("seed", every_day(range(16), each=8))
def test_two_scorers_agree_on_every_slam_in_proportion(seed: int) -> None:
    """GZ-20: whatever rules pass, the proportion is whole under every exposure."""
    random = Random(f"huapai proportion {seed}")
    names = ("sheep", "all_hearts", "pig_flips", "hearts", "slam_value")
    for values in product(*(SETTLEMENT[name] for name in names)):
        wanted = {
            **dict(zip(names, values, strict=True)),
            "slam": "proportional",
            "decks": random.choice([1, 2]),
        }
        try:
            GONGZHU.rules(wanted)
        except RulesRefused:
            continue
        agree(wanted, random)
