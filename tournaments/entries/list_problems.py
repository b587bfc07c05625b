"""What may be wrong with a list as a whole or with a cell or line of it, as codes."""

from __future__ import annotations

from enum import StrEnum

from scoring.problems import Problem


class ListProblem(StrEnum):
    """A problem of a list or of a cell; the comment names its values."""

    TOO_BIG = "list_too_big"  # most
    TOO_MANY_ROWS = "list_too_many_rows"  # most
    BROKEN = "list_broken"
    OLD_WORKBOOK = "list_old_workbook"
    NOT_TEXT = "list_not_text"
    EMPTY = "list_empty"
    CELL_EMPTY = "cell_empty"  # row, column
    CELL_TOO_LONG = "cell_too_long"  # row, column, most
    CELL_NOT_A_NAME = "cell_not_a_name"  # row, column, text
    CELL_TWICE = "cell_twice"  # row, column, name
    CELL_TAKEN = "cell_taken"  # row, column, name
    TEAM_SIZE = "team_size"  # row, least, most, found
    TEXT_TOO_LONG = "list_text_too_long"  # most
    CONTROL_CHARACTERS = "list_control_characters"
    LINE_TOO_LONG = "line_too_long"  # row, most
    NAME_TOO_LONG = "line_name_too_long"  # row, most
    CLUB_TOO_LONG = "line_club_too_long"  # row, most
    NOT_A_NAME = "line_not_a_name"  # row, text
    NAME_TWICE = "line_name_twice"  # row, name
    NAME_TAKEN = "line_name_taken"  # row, name
    PARTNER_MISSING = "line_partner_missing"  # row, name
    TEAM_NAME_MISSING = "line_team_name_missing"  # row
    MEMBER_NUMBER = "line_member_number"  # row, name, number
    LEFT_AWAY = "left_away"  # row
    LEFT_TWICE = "left_twice"  # row, first
    LEFT_TAKEN = "left_taken"  # row, number
    LEFT_EMPTIED = "left_emptied"  # row


def problem_of(code: ListProblem, **values: int | str) -> Problem:
    """Return a problem of a list with the values for its text."""
    return Problem(code, field="file", values=tuple(sorted(values.items())))
