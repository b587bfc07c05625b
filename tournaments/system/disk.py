"""Why the server cannot store: problems of its disk, and a database kept busy by others.

They are detected by the state of the disk or an error of the database. A full disk can still be
read: pages are shown, and name the problem.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.system.storage_problems import DatabaseProblem, DiskProblem

MEGABYTE: Final = 1 << 20
FULL: Final = 4 * MEGABYTE
"""With less free space than this, a write may fail any moment."""
BUSY_AGAIN: Final = 2
"""Seconds after which a write that met a busy database is worth another try."""
NEARLY_FULL: Final = 100 * MEGABYTE
_PROBLEM_BY_CODE: Final[Mapping[str, DiskProblem | DatabaseProblem]] = {
    "SQLITE_FULL": DiskProblem.FULL,
    "SQLITE_READONLY": DiskProblem.READ_ONLY,
    "SQLITE_IOERR_SHMSIZE": DiskProblem.FULL,
    "SQLITE_IOERR": DiskProblem.BROKEN,
    "SQLITE_CORRUPT": DiskProblem.BROKEN,
    "SQLITE_NOTADB": DiskProblem.BROKEN,
    "53100": DiskProblem.FULL,
    "25006": DiskProblem.READ_ONLY,
    "SQLITE_BUSY": DatabaseProblem.BUSY,
    "55P03": DatabaseProblem.BUSY,
    "PoolTimeout": DatabaseProblem.BUSY,
}
"""By the beginning of SQLite's name of an error, by PostgreSQL's error code, or by the name of an
error that has no code.
"""


def problem_of(error: BaseException) -> Problem | None:
    """Return the problem of storing behind a database error; None for other errors."""
    for cause in _causes(error):
        coded = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
        name = coded or type(cause).__name__
        problems = [problem for code, problem in _PROBLEM_BY_CODE.items() if name.startswith(code)]
        if problems:
            return refuse(problems[0])
    return None


def problem_at(database: Path) -> Problem | None:
    """Return the problem of the disk of a database file; None where there is none."""
    try:
        free = shutil.disk_usage(database.parent).free
    except OSError:
        return refuse(DiskProblem.BROKEN)
    if not all(os.access(path, os.W_OK) for path in (database.parent, database)):
        return refuse(DiskProblem.READ_ONLY)
    if free < FULL:
        return refuse(DiskProblem.FULL)
    if free < NEARLY_FULL:
        return refuse(DiskProblem.NEARLY_FULL, megabytes=free // MEGABYTE)
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__
