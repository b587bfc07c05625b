"""Entry point of the parser: turns a file or a pasted text into a reading, for every page and the
command.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from scoring.problems import Problem
from tournaments.base.refusals import Refused
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.names import tidy
from tournaments.entries.reading import alike, forms
from tournaments.entries.reading.identity import masked_row
from tournaments.entries.reading.line_kinds import under_clubs, under_headings
from tournaments.entries.reading.lines import ListLine, by_brackets, segments, take_apart, words_of
from tournaments.entries.reading.pairs import read_pairs
from tournaments.entries.reading.persons import read_persons
from tournaments.entries.reading.reasons import Note
from tournaments.entries.reading.sheets import short_rows
from tournaments.entries.reading.sheets.files import (
    MOST_ROWS,
    SheetRow,
    Workbook,
    WorkbookSheet,
    filled,
    letters,
)
from tournaments.entries.reading.sheets.head_words import ColumnRole
from tournaments.entries.reading.sheets.heads import is_heads, roles_of
from tournaments.entries.reading.sheets.table_groups import group_lines
from tournaments.entries.reading.sheets.table_persons import in_seeding_order, person_lines
from tournaments.entries.reading.sheets.tables import (
    SheetTable,
    has_identity,
    head_lines,
    is_list,
    lost_lines,
    table_of,
)
from tournaments.entries.reading.signs import PHONE, is_usual_name
from tournaments.entries.reading.teams import read_teams
from tournaments.entries.reading.twins import known_names, without_twins
from tournaments.entries.reading.values import (
    LineState,
    ListKind,
    ListReading,
    ListSource,
    one_each,
    why,
)
from tournaments.entries.reading.written_numbers import members_numbered, seeding_text

MOST_CHARACTERS: Final = 400_000
TEAM_SIZES: Final = range(4, 7)
ASIDE: Final = re.compile(
    r"说明|示例|样例|填表|字典|模板|例子|须知|参考|选项|旧|备份|backup|去年|往年|历史|example|sample|readme|instruction|help|option",
    re.IGNORECASE,
)
"""Names of sheets that hold no list, or not the one that is meant."""
CONTROLS: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""Control characters other than those that part lines and cells."""
TEXT_SEPARATORS: Final = ("\t", "|", "，", ",", ";", "；")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list is read for, where its table is, and the answers to the questions.

    `sizes` are the allowed numbers of players of a team, `shared` the keys of names that several
    members have and that may therefore occur more than once; `known` are the keys of persons
    already entered or registered, whose names need no question.
    """

    kind: ListKind
    sizes: range = TEAM_SIZES
    sheet: int | None = None
    first_row: int | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    shared: Collection[str] = frozenset()
    known: Collection[str] = frozenset()


def read_file(book: Workbook, wanted: Wanted) -> ListReading:
    """Return the reading of a file. Raises Refused if no sheet has a row, or for too many rows."""
    sheets = [sheet for sheet in book.sheets if sheet.rows or sheet.lost]
    if wanted.kind.is_of_persons:
        sheets = [forms.of_rows(sheet) or sheet for sheet in sheets]
    if not sheets:
        raise Refused(problem_of(ListProblem.EMPTY))
    table, others = _chosen(sheets, wanted)
    if table.sheet.is_cut:
        raise Refused(problem_of(ListProblem.TOO_MANY_ROWS, most=MOST_ROWS))
    written = _written_out(table) if wanted.kind is ListKind.TEAMS else None
    reading = _of_lines(written, wanted) if written else _of_table(table, wanted)
    notes = [*reading.notes, *_file_notes(book, table, others)]
    shown = {sheet.number: sheet.name or "" for sheet in sheets}
    source = replace(
        reading.source, sheet_number=table.sheet.number, sheet=table.sheet.name, others=shown
    )
    return replace(reading, source=source, notes=tuple(notes))


def read_text(text: str, wanted: Wanted) -> ListReading:
    """Return the reading of a pasted text. Raises Refused if it is empty or too long."""
    if len(text) > MOST_CHARACTERS:
        raise Refused(problem_of(ListProblem.TEXT_TOO_LONG, most=MOST_CHARACTERS))
    if CONTROLS.search(text):
        raise Refused(problem_of(ListProblem.CONTROL_CHARACTERS))
    # Masked before anything is split: half a number is not recognised as one.
    lines = [
        (number, masked_row(line)) for number, line in enumerate(text.splitlines(), 1) if tidy(line)
    ]
    if not lines:
        raise Refused(problem_of(ListProblem.EMPTY))
    if len(lines) > MOST_ROWS + 50:
        raise Refused(problem_of(ListProblem.TOO_MANY_ROWS, most=MOST_ROWS))
    sheet = _as_sheet(lines, wanted.kind)
    if sheet is None and wanted.kind is not ListKind.TEAMS:
        sheet = forms.as_sheet(lines)
    return _of_table(table_of(sheet, wanted.kind), wanted) if sheet else _of_lines(lines, wanted)


def _written_out(table: SheetTable) -> list[tuple[int, str]] | None:
    """Return the rows of teams as lines if they are written as in a chat, None for a table.

    That is a single column, or a first cell with a colon: 城北队：张三, 李四.
    """
    if table.heads.rows or table.sheet.lost:
        return None
    lines = [(row.number, [cell for cell in row.cells if cell]) for row in table.sheet.rows]
    has_label = any(re.search(r"[:：]\s*\S", cells[0]) for _number, cells in lines)
    if not has_label and any(len(cells) > 1 for _number, cells in lines):
        return None
    return [(number, "，".join(cells)) for number, cells in lines]


def _of_table(table: SheetTable, wanted: Wanted) -> ListReading:
    is_of_persons = wanted.kind.is_of_persons
    read = (
        person_lines(table, wanted.kind)
        if is_of_persons
        else group_lines(table, wanted.kind, wanted.sizes)
    )
    read = known_names(read, wanted.known)
    lines = without_twins(read, wanted.kind, wanted.answers, wanted.shared)
    if wanted.kind is ListKind.SEEDING:
        lines = in_seeding_order(lines)
    everything = [*head_lines(table), *lines, *lost_lines(table.sheet)]
    if wanted.kind is not ListKind.SEEDING:
        everything.sort(key=lambda line: line.number)
    notes = _table_notes(table, wanted.kind)
    heads = table.heads.words
    row = (
        table.heads.rows[0] or None
        if table.heads.rows
        else next((row.number for row in table.rows), None)
    )
    source = ListSource(first_row=row, heads=tuple(heads[: _width(heads)]))
    return _limited(ListReading(tuple(everything), source, (*notes, *alike.notes(lines))))


def _width(words: Sequence[str]) -> int:
    return max((place for place, word in enumerate(words, 1) if word), default=0)


def _of_lines(lines: Sequence[tuple[int, str]], wanted: Wanted) -> ListReading:
    parts = [part for number, line in lines for part in segments(number, line)]
    if wanted.kind.is_of_persons:
        parts = [part for number, text in parts for part in by_brackets(number, text)]
    taken = under_headings(_split_lines(parts, wanted.kind))
    if wanted.kind in (ListKind.INDIVIDUALS, ListKind.MEMBERS, ListKind.PAIRS):
        taken = under_clubs(taken, of_pairs=wanted.kind is ListKind.PAIRS)
    if wanted.kind is ListKind.TEAMS:
        read = read_teams(taken, wanted.sizes)
    elif wanted.kind is ListKind.PAIRS:
        read = read_pairs(taken)
    else:
        read = read_persons(taken, wanted.kind)
    read = one_each(read, dict(lines))
    if wanted.kind is ListKind.SEEDING:
        read = in_seeding_order(read)
    texts = dict(lines) if wanted.kind.is_of_persons else {}
    read = [replace(line, text=texts.get(line.number, line.text)) for line in read]
    notes = [why(Note.IDENTITY)] if any(line.has_identity for line in taken) else []
    if wanted.kind is not ListKind.MEMBERS and any(line.phone for line in taken):
        notes.append(why(Note.PHONES))
    read = known_names(read, wanted.known)
    kept = without_twins(read, wanted.kind, wanted.answers, wanted.shared)
    return _limited(ListReading(tuple(kept), ListSource(), (*notes, *alike.notes(kept))))


def _split_lines(parts: Sequence[tuple[int, str]], kind: ListKind) -> list[ListLine]:
    """Return the split lines, in a register and a seeding with their numbers."""
    if kind is ListKind.SEEDING:
        return [take_apart(number, seeding_text(text)) for number, text in parts]
    if kind is ListKind.MEMBERS:
        numbered = members_numbered([text for _number, text in parts])
        return [
            replace(take_apart(number, each.text), member=each.number, is_doubtful=each.is_doubtful)
            for (number, _text), each in zip(parts, numbered, strict=True)
        ]
    is_team = kind is ListKind.TEAMS
    return [take_apart(number, text, keep_brackets=is_team) for number, text in parts]


def _limited(reading: ListReading) -> ListReading:
    """Return a reading. Raises Refused if it has more entries than a list may have."""
    listed = [line for line in reading.lines if line.state is not LineState.LEFT_OUT]
    if len(listed) > MOST_ROWS:
        raise Refused(problem_of(ListProblem.TOO_MANY_ROWS, most=MOST_ROWS))
    return reading


def _chosen(sheets: Sequence[WorkbookSheet], wanted: Wanted) -> tuple[SheetTable, list[str]]:
    """Return the table to read, and the names of the other sheets that have one."""
    if wanted.sheet is not None:
        sheets = [sheet for sheet in sheets if sheet.number == wanted.sheet] or sheets
    first = wanted.first_row if wanted.sheet is not None or len(sheets) == 1 else None
    tables = [table_of(sheet, wanted.kind, first) for sheet in sheets]
    best = max(tables, key=lambda table: (_weight(table), -table.sheet.number))
    others = [
        table.sheet.name or ""
        for table in tables
        if table is not best and table.heads.rows and is_list(table) and not _is_aside(table.sheet)
    ]
    return best, others


def _is_aside(sheet: WorkbookSheet) -> bool:
    return bool(ASIDE.search(sheet.name or ""))


def _weight(table: SheetTable) -> tuple[int, int]:
    """Return how much a sheet looks like the list: first heads and names, then names alone."""
    if table.sheet.quote_row is not None:
        return 3, 0
    found = is_list(table)
    level = 2 * bool(table.heads.rows) + found if not _is_aside(table.sheet) else 0
    names = sum(any(map(is_usual_name, row.cells)) for row in table.rows[:200])
    return level, 0 if table.heads.rows else names


def _table_notes(table: SheetTable, kind: ListKind) -> list[Problem]:
    notes = [why(Note.IDENTITY)] if has_identity(table) else []
    if kind is not ListKind.MEMBERS and table.heads.columns(ColumnRole.PHONE):
        notes.append(why(Note.PHONES))
    unread = [
        table.heads.words[place] or letters([place])
        for place, role in enumerate(table.heads.roles)
        if role in (ColumnRole.UNKNOWN, ColumnRole.OTHER)
        and place < len(table.heads.words)
        and any(place < len(row.cells) and row.cells[place] for row in table.rows)
    ]
    if unread:
        notes.append(why(Note.UNREAD, text="、".join(unread)))
    return notes


def _file_notes(book: Workbook, table: SheetTable, others: Sequence[str]) -> list[Problem]:
    sheet = table.sheet
    said = (
        (Note.HIDDEN_SHEETS, "、".join(book.hidden)),
        (Note.HIDDEN_ROWS, ", ".join(map(str, sheet.hidden_rows[:20]))),
        (Note.HIDDEN_COLUMNS, letters(sheet.hidden_columns[:20])),
        (Note.OTHER_SHEETS, "、".join(others)),
    )
    return [why(note, text=text) for note, text in said if text]


def _as_sheet(lines: Sequence[tuple[int, str]], kind: ListKind) -> WorkbookSheet | None:
    """Return pasted lines as a sheet if they form a table: by heads, or by tabs in most lines."""
    for place, (_number, line) in enumerate(lines[:10]):
        separator = _separator_of_heads(line, kind)
        if separator is not None:
            above, below = _rows(lines[:place], "\n"), _rows(lines[place:], separator)
            short = _place_cells(below, kind) if separator == " " else frozenset()
            return _text_sheet([*above, *below], short)
    tabs = sum("\t" in line.strip() for _number, line in lines)
    is_table = 2 * tabs > len(lines) and kind is not ListKind.TEAMS
    return _text_sheet(_rows(lines, "\t")) if is_table and _is_regular(lines) else None


def _is_regular(lines: Sequence[tuple[int, str]]) -> bool:
    """Whether the lines with tabs are rows of a table rather than a numbered list."""
    return not any(re.match(r"\s*#?\s*(?:群?接龙)", line) for _number, line in lines)


def _separator_of_heads(line: str, kind: ListKind) -> str | None:
    """Return the cell separator if a line is the head of a table; None for any other line."""
    stripped = line.strip()
    for separator in (*TEXT_SEPARATORS, " ", "/"):
        if separator not in stripped:
            continue
        cells = [tidy(cell) for cell in _cells(stripped, separator)]
        roles = roles_of(cells, kind)
        known = [role for role in roles if role is not ColumnRole.UNKNOWN]
        filled_cells = sum(map(bool, cells))
        if len(known) > 1 and is_heads(roles, cells, kind) and 2 * len(known) >= filled_cells:
            return separator
    return None


def _cells(line: str, separator: str) -> list[str]:
    if separator == " ":
        return line.split()
    if separator == "/":
        return [cell.strip() for cell in re.split("[/／]", line)]
    if separator == "|":
        return [cell.strip() for cell in line.strip().strip("|").split("|")]
    if separator == "\n":
        return [line]
    if '"' in line and separator in ",;\t":
        return next(csv.reader([line], delimiter=separator, skipinitialspace=True))
    return re.split("[，,]", line) if separator in "，," else line.split(separator)


def _rows(lines: Sequence[tuple[int, str]], separator: str) -> list[tuple[int, str, list[str]]]:
    rows: list[tuple[int, str, list[str]]] = []
    for place, (number, line) in enumerate(lines):
        cells = _cells(line if separator == "\t" else line.strip(), separator)
        if separator == " " and place and len(cells) > len(rows[0][2]):
            # A name or a telephone that contains blanks is one cell.
            cells = words_of(PHONE.sub(lambda found: re.sub(r"\s", "", found[0]), line))
        rows.append((number, line, cells))
    return rows


def _place_cells(rows: list[tuple[int, str, list[str]]], kind: ListKind) -> frozenset[int]:
    """Move the cells of short rows under their heads; return the rows whose cells are doubtful."""
    _number, heads, words = rows[0]
    roles = roles_of(words, kind)
    full = [cells for _n, _line, cells in rows[1:] if len(cells) == len(roles)]
    at = [place for place, role in enumerate(roles) if role is ColumnRole.CLUB]
    clubs = {cells[place] for cells in full for place in at}
    short = set()
    for place, (number, line, cells) in enumerate(rows[1:], 1):
        if 1 < len(cells) < len(roles):
            put, is_doubtful = short_rows.placed(line, cells, heads, roles, clubs)
            rows[place] = (number, line, put)
            short |= {number} if is_doubtful else set()
    return frozenset(short)


def _text_sheet(
    rows: Sequence[tuple[int, str, list[str]]], short: Collection[int] = frozenset()
) -> WorkbookSheet:
    texts = {number: line for number, line, _cells_ in rows}
    read = filled([(number, cells) for number, _line, cells in rows])
    return WorkbookSheet(1, None, tuple(_text_row(row, texts, short) for row in read))


def _text_row(row: SheetRow, texts: Mapping[int, str], short: Collection[int]) -> SheetRow:
    return SheetRow(row.number, row.cells, texts[row.number], row.number in short)
