"""A reading as plain values, printed by the command `read_list`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scoring.problems import Problem
from tournaments.entries.reading.identity import masked
from tournaments.entries.reading.values import LineState, ListKind, ListReading, ReadEntry

Words = Callable[[Problem], str]


def as_values(reading: ListReading, kind: ListKind, words: Words) -> dict[str, Any]:
    """Return a reading as plain values; `words` gives the sentence of a reason."""
    return {
        "sheet": reading.source.sheet,
        "first_row": reading.source.first_row,
        "heads": [masked(head) for head in reading.source.heads],
        "lines": [
            {
                "line": line.number,
                "text": masked(line.text),
                "state": line.state.value,
                "reads": [_read(read, kind) for read in line.reads]
                if line.state in (LineState.ENTRY, LineState.ASK)
                else [],
                "why": words(line.why) if line.why else "",
            }
            for line in reading.lines
        ],
    }


def _read(read: ReadEntry, kind: ListKind) -> dict[str, Any] | list[str]:
    if kind is ListKind.PAIRS:
        return [*read.members]
    if kind is ListKind.TEAMS:
        return _team(read)
    name = "".join(read.members)
    if kind is ListKind.SEEDING:
        seeded: dict[str, Any] = {"name": name, "club": read.club}
        if read.rating is not None:
            seeded["rating"] = int(read.rating) if read.rating.is_integer() else read.rating
        return seeded
    if kind is ListKind.MEMBERS:
        return _member(name, read)
    return {"name": name, "club": read.club, "remark": read.remark}


def _team(read: ReadEntry) -> dict[str, Any]:
    first = [name for name in read.members if name == read.captain]
    others = [name for name in read.members if name != read.captain]
    team: dict[str, Any] = {
        "name": read.name,
        "members": [*first, *others],
        "captain": read.captain,
    }
    return team | ({"club": read.club} if read.club else {})


def _member(name: str, read: ReadEntry) -> dict[str, Any]:
    member: dict[str, Any] = {"name": name}
    if read.number.isdecimal():
        member["number"] = int(read.number)
    cells = {**read.cells}
    year = cells.pop("birth_year", "")[:4]
    if year.isdecimal():
        member["birth_year"] = int(year)
    remark = cells.pop("remark", "") or read.remark
    values = {**cells, "club": read.club, "remark": remark}
    return member | {key: value for key, value in values.items() if value}
