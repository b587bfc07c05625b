"""Whole deals: the engine follows them as the second opinion does, lawful and lawless."""

import json
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.scoring.gongzhu.play.following import GONGZHU, PROTECTIONS, may_play
from tests.scoring.gongzhu.play.plays import dealt_at_random, played
from tests.scoring.samples import Sample

DEMO = Path(__file__).parents[4] / "config/simulation/demo/deals.jsonl"

VARIANTS = st.fixed_dictionaries(
    {
        "players": st.sampled_from([3, 4, 4, 5]),
        "direction": st.sampled_from(["counterclockwise", "clockwise"]),
        "protection": st.sampled_from(PROTECTIONS),
        "first_lead": st.sampled_from(["C2", "S7", "free"]),
        "first_exposure": st.booleans(),
        "auto_expose_fourth": st.booleans(),
    }
)
SEEDS = st.integers(0, 2**32)


@given(VARIANTS, SEEDS)
def test_the_engine_and_the_reference_agree_on_lawful_play(
    wanted: dict[str, Any], seed: int
) -> None:
    """GZ-61 to GZ-68, on deals played at random within the law."""
    rules, random = GONGZHU.rules(wanted), Random(seed)
    deal = dealt_at_random(random, rules)
    story = played(deal, rules, lambda hand, may: random.choice(sorted(may)))
    plays = [(seat, card) for seat, card, _ in story]
    following = GONGZHU.follow(deal.report(plays), rules)
    assert (following.flags, following.missing, following.done) == ((), (), True)
    cut = random.randrange(len(plays))
    before = GONGZHU.follow(deal.report(plays[:cut]), rules)
    assert (before.next, set(may_play(before))) == (story[cut][0], story[cut][2])


@given(VARIANTS, SEEDS)
def test_the_engine_and_the_reference_agree_on_lawless_play(
    wanted: dict[str, Any], seed: int
) -> None:
    """GZ-64 to GZ-69: every card that is not lawful is flagged once, and no other."""
    rules, random = GONGZHU.rules(wanted), Random(seed)
    deal = dealt_at_random(random, rules)
    story = played(deal, rules, lambda hand, may: random.choice(hand))
    following = GONGZHU.follow(deal.report([(seat, card) for seat, card, _ in story]), rules)
    lawless = [place for place, (_, card, may) in enumerate(story) if card not in may]
    assert [flag.play for flag in following.flags] == lawless
    assert GONGZHU.problems(deal.report([(s, c) for s, c, _ in story]), rules) == ()


def test_the_deals_of_the_demo_are_played_by_the_rules(sample: Sample) -> None:
    """GZ-61 to GZ-69: every play is legal, and the tricks give what the deal says was won."""
    deals = [json.loads(line) for line in DEMO.read_text("utf-8").splitlines()]
    assert len(deals) == 200
    for deal in [deals[place] for place in sample(len(deals))]:
        rules = GONGZHU.rules(deal["rules"])
        report = {name: deal[name] for name in ("hands", "exposed", "plays")}
        following = GONGZHU.follow(report, rules)
        assert following.flags == ()
        won = {seat: sorted(cards) for seat, cards in following.won.items()}
        assert won == {seat: sorted(cards) for seat, cards in deal["won"].items()}
        assert GONGZHU.settle(report, rules) == GONGZHU.settle(deal_of(deal), rules)


def deal_of(line: dict[str, Any]) -> dict[str, Any]:
    """Return the same deal written down by captures."""
    return {name: line[name] for name in ("won", "exposed", "hands")}
