"""Reading a set of rules of any game: a preset, what differs from it, and every problem at once.

A game gives its presets and a reader for each dimension; what its values mean, and which sets
contradict themselves, it says itself.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from scoring.problems import Problem, ProblemCode, RulesRefused
from scoring.reading import as_choice, as_number, as_object, as_text, echo

Reader = Callable[[object, str, list[Problem]], Any]
"""Takes a value, the name of its dimension and the list of problems; returns what is kept."""
Presets = Mapping[str, Mapping[str, Any]]
R = TypeVar("R")


def read_rule_set(
    wanted: object,
    presets: Presets,
    readers: Mapping[str, Reader],
    make: Callable[..., R],
    contradictions: Callable[[R], Iterable[Problem]],
) -> R:
    """Return what `make` makes of the dimensions in `{"preset": name, dimension: value, …}`.

    What is left out is as in the preset, and where none is named, as in the first. Raises
    RulesRefused with every problem: unknown names, values of the wrong kind, and sets that
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
    """Return the reader of a dimension that takes the members of an enumeration.

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
    """Return the reader of a dimension that takes whole numbers, both limits included.

    >>> number_in(1, 3)(2, "decks", [])
    2
    """

    def _read(value: object, field: str, problems: list[Problem]) -> int | None:
        return as_number(value, low, high, field, problems)

    return _read


def or_nothing(reader: Reader) -> Reader:
    """Return the reader of a dimension that takes null besides what another reader takes.

    >>> or_nothing(number_in(1, 3))(None, "deals", [])
    """

    def _read(value: object, field: str, problems: list[Problem]) -> Any:
        return None if value is None else reader(value, field, problems)

    return _read
