"""Assigns tables of the hall, groups and boards to the matches of a draw before it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.models import BoardSource, Event, Form, Group, Stage
from tournaments.organise.drawing import held_places
from tournaments.organise.drawing.drawn_tables import DrawnMatch
from tournaments.pairing import rounds as pairing
from tournaments.pairing.reasons import DrawReason
from tournaments.pairing.seating import Seating
from tournaments.structure import stages, three_way_matches

Reasons = tuple[DrawReason, ...]
HALVES: Final = ((0, 2), (1, 0), (2, 1))
"""Home and visiting team in each half match of three, by index."""


@dataclass(frozen=True, slots=True)
class _DrawnTable:
    """A table of a draw with everything drawn for it."""

    seating: Seating
    reasons: Reasons
    group: Group | None
    code: str
    boards: tuple[int, ...] | None


def places_of(
    stage: Stage, groups: Sequence[Group], drawn: pairing.DrawnRound
) -> tuple[list[DrawnMatch], list[Reasons]]:
    """Return every match of a draw with its tables, group and boards, and the reasons of each.

    Three teams in half matches get three tables after those of the other matches.
    """
    event, rows = stage.event, _drawn_tables(groups, drawn)
    three = [row for row in rows if is_three_way(event, row.seating)]
    whole = [row for row in rows if not is_three_way(event, row.seating)]
    if three:
        whole = [
            replace(row, seating=replace(row.seating, table=number))
            for number, row in enumerate(whole, 1)
        ]
    most = max((row.seating.table for row in whole), default=0)
    rooms = event.rooms if event.form == Form.TEAMS else 1
    wanted = most * rooms + three_way_matches.SIZE * len(three)
    free = held_places.free_numbers(event.tournament, wanted)
    placed = [(_whole_match(stage, row, free, most, rooms), row.reasons) for row in whole]
    for number, three_teams in enumerate(three):
        start = most * rooms + three_way_matches.SIZE * number
        placed += _half_matches(stage, three_teams, free[start : start + three_way_matches.SIZE])
    return [place for place, _ in placed], [reasons for _, reasons in placed]


def is_three_way(event: Event, seating: Seating) -> bool:
    """Whether a table of a draw has three teams, which play half matches."""
    return event.form == Form.TEAMS and len(seating.seats) == three_way_matches.SIZE


def _drawn_tables(groups: Sequence[Group], drawn: pairing.DrawnRound) -> list[_DrawnTable]:
    tables = drawn.draw.tables
    one_group: list[Group | None] = [None] * len(tables)
    of_tables = [groups[number - 1] for number in drawn.groups] or one_group
    reasons_by_table = drawn.reasons or ((),) * len(tables)
    codes = drawn.codes or ("",) * len(tables)
    return [
        _DrawnTable(seating, reasons, group, code, drawn.boards.get(seating.table))
        for seating, reasons, group, code in zip(
            tables, reasons_by_table, of_tables, codes, strict=True
        )
    ]


def _whole_match(
    stage: Stage, row: _DrawnTable, free: Sequence[int], most: int, rooms: int
) -> DrawnMatch:
    event, place = stage.event, row.seating.table - 1
    all_boards = tuple(range(1, stages.deals_of(stage) + 1))
    boards = all_boards if row.boards is None else row.boards
    return DrawnMatch(
        replace(row.seating, table=free[place]),
        tuple(free[place + room * most] for room in range(rooms)),
        row.group,
        row.code,
        () if event.boards == BoardSource.TABLE else boards,
    )


def _half_matches(
    stage: Stage, row: _DrawnTable, tables: Sequence[int]
) -> Iterator[tuple[DrawnMatch, Reasons]]:
    """Yield the half matches of three teams: each begins at the table of its home side."""
    entries, deals = row.seating.entries, stages.deals_of(stage)
    for place, (home, away) in enumerate(HALVES):
        two = entries[home], entries[away]
        met_before = tuple(met for met in row.seating.met_before if set(met[:2]) == set(two))
        seating = Seating(tables[home], tuple(zip("12", two, strict=True)), met_before)
        boards = tuple(three_way_matches.share(place, deals))
        half_tables = (tables[home], tables[away])
        yield (
            DrawnMatch(seating, half_tables, row.group, row.code, boards, is_half=True),
            row.reasons,
        )
