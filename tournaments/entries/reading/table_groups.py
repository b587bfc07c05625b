"""Rows of pairs and teams: one in a row, or one over several rows with merged or empty cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tournaments.entries.name_signs import private_signs
from tournaments.entries.names import as_stored, is_name, key_of, tidy
from tournaments.entries.reading import pairs, teams
from tournaments.entries.reading.files import Row
from tournaments.entries.reading.head_words import Role
from tournaments.entries.reading.lines import take_apart
from tournaments.entries.reading.reasons import Doubt, Why
from tournaments.entries.reading.signs import AWAY, WAITS, is_nobody
from tournaments.entries.reading.tables import Table, full_name, labels_above, no_entry
from tournaments.entries.reading.teams import Block
from tournaments.entries.reading.values import Kind, Read, ReadLine, State, asked, left_out, problem


@dataclass(slots=True)
class Group:
    """Rows of one entry."""

    number: int
    key: str
    rows: list[Row] = field(default_factory=list)


def group_lines(table: Table, kind: Kind, sizes: range) -> list[ReadLine]:
    """Return the rows of a table of pairs or teams as lines."""
    lines: list[ReadLine] = []
    groups: list[Group] = []
    is_behind, section = False, labels_above(table).get(Role.TEAM, "")
    for row in table.rows:
        reason = no_entry(table, row, is_behind=is_behind)
        heading = "".join(text for text in row.cells if text)
        if reason is Why.TITLE and kind is Kind.TEAMS and not table.heads.columns(Role.TEAM):
            section, reason = _section(heading), Why.TITLE
        if reason is not None:
            is_behind = is_behind or reason is Why.FOOTER
            lines.append(left_out(row.number, table.text(row), reason))
            continue
        _add(groups, table, row, kind, section)
    made = [
        _pair(table, group) if kind is Kind.PAIRS else _team(table, group, sizes)
        for group in groups
    ]
    made = [_doubted(line, table.doubt) for line in made]
    made = [_absent(line, group) for line, group in zip(made, groups, strict=True)]
    return sorted([*lines, *made], key=lambda line: line.number)


def _section(heading: str) -> str:
    """Return the team that a heading between the rows names: `队名：城北队`, `城北队（4人）`."""
    label, _colon, value = heading.replace("：", ":").partition(":")
    return as_stored((value or label).split("（")[0].split("(")[0])


def _absent(line: ReadLine, group: Group) -> ReadLine:
    """Return an entry that does not come or waits for a place, by a cell of its only row."""
    cells = group.rows[0].cells if len(group.rows) == 1 else ()
    if any(AWAY.match(text.removeprefix("已")) for text in cells):
        return left_out(line.number, line.text, Why.AWAY)
    if line.state is State.ENTRY and any(map(WAITS.match, cells)):
        return asked(line.number, line.text, Doubt.WAITS, line.reads)
    return line


def _doubted(line: ReadLine, doubt: Doubt | None) -> ReadLine:
    if doubt is None or line.state is not State.ENTRY:
        return line
    return asked(line.number, line.text, doubt, line.reads)


def _add(groups: list[Group], table: Table, row: Row, kind: Kind, section: str) -> None:
    """Put a row to the group that it belongs to."""
    key = _key(table, row, kind, groups, section)
    group = next((group for group in groups if group.key == key), None) if key else None
    if group is None:
        group = Group(row.number, key or f"\n{row.number}")
        groups.append(group)
    group.rows.append(row)


def _key(table: Table, row: Row, kind: Kind, groups: Sequence[Group], section: str) -> str:
    """Return what the rows of one entry share; empty where each row is one."""
    if kind is Kind.PAIRS and table.heads.columns(Role.PARTNER):
        return ""
    if kind is Kind.TEAMS and len(table.heads.columns(Role.NAME)) > 1:
        return ""
    column = table.heads.column(Role.TEAM)
    if column is None and kind is Kind.PAIRS:
        column = table.heads.column(Role.ORDINAL)
        column = column if _is_shared(table, column) else None
    if column is None:
        return section or ("\nteam" if kind is Kind.TEAMS else "")
    text = table.cell(row, column)
    return key_of(text) if text else groups[-1].key if groups else ""


def _is_shared(table: Table, column: int | None) -> bool:
    """Whether a column has the same number for the rows of one pair, or none for the second."""
    if column is None:
        return False
    texts = [table.cell(row, column) for row in table.rows]
    filled = [text for text in texts if text]
    return len(set(filled)) < len(texts)


def _pair(table: Table, group: Group) -> ReadLine:
    text = "\n".join(table.text(row) for row in group.rows)
    first = group.rows[0]
    columns = table.heads.columns(Role.NAME, Role.SURNAME, Role.PARTNER)
    named = [full_name(table, row, place) for row in group.rows for place in columns]
    named = [name for name in named if name and not is_nobody(name)]
    own = as_stored(table.of(first, Role.TEAM))
    if len(named) == 1:
        line = pairs.read_pairs([take_apart(group.number, named[0])])[0]
        reads = tuple(replace(read, name=own or read.name) for read in line.reads)
        why = line.why
        return replace(line, text=text, reads=reads, why=why)
    names = [as_stored(take_apart(group.number, name).body) for name in named]
    if len(names) != 2:
        return problem(
            group.number, text, Why.PARTNER_MISSING, row=group.number, name=(names or [own])[0][:40]
        )
    wrong = [name for name in names if not is_name(name)]
    if wrong:
        return problem(group.number, text, Why.NOT_A_NAME, row=group.number, text=wrong[0][:40])
    club = tidy(table.of(first, Role.CLUB))
    remark = tidy(table.of(first, Role.REMARK))
    read = Read(tuple(names), name=own, club=club, remark=remark)
    if any(map(private_signs, names)):
        return asked(group.number, text, Doubt.UNKNOWN_SIGN, (read,))
    return ReadLine(group.number, text, State.ENTRY, (read,))


def _team(table: Table, group: Group, sizes: range) -> ReadLine:
    above = labels_above(table)
    first = group.rows[0]
    name = table.of(first, Role.TEAM) or ("" if group.key.startswith("\n") else group.key)
    block = Block(group.number, [table.text(row) for row in group.rows])
    head = take_apart(group.number, name)
    block.name = (
        as_stored(teams.SIZE.sub("", head.body))
        or as_stored(above.get(Role.TEAM, ""))
        or above.get(Role.CLUB, "")
    )
    is_in_club = [words for words in head.inside if not words.isdecimal()]
    block.club = tidy(table.of(first, Role.CLUB)) or "".join(is_in_club[:1])
    for label, role in (("队长", Role.CAPTAIN), ("领队", Role.LEADER)):
        for row in group.rows:
            teams.add_part(
                block, label, table.of(row, role) or (above.get(role, "") if row is first else "")
            )
    for row in group.rows:
        mark = tidy(table.of(row, Role.MARK) or table.of(row, Role.REMARK))
        for place in table.heads.columns(Role.NAME, Role.SURNAME):
            text = full_name(table, row, place)
            teams.add_part(block, _label(mark), text)
    return teams.finished(block, sizes)


def _label(mark: str) -> str:
    """Return the label that the words beside a player stand for."""
    for label in ("队长", "领队", "教练"):
        if label in mark and "副" not in mark:
            return label
    return ""
