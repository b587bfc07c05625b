"""Write a table of plain values as CSV or XLSX; numbers stay numbers, text is never a formula.

The same table gives the same bytes on every machine. Responses with files of any kind are here,
too.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from tournaments.jobs.registry import Progress

Value = str | int | float | None

XLSX: Final = ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
CSV: Final = ("csv", "text/csv; charset=utf-8")

SHOWN: Final = "application/pdf"
"""The media types that browsers show."""

FORMULAS: Final = (*"=+-@＝＋－＠", "\t", "\r", "\n")
"""Characters that begin a formula in a spreadsheet; a quote before them keeps text as text."""
BYTE_ORDER_MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
WIDEST, LONGEST_TITLE = 40, 31
PLACES: Final = 6
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_WRITTEN: Final = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")
_NOT_IN_TITLES: Final = str.maketrans("[]:*?/\\", "       ")


def number(value: Fraction | int) -> Value:
    """Return a number for a file: an int, or a rounded float if it is not whole.

    >>> number(Fraction(-40)), number(Fraction(5, 2)), number(Fraction(7, 3))
    (-40, 2.5, 2.333333)
    """
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else round(float(exact), PLACES)


def csv_file(data: Mapping[str, Any], progress: Progress) -> bytes:
    """Return a table as CSV in UTF-8 with a byte order mark, which spreadsheets need."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([_without_formula(heading) for heading in data["headings"]])
    writer.writerows([_without_formula(value) for value in row] for row in data["rows"])
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
    _fill_sheet(sheet, [data["headings"], *data["rows"]])
    stream = io.BytesIO()
    book.save(stream)
    progress(1, 1)
    return _without_timestamps(stream.getvalue())


def _without_formula(value: Value) -> Value:
    """Return a value that no spreadsheet takes for a formula.

    >>> _without_formula("=1+1"), _without_formula(-40), _without_formula("王小明")
    ("'=1+1", -40, '王小明')
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


def _fill_sheet(sheet: Worksheet, rows: Sequence[Sequence[Value]]) -> None:
    for number, row in enumerate(rows, 1):
        for place, value in enumerate(row, 1):
            clean = ILLEGAL_CHARACTERS_RE.sub("", value) if isinstance(value, str) else value
            cell = sheet.cell(number, place, clean)
            if isinstance(clean, str):
                # Text, whatever it begins with.
                cell.data_type = "s"
    for heading in sheet[1]:
        heading.font = Font(bold=True)
    for place in range(1, len(rows[0]) + 1):
        widest = max(_text_width(row[place - 1]) for row in rows)
        sheet.column_dimensions[get_column_letter(place)].width = min(widest, WIDEST) + 2
    sheet.freeze_panes = "A2"


def _text_width(value: Value) -> int:
    """Return the width of a value in digits; an ideograph counts two."""
    return sum(2 if ord(char) > 0x2E7F else 1 for char in str(value or ""))


def _without_timestamps(content: bytes) -> bytes:
    """Return a workbook without the times when it was written and compressed.

    The library always stores the time of saving in the properties.
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


def file_response(
    content: bytes, name: str, media_type: str, *, is_shown: bool = True
) -> HttpResponse:
    """Answer with a file: a PDF `is_shown` in the browser, everything else is saved."""
    response = HttpResponse(content, content_type=media_type)
    is_saved = media_type != SHOWN or not is_shown
    named = content_disposition_header(as_attachment=is_saved, filename=name)
    response.headers["Content-Disposition"] = named or "attachment"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
