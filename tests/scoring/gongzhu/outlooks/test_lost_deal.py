"""A deal that is lost by a ruling: worked by hand, against the second opinion, and never beaten."""

from __future__ import annotations

from itertools import chain, combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given

from scoring.game import find_game
from scoring.gongzhu.outlooks.lost_deal import worst
from scoring.gongzhu.rules import ZERO_SUM_FORMS, RuleSet
from tests.samples import sampled
from tests.scoring.gongzhu import oracle
from tests.scoring.gongzhu.deals import deal_at_random
from tests.scoring.gongzhu.outlooks.test_outlook import RULES, SEEDS
from tests.toy_game import TOY

GONGZHU, SHENGJI = find_game("gongzhu"), find_game("shengji")
MADE = {"N": -100, "W": 0, "S": 100, "E": -200}


def exposed(**kinds: str) -> dict[str, Any]:
    return {"exposed": dict(kinds)}


@pytest.mark.parametrize(
    ("wanted", "report", "points"),
    [
        # Pig, twelve hearts without a worthless one, transformer: (−100 − 200) × 2 (GZ-12 to 16).
        ({}, {}, -600),
        # The ace of hearts exposed doubles all hearts: (−100 − 400) × 2 (GZ-21).
        ({}, exposed(HA="exposed"), -1000),
        # Pig and transformer exposed: (−200 − 200) × 4 (GZ-21).
        ({}, exposed(SQ="exposed", C10="exposed"), -1600),
        # The sheep is left to somebody else, exposed or not.
        ({}, exposed(DJ="exposed"), -600),
        # Pips (GZ-11): without the two, −(200 − 2) hearts: (−100 − 198) × 2.
        ({"hearts": "pips"}, {}, -596),
        # All hearts are worth 200 less nothing, never −200: one is left out (GZ-16).
        ({"all_hearts": 100}, {}, -600),
        # A slam that needs only hearts of value would be made with twelve (GZ-28): the sheep stays
        # away, so that it is none.
        ({"slam_hearts": "nonzero"}, {}, -600),
        # Two decks: (−100 × 2 − 200 × 2) × 2 × 2 (GZ-14, GZ-26).
        ({"decks": 2}, {}, -2400),
        # Three players have the same sixteen cards.
        ({"preset": "fifty", "players": 3}, {}, -600),
    ],
)
def test_what_is_lost_is_the_lowest_by_hand(
    wanted: dict[str, Any], report: dict[str, Any], points: int
) -> None:
    """GZ-98."""
    rules = GONGZHU.rules(wanted)
    assert worst(report, rules, rules.seats[0]) == points


def test_what_is_self_won_counts_for_its_owner_alone() -> None:
    """GZ-98, GZ-24: 首明 of south's pig, −100 × 4, and × 2 for south: (−800 − 200) × 2."""
    rules = GONGZHU.rules({"preset": "huapai"})
    report = {
        "exposed": {"SQ": "first"},
        "dealt": {"SQ": "S", "HA": "N", "DJ": "W", "C10": "W"},
    }
    assert worst(report, rules, "S") == -2000
    # North was dealt the ace: (−400 − 200 − 50) × 2. East was dealt none of them.
    assert worst(report, rules, "N") == -1300
    assert worst(report, rules, "E") == -1200


def test_an_exposure_that_is_void_is_none() -> None:
    """GZ-98, GZ-27: after its time, and not allowed by the referee."""
    late = {"seat": "N", "card": "HA", "kind": "exposed", "late": True}
    void, allowed = ({"exposed": [{**late, "allowed": said}]} for said in (False, True))
    assert worst(void, RuleSet(), "W") == -600
    assert worst(allowed, RuleSet(), "W") == -1000


def test_what_was_won_in_fact_is_of_no_account() -> None:
    """GZ-98: the cards of a deal are settled, and what is lost is as if they lay otherwise."""
    every = {"won": {"N": oracle.SIXTEEN}}
    assert GONGZHU.settle(every, RuleSet()).raw["N"] == 800
    assert worst(every, RuleSet(), "N") == -600


def test_the_others_keep_what_they_made() -> None:
    """GZ-99."""
    assert GONGZHU.lose({}, RuleSet(), MADE, ["S"]) == {**MADE, "S": -600}
    assert GONGZHU.lose({}, RuleSet(), MADE, ["S", "E"]) == {**MADE, "S": -600, "E": -600}


def test_nobody_gains_by_losing() -> None:
    """GZ-99: what a referee gave before may be lower than any deal."""
    assert GONGZHU.lose({}, RuleSet(), {**MADE, "S": -2000}, ["S"]) == {**MADE, "S": -2000}


def test_where_scores_sum_to_nothing_the_others_share_it() -> None:
    """GZ-99: the source's example (T8 L160-166), and east loses: −633⅓ rounded, times 12."""
    made = {"N": -960, "W": -3516, "S": 960, "E": 3516}
    after = GONGZHU.lose({}, GONGZHU.rules({"preset": "qq"}), made, ["E"])
    # −7596 − 3516 = −11112, of which each of the others has 3704.
    assert after == {"N": 2744, "W": 188, "S": 4664, "E": -7596}


def test_what_cannot_be_shared_goes_by_ones_in_order_of_play() -> None:
    """GZ-99: 340 among three."""
    rules = RuleSet(normalise=GONGZHU.rules({"normalise": "zero_sum_rounded"}).normalise)
    after = GONGZHU.lose({}, rules, {"N": -80, "W": -293, "S": 80, "E": 293}, ["W"])
    assert after == {"N": 34, "W": -633, "S": 193, "E": 406}


def test_partners_of_one_value_lose_it_together() -> None:
    """GZ-99, GZ-34."""
    made = {"N": -100, "W": 50, "S": -100, "E": 50}
    after = GONGZHU.lose({}, GONGZHU.rules({"preset": "huapai-pairs"}), made, ["N"])
    assert after is not None
    assert after["N"] == after["S"] < -600
    assert (after["W"], after["E"]) == (50, 50)


def test_who_is_not_at_the_table_loses_nothing() -> None:
    assert worst({}, RuleSet(), "Q") is None
    assert GONGZHU.lose({}, RuleSet(), MADE, ["Q"]) == MADE


@pytest.mark.parametrize("game", [SHENGJI, TOY])
def test_other_games_have_no_worst_result_of_a_seat(game: Any) -> None:
    assert game.lose({}, game.rules({}), MADE, ["S"]) is None


@pytest.mark.full
@given(RULES, SEEDS)
def test_no_deal_is_worse_than_a_lost_one(rules: RuleSet, seed: int) -> None:
    """GZ-98, GZ-99."""
    report = deal_at_random(Random(seed), rules).report(rules)
    scores = GONGZHU.settle(report, rules).scores
    for seat in rules.seats:
        lowest = worst(report, rules, seat)
        assert lowest is not None
        assert scores[seat] >= lowest
        after = GONGZHU.lose(report, rules, scores, [seat])
        assert after is not None
        assert after[seat] == lowest
        if rules.normalise in ZERO_SUM_FORMS:
            assert sum(after.values()) == sum(scores.values())
        elif "pair" not in rules.normalise:
            assert {**after, seat: scores[seat]} == scores


@pytest.mark.full
@pytest.mark.parametrize(
    "preset", sampled(["classic", "huapai", "fifty", "western", "taiwan"], ["classic", "huapai"])
)
def test_it_is_the_lowest_of_all_piles_by_the_second_opinion(preset: str) -> None:
    """GZ-98: every set of the sixteen cards as the pile of one seat, scored slowly."""
    random, rules = Random(f"huapai lost {preset}"), GONGZHU.rules({"preset": preset})
    deal = deal_at_random(random, rules)
    seat, data = random.choice(rules.seats), rules.as_dict()
    shown = oracle.with_fourth(data, deal.shown)
    cards = oracle.SIXTEEN
    piles = chain.from_iterable(combinations(cards, size) for size in range(len(cards) + 1))
    lowest = min(oracle.pile_points(data, seat, pile, shown, deal.owners) for pile in piles)
    assert worst(deal.report(rules), rules, seat) == lowest
