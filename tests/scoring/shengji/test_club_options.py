"""What clubs play and the source does not have (常主, 4466 over the level, J勾), by hand.

Each line of `data/clubs.jsonl` is a sentence of a club's rules with its numbered rule, a question
to a command of `python3 -m scoring` as a user would ask it, and the answer, reckoned by hand.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scoring.cards import SUITS
from tests.scoring.commands import answered

DATA = Path(__file__).with_name("data") / "clubs.jsonl"
VECTORS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]


def by_command(*commands: str) -> list[Any]:
    """Return the sentences that some commands answer, as parameters named by id and sentence."""
    return [
        pytest.param(vector, id=f"{vector['id']} {vector['sentence']}")
        for vector in VECTORS
        if vector["command"] in commands
    ]


def ask(vector: dict[str, Any]) -> dict[str, Any]:
    """Return what the command answers to the question of a line."""
    question = {"id": vector["id"], "game": "shengji", **vector["question"]}
    [answer] = answered(vector["command"], [question])
    assert answer.pop("id") == vector["id"]
    return answer


@pytest.mark.parametrize("vector", by_command("order"))
def test_the_cards_are_in_the_order_that_clubs_say(vector: dict[str, Any]) -> None:
    """Trumps from high to low, equal cards together; each side suit has the same ranks."""
    ladder = ask(vector)["ladder"]
    assert [sorted(step) for step in reversed(ladder.pop("T"))] == vector["answer"]["trumps"]
    assert set(ladder) == set(SUITS) - {vector["question"]["trump"]}
    for suit, steps in ladder.items():
        assert steps[::-1] == [[suit + rank] for rank in vector["answer"]["side"]]


@pytest.mark.parametrize("vector", by_command("follow", "trick", "throw", "kitty", "settle"))
def test_the_command_answers_what_was_reckoned_by_hand(vector: dict[str, Any]) -> None:
    """A kitty tells the combination: twice for a card, four times for a pair, 2·2ⁿ for n pairs."""
    answer = ask(vector)
    if "played" in answer:
        answer["played"].sort()
    assert {name: answer.get(name) for name in vector["answer"]} == vector["answer"]


def test_every_option_is_asked_of_every_command_that_it_touches() -> None:
    """An option with a line too few, or a line that is never asked, would be noticed here."""
    rules = Counter((vector["rule"], vector["command"]) for vector in VECTORS)
    always = {("SJ-13", name) for name in ("order", "follow", "trick", "throw", "kitty")}
    over = {("SJ-14", name) for name in ("follow", "trick", "throw", "kitty")}
    assert {*always, *over, ("SJ-67", "settle"), ("SJ-68", "settle")} <= set(rules)
    assert len({vector["id"] for vector in VECTORS}) == len(VECTORS)
