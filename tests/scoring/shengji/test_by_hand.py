"""The second opinion on 升级 says what the source says, so that it may judge the engine."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.scoring.shengji import play_by_hand as reference
from tests.scoring.shengji.cards_by_hand import Shape, Trump, components, kind
from tests.scoring.shengji.questions import lead_at_random, table_at_random

DATA = Path(__file__).with_name("data") / "source.jsonl"
VECTORS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]


def of_kind(name: str) -> list[tuple[dict[str, Any], Trump]]:
    """Return the statements of a kind, each with the trump it is about."""
    return [
        (vector, Trump(vector.get("trump"), vector.get("level", "2")))
        for vector in VECTORS
        if vector["kind"] == name
    ]


def test_the_order_is_the_source_s() -> None:
    for vector, trump in of_kind("card_order"):
        high = [sorted(step) for step in vector["trump_ladder_high_to_low"]]
        assert trump.ladder()["T"] == high[::-1]


def test_combinations_are_the_source_s() -> None:
    for vector, trump in of_kind("combination"):
        groups = {trump.group(card) for card in vector["cards"]}
        parts = components(vector["cards"], trump) if len(groups) == 1 else []
        is_it = len(parts) == 1 and kind(parts[0].shape) == vector["combination"]
        assert is_it == vector["is_it"], vector


def test_leads_are_divided_as_in_the_source() -> None:
    for vector, trump in of_kind("lead_decomposition"):
        parts = [list(part.cards) for part in components(vector["cards"], trump)]
        assert parts == vector["components"]


def test_throws_end_as_in_the_source() -> None:
    for vector, trump in of_kind("throw"):
        played = reference.thrown(tuple(vector["thrown"]), vector["other_hands"], trump)
        assert sorted(played) == sorted(vector["played"]), vector


def test_ruffs_contend_as_in_the_source() -> None:
    for vector, trump in of_kind("ruff"):
        led, ruff = tuple(vector["led"]), tuple(vector["ruff"])
        assert reference.contends(led, ruff, trump) == vector["contends"], vector


def test_following_is_the_source_s() -> None:
    for vector, trump in of_kind("follow_legality"):
        led, play = tuple(vector["led"]), tuple(sorted(vector["play"]))
        lawful = reference.lawful(led, vector["hand"], trump)
        assert lawful is not None
        assert (play in lawful) == vector["legal"], vector


def test_a_titanic_is_answered_in_the_order_of_the_source() -> None:
    for vector, trump in of_kind("titanic_follow_rank"):
        wanted = reference.wanted(tuple(vector["led"]), vector["example"], trump)
        assert wanted == reference.TITANIC[vector["rank"] - 1], vector


def test_kitties_and_levels_are_the_source_s() -> None:
    for vector, trump in of_kind("kitty_multiplier"):
        assert reference.multiplier(tuple(vector["winning_play"]), trump) == vector["multiplier"]
    for vector, _ in of_kind("level_change"):
        outcome = reference.levels(f"lianzhong-{vector['decks']}", vector["attackers_points"])
        assert outcome[0] == (vector["next_dealer_side"] == "dealer")
        assert outcome[1:] == (
            vector["levels_up"] if vector["who"] == "dealer" else 0,
            vector["levels_up"] if vector["who"] == "attack" else 0,
        )


def test_a_throw_is_beaten_by_trump_alone_and_of_equal_plays_the_first_wins() -> None:
    trump = Trump("S", "5")
    throw, higher = ("H9", "H9", "HK"), ("HA", "HA", "HQ")
    assert reference.winner([throw, higher, higher, higher], trump) == 0
    ruff, same, over = ("S2", "S2", "SK"), ("S2", "S2", "SA"), ("S3", "S3", "S4")
    assert reference.winner([throw, ruff, same, higher], trump) == 1
    assert reference.winner([throw, ruff, same, over], trump) == 3
    assert reference.winner([("HA",), ("HA",), ("D5",), ("C5",)], trump) == 2


@pytest.mark.parametrize("length", [2, 3, 4])
def test_the_list_of_a_tractor_has_more_pairs_first_and_longer_runs_first(length: int) -> None:
    places = reference.obligations(Shape(2, length))
    assert places[0] == (Shape(2, length),)
    assert places[-2:] == [(Shape(2, 1),), ()]
    pairs = [sum(run.length for run in place) for place in places]
    assert pairs == sorted(pairs, reverse=True)


@pytest.mark.full
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_trying_every_play_finds_what_the_short_way_finds(decks: int) -> None:
    random = Random(f"huapai by hand {decks}")
    verdicts = Counter[bool]()
    while verdicts.total() < 150:
        table = table_at_random(random, decks, 7)
        led = lead_at_random(random, table.leader, table.trump)
        hand = random.choice(table.others)
        lawful = reference.lawful(led, hand, table.trump) if len(hand) <= 14 else None
        if lawful:
            play = tuple(sorted(random.sample(hand, len(led))))
            right = reference.legal(led, hand, play, table.trump)
            assert right == (play in lawful), (led, hand, play, table.trump)
            verdicts[right] += 1
    assert min(verdicts[True], verdicts[False]) > 10
