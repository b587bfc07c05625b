"""Options of play that differ from the source, against the second opinion."""

from random import Random
from typing import Any

import pytest

from tests.samples import every_day
from tests.scoring.commands import answered
from tests.scoring.samples import Sample
from tests.scoring.shengji import play_by_hand as reference
from tests.scoring.shengji.cards_by_hand import Trump
from tests.scoring.shengji.questions import (
    DECKS,
    lead_at_random,
    line,
    plays_at_random,
    table_at_random,
)

PRESETS = ("lianzhong-2", "lianzhong-3", "standard-2", "standard-3")
QUESTIONS = 120


def under(preset: str, option: dict[str, Any], trump: Trump, **fields: Any) -> dict[str, Any]:
    """Return a line of a preset with an option that differs."""
    return {**line(preset, trump, **fields), "rules": {"preset": preset, **option}}


@pytest.mark.parametrize("preset", every_day(PRESETS, each=3))
@pytest.mark.parametrize("partner", [True, False])
@pytest.mark.parametrize("fallback", ["kind_priority", "smallest"])
def test_throws_agree(preset: str, partner: bool, fallback: str, sample: Sample) -> None:
    random = Random(f"huapai options throw {preset} {partner} {fallback}")
    option = {"partner_blocks_throw": partner, "throw_fallback": fallback}
    questions, expected = [], []
    for _ in sample(QUESTIONS):
        table = table_at_random(random, DECKS[preset])
        led = lead_at_random(random, table.leader, table.trump)
        questions.append(under(preset, option, table.trump, thrown=led, other_hands=table.others))
        hands = table.others if partner else (table.others[0], table.others[2])
        expected.append(reference.thrown(led, hands, table.trump, fallback == "smallest"))
    for question, right, answer in zip(
        questions, expected, answered("throw", questions), strict=True
    ):
        assert sorted(answer["played"]) == sorted(right), (question, answer)


@pytest.mark.parametrize("preset", PRESETS)
def test_following_agrees_where_a_part_of_a_tractor_is_not_asked_for(
    preset: str, sample: Sample
) -> None:
    random = Random(f"huapai options partial {preset}")
    questions, expected = [], []
    for _ in sample(QUESTIONS):
        table = table_at_random(random, DECKS[preset], 14)
        trump, led = table.trump, lead_at_random(random, table.leader, table.trump)
        hand = max(table.others, key=len)
        if len(led) <= len(hand):
            for play in plays_at_random(random, hand, led, trump, 6):
                option = {"partial_tractor": False}
                questions.append(under(preset, option, trump, led=led, hand=hand, play=play))
                expected.append(reference.legal(led, hand, play, trump, partial=False))
    for question, right, answer in zip(
        questions, expected, answered("follow", questions), strict=True
    ):
        assert answer["legal"] is right, (question, answer)


@pytest.mark.parametrize("preset", ["lianzhong-2", "lianzhong-3"])
def test_kitties_agree_where_the_greatest_figure_counts(preset: str, sample: Sample) -> None:
    random = Random(f"huapai options kitty {preset}")
    questions, expected = [], []
    for _ in sample(QUESTIONS):
        table = table_at_random(random, DECKS[preset])
        play = lead_at_random(random, table.leader, table.trump)
        questions.append(under(preset, {"kitty_precedence": "max"}, table.trump, winning_play=play))
        expected.append(reference.greatest_multiplier(play, table.trump))
    for question, right, answer in zip(
        questions, expected, answered("kitty", questions), strict=True
    ):
        assert answer["multiplier"] == right, (question, answer)
