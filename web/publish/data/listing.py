"""Lists of public data, and the part of a list on one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from django.http import Http404

PAGE: Final = 200
"""The most items of a page."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a list: its number, from 1, its items, and the length of the whole list."""

    page: int
    count: int
    items: tuple[object, ...]

    @property
    def pages(self) -> int:
        """The number of pages; an empty list has one."""
        return pages_of(self.count)


def pages_of(count: int) -> int:
    """Return the number of pages of a list.

    >>> pages_of(0), pages_of(200), pages_of(201)
    (1, 1, 2)
    """
    return max(1, -(-count // PAGE))


def window(page: int, count: int) -> slice:
    """Return the slice of items on a page. Raises Http404 if there is no such page.

    >>> window(2, 250)
    slice(200, 400, None)
    """
    if page > pages_of(count):
        raise Http404
    return slice((page - 1) * PAGE, page * PAGE)


def listed(rows: Sequence[T], page: int, make: Callable[[T], object]) -> Listed:
    """Return a page of a list, with its items made from its rows."""
    return Listed(page, len(rows), tuple(map(make, rows[window(page, len(rows))])))
