"""Codes of problems of a whole list, and of one of its lines."""

from __future__ import annotations

from scoring.problems import Problem
from tournaments.codes import WordedCode, worded


class ListProblem(WordedCode):
    """A problem of a list or of a line; the comments name its values."""

    TOO_BIG = worded(
        "list_too_big", "The file is larger than %(most)s MB. Use a list of names only."
    )
    TOO_MANY_ROWS = worded("list_too_many_rows", "The list has more than %(most)s rows.")
    BROKEN = worded(
        "list_broken",
        "The file cannot be read: it is broken, locked by a password, or no list at all. "
        "Save it again as .xlsx or CSV.",
    )
    OLD_WORKBOOK = worded(
        "list_old_workbook",
        "The workbook cannot be read: it is broken or has a password. "
        "Save it as .xlsx or CSV, without a password.",
    )
    NOT_TEXT = worded(
        "list_not_text",
        "The file is neither a workbook nor text in UTF-8 or GB 18030. Save it as .xlsx.",
    )
    EMPTY = worded("list_empty", "There is no name in the list.")
    TEXT_TOO_LONG = worded(
        "list_text_too_long", "The text is longer than %(most)s characters. Paste a part of it."
    )
    CONTROL_CHARACTERS = worded(
        "list_control_characters",
        "The text has control characters: it was not copied from a list. Copy the names again.",
    )
    LINE_TOO_LONG = worded("line_too_long", "Line %(row)s is longer than %(most)s characters.")
    CLUB_TOO_LONG = worded(
        "line_club_too_long", "Line %(row)s: the club is longer than %(most)s characters."
    )
    NOT_A_NAME = worded("line_not_a_name", "Line %(row)s: “%(text)s” is not a name.")
    NAME_TWICE = worded("line_name_twice", "Line %(row)s: %(name)s is in the list twice.")
    NAME_TAKEN = worded("line_name_taken", "Line %(row)s: %(name)s is entered already.")
    MEMBER_NUMBER = worded(
        "line_member_number", "Row %(row)s: no member %(number)s of this name is in the register."
    )  # row, name, number
    LEFT_TWICE = worded("left_twice", "the same as line %(first)s")  # row, first
    LEFT_TAKEN = worded("left_taken", "entered already, no. %(number)s")  # row, number
    LEFT_EMPTIED = worded("left_emptied", "emptied by hand")  # row


def problem_of(code: ListProblem, **values: int | str) -> Problem:
    """Return a problem of a list with the values for its sentence."""
    return Problem(code, field="file", values=tuple(sorted(values.items())))
