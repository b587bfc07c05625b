"""Reading a set of rules of any game: a preset, what differs from it, and every problem at once.

A game gives its presets and a reader for each dimension; what its values mean, and which sets
contradict themselves, it says itself.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from scoring.problems import Problem, ProblemCode
from scoring.reading import as_choice, as_object, as_text, echo

Reader = Callable[[object, str, list[Problem]], Any]
"""Takes a value, the name of its dimension and the list of problems; returns what is kept."""
Presets = Mapping[str, Mapping[str, Any]]


def read_values(
    wanted: object,
    presets: Presets,
    usual: str,
    readers: Mapping[str, Reader],
    problems: list[Problem],
) -> dict[str, Any]:
    """Return the values of `{"preset": name, dimension: value, …}` by dimension.

    What is left out is as in the preset, and `usual` is the one that holds where none is named.

    >>> from scoring.reading import as_truth
    >>> read_values({"claims": True}, {"plain": {}}, "plain", {"claims": as_truth}, [])
    {'claims': True}
    """
    choices = as_object(wanted, "", problems)
    preset = _preset(choices, presets, usual, problems)
    changes = {name: value for name, value in choices.items() if name != "preset"}
    values = {}
    for name, value in {**presets[preset], **changes}.items():
        if name in readers:
            values[name] = readers[name](value, name, problems)
        else:
            shown = echo(str(name))
            problems.append(
                Problem(ProblemCode.UNKNOWN_DIMENSION, shown, values=(("name", shown),))
            )
    return values


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


def _preset(
    choices: Mapping[str, Any], presets: Presets, usual: str, problems: list[Problem]
) -> str:
    name = as_text(choices.get("preset", usual), "preset", problems)
    if name is None:
        return usual
    if name in presets:
        return name
    values = (("name", echo(name)),)
    problems.append(Problem(ProblemCode.UNKNOWN_PRESET, "preset", values=values))
    return usual
