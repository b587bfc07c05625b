"""Finds the table in a sheet and turns its rows into lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.entries.names import as_stored, is_han, tidy
from tournaments.entries.reading.identity import IDENTITY, MASK, masked
from tournaments.entries.reading.line_kinds import GROUP, club_over
from tournaments.entries.reading.reasons import LineReason, ListDoubt
from tournaments.entries.reading.sheets.columns import guessed
from tournaments.entries.reading.sheets.files import SheetRow, WorkbookSheet
from tournaments.entries.reading.sheets.head_words import PERSON, ColumnRole, role_of
from tournaments.entries.reading.sheets.heads import Heads, find_heads, is_repeated, repeated_spans
from tournaments.entries.reading.signs import (
    COUNT,
    EXAMPLE,
    FOOTER,
    PHONE,
    is_nobody,
    is_short_name,
    is_usual_name,
)
from tournaments.entries.reading.values import ListKind, ReadLine, left_out, problem

STAYS_AWAY: Final = re.compile(r"^(?:否|不|没|n$|no$|×|✗|✘|❌|✖|0$)", re.IGNORECASE)
"""The answer of somebody who does not take part."""
OF_NUMBERS: Final = re.compile(r"(?:联系)?(?:电话|手机|身份证)(?:号码?)?\s*[:：]?\s*$")
"""What stands before a number that is left out."""
RULE: Final = re.compile(r"[\s:=\-—–_─━═]+")
"""A line drawn between rows."""
CONTINUED: Final = frozenset(["同上", "〃", '"', "″", "ditto"])


@dataclass(frozen=True, slots=True)
class SheetTable:
    """The table of a sheet: its heads, its rows, and the doubt about columns without heads."""

    sheet: WorkbookSheet
    heads: Heads
    rows: tuple[SheetRow, ...]
    above: tuple[SheetRow, ...]
    doubt: ListDoubt | None = None

    def cell(self, row: SheetRow, place: int | None) -> str:
        """Return the text of a cell; inside a merged range, that of the range."""
        if place is None or place >= len(row.cells):
            return ""
        text = row.cells[place]
        return text or self.sheet.merged_text(row.number, place)

    def of(self, row: SheetRow, *roles: ColumnRole) -> str:
        """Return the first text of a row in columns with these roles."""
        texts = (self.cell(row, place) for place in self.heads.columns(*roles))
        return next((text for text in texts if text), "")

    def text(self, row: SheetRow) -> str:
        """Return the cells of a row as written, without identity numbers."""
        if row.text:
            return masked(row.text)
        is_below = not self.heads.rows or row.number > self.heads.rows[-1]
        hidden = self.heads.columns(ColumnRole.IDENTITY) if is_below else []
        cells = [
            MASK if place in hidden and re.search("[0-9]", text) else masked(text)
            for place, text in enumerate(row.cells)
        ]
        return "\t".join(cells).strip("\t")


def table_of(sheet: WorkbookSheet, kind: ListKind, first: int | None = None) -> SheetTable:
    """Return the table of a sheet; `first` is the row of its heads, or of its first entry."""
    heads = find_heads(sheet, kind, first)
    if heads is not None:
        heads = _named_by_number(heads) if kind is ListKind.SEEDING else heads
        below = tuple(row for row in sheet.rows if row.number > heads.rows[-1])
        above = tuple(row for row in sheet.rows if row.number < heads.rows[0])
        return SheetTable(sheet, heads, below, above)
    rows = [row for row in sheet.rows if first is None or row.number >= first]
    start = _first_entry(rows)
    heads, doubt = guessed(_body(rows[start:]), kind)
    above = tuple(row for row in sheet.rows if row not in rows[start:])
    return SheetTable(sheet, heads, tuple(rows[start:]), above, doubt)


def _named_by_number(heads: Heads) -> Heads:
    """Return the heads of a seeding, whose entries may be given by number alone."""
    place = heads.column(ColumnRole.ORDINAL)
    if place is None or heads.columns(*PERSON, ColumnRole.TEAM):
        return heads
    roles = (*heads.roles[:place], ColumnRole.NAME, *heads.roles[place + 1 :])
    return replace(heads, roles=roles)


def _first_entry(rows: Sequence[SheetRow]) -> int:
    """Return the index of the first entry below a title of one cell."""
    widths = [sum(bool(cell) for cell in row.cells) for row in rows]
    if not widths or 2 * sum(width > 1 for width in widths) <= len(widths):
        return _first_name(rows)
    return next(place for place, width in enumerate(widths) if width > 1)


def _first_name(rows: Sequence[SheetRow]) -> int:
    """Return the index at which a column of names begins."""
    names = [any(map(is_usual_name, row.cells)) for row in rows]
    if 2 * sum(names) <= len(names):
        return 0
    return names.index(True)


def _body(rows: Sequence[SheetRow]) -> list[SheetRow]:
    """Return the rows before the footer of a sheet."""
    for place, row in enumerate(rows):
        if FOOTER.match(next((text for text in row.cells if text), "")):
            return list(rows[:place])
    return list(rows)


def first_section(table: SheetTable) -> str:
    """Return the club above the first row of a table without heads; empty if there is none.

    Without a colon or brackets it may be the title of the whole list, unless more headings follow.
    """
    if table.heads.rows or not table.above:
        return ""
    cells = [text for text in table.above[-1].cells if text]
    of_pairs = ColumnRole.PARTNER in table.heads.roles
    club = club_over(cells[0], of_pairs=of_pairs) if len(cells) == 1 else ""
    alone = [[text for text in row.cells if text] for row in table.rows]
    has_more = any(len(row) == 1 and club_over(row[0], of_pairs=of_pairs) for row in alone)
    return club if club != cells[0] or has_more else ""


def head_lines(table: SheetTable) -> list[ReadLine]:
    """Return the rows above the entries: titles and heads."""
    above = [*table.sheet.titles, *table.above]
    lines = [left_out(row.number, table.text(row), LineReason.TITLE) for row in above]
    heads = [row for row in table.sheet.rows if row.number and row.number in table.heads.rows]
    return lines + [
        left_out(row.number, row.text or table.text(row), LineReason.HEADS) for row in heads
    ]


def lost_lines(sheet: WorkbookSheet) -> list[ReadLine]:
    """Return the lines after an unclosed quotation mark; nobody in them is read."""
    return [
        problem(row.number, masked(row.text), LineReason.QUOTE, row=row.number)
        if row.number == sheet.quote_row
        else left_out(row.number, masked(row.text), LineReason.BEHIND_QUOTE)
        for row in sheet.lost
    ]


def no_entry(table: SheetTable, row: SheetRow, *, is_behind: bool) -> LineReason | None:
    """Return why a row is no entry, None if it may be one; `is_behind` is below a footer."""
    filled = [text for text in row.cells if text]
    first = filled[0]
    names = [table.cell(row, place) for place in name_columns(table)]
    names = [name for name in names if name]
    is_head = table.heads.rows and is_repeated(row, table.heads)
    if is_head or all(map(RULE.fullmatch, filled)) or _is_footer(first, names):
        return LineReason.FOOTER if _is_footer(first, names) and not is_head else LineReason.HEADS
    labels = [
        table.of(row, ColumnRole.ORDINAL, ColumnRole.NUMBER),
        *names,
        table.of(row, ColumnRole.REMARK),
    ]
    if any(EXAMPLE.search(text) for text in labels if text):
        return LineReason.EXAMPLE
    if not names or all(is_nobody(name) for name in names):
        return _nameless_reason(table, row, filled, is_behind=is_behind)
    if is_behind and not any(is_usual_name(name) for name in names):
        return LineReason.FOOTER
    if len(filled) == 1 and _is_title(table, row, first):
        return LineReason.TITLE
    return LineReason.AWAY if STAYS_AWAY.match(table.of(row, ColumnRole.COMES)) else None


def _is_title(table: SheetTable, row: SheetRow, text: str) -> bool:
    """Whether a single cell in a row heads a part of the list: 女子组."""
    if is_usual_name(text):
        return False
    of_pairs = ColumnRole.PARTNER in table.heads.roles
    is_of_one = len(name_columns(table)) == 1 or of_pairs
    if len(row.cells) > 1 and is_of_one and club_over(text, of_pairs=of_pairs):
        return True
    is_group = len(row.cells) > 1 and bool(GROUP.search(text))
    return is_group or (is_merged(table.sheet, row) and len(name_columns(table)) < 2)


def _is_footer(first: str, names: Sequence[str]) -> bool:
    if FOOTER.match(first) and not (names and first not in names and is_usual_name(names[0])):
        return True
    counts = [
        name for name in names if COUNT.fullmatch(name) and any(sign.isdecimal() for sign in name)
    ]
    return (
        bool(counts) and len(counts) == len(names) and not all(name.isdecimal() for name in names)
    )


def _nameless_reason(
    table: SheetTable, row: SheetRow, filled: Sequence[str], *, is_behind: bool
) -> LineReason | None:
    """Return why a row without a name is no entry; None if its name is missing."""
    ordinals = {table.cell(row, place) for place in table.heads.columns(ColumnRole.ORDINAL)}
    rest = [text for text in filled if text not in ordinals and not is_nobody(text)]
    says_nobody = any(is_nobody(table.cell(row, place)) for place in name_columns(table))
    if not rest or says_nobody:
        return LineReason.NO_NAME
    if table.of(row, ColumnRole.NUMBER).lstrip("#＃").isdecimal() and len(rest) > 1:
        # A number alone stands for a member of the register.
        return None
    if is_behind:
        return LineReason.FOOTER
    if all(map(str.isdecimal, filled)):
        return LineReason.NO_NAME
    return LineReason.TITLE if len(filled) == 1 or is_merged(table.sheet, row) else None


def is_merged(sheet: WorkbookSheet, row: SheetRow) -> bool:
    """Whether a range over several columns begins in a row."""
    return any(
        top <= row.number <= bottom and right > left for top, left, bottom, right in sheet.merged
    )


def name_columns(table: SheetTable) -> list[int]:
    """Return the columns of persons' names."""
    return table.heads.columns(*PERSON, ColumnRole.PARTNER, ColumnRole.CAPTAIN)


def full_name(table: SheetTable, row: SheetRow, place: int) -> str:
    """Return a name; in some tables surname and given name are two columns."""
    given = table.heads.column(ColumnRole.GIVEN)
    text = table.cell(row, place)
    if table.heads.roles[place] is not ColumnRole.SURNAME or given is None:
        return text
    other = table.cell(row, given)
    return as_stored(text + other) if is_han(as_stored(text)) else tidy(f"{other} {text}")


def without_numbers(text: str) -> str:
    """Return a text without identity numbers and telephones, which are neither shown nor stored."""
    return tidy(OF_NUMBERS.sub("", PHONE.sub(" ", IDENTITY.sub(" ", text))))


def labels_above(table: SheetTable) -> dict[ColumnRole, str]:
    """Return the labels above a table: `队名：城北队`, or a label and the cell beside it."""
    said: dict[ColumnRole, str] = {}
    for row in table.above:
        cells = [text for text in row.cells if text]
        for place, text in enumerate(cells):
            label, _colon, value = (
                part.strip() for part in re.sub("[：]", ":", text).partition(":")
            )
            if len(label) > 12:
                continue
            role = role_of(label)
            beside = cells[place + 1] if place + 1 < len(cells) else ""
            value = value or (
                "" if role_of(beside.strip(":：")) is not ColumnRole.UNKNOWN else beside
            )
            if (
                role in (ColumnRole.TEAM, ColumnRole.CLUB, ColumnRole.LEADER, ColumnRole.CAPTAIN)
                and value
            ):
                said.setdefault(role, value)
    return said


def has_identity(table: SheetTable) -> bool:
    """Whether a table holds identity numbers, with or without a head."""
    if table.heads.columns(ColumnRole.IDENTITY):
        return True
    return any(IDENTITY.search(text) for row in table.rows for text in (*row.cells, row.text))


def is_list(table: SheetTable) -> bool:
    """Whether rows of a table have names."""
    places = name_columns(table)
    return any(is_short_name(table.cell(row, place)) for row in table.rows[:60] for place in places)


def side_by_side(table: SheetTable) -> list[SheetTable]:
    """Return lists that stand side by side as separate tables; otherwise the table alone."""
    spans = repeated_spans(table.heads.words)
    are_of_persons = all(
        sum(table.heads.roles[place] in PERSON for place in span) == 1 for span in spans
    )
    return [_part(table, span) for span in spans] if spans and are_of_persons else [table]


def _part(table: SheetTable, span: range) -> SheetTable:
    """Return a table reduced to the columns of a span."""
    roles = tuple(
        role if place in span else ColumnRole.UNKNOWN
        for place, role in enumerate(table.heads.roles)
    )
    rows = [
        SheetRow(
            row.number, tuple(text if place in span else "" for place, text in enumerate(row.cells))
        )
        for row in table.rows
    ]
    filled = tuple(row for row in rows if any(row.cells))
    return replace(table, heads=replace(table.heads, roles=roles), rows=filled)
