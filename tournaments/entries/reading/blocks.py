"""Several lists side by side in one sheet: 序号 姓名 单位, and the same heads once more beside them."""

from __future__ import annotations

from dataclasses import replace

from tournaments.entries.reading import heads
from tournaments.entries.reading.files import Row
from tournaments.entries.reading.heads import Role
from tournaments.entries.reading.tables import Table


def side_by_side(table: Table) -> list[Table]:
    """Return the lists that stand beside each other as tables of their own; else the table alone."""
    spans = heads.side_by_side(table.heads.words)
    are_of_persons = all(
        sum(table.heads.roles[place] in heads.PERSON for place in span) == 1 for span in spans
    )
    return [_part(table, span) for span in spans] if spans and are_of_persons else [table]


def _part(table: Table, span: range) -> Table:
    """Return a table with the columns of a span alone; its rows without the others' cells."""
    roles = tuple(
        role if place in span else Role.UNKNOWN for place, role in enumerate(table.heads.roles)
    )
    rows = [
        Row(row.number, tuple(text if place in span else "" for place, text in enumerate(row.cells)))
        for row in table.rows
    ]
    filled = tuple(row for row in rows if any(row.cells))
    return replace(table, heads=replace(table.heads, roles=roles), rows=filled)
