"""The commands `replay` and `trick` against the second opinion, on deals drawn from a seed."""

import json
from collections import Counter
from collections.abc import Mapping
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring.game import find_game
from tests.samples import every_day
from tests.scoring.commands import answered
from tests.scoring.gongzhu.mixtures import PLAY, rules_at_random
from tests.scoring.gongzhu.play import play_reference as reference
from tests.scoring.gongzhu.play.replays import Replay, replay_at_random
from tests.scoring.samples import Sample

GONGZHU = find_game("gongzhu")
DEALS = 12
DEMO = Path(__file__).parents[4] / "config/simulation/demo/deals.jsonl"
FULL = 13_000 / len(GONGZHU.presets)
PARTS = 2
"""Pieces of the long comparison, so that no single test is long."""


def expected(replay: Replay) -> dict[str, Any]:
    """Return what the second opinion says of a replay."""
    return {
        "id": 1,
        "legal": replay.legal(),
        "won": replay.won(),
        "raw": replay.raw(),
        "problems": replay.offences(),
    }


def normalised(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer in the form of `expected`; that plays are incomplete, raw says too."""
    problems = [problem for problem in answer["problems"] if problem["code"] != "plays_incomplete"]
    short = len(problems) < len(answer["problems"])
    assert short == (answer.get("raw") is None), answer
    return {
        **answer,
        "won": {seat: [*reference.in_order(cards)] for seat, cards in answer["won"].items()},
        "problems": [(p["code"], p["field"], p["cards"], p["seats"]) for p in problems],
    }


def compare(replays: list[Replay], random: Random) -> None:
    """Let the command replay some deals, and compare answer by answer."""
    lines = [replay.line(leader=random.random() < 0.5) for replay in replays]
    for replay, line, answer in zip(replays, lines, answered("replay", lines), strict=True):
        assert "won" in answer, (answer, line)
        assert normalised(answer) == expected(replay), line


@pytest.mark.parametrize("preset", every_day(GONGZHU.presets, each=4))
def test_replays_agree_under_every_preset(preset: str, sample: Sample) -> None:
    """GZ-60 to GZ-78, with one deck and with two."""
    random, wanted = Random(f"huapai replay {preset}"), {"preset": preset}
    rules = GONGZHU.rules(wanted)
    compare([replay_at_random(random, wanted, rules) for _ in sample(DEALS)], random)


def test_replays_agree_under_rules_drawn_at_random(sample: Sample) -> None:
    """GZ-60 to GZ-78 under mixtures: three and five players, every protection, every lead."""
    random = Random("huapai replay mixtures")
    for _ in sample(10 * DEALS):
        wanted, rules = rules_at_random(random, PLAY)
        compare([replay_at_random(random, wanted, rules)], random)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("preset", GONGZHU.presets)
def test_replays_agree_on_forty_thousand_deals(preset: str, part: int) -> None:
    random, wanted = Random(f"huapai replay in full {preset} {part}"), {"preset": preset}
    rules = GONGZHU.rules(wanted)
    for _ in range(ceil(FULL / PARTS / 50)):
        compare([replay_at_random(random, wanted, rules) for _ in range(50)], random)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
def test_replays_agree_under_many_mixtures(part: int) -> None:
    random = Random(f"huapai replay mixtures in full {part}")
    for _ in range(2_500):
        wanted, rules = rules_at_random(random, PLAY)
        compare([replay_at_random(random, wanted, rules)], random)


def trick_at_random(random: Random, decks: int) -> list[reference.Cards]:
    """Return a trick of a few cards, so that suits and ranks often meet."""
    suit, other = random.sample(reference.SUITS, 2)
    ranks = random.sample(reference.ORDER, 5)
    deck = [color + rank for color in (suit, other) for rank in ranks] * decks
    same = [card for card in deck if card[0] == suit]
    led = random.choice(same)
    size = random.choice([1, 2]) if decks == 2 else 1
    trick = [(led,) * size]
    while len(trick) < 4:
        pair = (random.choice(same),) * 2
        two = random.sample(random.choice([deck, same]), 2)
        cards = random.choice([pair, two, two])[:size]
        if all((Counter(sum(trick, ())) + Counter(cards))[card] <= decks for card in cards):
            trick.append(reference.in_order(cards))
    return trick


def compare_tricks(random: Random, preset: str, number: int) -> None:
    """Let the command find the winners of tricks, and compare."""
    decks = GONGZHU.rules({"preset": preset}).decks
    tricks = [trick_at_random(random, decks) for _ in range(number)]
    lines = [
        {"id": at, "game": "gongzhu", "rules": {"preset": preset}, "plays": trick}
        for at, trick in enumerate(tricks)
    ]
    for trick, answer in zip(tricks, answered("trick", lines), strict=True):
        winner = int(reference.taker([(str(at), cards) for at, cards in enumerate(trick)]))
        assert (answer["winner"], answer["problems"]) == (winner, []), trick


@pytest.mark.parametrize("preset", ["classic", "qq-double"])
def test_tricks_agree(preset: str) -> None:
    """GZ-61, GZ-74, GZ-75."""
    compare_tricks(Random(f"huapai trick {preset}"), preset, 500)


@pytest.mark.nightly
def test_tricks_of_two_decks_agree_by_the_ten_thousand() -> None:
    compare_tricks(Random("huapai tricks in full"), "qq-double", 20_000)


def test_the_deals_of_the_demo_are_replayed_as_they_were_won(sample: Sample) -> None:
    """GZ-60 to GZ-69: every play is lawful, and the tricks give what was won."""
    deals = [json.loads(line) for line in DEMO.read_text("utf-8").splitlines()]
    assert len(deals) == 200
    deals = [deals[place] for place in sample(len(deals))]
    lines = [{"game": "gongzhu", **deal} for deal in deals]
    for deal, answer in zip(deals, answered("replay", lines), strict=True):
        assert answer["problems"] == []
        won = {seat: sorted(cards) for seat, cards in answer["won"].items()}
        assert won == {seat: sorted(cards) for seat, cards in deal["won"].items()}


def test_a_single_card_of_two_decks_may_be_written_as_its_code() -> None:
    random, wanted = Random("huapai bare"), {"preset": "qq-double"}
    line = replay_at_random(random, wanted, GONGZHU.rules(wanted)).line()
    bare = [
        [seat, cards[0] if len(cards) == 1 and random.random() < 0.5 else cards]
        for seat, cards in line["plays"]
    ]
    whole, short = answered("replay", [line, {**line, "plays": bare}])
    assert bare != line["plays"]
    assert whole == short


def test_one_hand_may_be_left_out_of_a_replay() -> None:
    """GZ-7: it is what the others leave."""
    random = Random("huapai three hands")
    for preset in ("classic", "qq-double"):
        line = replay_at_random(
            random, {"preset": preset}, GONGZHU.rules({"preset": preset})
        ).line()
        three = {seat: hand for seat, hand in line["hands"].items() if seat != "W"}
        whole, short = answered("replay", [line, {**line, "hands": three}])
        assert whole == short
