"""The director's options for a movement over boards: its form, its winners, and stationary pairs.

Missing options have their defaults. The choice is stored as JSON that holds only what was chosen,
and is a part of the input of a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from scoring.problems import Problem
from tournaments.codes import WordedCode, worded
from tournaments.pairing.movements.board_movements import BoardForm
from tournaments.pairing.round_values import HOWELL, MITCHELL

FORMS: Final[Mapping[str, tuple[BoardForm, ...]]] = {
    MITCHELL: (BoardForm.MITCHELL, BoardForm.SKIP, BoardForm.RELAY, BoardForm.WEB),
    HOWELL: (BoardForm.HOWELL, BoardForm.SHORT_HOWELL),
}
"""The forms of each way to draw."""
MOST_WINNERS: Final = 2
MOST_SWITCHED: Final = 99


class PlanProblem(WordedCode):
    """Why a movement cannot be drawn as requested."""

    FORM_NOT_OFFERED = worded(
        "boards_form_not_offered", "For this number of pairs (%(pairs)s) there is no such movement."
    )
    WINNERS_NOT_OFFERED = worded(
        "boards_winners_not_offered",
        "The number of winners cannot be %(winners)s with this movement.",
    )
    NUMBERING_NOT_OFFERED = worded(
        "boards_numbering_not_offered",
        "Numbers can balance two directions only where pairs keep theirs.",
    )
    WISH_UNKNOWN = worded(
        "boards_wish_unknown", "%(entry)s wishes to stay at a table, but is not entered."
    )
    WISHES_TOO_MANY = worded(
        "boards_wishes_too_many", "%(wishes)s wish to stay at a table; at most %(most)s can."
    )


class ChoiceProblem(WordedCode):
    """Why an option of a movement cannot be chosen, or can no longer be changed."""

    CHOICE_UNREADABLE = worded(
        "boards_choice_unreadable", "What is chosen of the movement cannot be read: %(name)s."
    )
    FORM_OF_OTHER_WAY = worded(
        "boards_form_of_other_way",
        "This form of movement goes with another way of drawing: plain, skip, shared boards and "
        "web with a Mitchell, whole and short with a Howell.",
    )
    SWITCHED_WITH_TWO = worded(
        "boards_switched_with_two",
        "With two winners everybody keeps the direction: no round is switched.",
    )
    SWITCHED_NOT_OFFERED = worded(
        "boards_switched_not_offered",
        "So many rounds cannot be switched: %(switched)s. At most it is %(most)s.",
    )
    TWO_WINNERS_IN_STAGES = worded(
        "boards_two_winners_in_stages",
        "Two winners require an event of one stage: two lists allow no qualification.",
    )
    TWO_WINNERS_UNDRAWN = worded(
        "boards_two_winners_undrawn",
        "With two winners every round belongs to the Mitchell: no pair may change direction.",
    )
    BEGUN = worded(
        "boards_begun",
        "The movement has begun, and can no longer be changed.",
    )
    OPENED = worded(
        "boards_opened",
        "The boards of this movement are open and everybody can know them: it cannot go on. Draw "
        "in another way.",
    )
    NUMBER_TAKEN = worded(
        "boards_number_taken",
        "Number %(number)s cannot come back: number %(by)s plays on in the movement instead.",
    )  # number, by: printed numbers


FIELDS: Final[Mapping[StrEnum, str]] = {
    ChoiceProblem.FORM_OF_OTHER_WAY: "movement_form",
    PlanProblem.FORM_NOT_OFFERED: "movement_form",
    PlanProblem.WINNERS_NOT_OFFERED: "winners",
    ChoiceProblem.TWO_WINNERS_IN_STAGES: "winners",
    ChoiceProblem.TWO_WINNERS_UNDRAWN: "winners",
    ChoiceProblem.SWITCHED_WITH_TWO: "switched",
    ChoiceProblem.SWITCHED_NOT_OFFERED: "switched",
    PlanProblem.NUMBERING_NOT_OFFERED: "by_seeding",
    PlanProblem.WISH_UNKNOWN: "stay",
    PlanProblem.WISHES_TOO_MANY: "stay",
}
"""The form field of each problem of a movement."""


@dataclass(frozen=True, slots=True)
class MovementChoice:
    """A director's choice. Without a `form` it is the usual one for the number of pairs.

    With two `winners` north-south and east-west are ranked apart, and no round is switched;
    otherwise the last `switched` rounds are, None for the usual number. `stay` are the printed
    numbers of the pairs that keep their table. `by_seeding` assigns the numbers in a snake over
    both directions, by the seeding; otherwise they are drawn.
    """

    form: BoardForm | None = None
    winners: int = 1
    switched: int | None = None
    stay: tuple[str, ...] = ()
    by_seeding: bool = False

    @property
    def two_winners(self) -> bool:
        """Whether north-south and east-west are ranked apart."""
        return self.winners == MOST_WINNERS

    def as_json(self) -> dict[str, Any]:
        """Return the options that differ from the defaults.

        >>> MovementChoice().as_json(), MovementChoice(BoardForm.WEB, winners=2).as_json()
        ({}, {'form': 'boards_web', 'winners': 2})
        """
        chosen: dict[str, Any] = {
            "form": self.form.value if self.form else "",
            "winners": self.winners if self.two_winners else 0,
            "stay": list(self.stay),
            "by_seeding": self.by_seeding,
        }
        switched = {} if self.switched is None else {"switched": self.switched}
        return {name: value for name, value in chosen.items() if value} | switched

    def misfits(self, method: str) -> Iterator[Problem]:
        """Yield why the options do not fit a draw method, whatever the number of pairs."""
        if self.form and self.form not in FORMS.get(method, ()):
            yield movement_problem(ChoiceProblem.FORM_OF_OTHER_WAY)
        if self.two_winners and method != MITCHELL:
            yield movement_problem(PlanProblem.WINNERS_NOT_OFFERED, winners=self.winners)
        if self.two_winners and self.switched:
            yield movement_problem(ChoiceProblem.SWITCHED_WITH_TWO)
        if self.switched is not None and method != MITCHELL:
            yield movement_problem(
                ChoiceProblem.SWITCHED_NOT_OFFERED, switched=self.switched, most=0
            )
        if self.by_seeding and method != MITCHELL:
            yield movement_problem(PlanProblem.NUMBERING_NOT_OFFERED)


USUAL: Final = MovementChoice()


def read(stored: Mapping[str, Any]) -> MovementChoice:
    """Return the choice from the JSON of `as_json`.

    Raises ValueError if it is invalid; `problems` says why.
    """
    faults = problems(stored)
    if faults:
        raise ValueError("; ".join(problem.code.value for problem in faults))
    form = stored.get("form", "")
    return MovementChoice(
        form=BoardForm(form) if form else None,
        winners=stored.get("winners", 1),
        switched=stored.get("switched"),
        stay=tuple(stored.get("stay", ())),
        by_seeding=stored.get("by_seeding", False),
    )


def problems(stored: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return every problem of a stored choice.

    >>> [(problem.code.name, problem.values) for problem in problems({"winners": 3, "stay": ["4"]})]
    [('CHOICE_UNREADABLE', (('name', 'winners'),))]
    """
    unreadable = [name for name in stored if not _is_readable(name, stored[name])]
    return tuple(
        movement_problem(ChoiceProblem.CHOICE_UNREADABLE, name=name) for name in sorted(unreadable)
    )


def movement_problem(code: PlanProblem | ChoiceProblem, **values: int | str) -> Problem:
    """Return a problem of a movement with its form field and the values of its message.

    >>> movement_problem(PlanProblem.WISHES_TOO_MANY, wishes=3, most=2).values
    (('most', 2), ('wishes', 3))
    """
    return Problem(code, FIELDS.get(code, ""), values=tuple(sorted(values.items())))


def _is_readable(name: str, value: object) -> bool:
    if name == "form":
        return value in {"", *BoardForm}
    if name == "winners":
        return _is_number(value, 1, MOST_WINNERS)
    if name == "switched":
        return value is None or _is_number(value, 0, MOST_SWITCHED)
    if name == "stay":
        return isinstance(value, list | tuple) and all(isinstance(entry, str) for entry in value)
    return name == "by_seeding" and isinstance(value, bool)


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
