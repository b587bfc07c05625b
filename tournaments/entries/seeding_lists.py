"""Matches the rows of a list of clubs and seeds to entries, by number or by name.

Rows without a known entry are reported, the others are used. Rows are parsed in `reading`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.entries.names import key_of
from tournaments.entries.reading.sheets.head_words import ColumnRole
from tournaments.entries.reading.values import LineState, ListReading, ReadEntry


@dataclass(frozen=True, slots=True)
class SeedRow:
    """Club and seeding of an entry in a row; None for a value that the row lacks."""

    number: int
    club: str | None
    seeding: int | None


@dataclass(frozen=True, slots=True)
class SeedList:
    """The rows with a known entry, and the numbers of the others."""

    rows: tuple[SeedRow, ...]
    unknown: tuple[int, ...]


def seed_list(reading: ListReading, known: Mapping[str, int]) -> SeedList:
    """Return the rows of a list; `known` maps numbers and name keys to entry numbers.

    Ratings define a seeding by their order; a list without clubs changes no club.
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
    """Return the entry of a row: by name before number, which may be a line number."""
    named = [read.cells.get(ColumnRole.TEAM.value, ""), read.name, *read.members]
    named.append(read.cells.get(ColumnRole.ORDINAL.value, ""))
    keys = [key_of(name) for name in named if name]
    keys.sort(key=str.isdecimal)
    return next((known[key] for key in keys if key in known), None)
