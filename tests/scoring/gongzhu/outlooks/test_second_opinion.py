"""What a deal can still come to, against the slow scorer: every way in which the rest can fall."""

from itertools import product
from random import Random
from typing import Any

import pytest

from scoring.game import find_game
from tests.scoring.gongzhu import oracle
from tests.scoring.gongzhu.deals import Deal, deal_at_random
from tests.scoring.gongzhu.mixtures import SETTLEMENT, rules_at_random
from tests.scoring.samples import Sample

GONGZHU = find_game("gongzhu")
DEALS = 6
MIXTURES = 60

Range = tuple[int, int]


def every_end(deal: Deal, rest: list[str], rules: Any) -> list[dict[str, list[int]]]:
    """Return all raw points and all scores by seat, whoever wins which card of the rest."""
    raws: dict[str, list[int]] = {seat: [] for seat in rules.seats}
    scores: dict[str, list[int]] = {seat: [] for seat in rules.seats}
    data = rules.as_dict()
    for winners in product(rules.seats, repeat=len(rest)):
        won = {seat: list(pile) for seat, pile in deal.won.items()}
        for seat, card in zip(winners, rest, strict=True):
            won[seat].append(card)
        raw = oracle.raw_points(data, won, deal.shown, deal.owners)
        for seat, points in oracle.scores(data, raw).items():
            raws[seat].append(raw[seat])
            scores[seat].append(points)
    return [raws, scores]


def agree(random: Random, rules: Any) -> None:
    """Take some cards back from a deal, and compare what it can still come to."""
    deal = deal_at_random(random, rules)
    rest = []
    for _ in range(random.randint(0, 3)):
        pile = random.choice([pile for pile in deal.won.values() if pile])
        rest.append(pile.pop(random.randrange(len(pile))))
    outlook = GONGZHU.outlook(deal.report(rules), rules)
    raws, scores = every_end(deal, rest, rules)
    assert sorted(outlook.unplaced) == sorted(rest), deal
    assert ranges_of(outlook.raw) == {
        seat: (min(all_), max(all_)) for seat, all_ in raws.items()
    }, deal
    assert ranges_of(outlook.scores) == {
        seat: (min(all_), max(all_)) for seat, all_ in scores.items()
    }
    assert set(outlook.within_reach["all_hearts"]) == nobody_else(deal, rules, oracle.HEARTS), deal
    slam = oracle.slam_cards(rules.as_dict())
    assert set(outlook.within_reach["slam"]) == nobody_else(deal, rules, slam), deal


def ranges_of(ranges: Any) -> dict[str, Range]:
    """Return ranges by seat, whatever kind of sequence they are."""
    return {seat: (low, high) for seat, (low, high) in ranges.items()}


def nobody_else(deal: Deal, rules: Any, cards: list[str]) -> set[str]:
    """Return the seats beside which nobody has won any of some cards."""
    having = {seat for seat, pile in deal.won.items() if set(pile) & set(cards)}
    return {seat for seat in rules.seats if having <= {seat}}


@pytest.mark.parametrize("preset", GONGZHU.presets)
def test_outlooks_agree_under_every_preset(preset: str, sample: Sample) -> None:
    random, rules = Random(f"huapai outlook {preset}"), GONGZHU.rules({"preset": preset})
    for _ in sample(DEALS):
        agree(random, rules)


def test_outlooks_agree_under_rules_drawn_at_random(sample: Sample) -> None:
    random = Random("huapai outlooks of mixtures")
    for _ in sample(MIXTURES):
        agree(random, rules_at_random(random, SETTLEMENT)[1])


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_outlooks_agree_under_many_mixtures(part: int) -> None:
    random = Random(f"huapai outlooks in full {part}")
    for _ in range(500):
        agree(random, rules_at_random(random, SETTLEMENT)[1])
