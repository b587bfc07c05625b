"""What explains a sum comes to the sum: every formula is worked out by its signs alone."""

from random import Random
from typing import Any

import pytest

from scoring.game import find_game
from tests.scoring.gongzhu.deals import deal_at_random
from tests.scoring.gongzhu.mixtures import SETTLEMENT, rules_at_random
from tests.scoring.gongzhu.settling.formulas import result_of, value_of
from tests.scoring.samples import Sample

GONGZHU = find_game("gongzhu")


def explained(wanted: dict[str, Any], random: Random) -> None:
    """Settle a deal, and work out the formulas of every seat."""
    rules = GONGZHU.rules(wanted)
    deal = deal_at_random(random, rules)
    settlement = GONGZHU.settle(deal.report(rules), rules)
    for seat in rules.seats:
        explanation = GONGZHU.explain(settlement, seat)
        raw, score = settlement.raw[seat], settlement.scores[seat]
        assert result_of(explanation.raw) == raw, (wanted, deal, explanation)
        if explanation.score:
            assert result_of(explanation.score) == score, (wanted, deal, explanation)
        else:
            assert raw == score, (wanted, deal)


@pytest.mark.parametrize("preset", GONGZHU.presets)
def test_the_formulas_of_every_preset_come_to_the_points(preset: str, sample: Sample) -> None:
    random = Random(f"huapai formulas {preset}")
    for _ in sample(60):
        explained({"preset": preset}, random)


def test_the_formulas_of_mixtures_come_to_the_points(sample: Sample) -> None:
    random = Random("huapai formulas of mixtures")
    for _ in sample(300):
        explained(rules_at_random(random, SETTLEMENT)[0], random)


def test_the_example_of_the_source_is_explained_in_its_own_words() -> None:
    """S01, T9 L289: (-100+(-20×3)+(-40))×2=-400."""
    rules = GONGZHU.rules({})
    hearts = [f"H{rank}" for rank in ("2", "3", "4", "5", "7", "9", "Q", "K", "A")]
    won = {"N": ["SQ", "H6", "H8", "H10", "HJ", "C10"], "W": ["DJ", *hearts]}
    settlement = GONGZHU.settle({"won": won, "exposed": {"HA": "exposed"}}, rules)
    explanation = GONGZHU.explain(settlement, "N")
    assert explanation.raw == "(-100 - 20×3 - 40) × 2 = -400"
    assert value_of("(-100+(-20×3)+(-40))×2") == settlement.raw["N"] == -400


@pytest.mark.parametrize("wrong", ["2 + 2 = 5", "1 + 1÷2 ≈ 1", "7÷3 = 2⅔", "(1 + 1) × 2 = 3"])
def test_a_formula_that_does_not_hold_is_found(wrong: str) -> None:
    with pytest.raises(AssertionError):
        result_of(wrong)
