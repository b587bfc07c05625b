"""Replays and tricks that are spoilt somewhere: each is answered, and the lines around it too."""

from random import Random
from typing import Any

import pytest

from scoring.game import find_game
from tests.scoring.commands import answered
from tests.scoring.gongzhu.mixtures import PLAY, rules_at_random
from tests.scoring.gongzhu.play.replays import replay_at_random
from tests.scoring.samples import Sample

GONGZHU = find_game("gongzhu")
JUNK: list[Any] = [
    None, True, 0, -1, 1.5, "", "SQ", "XX", "N", "5", "first", [], {}, [[]], ["SQ"], ["SQ", "SQ"],
    ["N", "SQ"], ["N", ["SQ", "S2", "S3"]], [["N"]], {"N": ["SQ"]}, {"seat": "N", "card": "SQ"},
]  # fmt: skip
SPOILT = 150


def spoilt(random: Random, data: Any) -> Any:
    """Return JSON data in which one place is junk, missing or there twice."""
    if not isinstance(data, dict | list) or not data or random.random() < 0.15:
        return random.choice(JUNK)
    if isinstance(data, dict):
        name = random.choice(sorted(data))
        if random.random() < 0.1:
            return {other: value for other, value in data.items() if other != name}
        return {**data, name: spoilt(random, data[name])}
    at = random.randrange(len(data))
    change = random.choice(["drop", "twice", "spoil", "spoil", "spoil", "exchange"])
    if change == "exchange":
        other = random.randrange(len(data))
        whole = list(data)
        whole[at], whole[other] = whole[other], whole[at]
        return whole
    middle = {"drop": [], "twice": [data[at]] * 2}.get(change, [spoilt(random, data[at])])
    return [*data[:at], *middle, *data[at + 1 :]]


def spoilt_line(random: Random, line: dict[str, Any]) -> dict[str, Any]:
    """Return a line of which one field, not its id, is spoilt."""
    name = random.choice([name for name in line if name != "id"])
    return {name: spoilt(random, line[name])}


def line_at_random(random: Random, command: str) -> dict[str, Any]:
    """Return a line that is as it should be."""
    wanted, rules = rules_at_random(random, PLAY)
    replay = replay_at_random(random, wanted, rules)
    line = replay.line()
    if command == "replay":
        return line
    plays = [list(cards) for _, cards in replay.plays[: rules.players]]
    return {"id": 1, "game": "gongzhu", "rules": wanted, "plays": plays}


@pytest.mark.parametrize("command", ["replay", "trick", "settle"])
def test_what_is_spoilt_is_answered_all_the_same(command: str, sample: Sample) -> None:
    """An answer has problems, or everything that was asked for."""
    random = Random(f"huapai spoilt {command}")
    for _ in sample(SPOILT // 10):
        good = line_at_random(random, command)
        bad = [{**good, **spoilt_line(random, good), "id": at} for at in range(8)]
        answers = answered(command, [good, *bad, good])
        assert answers[0] == answers[-1]
        for line, answer in zip(bad, answers[1:-1], strict=True):
            assert answer["id"] == line["id"]
            assert answer["problems"] or {"winner", "raw"} & set(answer), line
            if answer.get("raw"):
                codes = {problem["code"] for problem in answer["problems"]}
                assert not codes & {"plays_incomplete", "not_held", "played_again"}, line


@pytest.mark.parametrize("plays", [None, True, 0, 1.5, "SQ", {}, [1], [["N"]], [["N", ["SQ"] * 3]]])
def test_plays_of_any_kind_are_answered_by_problems_that_name_them(plays: Any) -> None:
    line = {"id": 1, "game": "gongzhu", "plays": plays}
    [answer] = answered("replay", [line])
    fields = {problem["field"].split(".")[0] for problem in answer["problems"]}
    assert (fields <= {"plays", "won"} and "plays" in fields) or plays is None
    assert answer["problems"]
