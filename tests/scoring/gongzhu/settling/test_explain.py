"""The sums of a seat as formulas: what they look like, and that they come to the points."""

import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import find_game
from scoring.gongzhu.deck import HEARTS, SCORING
from scoring.gongzhu.settling.settle import convert
from scoring.settlement import Explanation, Settlement
from tests.scoring.gongzhu.deals import deal_at_random
from tests.scoring.gongzhu.vectors import rest_of
from tests.toy_game import TOY

GONGZHU = find_game("gongzhu")
PRESETS = st.sampled_from(GONGZHU.presets).map(lambda name: GONGZHU.rules({"preset": name}))
SLAM = list(SCORING)
GLYPHS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}


def north(
    pile: list[str], wanted: dict[str, Any] | None = None, exposed: Any = None, own: str = ""
) -> str:
    """Return the formula of north, who won a pile; `own` are the cards that he was dealt."""
    rules = GONGZHU.rules(wanted or {})
    dealt = None
    if rules.self_won:
        dealt = {card: "N" if card in own.split() else "E" for card in ("SQ", "HA", "DJ", "C10")}
    report = {"won": {"N": pile, "W": rest_of(pile, rules.decks)}, "exposed": exposed}
    settlement = GONGZHU.settle({**report, "dealt": dealt}, rules)
    return GONGZHU.explain(settlement, "N").raw


def scored(wanted: dict[str, Any], *raw: int) -> str:
    """Return how the first seat comes from its raw points to its score."""
    rules = GONGZHU.rules(wanted)
    points = dict(zip(rules.seats, raw, strict=True))
    settlement = settlement_of(points, rules)
    return GONGZHU.explain(settlement, rules.seats[0]).score


def settlement_of(raw: dict[str, int], rules: Any) -> Settlement:
    """Return a settlement of these raw points without their lines."""
    scores, conversions = convert(raw, rules)
    return Settlement(raw, scores, (), conversions)


def test_the_example_of_the_source_is_one_derivation() -> None:
    """T9 L289."""
    pile = ["SQ", "H6", "H8", "H10", "HJ", "C10"]
    assert north(pile, exposed={"HA": "exposed"}) == "(-100 - 20×3 - 40) × 2 = -400"


def test_the_slam_of_the_source_is_one_derivation() -> None:
    """T9 L290: (200 + 400 + 200) × 2."""
    shown = {"SQ": "exposed", "HA": "exposed"}
    text = north(SLAM, {"preset": "huapai"}, shown, own="DJ")
    assert text == "(200 + 20×6 + 40 + 60 + 80 + 100 + 100×2) × 2 = 1600"


@pytest.mark.parametrize(
    ("pile", "text"),
    [
        ([], "0"),
        (["H2", "H4"], "0"),
        (["SQ"], "-100"),
        (["H5", "H6"], "-10×2 = -20"),
        (["DJ", "SQ"], "-100 + 100 = 0"),
        (["C10"], "50"),
        (["C10", "H2"], "0 × 2 = 0"),
        (["C10", "SQ"], "-100 × 2 = -200"),
        (list(HEARTS), "10×6 + 20 + 30 + 40 + 50 = 200"),
    ],
)
def test_a_formula_says_no_more_than_it_has_to(pile: list[str], text: str) -> None:
    assert north(pile) == text


def test_self_winning_stands_behind_the_card_or_all_hearts() -> None:
    """GZ-24."""
    rules = {"preset": "huapai"}
    assert north(["HA", "HK"], rules, own="HA") == "-40 - 50×2 = -140"
    suit = {**rules, "self_won_heart_ace": "suit"}
    assert north(["HA", "HK"], suit, own="HA") == "-40×2 - 50×2 = -180"
    both = {**rules, "self_won_transformer": "both"}
    assert north(["SQ", "C10"], both, {"C10": "first"}, own="C10") == "-100 × 8 × 2 = -1600"
    assert north(["C10"], rules, {"C10": "exposed"}, own="C10") == "100×2 = 200"


def test_fixed_values_take_the_place_of_the_cards() -> None:
    """GZ-16, GZ-19."""
    rules = {"preset": "fifty"}
    assert north(SLAM, rules) == "1000"
    assert north(SLAM, rules, {"HA": "exposed"}) == "(100 + 200 + 50) × 2 = 700"


def test_a_slam_in_proportion_shows_both_sums() -> None:
    """GZ-20."""
    rules = {"preset": "qq-double"}
    hearts = "10×12 + 20×2 + 30×2 + 40×2 + 50×2"
    text = f"1600 × ((100×2 + {hearts} + 100×2) × 4) ÷ 3200 = 1600"
    assert north([*SLAM, *SLAM], rules) == text
    assert north(["C10", "C10"], rules, [{"seat": "N", "card": "C10", "kind": "exposed"}]) == (
        "100 + 50 = 150"
    )


@pytest.mark.parametrize(
    ("wanted", "raw", "text"),
    [
        ({}, (-100, 0, 0, 0), ""),
        ({"preset": "qq"}, (-280, -120, 0, 160), "-280 - 40÷3 = -293⅓ ≈ -293; -293 × 12 = -3516"),
        ({"preset": "qq"}, (-120, -280, 0, 160), "-120 + 120÷3 = -80; -80 × 12 = -960"),
        (
            {"preset": "qq", "normalise": "zero_sum_exact"},
            (-280, -120, 0, 160),
            "(-280 - 40÷3) × 12 = -3520",
        ),
        ({"normalise": "pair_half_difference"}, (-190, 50, -10, 0), "(-200 - 50) ÷ 2 = -125"),
        ({"normalise": "pair_sum"}, (-190, 50, -10, 0), "-190 - 10 = -200"),
        ({"normalise": "pair_average"}, (-3, 0, 0, 0), "(-3 + 0) ÷ 2 = -1½ ≈ -2"),
    ],
)
def test_a_score_shows_what_was_rounded(wanted: Any, raw: tuple[int, ...], text: str) -> None:
    """GZ-30 to GZ-35."""
    assert scored(wanted, *raw) == text


def evaluated(text: str) -> Fraction:
    """Return what a formula without an equals sign comes to."""
    for glyph, fraction in GLYPHS.items():
        text = re.sub(rf"(-?)(\d*){glyph}", rf"\1(0\2+{fraction})", text)
    text = re.sub(r"\b0+(?=\d)", "", text)
    text = re.sub(r"\d+", r"Fraction(\g<0>)", text.replace("×", "*").replace("÷", "/"))
    return Fraction(eval(text, {"Fraction": Fraction}))  # noqa: S307 (digits and signs alone)


def assert_true(text: str, result: int) -> None:
    """What is equal is equal, what is about is within half, and the end is the result."""
    for step in text.split("; "):
        exact, _, about = step.partition(" ≈ ")
        values = [evaluated(part) for part in exact.split(" = ")]
        assert len(set(values)) == 1, text
        assert not about or 0 < abs(evaluated(about) - values[0]) <= Fraction(1, 2)
        end = evaluated(about) if about else values[0]
    assert end == result


@given(PRESETS, st.integers(0, 2**32))
def test_every_formula_comes_to_the_points(rules: Any, seed: int) -> None:
    settlement = GONGZHU.settle(deal_at_random(Random(seed), rules).report(rules), rules)
    for seat in rules.seats:
        explained = GONGZHU.explain(settlement, seat)
        assert_true(explained.raw, settlement.raw[seat])
        if explained.score:
            assert_true(explained.score, settlement.scores[seat])
        else:
            assert settlement.raw[seat] == settlement.scores[seat]


@given(PRESETS, st.integers(0, 2**32))
def test_the_residue_is_what_rounding_left(rules: Any, seed: int) -> None:
    """GZ-31, GZ-36: the forms that promise zero miss it by the rounding alone."""
    settlement = GONGZHU.settle(deal_at_random(Random(seed), rules).report(rules), rules)
    promised = rules.normalise in ("zero_sum_rounded", "zero_sum_exact", "pair_half_difference")
    assert (settlement.residue is not None) == promised
    if settlement.residue is not None:
        assert sum(settlement.scores.values()) == settlement.residue
        assert abs(settlement.residue) <= rules.scale
        assert settlement.as_json()["residue"] == settlement.residue
    assert Settlement.from_json(settlement.as_json(), GONGZHU.codes) == settlement


def test_a_settlement_that_was_stored_without_its_residue_is_read() -> None:
    stored = Settlement({"N": 0}, {"N": 0}, (), ()).as_json()
    assert "residue" not in stored
    assert Settlement.from_json(stored, GONGZHU.codes).residue is None


def test_the_toy_explains_itself() -> None:
    settlement = TOY.settle({"won": {"N": 13}}, TOY.rules({"value": 2}))
    assert TOY.explain(settlement, "N") == Explanation("26")
