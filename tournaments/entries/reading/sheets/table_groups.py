"""Rows of pairs and teams: one entry in a row, or over several rows with merged or empty cells."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tournaments.entries.name_signs import private_signs
from tournaments.entries.names import as_stored, is_name, key_of, tidy
from tournaments.entries.reading import pairs, teams
from tournaments.entries.reading.line_kinds import club_over
from tournaments.entries.reading.lines import take_apart
from tournaments.entries.reading.reasons import LineReason, ListDoubt
from tournaments.entries.reading.sheets.files import SheetRow
from tournaments.entries.reading.sheets.head_words import ColumnRole
from tournaments.entries.reading.sheets.tables import (
    SheetTable,
    first_section,
    full_name,
    labels_above,
    no_entry,
    without_numbers,
)
from tournaments.entries.reading.signs import AWAY, WAITS, is_nobody
from tournaments.entries.reading.teams import TeamBlock
from tournaments.entries.reading.values import (
    LineState,
    ListKind,
    ReadEntry,
    ReadLine,
    asked,
    left_out,
    problem,
    under_club,
)


@dataclass(slots=True)
class RowGroup:
    """Rows of one entry."""

    number: int
    key: str
    rows: list[SheetRow] = field(default_factory=list)
    club: str = ""
    """The club in a heading above the rows."""

    @property
    def is_short(self) -> bool:
        """Whether it is doubtful which cell of a row is missing."""
        return any(row.is_short for row in self.rows)


def group_lines(table: SheetTable, kind: ListKind, sizes: range) -> list[ReadLine]:
    """Return the rows of a table of pairs or teams as lines."""
    lines: list[ReadLine] = []
    groups: dict[str, RowGroup] = {}
    column = _shared_column(table, kind)
    is_one = kind is ListKind.TEAMS and len(table.heads.columns(ColumnRole.NAME)) < 2
    whole = "\nteam" if is_one else ""
    is_behind, section = False, labels_above(table).get(ColumnRole.TEAM, "")
    club = first_section(table) if kind is ListKind.PAIRS else ""
    for row in table.rows:
        reason = no_entry(table, row, is_behind=is_behind)
        heading = "".join(text for text in row.cells if text)
        if (
            reason is LineReason.TITLE
            and kind is ListKind.TEAMS
            and not table.heads.columns(ColumnRole.TEAM)
        ):
            section, reason = _section(heading), LineReason.TITLE
        if reason is LineReason.TITLE and kind is ListKind.PAIRS:
            club = club_over(heading, of_pairs=True)
        if reason is not None:
            is_behind = is_behind or reason is LineReason.FOOTER
            lines.append(left_out(row.number, table.text(row), reason))
            continue
        _add(groups, table, row, column, (section or whole) if is_one else "").club = club
    made = [
        _pair(table, group) if kind is ListKind.PAIRS else _team(table, group, sizes)
        for group in groups.values()
    ]
    made = [
        _doubted(line, ListDoubt.MISSING_CELL if group.is_short else table.doubt)
        for line, group in zip(made, groups.values(), strict=True)
    ]
    made = [
        under_club(_absent(line, group), group.club)
        for line, group in zip(made, groups.values(), strict=True)
    ]
    return sorted([*lines, *made], key=lambda line: line.number)


def _section(heading: str) -> str:
    """Return the team named by a heading between the rows: `队名：城北队`, `城北队（4人）`."""
    label, _colon, value = heading.replace("：", ":").partition(":")
    return as_stored((value or label).split("（")[0].split("(")[0])


def _absent(line: ReadLine, group: RowGroup) -> ReadLine:
    """Return an entry that is absent or on the waiting list, by a cell of its only row."""
    cells = group.rows[0].cells if len(group.rows) == 1 else ()
    if any(AWAY.match(text.removeprefix("已")) for text in cells):
        return left_out(line.number, line.text, LineReason.AWAY)
    if line.state is LineState.ENTRY and any(map(WAITS.match, cells)):
        return asked(line.number, line.text, ListDoubt.WAITS, line.reads)
    return line


def _doubted(line: ReadLine, doubt: ListDoubt | None) -> ReadLine:
    if doubt is None or line.state is not LineState.ENTRY:
        return line
    return asked(line.number, line.text, doubt, line.reads)


def _add(
    groups: dict[str, RowGroup], table: SheetTable, row: SheetRow, column: int | None, section: str
) -> RowGroup:
    """Add a row to its group, which is returned; `column` is the one shared by the rows of an
    entry, if any.
    """
    key = _key(table, row, column, groups, section)
    key = key or f"\n{row.number}"
    group = groups.setdefault(key, RowGroup(row.number, key))
    group.rows.append(row)
    return group


def _key(
    table: SheetTable, row: SheetRow, column: int | None, groups: dict[str, RowGroup], section: str
) -> str:
    """Return the key shared by the rows of one entry; empty if each row is an entry."""
    if column is None:
        return section
    text = table.cell(row, column)
    return key_of(text) if text else _last_key(groups)


def _shared_column(table: SheetTable, kind: ListKind) -> int | None:
    """Return the column with equal cells in all rows of an entry; None if each row is an entry."""
    several = ColumnRole.PARTNER if kind is ListKind.PAIRS else ColumnRole.NAME
    if len(table.heads.columns(several)) > (kind is ListKind.TEAMS):
        return None
    column = table.heads.column(ColumnRole.TEAM)
    if column is None and kind is ListKind.PAIRS:
        column = table.heads.column(ColumnRole.ORDINAL)
        column = column if _is_shared(table, column) else None
    return column


def _last_key(groups: dict[str, RowGroup]) -> str:
    """Return the key of the current entry."""
    return next(reversed(groups.values())).key if groups else ""


def _is_shared(table: SheetTable, column: int | None) -> bool:
    """Whether a column has the same number for both rows of a pair, or none for the second."""
    if column is None:
        return False
    texts = [table.cell(row, column) for row in table.rows]
    filled = [text for text in texts if text]
    return len(set(filled)) < len(texts)


def _pair(table: SheetTable, group: RowGroup) -> ReadLine:
    text = "\n".join(table.text(row) for row in group.rows)
    first = group.rows[0]
    columns = table.heads.columns(ColumnRole.NAME, ColumnRole.SURNAME, ColumnRole.PARTNER)
    named = [full_name(table, row, place) for row in group.rows for place in columns]
    named = [name for name in named if name and not is_nobody(name)]
    own = as_stored(without_numbers(table.of(first, ColumnRole.TEAM)))
    if len(named) == 1:
        line = pairs.read_pairs([take_apart(group.number, named[0])])[0]
        reads = tuple(replace(read, name=own or read.name) for read in line.reads)
        why = line.why
        return replace(line, text=text, reads=reads, why=why)
    names = [as_stored(take_apart(group.number, name).body) for name in named]
    if len(names) != 2:
        return problem(
            group.number,
            text,
            LineReason.PARTNER_MISSING,
            row=group.number,
            name=(names or [own])[0][:40],
        )
    wrong = [name for name in names if not is_name(name)]
    if wrong:
        return problem(
            group.number, text, LineReason.NOT_A_NAME, row=group.number, text=wrong[0][:40]
        )
    club = without_numbers(table.of(first, ColumnRole.CLUB))
    remark = without_numbers(table.of(first, ColumnRole.REMARK))
    read = ReadEntry(tuple(names), name=own, club=club, remark=remark)
    if any(map(private_signs, names)):
        return asked(group.number, text, ListDoubt.UNKNOWN_SIGN, (read,))
    return ReadLine(group.number, text, LineState.ENTRY, (read,))


def _team(table: SheetTable, group: RowGroup, sizes: range) -> ReadLine:
    above = labels_above(table)
    first = group.rows[0]
    name = table.of(first, ColumnRole.TEAM) or ("" if group.key.startswith("\n") else group.key)
    block = TeamBlock(group.number, [table.text(row) for row in group.rows])
    head = take_apart(group.number, name)
    block.name = (
        as_stored(teams.SIZE.sub("", head.body))
        or as_stored(above.get(ColumnRole.TEAM, ""))
        or above.get(ColumnRole.CLUB, "")
    )
    is_in_club = [words for words in head.inside if not words.isdecimal()]
    block.club = without_numbers(table.of(first, ColumnRole.CLUB)) or "".join(is_in_club[:1])
    for label, role in (("队长", ColumnRole.CAPTAIN), ("领队", ColumnRole.LEADER)):
        for row in group.rows:
            text = table.of(row, role) or (above.get(role, "") if row is first else "")
            teams.add_part(block, label, without_numbers(text))
    for row in group.rows:
        mark = tidy(table.of(row, ColumnRole.MARK) or table.of(row, ColumnRole.REMARK))
        for place in table.heads.columns(ColumnRole.NAME, ColumnRole.SURNAME):
            text = without_numbers(full_name(table, row, place))
            teams.add_part(block, _label(mark), text)
    return teams.finished(block, sizes)


def _label(mark: str) -> str:
    """Return the label that corresponds to the words beside a player."""
    for label in ("队长", "领队", "教练"):
        if label in mark and "副" not in mark:
            return label
    return ""
