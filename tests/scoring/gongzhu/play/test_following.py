"""Following a deal against the second opinion: at every moment of deals drawn from a seed."""

from random import Random
from typing import Any

import pytest

from scoring.game import find_game
from tests.samples import every_day
from tests.scoring.gongzhu.mixtures import PLAY, rules_at_random
from tests.scoring.gongzhu.play import play_reference as reference
from tests.scoring.gongzhu.play.replays import Replay, replay_at_random
from tests.scoring.samples import Sample

GONGZHU = find_game("gongzhu")
DEALS = 25
MIXTURES = 150


def report_of(replay: Replay) -> dict[str, Any]:
    """Return the report of a replay, which the interface takes apart from its game and rules."""
    return {
        name: value for name, value in replay.line().items() if name not in ("id", "game", "rules")
    }


def followed(replay: Replay, rules: Any, random: Random) -> None:
    """Follow a deal to its end and to a moment of it, and compare."""
    report = report_of(replay)
    following = GONGZHU.follow(report, rules)
    flags = [
        (flag.code.value, f"plays.{flag.play}", [*flag.cards], [flag.seat])
        for flag in following.flags
    ]
    assert flags == replay.offences(), report
    won = {seat: [*reference.in_order(cards)] for seat, cards in following.won.items()}
    assert won == replay.won(), report
    tricks = reference.tricks_of(replay.plays, replay.facts["players"])
    assert [trick.winner for trick in following.tricks] == [*map(reference.taker, tricks)]
    if replay.complete:
        assert GONGZHU.settle(report, rules).raw == replay.raw(), report
    if replay.story:
        moment(replay, rules, random.randrange(len(replay.story)))


def moment(replay: Replay, rules: Any, at: int) -> None:
    """Compare what is said of the turn before one play, if that was played in turn."""
    turn, report = replay.story[at], report_of(replay)
    if turn.offence == "out_of_turn":
        return
    following = GONGZHU.follow({**report, "plays": report["plays"][:at]}, rules).as_json()
    assert (following["next"], following["legal"]) == (turn.seat, replay.legal()[at]), (at, report)


@pytest.mark.parametrize("preset", every_day(GONGZHU.presets, each=4))
def test_following_agrees_under_every_preset(preset: str, sample: Sample) -> None:
    """GZ-60 to GZ-78, with one deck and with two."""
    random, wanted = Random(f"huapai following {preset}"), {"preset": preset}
    rules = GONGZHU.rules(wanted)
    for _ in sample(DEALS):
        followed(replay_at_random(random, wanted, rules), rules, random)


def test_following_agrees_under_rules_drawn_at_random(sample: Sample) -> None:
    """Three and five players, every protection, every lead."""
    random = Random("huapai following mixtures")
    for _ in sample(MIXTURES):
        wanted, rules = rules_at_random(random, PLAY)
        followed(replay_at_random(random, wanted, rules), rules, random)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_following_agrees_under_many_mixtures(part: int) -> None:
    random = Random(f"huapai following in full {part}")
    for _ in range(1_250):
        wanted, rules = rules_at_random(random, PLAY)
        followed(replay_at_random(random, wanted, rules), rules, random)


@pytest.mark.parametrize("decks", [1, 2])
def test_seats_are_alike_in_play(decks: int, sample: Sample) -> None:
    """A deal whose seats all move on by one is lawful, won and settled as before, moved on."""
    random, wanted = Random(f"huapai seats {decks}"), {"decks": decks, "first_lead": "free"}
    rules = GONGZHU.rules(wanted)
    onward = dict(zip("NWSE", "WSEN", strict=True))
    for _ in sample(DEALS):
        report = report_of(replay_at_random(random, wanted, rules))
        before, after = (GONGZHU.follow(each, rules) for each in (report, moved(report, onward)))
        assert {onward[seat]: cards for seat, cards in before.won.items()} == after.won
        assert [(flag.play, flag.code, onward[flag.seat]) for flag in before.flags] == [
            (flag.play, flag.code, flag.seat) for flag in after.flags
        ]


def moved(report: dict[str, Any], onward: dict[str, str]) -> dict[str, Any]:
    """Return a report with every seat replaced."""
    return {
        **report,
        "hands": {onward[seat]: hand for seat, hand in report["hands"].items()},
        "exposed": [
            {**exposure, "seat": onward[exposure["seat"]]} for exposure in report["exposed"]
        ],
        "leader": onward[report["leader"]],
        "plays": [[onward[seat], cards] for seat, cards in report["plays"]],
    }
