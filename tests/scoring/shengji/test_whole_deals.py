"""Whole deals, played out by the second opinion, are judged by the commands play by play."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.samples import every_day
from tests.scoring.commands import answered
from tests.scoring.samples import Sample
from tests.scoring.shengji import play_by_hand as reference
from tests.scoring.shengji.questions import DECKS, line, plays_at_random
from tests.scoring.shengji.whole_deals import Trick, WholeDeal, played_out

PRESETS = tuple(DECKS)

Question = tuple[dict[str, Any], bool]
"""A line, and whether the play in it is legal."""


def leads(deal: WholeDeal, trick: Trick) -> dict[str, Any]:
    """Return the question whether what was put down stands."""
    others = [trick.hands[(trick.leader + place) % 4] for place in (1, 2, 3)]
    return line(deal.preset, deal.trump, thrown=trick.led, other_hands=others)


def follows(random: Random, deal: WholeDeal, trick: Trick) -> Iterator[Question]:
    """Return whether three plays may follow: those of the deal, and others of the same hands."""
    for place in (1, 2, 3):
        hand, led = trick.hands[(trick.leader + place) % 4], trick.plays[0]
        for play in (trick.plays[place], *plays_at_random(random, hand, led, deal.trump, 1)):
            right = reference.legal(led, hand, play, deal.trump)
            yield line(deal.preset, deal.trump, led=led, hand=hand, play=play), right


def judge(random: Random, deal: WholeDeal) -> None:
    """Ask about every lead, play and trick of a deal, and about its end."""
    thrown = answered("throw", [leads(deal, trick) for trick in deal.tricks])
    for trick, answer in zip(deal.tricks, thrown, strict=True):
        assert sorted(answer["played"]) == sorted(trick.plays[0]), (trick, answer)
        assert answer["stands"] == (len(trick.led) == len(trick.plays[0]))
    questions = [question for trick in deal.tricks for question in follows(random, deal, trick)]
    legal = answered("follow", [question for question, _ in questions])
    for (question, right), answer in zip(questions, legal, strict=True):
        assert answer["legal"] is right, (question, answer)
    tricks = [line(deal.preset, deal.trump, plays=trick.plays) for trick in deal.tricks]
    for trick, answer in zip(deal.tricks, answered("trick", tricks), strict=True):
        assert (trick.leader + answer["winner"]) % 4 == trick.winner, (trick, deal.trump)
        assert answer["points"] == trick.points
    end = line(deal.preset, deal.trump, winning_play=deal.last)
    [kitty] = answered("kitty", [end])
    if deal.factor:
        assert kitty["multiplier"] == deal.factor
    levels = line(deal.preset, attackers_points=deal.attackers_points)
    [gained] = answered("levels", [levels])
    expected = reference.levels(deal.preset, deal.attackers_points)
    assert (gained["dealer_keeps"], gained["dealer_up"], gained["attackers_up"]) == expected


@pytest.mark.parametrize("preset", every_day(PRESETS, each=3))
def test_whole_deals_are_judged_alike(preset: str, sample: Sample) -> None:
    random = Random(f"huapai whole deals {preset}")
    for _ in sample(4):
        judge(random, played_out(random, preset))


@pytest.mark.nightly
@pytest.mark.parametrize("preset", PRESETS)
def test_many_whole_deals_are_judged_alike(preset: str) -> None:
    random = Random(f"huapai many whole deals {preset}")
    for _ in range(80):
        judge(random, played_out(random, preset))
