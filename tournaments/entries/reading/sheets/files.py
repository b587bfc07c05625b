"""Files of lists: converts XLSX, XLS, ODS and CSV into sheets of rows of texts.

Heads and entries are told apart in `heads` and `tables`.
"""

from __future__ import annotations

import csv
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from tournaments.base.refusals import Refused
from tournaments.entries import foreign_workbooks
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.names import tidy
from tournaments.entries.reading.identity import MASK, masked_cells, masked_lines

MOST_BYTES: Final = 2_000_000
MOST_UNPACKED: Final = 20_000_000
MOST_ROWS: Final = 5000
ABOVE: Final = 50
"""Rows of titles and heads that a list of the greatest size may have besides."""
MOST_COLUMNS: Final = 40
MOST_SHEETS: Final = 20
MOST_SHOWN: Final = 500
"""Characters read of a cell: enough to see that it is no name."""
AS_TEXT: Final = re.compile("^'(?=[0-9\u3400-\u9fff])")
"""The quote with which somebody makes a spreadsheet take a cell for text."""
PLAIN_PACKING: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
DECLARATIONS: Final = tuple("<!DOCTYPE".encode(code) for code in ("utf-8", "utf-16le", "utf-16be"))
"""No workbook declares a document type; entities in one could expand without end."""
SEPARATORS: Final = ",\t;，；|"
BROKEN: Final = (
    AttributeError,
    EOFError,
    IndexError,
    InvalidFileException,
    KeyError,
    NotImplementedError,
    OSError,
    ParseError,
    RuntimeError,
    TypeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading a truncated, encrypted or forged workbook may raise."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row that is not empty: its number in the sheet, and its cells."""

    number: int
    cells: tuple[str, ...]
    text: str = ""
    """The line as it stands, where the row is one of a text; else its cells."""
    is_short: bool = False
    """Whether a cell of it is missing, and it is doubtful which."""


Span = tuple[int, int, int, int]
"""A merged range: first row, first column, last row, last column; rows from 1, columns from 0."""


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """A visible sheet: its visible cells, and the names of its hidden parts."""

    number: int
    name: str | None
    rows: tuple[SheetRow, ...]
    merged: tuple[Span, ...] = ()
    hidden_rows: tuple[int, ...] = ()
    hidden_columns: tuple[int, ...] = ()
    quote_row: int | None = None
    """The row in which a quotation mark opens that never closes; those behind it are `lost`."""
    lost: tuple[SheetRow, ...] = ()
    is_cut: bool = False
    titles: tuple[SheetRow, ...] = ()
    """What stands above forms that were made into rows."""
    spread: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """The texts of merged ranges by each of their cells: row from 1, column from 0."""

    def merged_text(self, number: int, place: int) -> str:
        """Return the text of the merged range that contains a cell; empty outside of one."""
        return self.spread.get((number, place), "")


@dataclass(frozen=True, slots=True)
class Workbook:
    """The visible sheets of a file, and the names of the hidden ones."""

    sheets: tuple[WorkbookSheet, ...]
    hidden: tuple[str, ...] = field(default=())


def read_book(content: bytes) -> Workbook:
    """Return the sheets of a workbook or a CSV file, recognised by content rather than by name.

    Raises Refused if the file is too large, broken, or neither.
    """
    if len(content) > MOST_BYTES:
        raise Refused(problem_of(ListProblem.TOO_BIG, most=MOST_BYTES // 1_000_000))
    if foreign_workbooks.is_foreign(content):
        return _foreign_book(content)
    if content.startswith(b"PK"):
        return _workbook(content)
    return Workbook((csv_sheet(decode(content)),))


def decode(content: bytes) -> str:
    """Decode bytes in any encoding that spreadsheets and editors write.

    Raises Refused if the bytes are no text.
    """
    encodings: tuple[str, ...] = ("utf-8-sig", "gb18030", "big5")
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encodings = ("utf-16",)
    elif content[:400:2].count(0) > len(content[:400]) // 4:
        encodings = ("utf-16-be",)
    elif content[1:400:2].count(0) > len(content[:400]) // 4:
        encodings = ("utf-16-le",)
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Refused(problem_of(ListProblem.NOT_TEXT))


def csv_sheet(text: str) -> WorkbookSheet:
    """Return the rows of a CSV file; nothing after an unclosed quotation mark is read as an
    entry.
    """
    lines = text.split("\n")
    announced = re.match(r"\s*sep=(.)\s*$", lines[0].strip("\r\ufeff"), re.IGNORECASE)
    separator = announced[1] if announced else _separator(text)
    body = "\n".join(["", *lines[1:]]) if announced else text
    last, rows = 0, []
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            rows.append((last + 1, cells))
            last = reader.line_num
    except csv.Error:
        return _broken_csv(body, last, rows, separator)
    if announced:
        rows.insert(0, (1, [lines[0]]))
    return sheet_of(1, None, rows)


def _broken_csv(
    body: str, last: int, rows: list[tuple[int, list[str]]], separator: str
) -> WorkbookSheet:
    """Return the rows before one that cannot be split, and the following ones as lost."""
    lost = [
        SheetRow(number, tuple(map(tidy, line.split(separator))), tidy(line))
        for number, line in enumerate(masked_lines(body).splitlines(), 1)
        if number > last and tidy(line)
    ]
    quote = lost[0].number if lost else last + 1
    read = filled(rows)
    return WorkbookSheet(1, None, tuple(read[:MOST_ROWS]), quote_row=quote, lost=tuple(lost))


def _separator(text: str) -> str:
    """Return the separator: the one that occurs equally often in most lines."""
    lines = [line for line in text.splitlines()[:60] if line.strip()]

    def regularity(sign: str) -> tuple[int, int]:
        counts = [line.count(sign) for line in lines]
        some = [count for count in counts if count]
        most = max((some.count(count) for count in set(some)), default=0)
        return most, sum(counts)

    return max(SEPARATORS, key=regularity)


def filled(rows: Sequence[tuple[int, Sequence[str]]]) -> list[SheetRow]:
    """Return the rows that are not empty, with tidy cells, all of one width.

    Identity numbers are masked.
    """
    read: list[tuple[int, list[str]]] = []
    for number, texts in rows:
        shown = (text[:MOST_SHOWN] for text in masked_cells(texts[:MOST_COLUMNS]))
        cells = [tidy(AS_TEXT.sub("", text)) if text else "" for text in shown]
        if any(cells):
            is_longer = read and len(cells) > len(read[0][1]) > 1
            read.append((number, _one_mask(cells) if is_longer else cells))
    width = max((len(cells) for _number, cells in read), default=0)
    return [SheetRow(number, (*cells, *[""] * (width - len(cells)))) for number, cells in read]


def _one_mask(cells: list[str]) -> list[str]:
    """Return the cells of a row longer than the heads, with an identity number joined into one
    cell.
    """
    before = ["", *cells]
    return [text for text, left in zip(cells, before, strict=False) if text != MASK or left != MASK]


def sheet_of(
    number: int, name: str | None, rows: Sequence[tuple[int, Sequence[str]]], **more: Any
) -> WorkbookSheet:
    """Return a sheet of rows; `is_cut` if it has more rows than are read."""
    read = filled(rows)
    is_cut = len(read) > MOST_ROWS + ABOVE
    read = read[: MOST_ROWS + ABOVE]
    spread = _spread(read, more.get("merged", ()))
    return WorkbookSheet(number, name, tuple(read), is_cut=is_cut, spread=spread, **more)


def _spread(rows: Sequence[SheetRow], merged: Sequence[Span]) -> dict[tuple[int, int], str]:
    by_number = {row.number: row for row in rows}
    spread = {}
    for top, left, bottom, right in merged:
        row = by_number.get(top)
        text = row.cells[left] if row and left < len(row.cells) else ""
        for number in range(top, min(bottom, top + MOST_ROWS) + 1) if text else ():
            for place in range(left, min(right, MOST_COLUMNS) + 1):
                spread[number, place] = text
    return spread


def _foreign_book(content: bytes) -> Workbook:
    try:
        sheets = foreign_workbooks.read(
            content,
            most_rows=4 * MOST_ROWS,
            most_columns=MOST_COLUMNS,
            longest=MOST_SHOWN,
        )
    except foreign_workbooks.UnreadableWorkbook as fault:
        raise Refused(problem_of(ListProblem.OLD_WORKBOOK)) from fault
    shown = [
        sheet_of(
            place,
            sheet["name"],
            list(enumerate(sheet["rows"], 1)),
            merged=tuple(tuple(span) for span in sheet["merged"]),
        )
        for place, sheet in enumerate(sheets, 1)
        if sheet["visible"]
    ]
    return Workbook(tuple(shown), tuple(sheet["name"] for sheet in sheets if not sheet["visible"]))


def _workbook(content: bytes) -> Workbook:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            _check_parts(packed)
        book = load_workbook(io.BytesIO(content), data_only=True)
        sheets = [(place, sheet) for place, sheet in enumerate(book.worksheets[:MOST_SHEETS], 1)]
        hidden = tuple(sheet.title for _p, sheet in sheets if sheet.sheet_state != "visible")
        read = tuple(
            _worksheet(place, sheet) for place, sheet in sheets if sheet.sheet_state == "visible"
        )
    except BROKEN as fault:
        raise Refused(problem_of(ListProblem.BROKEN)) from fault
    return Workbook(read, hidden)


def _worksheet(number: int, sheet: Any) -> WorkbookSheet:
    hidden_rows = {row for row, size in sheet.row_dimensions.items() if size.hidden}
    hidden_columns = _hidden_columns(sheet)
    last = min(sheet.max_row or 1, 4 * MOST_ROWS)
    width = min(sheet.max_column or 1, MOST_COLUMNS)
    rows = []
    for place, row in enumerate(sheet.iter_rows(max_row=last, max_col=width, values_only=True), 1):
        if place not in hidden_rows:
            rows.append(
                (
                    place,
                    [
                        "" if column in hidden_columns else cell_text(value)
                        for column, value in enumerate(row)
                    ],
                )
            )
    used = range(sheet.max_column or 0)
    merged = tuple(
        (span.min_row, span.min_col - 1, span.max_row, span.max_col - 1)
        for span in sheet.merged_cells.ranges
    )
    return sheet_of(
        number,
        sheet.title,
        rows,
        merged=merged,
        hidden_rows=tuple(sorted(row for row in hidden_rows if row <= (sheet.max_row or 0))),
        hidden_columns=tuple(sorted(column for column in hidden_columns if column in used)),
    )


def _hidden_columns(sheet: Any) -> set[int]:
    """Return the indices of the hidden columns, from 0; a group of columns is stored once."""
    hidden: set[int] = set()
    for size in sheet.column_dimensions.values():
        if size.hidden and size.min:
            hidden |= set(range(size.min - 1, min(size.max or size.min, MOST_COLUMNS)))
    return hidden


def _check_parts(packed: zipfile.ZipFile) -> None:
    """Raise Refused for a workbook that would exhaust memory when it is read."""
    parts = packed.infolist()
    if sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Refused(problem_of(ListProblem.TOO_BIG, most=MOST_BYTES // 1_000_000))
    for part in parts:
        if part.compress_type not in PLAIN_PACKING:
            raise Refused(problem_of(ListProblem.BROKEN))
        unpacked = packed.read(part)
        if any(declared in unpacked for declared in DECLARATIONS):
            raise Refused(problem_of(ListProblem.BROKEN))


def cell_text(value: object) -> str:
    """Return the value of a cell as people see it: whole numbers without a point, dates as
    dates.
    """
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time().isoformat() == "00:00:00" else str(value)
    if isinstance(value, date):
        return value.isoformat()
    return "" if value is None or isinstance(value, bool) else str(value)


def letters(columns: Sequence[int]) -> str:
    """Return columns, from 0, by their letters.

    >>> letters([0, 27])
    'A, AB'
    """
    names = []
    for column in columns:
        name, rest = "", column + 1
        while rest:
            rest, place = divmod(rest - 1, 26)
            name = chr(ord("A") + place) + name
        names.append(name)
    return ", ".join(names)
