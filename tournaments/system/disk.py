"""Whether the disk of the server still takes what is entered, and which errors say otherwise.

A full disk refuses writing and goes on being read: pages are shown, and say what is wrong.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from scoring.problems import Problem
from tournaments.refusals import DiskProblem, refuse

MEGABYTE: Final = 1 << 20
FULL: Final = 4 * MEGABYTE
"""With so little left a write may fail any moment."""
NEARLY_FULL: Final = 100 * MEGABYTE
_SAID: Final[Mapping[str, DiskProblem]] = {
    "SQLITE_FULL": DiskProblem.FULL,
    "SQLITE_READONLY": DiskProblem.READ_ONLY,
    "SQLITE_IOERR_SHMSIZE": DiskProblem.FULL,
    "SQLITE_IOERR": DiskProblem.BROKEN,
    "SQLITE_CORRUPT": DiskProblem.BROKEN,
    "SQLITE_NOTADB": DiskProblem.BROKEN,
    "53100": DiskProblem.FULL,
    "25006": DiskProblem.READ_ONLY,
}
"""By the beginning of the name that SQLite gives to an error, or by the code of PostgreSQL."""


def problem_of(error: BaseException) -> Problem | None:
    """Return what an error of the database says of the disk; None where it says nothing of it."""
    for cause in _causes(error):
        name = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
        disk_problems = [problem for code, problem in _SAID.items() if name.startswith(code)]
        if disk_problems:
            return refuse(disk_problems[0])
    return None


def problem_at(database: Path) -> Problem | None:
    """Return what is amiss with the disk of a database file; None where all is well."""
    try:
        free = shutil.disk_usage(database.parent).free
    except OSError:
        return refuse(DiskProblem.BROKEN)
    if not _is_writable(database):
        return refuse(DiskProblem.READ_ONLY)
    if free < FULL:
        return refuse(DiskProblem.FULL)
    if free < NEARLY_FULL:
        return refuse(DiskProblem.NEARLY_FULL, megabytes=free // MEGABYTE)
    return None


def _is_writable(database: Path) -> bool:
    return os.access(database.parent, os.W_OK) and os.access(database, os.W_OK)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came of, as far as that is known."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__
