"""Parts of long pages: how much each holds, its address, and its neighbours.

The sizes are those that a phone loads quickly over bad Wi-Fi; a shorter list is not divided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from django.http import Http404
from django.utils.translation import ngettext

from tournaments.results.event_record import StandingsRow

ROWS: Final = 100
"""The most rows of standings, ranks or groups."""
TABLES: Final = 32
"""The most tables of a round."""
SEATS: Final = 120
"""The most seats in the list by surname, three screens of a phone."""
CELLS: Final = 2048
"""The most cells of cross tables: two groups of 32, or many small ones."""
EVENTS: Final = 100
"""The most events on the home page."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part by its number, the positions of its first and last items, from 1, and its name."""

    number: int
    first: int
    last: int
    name: str

    @property
    def brief(self) -> str:
        """Its numbers, for a name beside the first one; the whole name if it has others."""
        numbers = numbers_text(self.first, self.last)
        return numbers if numbers in self.name else self.name


@dataclass(frozen=True, slots=True)
class PageParts:
    """The parts of a page, of which it shows one."""

    listed: tuple[PagePart, ...]
    shown: PagePart

    @property
    def are_many(self) -> bool:
        """Whether the page is divided."""
        return len(self.listed) > 1

    @property
    def is_first(self) -> bool:
        """Whether the first part is shown, which also has everything outside the list."""
        return self.shown.number == 1

    @property
    def before(self) -> PagePart | None:
        """The part before."""
        return None if self.is_first else self.listed[self.shown.number - 2]

    @property
    def after(self) -> PagePart | None:
        """The part after."""
        return next(iter(self.listed[self.shown.number :]), None)

    def of(self, items: Sequence[T]) -> Sequence[T]:
        """Return the items of the list that the part holds."""
        return items[self.shown.first - 1 : self.shown.last]

    def number_at(self, position: int) -> int:
        """Return the number of the part that holds a position, counted from 1.

        Of an empty list it is the first part, on which whoever is not listed is looked for too.

        >>> divide([1] * 5, 2, 1, "{}–{}".format).number_at(3)
        2
        >>> divide([], 2, 1, "{}–{}".format).number_at(1)
        1
        """
        return next((part.number for part in self.listed if position <= part.last), 1)


def divide(
    weights: Sequence[int], most: int, number: int, name: Callable[[int, int], str]
) -> PageParts:
    """Divide a list into parts whose items weigh `most` together; part `number` is shown.

    A heavier item has a part of its own. `name` makes the name of a part from the positions of its
    first and last items. Number 0 is the first part. Raises Http404 for a part that does not exist.

    >>> parts = divide([1] * 5, 2, 2, "{}–{}".format)
    >>> [part.name for part in parts.listed], parts.of("abcde")
    (['1–2', '3–4', '5–5'], 'cd')
    """
    ends, filled = [], 0
    for position, weight in enumerate(weights):
        if filled and filled + weight > most:
            ends.append(position)
            filled = 0
        filled += weight
    ends.append(len(weights))
    listed = tuple(
        PagePart(place, first, last, name(first, last))
        for place, (first, last) in enumerate(
            zip([1, *(end + 1 for end in ends[:-1])], ends, strict=True), 1
        )
    )
    if number > len(listed):
        raise Http404
    return PageParts(listed, listed[max(number, 1) - 1])


def divide_standings(rows: Sequence[StandingsRow], number: int) -> PageParts:
    """Divide standings; a part is named by its ranks, if there are any and one list of them."""
    has_lines = any(row.rank.line for row in rows)
    has_ranks = any(row.rank.begun for row in rows)
    name = ranks_name if has_ranks and not has_lines else rows_name
    return divide([1] * len(rows), ROWS, number, name)


def ranks_name(first: int, last: int) -> str:
    """Return the name of a part by ranks.

    >>> ranks_name(51, 100), ranks_name(101, 101)
    ('第51–100名', '第101名')
    """
    return ngettext("Rank %(numbers)s", "Ranks %(numbers)s", last - first + 1) % {
        "numbers": numbers_text(first, last)
    }


def rows_name(first: int, last: int) -> str:
    """Return the name of a part by rows."""
    return ngettext("Row %(numbers)s", "Rows %(numbers)s", last - first + 1) % {
        "numbers": numbers_text(first, last)
    }


def tables_name(first: int, last: int) -> str:
    """Return the name of a part by the numbers of tables."""
    return ngettext("Table %(numbers)s", "Tables %(numbers)s", last - first + 1) % {
        "numbers": numbers_text(first, last)
    }


def tournaments_name(first: int, last: int) -> str:
    """Return the name of a part of the home page."""
    return ngettext("Tournament %(numbers)s", "Tournaments %(numbers)s", last - first + 1) % {
        "numbers": numbers_text(first, last)
    }


def groups_name(names: Sequence[str]) -> str:
    """Return the name of a part by the names of its groups; empty if they have none.

    >>> groups_name(["A", "B", "C"]), groups_name(["A"]), groups_name([""])
    ('A–C组', 'A组', '')
    """
    if not names or not names[0]:
        return ""
    return ngettext("Group %(names)s", "Groups %(names)s", len(names)) % {
        "names": numbers_text(names[0], names[-1])
    }


def numbers_text(first: T, last: T) -> str:
    """Return a range, or a single number.

    >>> numbers_text(1, 3), numbers_text(3, 3)
    ('1–3', '3')
    """
    return str(first) if first == last else f"{first}–{last}"
