"""Lists of clubs and of the seeding: which row speaks of which entry, by its number or its name.

The columns are found by their names; without names they are the entry, its club, its place. A row
that speaks of nobody is named, and the others count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.entries.entry_lists import NUMBER, ONE, Grid, filled, head_of
from tournaments.entries.team_lists import CLUB, TEAM

SEEDING: Final = frozenset(
    {"种子", "种子序号", "种子号", "种子排名", "种子排序", "seeding", "seed", "seeded"}
)
BETWEEN: Final = re.compile(r"[\t,，;；]")
DIGITS: Final = 4
"""No place in a seeding is written with more digits."""


@dataclass(frozen=True, slots=True)
class SeedRow:
    """What a row says of an entry; None is what it does not speak of."""

    number: int
    club: str | None
    seeding: int | None


@dataclass(frozen=True, slots=True)
class SeedList:
    """The rows that speak of an entry, and the numbers of those that speak of nobody."""

    rows: tuple[SeedRow, ...]
    unknown: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Columns:
    who: tuple[int, ...]
    club: int | None
    seeding: int | None


def read_text(text: str) -> Grid:
    """Return the rows of a pasted list, parted by tabs, commas or semicolons.

    Raises Refused for none, and for too many.
    """
    return filled((number, BETWEEN.split(line)) for number, line in enumerate(text.splitlines(), 1))


def read(grid: Grid, known: Mapping[str, int]) -> SeedList:
    """Return what a list says; `known` are the numbers of entries by all that names them.

    >>> read([(1, ["编号", "单位"]), (2, ["7", "城北"]), (3, ["9", "城南"])], {"7": 7})
    SeedList(rows=(SeedRow(number=7, club='城北', seeding=None),), unknown=(3,))
    """
    columns, rows = _columns(grid)
    seed_rows, unknown = [], []
    for number, texts in rows:
        entry = _entry(texts, columns.who, known)
        if entry is None:
            unknown.append(number)
            continue
        club = _text(texts, columns.club)
        seed_rows.append(SeedRow(entry, club, _place(_text(texts, columns.seeding))))
    return SeedList(tuple(seed_rows), tuple(unknown))


def _columns(grid: Grid) -> tuple[_Columns, Grid]:
    """Return where what stands, and the rows below the names of the columns if there are any."""
    heads = [head_of(text) for text in grid[0][1]]
    club, seeding = _first(heads, CLUB), _first(heads, SEEDING)
    if club is None and seeding is None:
        return _Columns((0,), 1, 2), grid
    entry_columns = [
        place for place, head in enumerate(heads) if head in NUMBER or head in TEAM | ONE
    ]
    return _Columns(tuple(entry_columns) or (0,), club, seeding), grid[1:]


def _first(heads: Sequence[str], names: frozenset[str]) -> int | None:
    return next((place for place, head in enumerate(heads) if head in names), None)


def _entry(texts: Sequence[str], columns: Sequence[int], known: Mapping[str, int]) -> int | None:
    """The entry that a row names: by its name rather than by a number, which may be the row's."""
    named = [_text(texts, place) or "" for place in columns]
    numbers = [known[text] for text in sorted(named, key=str.isdecimal) if text in known]
    return next(iter(numbers), None)


def _text(texts: Sequence[str], place: int | None) -> str | None:
    return texts[place] if place is not None and place < len(texts) else None


def _place(text: str | None) -> int | None:
    digits = (text or "").strip()
    return int(digits) if digits.isdecimal() and len(digits) <= DIGITS else None
