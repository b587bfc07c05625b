"""Cells of a typed team with their problems, and separators between typed names.

Files and pasted texts are read in `reading`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from scoring.problems import Problem
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.names import is_name, key_of

LONGEST: Final = 120
PARTNERS: Final = re.compile(r"\s*[/／、&＆，,;；]\s*")


def heads(words: str) -> frozenset[str]:
    """Return column names from words separated by blanks."""
    return frozenset(words.split())


@dataclass(frozen=True, slots=True)
class ListCell:
    """A cell: the letter of its column, its text, and its problem."""

    column: str
    text: str
    problem: Problem | None = None


def head_of(text: str) -> str:
    """Return the name of a column without spaces, signs and capitals."""
    return re.sub(r"[\s:：()（）_-]", "", text).lower()


def checked(cell: ListCell, row: int, seen: Collection[str], taken: Collection[str]) -> ListCell:
    """Return a cell, with any problem of the name in it; `seen` and `taken` are keys of names."""
    if not cell.text:
        return with_problem(cell, row, ListProblem.CELL_EMPTY)
    if len(cell.text) > LONGEST:
        return with_problem(cell, row, ListProblem.CELL_TOO_LONG, most=LONGEST)
    if not is_name(cell.text):
        return with_problem(cell, row, ListProblem.CELL_NOT_A_NAME, text=cell.text)
    if key_of(cell.text) in taken:
        return with_problem(cell, row, ListProblem.CELL_TAKEN, name=cell.text)
    if key_of(cell.text) in seen:
        return with_problem(cell, row, ListProblem.CELL_TWICE, name=cell.text)
    return cell


def with_problem(cell: ListCell, row: int, code: ListProblem, **values: int | str) -> ListCell:
    """Return a cell with a problem that names its row and column."""
    problem = problem_of(code, row=row, column=cell.column, **values)
    return ListCell(cell.column, cell.text, problem)


def letter(place: int) -> str:
    """Return the letter of a column, counted from 0.

    >>> letter(0), letter(11)
    ('A', 'L')
    """
    return chr(ord("A") + place) if 0 <= place < 26 else ""
