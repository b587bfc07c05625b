"""Reads, examines and copies a SQLite database consistently while it is in use."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

FINDINGS = 3
"""At most this many faults of a damaged file are named."""
_SHARED, _ALONE = "mode=ro", "mode=ro&immutable=1"
_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_NO_PLACE_FOR_INDEX = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL)
_NO_ROOM_FOR_INDEX = sqlite3.SQLITE_IOERR_SHMSIZE


class Damaged(sqlite3.DatabaseError):
    """The file is no database, or not a complete one; the message is SQLite's own."""


def copy(database: Path, folder: Path, now: datetime) -> Path:
    """Copy a database and return the path; the copy gets its name once it has been checked.

    Raises Damaged for a damaged database, OSError or sqlite3.Error if it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{database.stem}-{now:%Y%m%d-%H%M%S}.sqlite3"
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        copy_to(database, part)
        check_copy(part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return target


def copy_to(database: Path, target: Path) -> None:
    """Copy the committed data, while others write; only this account may read the copy."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with reading(database) as source, contextlib.closing(sqlite3.connect(target)) as goal:
        source.backup(goal)


def check(database: Path) -> None:
    """Have SQLite examine every page of a database. Raises Damaged, or sqlite3.Error."""
    with reading(database) as link:
        _examine(link)


def check_copy(file: Path) -> None:
    """Do the same as `check` for a file that nobody writes to."""
    with reading(file, alone=True) as link:
        _examine(link)


@contextlib.contextmanager
def reading(database: Path, *, alone: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a connection that only reads, and never creates a database.

    `alone` says that nobody writes to the file; then SQLite creates no file beside it. Raises
    Damaged for a file that is no database.
    """
    link = _open(database, _ALONE if alone else _SHARED)
    try:
        link = _readable_connection(link, database)
        yield link
    finally:
        link.close()


def migrations_of(database: Path, *, alone: bool = False) -> tuple[str, ...] | None:
    """Return the applied migrations; None for a database without any table."""
    with reading(database, alone=alone) as link, _translate_errors():
        tables = {name for (name,) in link.execute("SELECT name FROM sqlite_master")}
        if "django_migrations" not in tables:
            return () if tables else None
        steps = link.execute("SELECT app || '.' || name FROM django_migrations ORDER BY 1")
        return tuple(step for (step,) in steps)


def _open(database: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(database.absolute().as_posix())}?{how}", uri=True)


def _readable_connection(link: sqlite3.Connection, database: Path) -> sqlite3.Connection:
    """Return the connection, or one that needs no index of the log beside the database.

    On a full or a write-protected disk SQLite cannot create that index; a database with an empty
    log can be read without it.
    """
    try:
        link.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.DatabaseError as error:
        if _primary_code(error) in _BROKEN:
            raise Damaged(str(error)) from error
        exactly = getattr(error, "sqlite_errorcode", 0)
        lacks_index = exactly == _NO_ROOM_FOR_INDEX or _primary_code(error) in _NO_PLACE_FOR_INDEX
        log = database.with_name(f"{database.name}-wal")
        is_log_empty = not log.exists() or not log.stat().st_size
        if not (lacks_index and database.is_file() and is_log_empty):
            raise
        link.close()
        return _open(database, _ALONE)
    return link


def _primary_code(error: sqlite3.Error) -> int:
    """Return the primary code; an error of the module itself has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _examine(link: sqlite3.Connection) -> None:
    with _translate_errors():
        findings = [line for (line,) in link.execute(f"PRAGMA quick_check({FINDINGS})")]
    if findings != ["ok"]:
        raise Damaged("; ".join(" ".join(line.split()) for line in findings))


@contextlib.contextmanager
def _translate_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        if _primary_code(error) in _BROKEN:
            raise Damaged(str(error)) from error
        raise
