"""A file that was read, stored in the page that asks about it; without identity numbers."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any, Final

from tournaments.base.refusals import Refused
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.reading.identity import MASK, masked
from tournaments.entries.reading.sheets.files import (
    MOST_BYTES,
    SheetRow,
    Workbook,
    WorkbookSheet,
    sheet_of,
)
from tournaments.entries.reading.sheets.head_words import ColumnRole, role_of

MOST_TEXT: Final = 900_000
"""The longest text of a book that a page sends back."""
MOST_UNPACKED: Final = 8 * MOST_BYTES


def as_text(book: Workbook) -> str:
    """Return a workbook as a text for `from_text`; empty if it is too long to store."""
    values = {"hidden": book.hidden, "sheets": [_values(sheet) for sheet in book.sheets]}
    packed = zlib.compress(json.dumps(values, ensure_ascii=False).encode())
    text = base64.b64encode(packed).decode()
    return text if len(text) <= MOST_TEXT else ""


def from_text(text: str) -> Workbook:
    """Return the workbook of a text. Raises Refused if the text is none."""
    try:
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(base64.b64decode(text, validate=True), MOST_UNPACKED)
        values = json.loads(content)
        sheets = tuple(_sheet(sheet) for sheet in values["sheets"])
        return Workbook(sheets, tuple(map(str, values["hidden"])))
    except (binascii.Error, zlib.error, ValueError, KeyError, TypeError, IndexError) as fault:
        raise Refused(problem_of(ListProblem.BROKEN)) from fault


def _values(sheet: WorkbookSheet) -> dict[str, Any]:
    identities = _identity_columns(sheet)
    rows = [
        [
            row.number,
            *(
                MASK
                if text and place in identities and role_of(text) is not ColumnRole.IDENTITY
                else masked(text)
                for place, text in enumerate(row.cells)
            ),
        ]
        for row in sheet.rows
    ]
    return {
        "number": sheet.number,
        "name": sheet.name,
        "rows": rows,
        "merged": sheet.merged,
        "hidden_rows": sheet.hidden_rows,
        "hidden_columns": sheet.hidden_columns,
        "quote_row": sheet.quote_row,
        "lost": [[row.number, masked(row.text)] for row in sheet.lost],
        "is_cut": sheet.is_cut,
    }


def _identity_columns(sheet: WorkbookSheet) -> frozenset[int]:
    """Return the columns whose heads say that they hold identity numbers."""
    return frozenset(
        place
        for row in sheet.rows[:40]
        for place, text in enumerate(row.cells)
        if len(text) < 20 and role_of(text) is ColumnRole.IDENTITY
    )


def _sheet(values: dict[str, Any]) -> WorkbookSheet:
    rows = [(int(row[0]), [str(text) for text in row[1:]]) for row in values["rows"]]
    name = values["name"]
    return sheet_of(
        int(values["number"]),
        None if name is None else str(name),
        rows,
        merged=tuple(tuple(map(int, span)) for span in values["merged"]),
        hidden_rows=tuple(map(int, values["hidden_rows"])),
        hidden_columns=tuple(map(int, values["hidden_columns"])),
        quote_row=values["quote_row"],
        lost=tuple(SheetRow(int(row[0]), (str(row[1]),), str(row[1])) for row in values["lost"]),
    )
