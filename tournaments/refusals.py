"""Refusals that a person can act on: every reason at once, as codes that `wording` words."""

from __future__ import annotations

from enum import StrEnum

from scoring import problems
from scoring.problems import Problem


class Reason(StrEnum):
    """Why an operation on the structure or on the record was refused."""

    FORM_NOT_OFFERED = "form_not_offered"
    ENTRIES_TOO_FEW = "entries_too_few"
    ENTRIES_NOT_DIVISIBLE = "entries_not_divisible"
    ENTRY_NAME_MISSING = "entry_name_missing"
    ENTRY_NAME_TWICE = "entry_name_twice"
    ENTRY_NAME_TOO_LONG = "entry_name_too_long"
    ENTRIES_CLOSED = "entries_closed"
    ENTRIES_TOO_MANY = "entries_too_many"
    ROUND_OPEN = "round_open"
    ROUND_NOT_DRAFT = "round_not_draft"
    ROUND_NOT_IN_PLAY = "round_not_in_play"
    DEALS_WITHOUT_RESULT = "deals_without_result"
    HOLDS_OPEN = "holds_open"
    RESULT_CHANGED = "result_changed"
    REASON_MISSING = "reason_missing"
    ALREADY_REVERSED = "already_reversed"
    USERNAME_TAKEN = "username_taken"


class Refused(problems.Refused):
    """An operation was refused; nothing was changed. `problems` names every reason at once."""

    def __init__(self, *reasons: Problem) -> None:
        super().__init__(reasons)


class Stale(Refused):
    """The writer saw a version that is no longer the live one; nothing was changed."""


def refuse(reason: Reason, field: str = "", **values: int | str) -> Problem:
    """Return the problem of one reason, with the values that its words need."""
    return Problem(reason, field=field, values=tuple(sorted(values.items())))
