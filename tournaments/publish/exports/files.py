"""Writes a table of plain values as CSV or XLSX: numbers stay numbers, no text becomes a formula.

The same table gives the same bytes on every machine.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from tournaments.jobs.registry import Progress

Value = str | int | float | None

FORMULAS: Final = (*"=+-@＝＋－＠", "\t", "\r", "\n")
"""With these a spreadsheet begins to calculate; a quote before them keeps a text a text."""
BYTE_ORDER_MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
WIDEST, LONGEST_TITLE = 40, 31
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_WRITTEN: Final = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")
_NOT_IN_TITLES: Final = str.maketrans("[]:*?/\\", "       ")


def csv_file(data: Mapping[str, Any], progress: Progress) -> bytes:
    """Return a table as CSV in UTF-8 with the mark by which spreadsheets know it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([_guarded(heading) for heading in data["headings"]])
    writer.writerows([_guarded(value) for value in row] for row in data["rows"])
    progress(1, 1)
    return (BYTE_ORDER_MARK + text.getvalue()).encode()


def xlsx_file(data: Mapping[str, Any], progress: Progress) -> bytes:
    """Return a table as a workbook of one sheet."""
    book = Workbook()
    book.properties.creator = "Huapai"
    book.properties.title = data["title"]
    book.properties.created = datetime(*_EPOCH[:3])  # noqa: DTZ001
    sheet = book.worksheets[0]
    sheet.title = data["title"].translate(_NOT_IN_TITLES)[:LONGEST_TITLE].strip() or "1"
    _fill(sheet, [data["headings"], *data["rows"]])
    stream = io.BytesIO()
    book.save(stream)
    progress(1, 1)
    return _undated(stream.getvalue())


def _guarded(value: Value) -> Value:
    """Return a value as no spreadsheet calculates with it.

    >>> _guarded("=1+1"), _guarded(-40), _guarded("王小明")
    ("'=1+1", -40, '王小明')
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


def _fill(sheet: Worksheet, rows: Sequence[Sequence[Value]]) -> None:
    for number, row in enumerate(rows, 1):
        for place, value in enumerate(row, 1):
            clean = ILLEGAL_CHARACTERS_RE.sub("", value) if isinstance(value, str) else value
            cell = sheet.cell(number, place, clean)
            if isinstance(clean, str):
                # Whatever it begins with, it is text.
                cell.data_type = "s"
    for heading in sheet[1]:
        heading.font = Font(bold=True)
    for place in range(1, len(rows[0]) + 1):
        widest = max(_width(row[place - 1]) for row in rows)
        sheet.column_dimensions[get_column_letter(place)].width = min(widest, WIDEST) + 2
    sheet.freeze_panes = "A2"


def _width(value: Value) -> int:
    """Return how wide a value stands, an ideograph as wide as two digits."""
    return sum(2 if ord(char) > 0x2E7F else 1 for char in str(value or ""))


def _undated(content: bytes) -> bytes:
    """Return a workbook without the time at which it was written and packed.

    The library puts the hour of saving into the properties, whatever they say.
    """
    packed = io.BytesIO()
    hour = datetime(*_EPOCH[:3]).isoformat().encode()  # noqa: DTZ001
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            part = _WRITTEN.sub(rb"\g<1>" + hour + b"Z", old.read(name))
            new.writestr(zipfile.ZipInfo(name, _EPOCH), part, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
