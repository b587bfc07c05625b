"""The tables behind the settlement say what the readable rules say."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import DECK
from scoring.game import find_game
from scoring.gongzhu.bits import as_bits
from scoring.gongzhu.deck import EXPOSABLE
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.settling.settle import convert, divide_rounded
from scoring.gongzhu.settling.tables import Settler
from tests.scoring.gongzhu.deals import Deal, deal_at_random

GONGZHU = find_game("gongzhu")
VARIANTS: list[dict[str, Any]] = [
    *({"preset": name} for name in GONGZHU.presets),
    {"transformer_alone": "sum_zero", "hearts": "pips"},
    {"preset": "huapai", "self_won_transformer": "both", "self_won_heart_ace": "suit"},
    {"preset": "huapai", "auto_expose_fourth": True, "all_hearts": 150},
    {"preset": "qq", "normalise": "zero_sum_exact"},
    {"preset": "qq", "players": 3},
    {"preset": "qq", "players": 5},
    {"preset": "qq-double", "transformer_alone": "no_nonzero_card", "normalise": "pair_average"},
]
SETTLERS = [Settler(GONGZHU.rules(wanted)) for wanted in VARIANTS]


def as_numbers(deal: Deal, rules: RuleSet) -> tuple[list[int], int, int, list[int]]:
    """Return piles, exposures, first exposures and owners of a deal as bits."""
    piles = [as_bits(deal.won[seat]) for seat in rules.seats]
    dealt = [
        as_bits(card for card in EXPOSABLE if deal.owners[card] == seat) for seat in rules.seats
    ]
    shown = as_bits(card for card, _ in deal.shown)
    return piles, shown, as_bits(card for card, kind in deal.shown if kind == "first"), dealt


@pytest.mark.full
@given(st.sampled_from(SETTLERS), st.integers(0, 2**32))
def test_whole_numbers_settle_as_reports_do(settler: Settler, seed: int) -> None:
    """The tables are kept from deal to deal, so that each kind is met by many piles."""
    rules = settler.rules
    random = Random(seed)
    for _ in range(10):
        deal = deal_at_random(random, rules)
        settlement = GONGZHU.settle(deal.report(rules), rules)
        raw = settler.raw(*as_numbers(deal, rules))
        assert raw == tuple(settlement.raw.values())
        assert settler.scores(raw) == tuple(settlement.scores.values())


@given(st.sampled_from(SETTLERS), st.lists(st.integers(-(10**6), 10**6), min_size=5, max_size=5))
def test_every_form_of_scores_is_that_of_the_conversion(
    settler: Settler, points: list[int]
) -> None:
    rules = settler.rules
    unit = 1 if rules.scale % (rules.players - 1) == 0 else 60
    raw = tuple(number * unit for number in points[: rules.players])
    scores, _ = convert(dict(zip(rules.seats, raw, strict=True)), rules)
    assert settler.scores(raw) == tuple(scores.values())


def test_plain_cards_change_nothing() -> None:
    rules = GONGZHU.rules({})
    plain = as_bits(card for card in DECK if card[0] in "SC" and card not in ("SQ", "C10"))
    assert Settler(rules).raw([plain | as_bits(["C10"]), plain, 0, 0]) == (50, 0, 0, 0)


def test_halves_go_away_from_zero() -> None:
    """GZ-31."""
    assert [divide_rounded(number, 4) for number in (-6, -5, -2, -1, 0, 1, 2, 5, 6)] == [
        -2, -1, -1, 0, 0, 0, 1, 1, 2,
    ]  # fmt: skip
