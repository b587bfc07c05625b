"""The exact search agrees with an enumerator that tries every play of an ending."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scoring.gongzhu.deck import SCORING
from tests.samples import every_day, sampled
from tests.scoring.commands import answered
from tests.scoring.gongzhu.claim_search.endings import ending_at_random
from tests.scoring.gongzhu.claim_search.enumerator import End, TooMany, opinion
from tests.scoring.gongzhu.mixtures import GONGZHU, PLAY, SETTLEMENT, rules_at_random
from tests.scoring.samples import Sample

PRESETS = [p for p in GONGZHU.presets if GONGZHU.rules({"preset": p}).decks == 1]
ENDINGS = 48
FEW, MANY = 2_500, 10_000
"""Endings of more plays than this are left out: four cards a hand have up to 331,776."""


def agree(end: End, wanted: dict[str, Any], most_plays: int = MANY) -> None:
    """Compare an answer with the second opinion, where that is to be had."""
    try:
        second = opinion(end, most_plays)
    except TooMany:
        return
    line = end.line(rules=wanted)
    [answer] = answered("claim", [line])
    assert answer["problems"] == [], line
    assert (answer["possible"], answer["certain"]) == (second.possible, second.certain), line
    assert (answer["least"], answer["most"]) == (second.least, second.most), line
    assert answer["gave_up"] is False
    assert breaks(end, answer["line"]) is not second.certain, line


def breaks(end: End, line: list[list[str]]) -> bool:
    """Say whether a line is lawful, breaks the claim, and does so in its last trick alone."""
    plays = end.plays
    for seat, card in line:
        assert not end.is_broken(plays)
        assert (seat, (card,)) in end.lawful(plays)
        plays = (*plays, (seat, (card,)))
    assert len(plays) % len(end.seats) == 0 or not line
    return end.is_broken(plays)


@pytest.mark.parametrize("preset", every_day(PRESETS, each=6))
def test_every_preset_agrees_on_small_endings(preset: str, sample: Sample) -> None:
    """GZ-94 to GZ-97."""
    random, wanted = Random(f"huapai claims {preset}"), {"preset": preset}
    for place in sample(ENDINGS):
        cards = 1 + place // 8 % 4
        agree(ending_at_random(random, GONGZHU.rules(wanted), cards), wanted, FEW)


def of_four(preset: str, seed: str, number: int) -> None:
    """Compare endings of four cards a hand."""
    random, wanted = Random(f"huapai claims of four {seed} {preset}"), {"preset": preset}
    for _ in range(number):
        agree(ending_at_random(random, GONGZHU.rules(wanted), 4), wanted)


def mixtures(seed: str, number: int) -> None:
    """Compare under rules drawn at random: other numbers of players, protections and values too."""
    random, one_deck = Random(f"huapai claims mixed {seed}"), {**SETTLEMENT, **PLAY, "decks": [1]}
    for _ in range(number):
        wanted, rules = rules_at_random(random, one_deck)
        agree(ending_at_random(random, rules, random.choice([1, 2, 3])), wanted)


def test_captures_alone_give_the_same_answer() -> None:
    """Plain cards that were won change nothing, nor does the order of anything."""
    random, rules = Random("huapai captures claimed"), GONGZHU.rules({"preset": "huapai"})
    for cards in (1, 2, 3, 4, 5, 6):
        line = ending_at_random(random, rules, cards).line(rules={"preset": "huapai"})
        captures = {
            seat: [card for card in reversed(pile) if card in SCORING]
            for seat, pile in line["won"].items()
        }
        hands = {seat: hand[::-1] for seat, hand in reversed(line["hands"].items())}
        whole, short = answered("claim", [line, {**line, "won": captures, "hands": hands}])
        assert whole == short


@pytest.mark.full
@pytest.mark.parametrize("preset", sampled(PRESETS, PRESETS[:1]))
def test_every_preset_agrees_on_four_cards_a_hand(preset: str) -> None:
    """GZ-94 to GZ-97."""
    of_four(preset, "", 4)


def test_rules_drawn_at_random_agree(sample: Sample) -> None:
    """GZ-94 to GZ-97."""
    mixtures("", len(sample(80)))


@pytest.mark.nightly
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_agrees_on_many_endings_of_four_cards(preset: str) -> None:
    """GZ-94 to GZ-97."""
    of_four(preset, "in full", 20)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_many_mixtures_agree(part: int) -> None:
    """GZ-94 to GZ-97."""
    mixtures(str(part), 250)
