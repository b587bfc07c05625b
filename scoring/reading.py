"""Reading JSON data: each function returns a value of the promised form, or notes the problem.

Reports and rules come from tablets, files and other programs, so their form has to be checked. The
functions take the value, the path of its field and a list for problems; for a value of the wrong
form they note the problem and return an empty value, so that reading continues and finds the other
problems too.

A set of rules is read whole: a preset, what differs from it, and every problem at once. A game
supplies its presets, a reader for each dimension and the check for contradictions.

>>> found = []
>>> as_list({"a": 1}, "won.N", found), found[0].code.value, found[0].field
([], 'not_a_list', 'won.N')
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeVar

from scoring.cards import is_card
from scoring.problems import Problem, ProblemCode, RulesRefused

LONGEST_ECHO: Final = 40
"""So many characters of a text that was not understood are repeated in the problem."""


REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
"""Stands for a character that cannot be printed."""


Reader = Callable[[object, str, list[Problem]], Any]
"""Takes a value, the name of its dimension and the list of problems; returns what is kept."""

Presets = Mapping[str, Mapping[str, Any]]

R = TypeVar("R")


def echo(text: str) -> str:
    """Return a text that was not understood, cut and cleaned for use in a problem.

    It is short, and characters that cannot be printed or stored are replaced.

    >>> echo("SQ"), len(echo("S" * 1000)), echo("S\\x00Q")
    ('SQ', 40, 'S�Q')
    """
    short = text if len(text) <= LONGEST_ECHO else text[: LONGEST_ECHO - 1] + "…"
    return "".join(char if char.isprintable() else REPLACEMENT for char in short)


def at(field: str, key: str | int) -> str:
    """Return the path of an item or key of a field.

    >>> at("exposed", 1), at("", "won")
    ('exposed.1', 'won')
    """
    part = echo(str(key))
    return f"{field}.{part}" if field else part


def as_object(value: object, field: str, problems: list[Problem]) -> Mapping[str, Any]:
    """Return a JSON object, or an empty one after noting a problem.

    >>> as_object({"N": []}, "won", [])
    {'N': []}
    """
    if isinstance(value, Mapping):
        return value
    problems.append(Problem(ProblemCode.NOT_AN_OBJECT, field))
    return {}


def as_list(value: object, field: str, problems: list[Problem]) -> Sequence[Any]:
    """Return a JSON list, or an empty one after noting a problem.

    >>> as_list(["SQ"], "won.N", [])
    ['SQ']
    """
    if isinstance(value, list | tuple):
        return value
    problems.append(Problem(ProblemCode.NOT_A_LIST, field))
    return []


def as_text(value: object, field: str, problems: list[Problem]) -> str | None:
    """Return a text, or None after noting a problem.

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
    """Return one of the allowed texts, or None after noting a problem.

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
    """Return a whole number from `low` to `high`, both included, or None after noting a problem.

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
    """Return true or false, or None after noting a problem.

    >>> as_truth(False, "exposure", [])
    False
    """
    if isinstance(value, bool):
        return value
    problems.append(Problem(ProblemCode.NOT_A_TRUTH_VALUE, field))
    return None


def as_card(
    value: object, field: str, problems: list[Problem], is_known: Callable[[object], bool] = is_card
) -> str | None:
    """Return the code of a card that the game knows, or None after noting a problem.

    >>> found = []
    >>> as_card("SQ", "won.N", found), as_card("QS", "won.N", found), found[0].cards
    ('SQ', None, ('QS',))
    """
    text = as_text(value, field, problems)
    if text is None or is_known(text):
        return text
    problems.append(Problem(ProblemCode.UNKNOWN_CARD, field, cards=(echo(text),)))
    return None


def as_seat(value: object, seats: Sequence[str], field: str, problems: list[Problem]) -> str | None:
    """Return the label of a seat of this table, or None after noting a problem.

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
    """Note every unknown field, so that a misspelt name is not ignored.

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
    """Return a required field, or None after noting that it is missing.

    >>> found = []
    >>> required({}, "won", "", found), found[0].field
    (None, 'won')
    """
    if name not in data:
        values = (("name", name),)
        problems.append(Problem(ProblemCode.MISSING_FIELD, at(field, name), values=values))
        return None
    return data[name]


def read_rule_set(
    wanted: object,
    presets: Presets,
    readers: Mapping[str, Reader],
    make: Callable[..., R],
    contradictions: Callable[[R], Iterable[Problem]],
) -> R:
    """Return `make` applied to the dimensions in `{"preset": name, dimension: value, …}`.

    A missing dimension has its value from the preset, or from the first preset if none is named.
    Raises RulesRefused with every problem: unknown names, values of the wrong kind, and sets that
    contradict themselves.

    >>> from scoring.reading import as_truth
    >>> presets, readers = {"plain": {"claims": False}}, {"claims": as_truth}
    >>> read_rule_set({"claims": True}, presets, readers, dict, lambda rules: [])
    {'claims': True}
    """
    problems: list[Problem] = []
    values = _read_values(wanted, presets, readers, problems)
    if not problems:
        rules = make(**values)
        problems.extend(contradictions(rules))
    if problems:
        raise RulesRefused(problems)
    return rules


def _read_values(
    wanted: object, presets: Presets, readers: Mapping[str, Reader], problems: list[Problem]
) -> dict[str, Any]:
    choices = as_object(wanted, "", problems)
    usual = next(iter(presets))
    name = as_text(choices.get("preset", usual), "preset", problems)
    if name is not None and name not in presets:
        values = (("name", echo(name)),)
        problems.append(Problem(ProblemCode.UNKNOWN_PRESET, "preset", values=values))
    preset = name if name is not None and name in presets else usual
    changes = {name: value for name, value in choices.items() if name != "preset"}
    read = {}
    for dimension, value in {**presets[preset], **changes}.items():
        if dimension in readers:
            read[dimension] = readers[dimension](value, dimension, problems)
        else:
            shown = echo(str(dimension))
            problems.append(
                Problem(ProblemCode.UNKNOWN_DIMENSION, shown, values=(("name", shown),))
            )
    return read


def one_of(choices: type[StrEnum]) -> Reader:
    """Return the reader of a dimension whose values are the members of an enumeration.

    >>> class Colour(StrEnum):
    ...     RED = "red"
    >>> one_of(Colour)("red", "colour", [])
    <Colour.RED: 'red'>
    """

    def _read(value: object, field: str, problems: list[Problem]) -> StrEnum | None:
        text = as_choice(value, [member.value for member in choices], field, problems)
        return None if text is None else choices(text)

    return _read


def number_in(low: int, high: int) -> Reader:
    """Return the reader of a dimension whose values are whole numbers, both limits included.

    >>> number_in(1, 3)(2, "decks", [])
    2
    """

    def _read(value: object, field: str, problems: list[Problem]) -> int | None:
        return as_number(value, low, high, field, problems)

    return _read


def or_nothing(reader: Reader) -> Reader:
    """Return the reader of a dimension that accepts null besides the values of another reader.

    >>> or_nothing(number_in(1, 3))(None, "deals", [])
    """

    def _read(value: object, field: str, problems: list[Problem]) -> Any:
        return None if value is None else reader(value, field, problems)

    return _read
