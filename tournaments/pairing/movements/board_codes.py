"""Statements about movements over boards: codes with values, never sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Value = str | int


class Flaw(StrEnum):
    """The faults of a movement; the comment behind a member names its values."""

    NOTHING = "movement_nothing"
    PAIR_UNKNOWN = "movement_pair_unknown"  # round, table, pair
    MEETS_ITSELF = "movement_meets_itself"  # round, table, pair
    SET_UNKNOWN = "movement_set_unknown"  # round, table, boards
    ROUND_UNKNOWN = "movement_round_unknown"  # round, table
    ROUND_MISSING = "movement_round_missing"  # round
    PAIR_TWICE = "movement_pair_twice"  # round, pair
    TABLE_TWICE = "movement_table_twice"  # round, table
    MEET_AGAIN = "movement_meet_again"  # one, other, times
    BOARDS_AGAIN = "movement_boards_again"  # pair, boards, times
    SITS_OUT_AGAIN = "movement_sits_out_again"  # pair, times
    SHARED = "movement_shared"  # round, boards, tables
    NEVER_MEET = "movement_never_meet"  # one, other
    BOARDS_UNEVEN = "movement_boards_uneven"  # least, most
    DIRECTION_CHANGES = "movement_direction_changes"  # pair


class PlanProblem(StrEnum):
    """Why a movement cannot be drawn as asked for."""

    FORM_NOT_OFFERED = "boards_form_not_offered"  # pairs
    WINNERS_NOT_OFFERED = "boards_winners_not_offered"  # winners
    NUMBERING_NOT_OFFERED = "boards_numbering_not_offered"
    WISH_UNKNOWN = "boards_wish_unknown"  # entry
    WISHES_TOO_MANY = "boards_wishes_too_many"  # wishes, most


class ChoiceProblem(StrEnum):
    """Why a movement cannot be chosen so, or not any more."""

    CHOICE_UNREADABLE = "boards_choice_unreadable"  # name
    FORM_OF_OTHER_WAY = "boards_form_of_other_way"
    SWITCHED_WITH_TWO = "boards_switched_with_two"
    SWITCHED_NOT_OFFERED = "boards_switched_not_offered"  # switched, most
    TWO_WINNERS_IN_STAGES = "boards_two_winners_in_stages"
    TWO_WINNERS_UNDRAWN = "boards_two_winners_undrawn"
    BEGUN = "boards_begun"
    OPENED = "boards_opened"
    NUMBER_TAKEN = "boards_number_taken"  # number, by: printed numbers


Code = Flaw | PlanProblem | ChoiceProblem


@dataclass(frozen=True, slots=True)
class Coded:
    """A code with its values."""

    code: Code
    values: tuple[tuple[str, Value], ...] = ()

    @property
    def named(self) -> dict[str, Value]:
        """The values by their names."""
        return dict(self.values)

    def as_json(self) -> dict[str, Value]:
        """Return the code and its values as they are stored.

        >>> coded(PlanProblem.WISHES_TOO_MANY, wishes=3, most=2).as_json()
        {'code': 'boards_wishes_too_many', 'most': 2, 'wishes': 3}
        """
        return {"code": self.code.value, **self.named}


def coded(code: Code, **values: Value) -> Coded:
    """Return a code with its values."""
    return Coded(code, tuple(sorted(values.items())))
