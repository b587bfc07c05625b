"""Check within a millisecond whether a SQLite file was prepared by this very program.

The mark is in the file itself, so that a restored backup carries its own.
"""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from urllib.parse import quote


def mark_of(build: str, kind: str) -> int:
    """Return the mark of a file that a build has prepared for `kind` (demo or serve)."""
    # SQLite stores a signed number of 32 bits there, and 0 means nothing.
    return (int(build[:7], 16) << 1 | (kind == "demo")) + 1


def is_prepared(database: Path, mark: int) -> bool:
    """Whether the file exists and has the mark."""
    if not database.is_file():
        return False
    address = f"file:{quote(database.as_posix())}?mode=ro"
    with contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
        try:
            return bool(connection.execute("PRAGMA user_version").fetchone()[0] == mark)
        except sqlite3.DatabaseError:
            return False
