"""Which entries a list of clubs and seeding names: an entry by its number or its name.

Rows without a known entry are listed, and the others count. What a row says is read in `reading`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.entries.names import key_of
from tournaments.entries.reading.sheets.head_words import ColumnRole
from tournaments.entries.reading.values import LineState, ListReading, ReadEntry


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


def seed_list(reading: ListReading, known: Mapping[str, int]) -> SeedList:
    """Return the rows of a list; `known` has the numbers of entries by number and key of name.

    Ratings make a seeding by their order; a list without clubs changes none.
    """
    lines = [line for line in reading.lines if line.state in (LineState.ENTRY, LineState.ASK)]
    reads = [(line.number, read) for line in lines for read in line.reads]
    names_clubs = any(read.club for _number, read in reads)
    is_rated = not any(read.seeding for _number, read in reads)
    rows: list[SeedRow] = []
    unknown: list[int] = []
    for number, read in reads:
        entry = _entry(read, known)
        if entry is None:
            unknown.append(number)
            continue
        place = len(rows) + 1 if is_rated and read.rating is not None else read.seeding
        rows.append(SeedRow(entry, read.club if names_clubs else None, place))
    unknown += [line.number for line in reading.of(LineState.PROBLEM)]
    return SeedList(tuple(rows), tuple(sorted(unknown)))


def _entry(read: ReadEntry, known: Mapping[str, int]) -> int | None:
    """Return the entry of a row: by name before number, which may be the number of the row."""
    named = [read.cells.get(ColumnRole.TEAM.value, ""), read.name, *read.members]
    named.append(read.cells.get(ColumnRole.ORDINAL.value, ""))
    keys = [key_of(name) for name in named if name]
    keys.sort(key=str.isdecimal)
    return next((known[key] for key in keys if key in known), None)
