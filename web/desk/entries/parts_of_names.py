"""The names of an event in parts, and those that a search finds.

Who is entered, and what is done with a name, is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import HttpRequest

from tournaments.entries.roster import Entrant
from tournaments.persons.keys import is_found_by

PAGE: Final = 60
"""The number of names in a part: two screens of a laptop, where check-in has two columns."""
SEARCHED: Final = 30
"""More names than this have a search."""


def part_of_names(request: HttpRequest, entrants: Sequence[Entrant]) -> dict[str, Any]:
    """Return the names that a page shows: those found, of the part that the address names.

    The address may also name an entry by its number (`at`), whose part is shown then.
    """
    typed = request.GET.get("q", "").strip()
    found = _found(entrants, typed) if typed else list(entrants)
    at = request.GET.get("at", "")
    before = [place for place, each in enumerate(found) if str(each.number) == at]
    number = str(before[0] // PAGE + 1) if before else request.GET.get("page")
    page = Paginator(found, PAGE).get_page(number)
    return {
        "typed": typed,
        "page": page,
        "shown": list(page),
        "is_searched": len(entrants) > SEARCHED,
        "is_divided": len(entrants) > PAGE,
    }


def _found(entrants: Sequence[Entrant], typed: str) -> list[Entrant]:
    """Return the entries found by pinyin, initials, characters, or number."""
    return [
        each
        for each in entrants
        if is_found_by(typed, [each.name, *(one.name for one in each.members)], each.number)
    ]
