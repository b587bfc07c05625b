"""A long list of names in folds of sixty, and the search that opens the folds it finds in.

The list is one form. Its search is sent with whatever is ticked and typed, which the page that
answers shows again: nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import HttpRequest

from tournaments.persons.keys import is_found_by

FOLD: Final = 60
"""The number of names in a fold, as in a part of the names of an event."""
FIND: Final = "find"
"""The name of the button that searches."""
MOST_LINKED: Final = 12


@dataclass(frozen=True, slots=True)
class NamedRow:
    """A row of a list: what its template shows, and the names and the number that find it.

    `target` is the id of its control. A row `is_wrong` if it has an error to be seen, and
    `is_ticked` if its control is a box that is ticked.
    """

    shown: Any
    names: Sequence[str]
    number: int | None
    target: str
    is_wrong: bool = False
    is_found: bool = False
    is_ticked: bool = False

    @property
    def label(self) -> str:
        """Its number, if it has one, and its first name."""
        return f"{self.number} {self.names[0]}" if self.number else self.names[0]


@dataclass(frozen=True, slots=True)
class NameFold:
    """Some rows of a list, headed by the first and the last of them."""

    rows: Sequence[NamedRow]

    @property
    def first(self) -> str:
        """The label of the first row."""
        return self.rows[0].label

    @property
    def last(self) -> str:
        """The label of the last row."""
        return self.rows[-1].label

    @property
    def ticked(self) -> int:
        """The number of its rows that are ticked."""
        return sum(row.is_ticked for row in self.rows)

    @property
    def is_open(self) -> bool:
        """Whether it shows a row that was searched for, or an error."""
        return any(row.is_found or row.is_wrong for row in self.rows)


@dataclass(frozen=True, slots=True)
class NameFolds:
    """A list in folds; `typed` is what was searched for, empty without a search."""

    folds: Sequence[NameFold]
    typed: str = ""

    @property
    def is_folded(self) -> bool:
        """Whether the list is too long to be shown whole."""
        return len(self.folds) > 1

    @property
    def number(self) -> int:
        """The number of its rows."""
        return sum(len(fold.rows) for fold in self.folds)

    @property
    def ticked(self) -> int:
        """The number of its rows that are ticked."""
        return sum(fold.ticked for fold in self.folds)

    @property
    def found(self) -> list[NamedRow]:
        """The rows that the search has found."""
        return [row for fold in self.folds for row in fold.rows if row.is_found]

    @property
    def linked(self) -> list[NamedRow]:
        """The first of the rows found, to which links lead."""
        return self.found[:MOST_LINKED]


def searched_for(request: HttpRequest) -> str:
    """Return what the search of the list was sent with; empty if it was not pressed."""
    return request.POST.get("q", "").strip() if FIND in request.POST else ""


def folded(request: HttpRequest, rows: Iterable[NamedRow]) -> NameFolds:
    """Return rows in folds, those marked that the search has found."""
    typed = searched_for(request)
    marked = [
        replace(row, is_found=bool(typed) and is_found_by(typed, row.names, row.number))
        for row in rows
    ]
    parts = (marked[start : start + FOLD] for start in range(0, len(marked), FOLD))
    return NameFolds([NameFold(part) for part in parts], typed)
