"""Reading of XLS and ODS workbooks in a process of limited memory and time (`foreign_child`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final, TypedDict

CHILD: Final = Path(__file__).with_name("foreign_child.py")
SECONDS: Final = 25
"""For how long the process may run; the time that it may compute is less."""
OLD_WORKBOOK: Final = b"\xd0\xcf\x11\xe0"
OPEN_DOCUMENT: Final = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"


class UnreadableWorkbook(Exception):
    """The file is broken, locked, hostile, or no workbook."""


def is_foreign(content: bytes) -> bool:
    """Whether a file is an XLS or ODS workbook, by its first bytes."""
    return content.startswith(OLD_WORKBOOK) or content[30:].startswith(OPEN_DOCUMENT)


class ForeignSheet(TypedDict):
    """A sheet as the child process returns it; a merged range is its first row, column, last row,
    column.
    """

    name: str
    visible: bool
    rows: list[list[str]]
    merged: list[tuple[int, int, int, int]]


def read(content: bytes, *, most_rows: int, most_columns: int, longest: int) -> list[ForeignSheet]:
    """Return the sheets in order, hidden ones without rows. Raises UnreadableWorkbook."""
    limits = map(str, (most_rows, most_columns, longest))
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(CHILD), *limits],
            input=content,
            capture_output=True,
            timeout=SECONDS,
            check=True,
        )
    except (subprocess.SubprocessError, OSError) as fault:
        raise UnreadableWorkbook from fault
    sheets: list[ForeignSheet] = json.loads(done.stdout)
    return sheets
