"""What holds for every deal: lines add up, seats are alike, and no JSON is too strange."""

import json
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import Context, find_game
from scoring.gongzhu.rules import Normalise, RuleSet
from scoring.lines import answer_lines
from scoring.problems import Problem, RulesRefused
from scoring.seats import COMPASS
from scoring.settlement import Settlement
from tests.scoring.gongzhu.deals import Deal, deal_at_random

GONGZHU = find_game("gongzhu")
PRESETS = st.sampled_from(GONGZHU.presets).map(lambda name: GONGZHU.rules({"preset": name}))
SEEDS = st.integers(0, 2**32)

TEXTS = st.one_of(
    st.sampled_from(
        ["won", "exposed", "dealt", "hands", "N", "W", "1", "SQ", "DJ", "HA", "C10", "H2", "first"]
    ),
    st.sampled_from(["plays", "leader", "first_deal", "claim", "allocation", "all", "none"]),
    st.sampled_from(["after_trick", "accepted", "contested", "decided", "reason", "nothing_left"]),
    st.sampled_from(["seat", "card", "kind", "low", "high", "preset", "game_end", "first_pig"]),
    st.text(max_size=5),
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=5)),
    max_leaves=25,
)


def settle(deal: Deal, rules: RuleSet) -> Settlement:
    """Settle a deal that is free of problems."""
    assert GONGZHU.problems(deal.report(rules), rules) == ()
    return GONGZHU.settle(deal.report(rules), rules)


@given(PRESETS, SEEDS)
def test_the_lines_of_a_seat_add_up(rules: RuleSet, seed: int) -> None:
    settlement = settle(deal_at_random(Random(seed), rules), rules)
    for seat in rules.seats:
        assert sum(line.points for line in settlement.lines_of(seat)) == settlement.raw[seat]
        conversions = settlement.conversions_of(seat)
        assert sum(line.points for line in conversions) == settlement.scores[seat]
        assert conversions[0].points == settlement.raw[seat]


@given(PRESETS, SEEDS)
def test_every_seat_is_named_and_every_scoring_card_explained(rules: RuleSet, seed: int) -> None:
    deal = deal_at_random(Random(seed), rules)
    settlement = settle(deal, rules)
    assert tuple(settlement.raw) == tuple(settlement.scores) == rules.seats
    for seat, pile in deal.won.items():
        explained = {card for line in settlement.lines_of(seat) for card in line.cards}
        assert explained == set(pile)


@given(PRESETS, SEEDS)
def test_a_settlement_survives_json(rules: RuleSet, seed: int) -> None:
    settlement = settle(deal_at_random(Random(seed), rules), rules)
    written = json.loads(json.dumps(settlement.as_json()))
    assert Settlement.from_json(written, GONGZHU.codes) == settlement


@given(PRESETS, SEEDS, st.sampled_from(list(permutations(COMPASS))))
def test_other_seats_have_the_same_points(
    rules: RuleSet, seed: int, others: tuple[str, ...]
) -> None:
    """A permutation of the seats permutes the raw points; of pairs as pairs, the scores too."""
    moved = dict(zip(COMPASS, others, strict=True))
    deal = deal_at_random(Random(seed), rules)
    again = Deal(
        {moved[seat]: deal.won[seat] for seat in deal.won},
        deal.shown,
        {card: moved[seat] for card, seat in deal.owners.items()},
    )
    before, after = settle(deal, rules), settle(again, rules)
    assert {moved[seat]: points for seat, points in before.raw.items()} == after.raw
    pairs_stay = {moved["N"], moved["S"]} in ({"N", "S"}, {"W", "E"})
    if pairs_stay or rules.normalise in (Normalise.NONE, Normalise.ZERO_SUM_ROUNDED):
        assert {moved[seat]: points for seat, points in before.scores.items()} == after.scores


@pytest.mark.full
@given(PRESETS, SEEDS, st.randoms(use_true_random=False))
def test_the_order_in_which_a_report_is_written_means_nothing(
    rules: RuleSet, seed: int, random: Random
) -> None:
    deal = deal_at_random(Random(seed), rules)
    before = settle(deal, rules)
    for cards in deal.won.values():
        random.shuffle(cards)
    shuffled = list(deal.won.items())
    random.shuffle(shuffled)
    random.shuffle(deal.shown)
    assert settle(replace(deal, won=dict(shuffled)), rules) == before


@given(st.sampled_from([3, 4, 5]), SEEDS)
def test_exact_zero_sum_sums_to_zero(players: int, seed: int) -> None:
    """GZ-32."""
    wanted = {"players": players, "normalise": "zero_sum_exact", "scale": 12}
    rules = GONGZHU.rules(wanted)
    assert sum(settle(deal_at_random(Random(seed), rules), rules).scores.values()) == 0


@given(SEEDS)
def test_rounded_zero_sum_leaves_no_more_than_its_rounding(seed: int) -> None:
    """GZ-31: four thirds at most, so one point, and twelve after the scale."""
    rules = GONGZHU.rules({"preset": "qq"})
    settlement = settle(deal_at_random(Random(seed), rules), rules)
    assert sum(settlement.scores.values()) in (-12, 0, 12)


@given(PRESETS, JSON)
def test_no_report_is_too_strange_to_be_answered(rules: RuleSet, report: Any) -> None:
    hands = dict.fromkeys(rules.seats, ("SQ",))
    for context in (Context(), Context(hands)):
        problems = GONGZHU.problems(report, rules, context)
        assert problems
        assert [Problem.from_json(p.as_json(), GONGZHU.codes) for p in problems] == list(problems)


PLAYS = st.lists(
    st.tuples(st.sampled_from([*COMPASS, "X"]), st.sampled_from(["SQ", "S2", "HA", "C2", "ZZ"])),
    max_size=9,
)
CLAIMS = st.dictionaries(
    st.sampled_from(["seat", "kind", "allocation", "after_trick", "contested", "decided"]),
    st.one_of(JSON, st.sampled_from(["N", "all", "none", "allocation"]), st.booleans()),
)


@given(PRESETS, PLAYS, CLAIMS, JSON)
def test_no_play_is_too_strange_to_be_followed(
    rules: RuleSet, plays: Any, claim: Any, data: Any
) -> None:
    """Whatever is followed can be written down, and the counting cards are all accounted for."""
    hands = dict.fromkeys(rules.seats, ("SQ",))
    for report in (data, {"plays": plays, "claim": claim, "hands": data, "won": data}):
        for context in (Context(), Context(hands)):
            following = GONGZHU.follow(report, rules, context)
            assert json.dumps(following.as_json())
            assert not (following.done and following.missing)
            GONGZHU.problems(report, rules, context)


def rules_or_problems(wanted: Any) -> RuleSet | tuple[Problem, ...]:
    """Return what a set of rules is read as, or why it is refused."""
    try:
        rules: RuleSet = GONGZHU.rules(wanted)
    except RulesRefused as refused:
        return refused.problems
    return rules


@given(JSON)
def test_no_rules_are_too_strange_to_be_answered(wanted: Any) -> None:
    ruleset = rules_or_problems(wanted)
    assert ruleset
    if isinstance(ruleset, RuleSet):
        assert GONGZHU.rules(ruleset.as_dict()) == ruleset


@given(st.binary(max_size=60), JSON)
def test_no_line_is_too_strange_to_be_answered(garbage: bytes, data: Any) -> None:
    report = {"id": data, "game": "gongzhu", "rules": data, "won": data}
    lines = [garbage.replace(b"\n", b""), json.dumps(data).encode(), json.dumps(report).encode()]
    assert all(json.loads(answer)["problems"] for answer in answer_lines(lines))
