"""Copies a SQLite database while it is in use, whole and in one piece."""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import datetime
from pathlib import Path


def copy(database: Path, folder: Path, now: datetime) -> Path:
    """The path of the copy, which is named after the moment and complete once it has its name."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{database.stem}-{now:%Y%m%d-%H%M%S}.sqlite3"
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    copy_to(database, part)
    part.replace(target)
    return target


def copy_to(database: Path, target: Path) -> None:
    """Copy what is committed; writers may go on meanwhile."""
    with (
        contextlib.closing(sqlite3.connect(database)) as source,
        contextlib.closing(sqlite3.connect(target)) as goal,
    ):
        source.backup(goal)
