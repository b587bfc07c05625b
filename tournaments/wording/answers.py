"""The questions of a blank sheet with a single answer, and the answers of a report."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from scoring.game import Asked, AskedKind
from scoring.reading import echo
from tournaments import wording
from tournaments.wording import games


def question_text(asked: Asked) -> str:
    """Return a short question."""
    return wording.sentence(asked.code)


def answered(asks: Sequence[Asked], facts: object, game: str) -> list[tuple[str, str]]:
    """Return the questions that a report answers, with answers; `facts` is any JSON value."""
    known = facts if isinstance(facts, Mapping) else {}
    answers = ((question_text(question), answer_text(question, known, game)) for question in asks)
    return [(question, answer) for question, answer in answers if answer]


def answer_text(asked: Asked, facts: Mapping[str, Any], game: str) -> str:
    """Return the answer of a report to a question in short words; empty if it has none.

    A device may have sent any JSON value as an answer; it is shown unchanged.

    >>> from enum import StrEnum
    >>> Code = StrEnum("Code", ["WINNER"])
    >>> asked = Asked(Code.WINNER, ("last_trick", "winner"), AskedKind.NUMBER)
    >>> answer_text(asked, {"last_trick": {"winner": 5}}, "a game")
    '5'
    """
    value: Any = facts
    for name in asked.path:
        if not isinstance(value, Mapping) or name not in value:
            return ""
        value = value[name]
    if asked.kind is AskedKind.CHOICE and (value is None or isinstance(value, str)):
        return games.option_name(game, asked.code.value, value)
    if asked.kind is AskedKind.CARDS and _are_texts(value):
        return wording.card_list(value)
    text = "" if value is None else echo(value if isinstance(value, str) else json.dumps(value))
    return wording.seat_short(text) if asked.kind is AskedKind.SEAT else text


def _are_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
