"""Reads lists of clubs and seeding; a row names an entry by its number or its name.

Columns are found by their names; without names they are the entry, its club and its place. Rows
without a known entry are listed, and the others count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.entries.entry_lists import NUMBER, ONE, Grid, filled, find_column, head_of
from tournaments.entries.team_lists import CLUB, TEAM

SEEDING: Final = frozenset(
    {"种子", "种子序号", "种子号", "种子排名", "种子排序", "seeding", "seed", "seeded"}
)
BETWEEN: Final = re.compile(r"[\t,，;；]")
DIGITS: Final = 4
"""The maximum number of digits of a place in a seeding."""


@dataclass(frozen=True, slots=True)
class SeedRow:
    """Club and seeding of an entry in a row; None for what the row leaves out."""

    number: int
    club: str | None
    seeding: int | None


@dataclass(frozen=True, slots=True)
class SeedList:
    """The rows with a known entry, and the numbers of the others."""

    rows: tuple[SeedRow, ...]
    unknown: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Columns:
    who: tuple[int, ...]
    club: int | None
    seeding: int | None


def read_text(text: str) -> Grid:
    """Return the rows of a pasted list, split at tabs, commas or semicolons.

    Raises Refused for none, and for too many.
    """
    return filled((number, BETWEEN.split(line)) for number, line in enumerate(text.splitlines(), 1))


def read(grid: Grid, known: Mapping[str, int]) -> SeedList:
    """Return the rows of a list; `known` has the numbers of entries by number and name.

    >>> read([(1, ["编号", "单位"]), (2, ["7", "城北"]), (3, ["9", "城南"])], {"7": 7})
    SeedList(rows=(SeedRow(number=7, club='城北', seeding=None),), unknown=(3,))
    """
    columns, rows = _find_columns(grid)
    seed_rows, unknown = [], []
    for number, texts in rows:
        named = [_cell_text(texts, place) or "" for place in columns.who]
        # By name before number, which may be the number of the row.
        named.sort(key=str.isdecimal)
        entry = next((known[text] for text in named if text in known), None)
        if entry is None:
            unknown.append(number)
            continue
        digits = (_cell_text(texts, columns.seeding) or "").strip()
        is_place = digits.isdecimal() and len(digits) <= DIGITS
        club = _cell_text(texts, columns.club)
        seed_rows.append(SeedRow(entry, club, int(digits) if is_place else None))
    return SeedList(tuple(seed_rows), tuple(unknown))


def _find_columns(grid: Grid) -> tuple[_Columns, Grid]:
    """Return the columns, and the rows below the column names, if there are any."""
    heads = [head_of(text) for text in grid[0][1]]
    club, seeding = find_column(heads, CLUB), find_column(heads, SEEDING)
    if club is None and seeding is None:
        return _Columns((0,), 1, 2), grid
    entry_columns = [
        place for place, head in enumerate(heads) if head in NUMBER or head in TEAM | ONE
    ]
    return _Columns(tuple(entry_columns) or (0,), club, seeding), grid[1:]


def _cell_text(texts: Sequence[str], place: int | None) -> str | None:
    return texts[place] if place is not None and place < len(texts) else None
