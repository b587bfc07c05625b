"""Problems of backups, of the server's disk, and of a busy database.

Those of storing are detected by an error of the database. A full disk can still be read: pages are
shown, and name the problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.codes import WordedCode, worded, worded_plural


class CopyProblem(WordedCode):
    """Why backups cannot be written to the chosen folder."""

    ELSEWHERE = worded(
        "copies_elsewhere",
        "This installation keeps its data in PostgreSQL, which is copied with pg_dump.",
    )
    NOT_ABSOLUTE = worded(
        "copies_not_absolute",
        "Type the whole path of the folder, from the root of the disk or the letter of the drive.",
    )
    IN_DATA = worded(
        "copies_in_data",
        "This folder is inside the data folder and would be lost together with it.",
    )
    NOT_WRITABLE = worded("copies_not_writable", "Nothing can be written to this folder: %(why)s.")
    AWAY = worded(
        "copies_away",
        "The folder %(folder)s is missing, or it is a different one. If it is on a stick,"
        " plug the stick in; if it is new, choose it again.",
    )
    FULL = worded(
        "copies_full", "The disk of %(folder)s is full. Make room there or choose another."
    )
    FAILED = worded("copies_failed", "The last copy could not be written to %(folder)s: %(why)s.")
    BUSY = worded("copies_busy", "A copy to %(folder)s has been going on for too long.")
    LATE = worded_plural(
        "copies_late",
        "The last copy is %(minutes)s minute old.",
        "The last copy is %(minutes)s minutes old.",
        "minutes",
    )
    DAMAGED = worded(
        "copies_damaged",
        "The database is damaged, and no copy is made of it: %(why)s. Keep the existing"
        " copies, finish the round on paper and ask the administrator of the server.",
    )


class DiskProblem(WordedCode):
    """Why the server cannot store anything, or soon will not be able to."""

    FULL = worded(
        "disk_full",
        "The disk of the server is full, and nothing was stored. Make room on it, then do this "
        "again; what was confirmed before is there.",
    )
    NEARLY_FULL = worded(
        "disk_nearly_full",
        "Only %(megabytes)s MB are free on the disk of the server. Make room before it is full.",
    )
    READ_ONLY = worded(
        "disk_read_only",
        "Nothing can be written to the disk of the server, and nothing was stored. The"
        " administrator of the server must open the data folder for writing.",
    )
    BROKEN = worded(
        "disk_broken",
        "The server cannot read its database or write to it: the file or the disk is"
        " damaged. Finish the round on paper and ask the administrator of the server.",
    )


class DatabaseProblem(WordedCode):
    """Why a write was given up although the database is sound."""

    BUSY = worded(
        "busy",
        "The database is busy with something else, and nothing was changed. Do this again in a "
        "moment.",
    )


BUSY_AGAIN: Final = 2
"""Seconds after which a write that met a busy database is worth another try."""
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
    "40P01": DatabaseProblem.BUSY,
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


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__
