"""Taking JSON data apart: each function returns what it was promised, or notes the problem.

Reports and rules come from tablets, files and other programs, so nothing about their form can be
taken for granted. The functions take the value, the path of its field and the list that problems
are noted in; where a value has the wrong form they note it and return something empty, so that
the reader can go on and find the other problems too.

>>> found = []
>>> as_list({"a": 1}, "won.N", found), found[0].code.value, found[0].field
([], 'not_a_list', 'won.N')
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring.cards import is_card
from scoring.problems import Problem, ProblemCode

LONGEST_ECHO: Final = 40
"""So many characters of a text that was not understood are repeated in the problem."""


REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
"""Stands for a character that cannot be printed."""


def echo(text: str) -> str:
    """Return a text that was not understood, fit to be repeated in a problem: short, and
    without what cannot be printed or stored.

    >>> echo("SQ"), len(echo("S" * 1000)), echo("S\\x00Q")
    ('SQ', 40, 'S�Q')
    """
    short = text if len(text) <= LONGEST_ECHO else text[: LONGEST_ECHO - 1] + "…"
    return "".join(char if char.isprintable() else REPLACEMENT for char in short)


def at(field: str, key: str | int) -> str:
    """Return the path of a part of a field.

    >>> at("exposed", 1), at("", "won")
    ('exposed.1', 'won')
    """
    part = echo(str(key))
    return f"{field}.{part}" if field else part


def as_object(value: object, field: str, problems: list[Problem]) -> Mapping[str, Any]:
    """Return a JSON object, or an empty one.

    >>> as_object({"N": []}, "won", [])
    {'N': []}
    """
    if isinstance(value, Mapping):
        return value
    problems.append(Problem(ProblemCode.NOT_AN_OBJECT, field))
    return {}


def as_list(value: object, field: str, problems: list[Problem]) -> Sequence[Any]:
    """Return a JSON list, or an empty one.

    >>> as_list(["SQ"], "won.N", [])
    ['SQ']
    """
    if isinstance(value, list | tuple):
        return value
    problems.append(Problem(ProblemCode.NOT_A_LIST, field))
    return []


def as_text(value: object, field: str, problems: list[Problem]) -> str | None:
    """Return a text, or None.

    >>> as_text("first", "exposed.0.kind", [])
    'first'
    """
    if isinstance(value, str):
        return value
    problems.append(Problem(ProblemCode.NOT_A_TEXT, field))
    return None


def as_choice(
    value: object, allowed: Sequence[str], field: str, problems: list[Problem]
) -> str | None:
    """Return one of the allowed texts, or None.

    >>> as_choice("first", ("exposed", "first"), "exposed.0.kind", [])
    'first'
    """
    text = as_text(value, field, problems)
    if text is None or text in allowed:
        return text
    values = (("value", echo(text)), ("allowed", ", ".join(allowed)))
    problems.append(Problem(ProblemCode.UNKNOWN_VALUE, field, values=values))
    return None


def as_number(
    value: object, low: int, high: int, field: str, problems: list[Problem]
) -> int | None:
    """Return a whole number within limits, both included, or None.

    >>> as_number(16, 1, 1000, "game_end.deals", [])
    16
    """
    if not isinstance(value, int) or isinstance(value, bool):
        problems.append(Problem(ProblemCode.NOT_A_WHOLE_NUMBER, field))
        return None
    if low <= value <= high:
        return value
    limits = (("low", low), ("high", high))
    problems.append(Problem(ProblemCode.NUMBER_OUT_OF_RANGE, field, values=limits))
    return None


def as_truth(value: object, field: str, problems: list[Problem]) -> bool | None:
    """Return true or false, or None for anything else.

    >>> as_truth(False, "exposure", [])
    False
    """
    if isinstance(value, bool):
        return value
    problems.append(Problem(ProblemCode.NOT_A_TRUTH_VALUE, field))
    return None


def as_card(value: object, field: str, problems: list[Problem]) -> str | None:
    """Return the code of a card, or None.

    >>> found = []
    >>> as_card("SQ", "won.N", found), as_card("QS", "won.N", found), found[0].cards
    ('SQ', None, ('QS',))
    """
    text = as_text(value, field, problems)
    if text is None or is_card(text):
        return text
    problems.append(Problem(ProblemCode.UNKNOWN_CARD, field, cards=(echo(text),)))
    return None


def as_seat(value: object, seats: Sequence[str], field: str, problems: list[Problem]) -> str | None:
    """Return the label of a seat of this table, or None.

    >>> as_seat("W", ("N", "W", "S", "E"), "exposed.0.seat", [])
    'W'
    """
    text = as_text(value, field, problems)
    if text is None or text in seats:
        return text
    problems.append(Problem(ProblemCode.UNKNOWN_SEAT, field, seats=(echo(text),)))
    return None


def unknown_fields(
    data: Mapping[str, Any], known: Sequence[str], field: str, problems: list[Problem]
) -> None:
    """Note every field that has no meaning: a misspelt name must not be passed over.

    >>> found = []
    >>> unknown_fields({"exposd": []}, ("won", "exposed"), "", found)
    >>> found[0].values
    (('name', 'exposd'),)
    """
    for name in data:
        if name not in known:
            values = (("name", echo(str(name))),)
            problems.append(Problem(ProblemCode.UNKNOWN_FIELD, at(field, name), values=values))


def required(data: Mapping[str, Any], name: str, field: str, problems: list[Problem]) -> Any:
    """Return a field that must be there, or note that it is missing and return None.

    >>> found = []
    >>> required({}, "won", "", found), found[0].field
    (None, 'won')
    """
    if name not in data:
        values = (("name", name),)
        problems.append(Problem(ProblemCode.MISSING_FIELD, at(field, name), values=values))
        return None
    return data[name]
