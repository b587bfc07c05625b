"""Whole deals settle to what the second opinion says, from their result and from their plays."""

from random import Random
from typing import Any

import pytest

from tests.samples import every_day
from tests.scoring.commands import answered
from tests.scoring.samples import Sample
from tests.scoring.shengji import play_by_hand as reference
from tests.scoring.shengji.questions import DECKS, line
from tests.scoring.shengji.whole_deals import WholeDeal, played_out

PRESETS = tuple(DECKS)
SEATS = "NWSE"


def seated(deal: WholeDeal, dealer: int) -> str:
    """Return the seats in order of play from the dealer."""
    return SEATS[dealer:] + SEATS[:dealer]


def result_of(deal: WholeDeal, dealer: int) -> dict[str, Any]:
    """Return the report of a deal's result."""
    winner = seated(deal, dealer)[deal.tricks[-1].winner]
    return line(
        deal.preset,
        deal.trump,
        dealer=SEATS[dealer],
        attackers_points=deal.in_tricks,
        kitty_points=reference.points(deal.kitty),
        last_trick={"winner": winner, "cards": deal.last},
    )


def plays_of(deal: WholeDeal, dealer: int) -> dict[str, Any]:
    """Return the report of every play of a deal."""
    seats = seated(deal, dealer)
    plays = [
        [seats[(trick.leader + place) % 4], play]
        for trick in deal.tricks
        for place, play in enumerate(trick.plays)
    ]
    hands = dict(zip(seats, deal.hands, strict=True))
    report = {"dealer": SEATS[dealer], "hands": hands, "kitty": deal.kitty, "plays": plays}
    return line(deal.preset, deal.trump, **report)


def expected(deal: WholeDeal, dealer: int) -> dict[str, Any]:
    """Return what a settlement has to say of the deal."""
    points, seats = deal.attackers_points, seated(deal, dealer)
    keeps, dealer_up, attackers_up = reference.levels(deal.preset, points)
    return {
        "attackers_points": points,
        "multiplier": deal.factor or None,
        "dealer_keeps": keeps,
        "dealer_up": dealer_up,
        "attackers_up": attackers_up,
        "next_dealer": seats[2 if keeps else 1],
        "scores": {seat: (dealer_up, attackers_up)[seats.index(seat) % 2] for seat in SEATS},
        "problems": [],
    }


def compare(random: Random, preset: str) -> None:
    """Settle one deal in both ways."""
    deal, dealer = played_out(random, preset), random.randrange(4)
    right = expected(deal, dealer)
    reports = [result_of(deal, dealer), plays_of(deal, dealer)]
    for report, answer in zip(reports, answered("settle", reports), strict=True):
        assert {name: answer.get(name) for name in right} == right, (report, answer)
        for seat in SEATS:
            lines = [line["points"] for line in answer["lines"] if line["seat"] == seat]
            turned = [line["points"] for line in answer["conversions"] if line["seat"] == seat]
            assert sum(lines) == answer["raw"][seat]
            assert sum(turned) == answer["scores"][seat]


@pytest.mark.parametrize("preset", every_day(PRESETS, each=3))
def test_whole_deals_settle_alike(preset: str, sample: Sample) -> None:
    random = Random(f"huapai whole settlements {preset}")
    for _ in sample(5):
        compare(random, preset)


@pytest.mark.nightly
@pytest.mark.parametrize("preset", PRESETS)
def test_many_whole_deals_settle_alike(preset: str) -> None:
    random = Random(f"huapai many whole settlements {preset}")
    for _ in range(100):
        compare(random, preset)


@pytest.mark.parametrize("preset", PRESETS)
def test_points_that_no_deal_has_are_a_problem(preset: str) -> None:
    """The checksum: a hundred points a deck, in tricks and the kitty together."""
    deal = played_out(Random(f"huapai checksum {preset}"), preset)
    report = result_of(deal, 0)
    whole = 100 * DECKS[preset] - report["kitty_points"]
    reports = [{**report, "attackers_points": points} for points in (whole, whole + 5, -5, 7)]
    settled, *refused = answered("settle", reports)
    assert settled["problems"] == []
    for answer in refused:
        assert bool(answer["problems"]) is ("scores" not in answer) is True, answer
