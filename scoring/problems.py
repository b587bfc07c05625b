"""Problems: what is wrong with an input, as values and never as sentences.

The check of a report or a set of rules returns all problems at once. A problem has a code, the path
of its field (``"won.N"``, ``"exposed.1.card"``), the cards and seats concerned and further values.
The codes here are shared by all games; each game adds its own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Self

Values = tuple[tuple[str, str | int], ...]
"""Named values of a line or a phrase, kept as pairs so that they can be hashed."""


class ProblemCode(StrEnum):
    """The problems that any game can have with an input.

    The comment behind a member lists its values, if it has any.
    """

    # The form of the data: `field` is the path of the value.
    NOT_AN_OBJECT = "not_an_object"
    NOT_A_LIST = "not_a_list"
    NOT_A_TEXT = "not_a_text"
    NOT_A_WHOLE_NUMBER = "not_a_whole_number"
    NOT_A_TRUTH_VALUE = "not_a_truth_value"
    NUMBER_OUT_OF_RANGE = "number_out_of_range"  # low, high
    UNKNOWN_FIELD = "unknown_field"  # name
    MISSING_FIELD = "missing_field"  # name

    # The names in it.
    UNKNOWN_GAME = "unknown_game"  # name
    UNKNOWN_CARD = "unknown_card"  # cards: the text given
    UNKNOWN_SEAT = "unknown_seat"  # seats: the text given

    # A claim (声称) that somebody at the table does not accept, and no referee has decided.
    CLAIM_CONTESTED = "claim_contested"  # seats: who claims

    # Rules.
    UNKNOWN_PRESET = "unknown_preset"  # name
    UNKNOWN_DIMENSION = "unknown_dimension"  # name
    UNKNOWN_VALUE = "unknown_value"  # value, allowed: the values that there are
    NOT_SUPPORTED = "not_supported"  # name, value

    # A line of the command line.
    EMPTY_LINE = "empty_line"  # line
    NOT_UTF8 = "not_utf8"  # line, column: counted in bytes
    NOT_JSON = "not_json"  # line, column
    NUMBER_TOO_LONG = "number_too_long"  # line
    NUMBER_NOT_FINITE = "number_not_finite"  # line
    NESTED_TOO_DEEP = "nested_too_deep"  # line
    DUPLICATE_KEY = "duplicate_key"  # line, name


ProblemValues = tuple[tuple[str, str | int | tuple[str, ...]], ...]
"""Named values of a problem; several names of people or teams are a tuple, told as they are."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: its code, its field, and the cards and seats concerned.

    >>> problem = Problem(ProblemCode.UNKNOWN_CARD, "won.N", cards=("H1",))
    >>> problem.as_json()["field"], problem.as_json()["cards"]
    ('won.N', ['H1'])
    """

    code: StrEnum
    field: str = ""
    cards: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    values: ProblemValues = ()

    def as_json(self) -> dict[str, Any]:
        """Return the problem as plain JSON data.

        >>> Problem(ProblemCode.NOT_A_LIST, "won.N").as_json()
        {'code': 'not_a_list', 'field': 'won.N', 'cards': [], 'seats': [], 'values': {}}
        """
        return {
            "code": self.code.value,
            "field": self.field,
            "cards": list(self.cards),
            "seats": list(self.seats),
            "values": dict(self.values),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], codes: Iterable[type[StrEnum]]) -> Self:
        """Return the problem that `as_json` wrote; `codes` are the enumerations to search.

        Raises ValueError for a code that is in none of them.

        >>> written = Problem(ProblemCode.UNKNOWN_SEAT, "won", seats=("Q",)).as_json()
        >>> Problem.from_json(written, [ProblemCode]).code is ProblemCode.UNKNOWN_SEAT
        True
        """
        return cls(
            code=code_named(data["code"], codes),
            field=data["field"],
            cards=tuple(data["cards"]),
            seats=tuple(data["seats"]),
            values=tuple(data["values"].items()),
        )


def code_named(value: str, codes: Iterable[type[StrEnum]]) -> StrEnum:
    """Return the member with a value, from the first enumeration that has it.

    Raises ValueError if none has it.

    >>> code_named("not_json", [ProblemCode])
    <ProblemCode.NOT_JSON: 'not_json'>
    """
    for enumeration in codes:
        if (code := _by_value(enumeration).get(value)) is not None:
            return code
    raise ValueError(f"no code is called {value!r}")


@cache
def _by_value(codes: type[StrEnum]) -> dict[str, StrEnum]:
    """Return the members of an enumeration by value, cached for reading many settlements."""
    return {member.value: member for member in codes}


class Refused(Exception):
    """An input that cannot be used; `problems` lists all reasons."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(", ".join(f"{p.code.value} at {p.field or '-'}" for p in self.problems))


class RulesRefused(Refused):
    """A set of rules that is unknown, misspelt, contradictory or not supported."""


class Unsettled(Refused):
    """A report that cannot be settled because it has problems."""
