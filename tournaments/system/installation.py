"""The installation: the folder of its backups, the address on printed cards, and its disk.

Backups are made by a job whose handler a package above registers under `COPY`.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import IntegerField, QuerySet, TextField, Value
from django.db.models.functions import Cast, JSONObject
from django.utils.dateparse import parse_datetime

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.jobs import queue
from tournaments.models import Club, Installation
from tournaments.system import deferred_writes
from tournaments.system.storage_problems import CopyProblem, DiskProblem

COPY: Final = "copy"
EVERY: Final = timedelta(minutes=15)
LATE: Final = timedelta(minutes=40)
"""After this time without a copy the installation reports a fault."""
MARK: Final = "huapai-copies.txt"
"""A file in the chosen folder: an empty mount point without the stick does not have it."""
MEGABYTE: Final = 1 << 20
FULL: Final = 4 * MEGABYTE
"""With less free space on the disk of the data than this, a write may fail any moment."""
NEARLY_FULL: Final = 100 * MEGABYTE
DEMO: Final = "demo_accounts.json"
"""Marks a data folder as a demo's, of which no copies are made."""
_ROW: Final = "installation"
_WORDS: Final = "Huapai writes its copies into this folder. Without this file it writes none.\n"


def current() -> Installation:
    """Return the only row; unset columns are empty."""
    return Installation.objects.filter(pk=1).first() or Installation(pk=1)


def rows(_keys: Sequence[int] = ()) -> QuerySet[Any, Any]:
    """Return the row in the columns of the alerts, to be read in the same query."""
    columns = {field.name: field.name for field in Installation._meta.concrete_fields}
    none = Value(0, output_field=IntegerField())
    return Installation.objects.filter(pk=1).values_list(
        Value(_ROW, output_field=TextField()),
        none,
        none,
        none,
        Cast(JSONObject(**columns), TextField()),
    )


def of_rows(read: Iterable[tuple[Any, ...]]) -> Installation:
    """Return the row from the result of `rows`, among rows of others; unset columns are empty."""
    kept = next((text for kind, *_numbers, text in read if kind == _ROW), None)
    if kept is None:
        return Installation(pk=1)
    columns = json.loads(kept)
    copied_at = parse_datetime(columns["copied_at"] or "")
    # SQLite stores times without a zone, and booleans as numbers.
    if copied_at is not None and copied_at.tzinfo is None:
        copied_at = copied_at.replace(tzinfo=UTC)
    own = bool(columns["copies_own"])
    return Installation(**{**columns, "copied_at": copied_at, "copies_own": own})


def can_copy() -> bool:
    """Whether this program makes backups; a database server has its own means."""
    return bool(connection.vendor == "sqlite")


def choose_copies(folder: str, *, seen: str | None = None) -> None:
    """Set the folder for backups and enqueue the first; an empty folder ends them.

    Raises Refused for a folder that is relative, inside the data folder, or cannot be created or
    written, and if the stored folder is no longer the one `seen`.
    """
    if not folder:
        _choose("", seen)
        return
    if not can_copy():
        raise Refused(refuse(CopyProblem.ELSEWHERE, field="copies_to"))
    place = Path(folder)
    problem = _folder_problem(place) or _mark_folder(place)
    if problem:
        raise Refused(problem)
    with transaction.atomic():
        _choose(str(place), seen)
        queue.enqueue(COPY, {}, key=f"{COPY}:chosen")


def copy_by_default() -> None:
    """Choose a default folder on the disk of the data unless somebody has chosen one, or none.

    It is beside the data folder, or inside it if that is a separate disk. A default folder that is
    missing is created again, as on another machine after a restore.
    """
    row, data = current(), Path(settings.DATA)
    if not (row.copies_own and can_copy()) or (data / DEMO).exists():
        return
    is_there = bool(row.copies_to) and (Path(row.copies_to) / MARK).is_file()
    if is_there or not Club.objects.exists():
        return
    for place in default_folders(data):
        if _mark_folder(place) is None:
            # Only where nobody has chosen meanwhile.
            Installation.objects.get_or_create(pk=1)
            as_read = Installation.objects.filter(pk=1, copies_own=True, copies_to=row.copies_to)
            as_read.update(copies_to=str(place), copy_fault="")
            return


def default_folders(data: Path) -> list[Path]:
    """Return the candidates for the backup folder; the first writable one is used."""
    beside = data.absolute().with_name(f"{data.absolute().name}-copies")
    within = data.absolute() / "copies"
    return [beside, within] if is_on_the_same_disk(beside.parent) else [within]


def note_copied(at: datetime) -> None:
    """Store the time of the last backup, and clear the fault."""
    _update_row(copied_at=at, copy_fault="")


def note_fault(problem: Problem) -> None:
    """Store why no backup could be made."""
    _update_row(copy_fault=json.dumps(problem.as_json(), ensure_ascii=False))


def note_address(start: str) -> None:
    """Store the address on the table cards, as a deferred write."""
    if current().address != start:
        deferred_writes.leave("the address on the cards", partial(_update_row, address=start))


def fault(installation: Installation, now: datetime) -> Problem | None:
    """Return the fault of the backups; None if there is none, or no folder is set."""
    if not installation.copies_to:
        return None
    if installation.copy_fault:
        return Problem.from_json(json.loads(installation.copy_fault), [CopyProblem])
    if installation.copied_at is not None and now - installation.copied_at > LATE:
        return refuse(
            CopyProblem.LATE, minutes=int((now - installation.copied_at).total_seconds() // 60)
        )
    return None


def disk_fault() -> Problem | None:
    """Return the problem of the disk of an SQLite database; None for a database server."""
    return _disk_problem(Path(connection.settings_dict["NAME"])) if can_copy() else None


def _disk_problem(database: Path) -> Problem | None:
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


def is_on_the_same_disk(folder: Path) -> bool:
    """Whether a folder would be lost together with the data."""
    try:
        return folder.stat().st_dev == Path(settings.DATA).stat().st_dev
    except OSError:
        return False


def _choose(folder: str, seen: str | None) -> None:
    row, _made = Installation.objects.get_or_create(pk=1)
    as_seen = Installation.objects.filter(pk=1, copies_to=row.copies_to if seen is None else seen)
    if not as_seen.update(copies_to=folder, copies_own=False, copy_fault=""):
        raise Refused(refuse(Reason.SAVED_MEANWHILE, field="copies_to"))


def _update_row(**columns: object) -> None:
    Installation.objects.update_or_create(pk=1, defaults=columns)


def _folder_problem(place: Path) -> Problem | None:
    if not place.is_absolute() or "\0" in str(place):
        return refuse(CopyProblem.NOT_ABSOLUTE, field="copies_to")
    if place.resolve().is_relative_to(Path(settings.DATA).resolve()):
        return refuse(CopyProblem.IN_DATA, field="copies_to")
    return None


def _mark_folder(place: Path) -> Problem | None:
    try:
        # Only the last part is created: if its parent is missing, the stick is not plugged in.
        place.mkdir(exist_ok=True)
        with (place / MARK).open("w", encoding="utf-8") as mark:
            mark.write(_WORDS)
            mark.flush()
            os.fsync(mark.fileno())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return refuse(CopyProblem.NOT_WRITABLE, field="copies_to", why=reason)
    return None
