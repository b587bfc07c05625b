"""What belongs to the installation as a whole: where its copies go, what its printed cards say.

The copies themselves are made by a job whose handler a higher room registers under `COPY`.
"""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection, transaction

from scoring.problems import Problem
from tournaments.jobs import queue
from tournaments.models import Installation
from tournaments.refusals import CopyProblem, Refused, refuse
from tournaments.system import afterwards, disk

COPY: Final = "copy"
EVERY: Final = timedelta(minutes=15)
LATE: Final = timedelta(minutes=40)
"""No copy for so long, and something is amiss that no copy could tell of itself."""
MARK: Final = "huapai-copies.txt"
"""Lies in the chosen folder: the empty place where a stick is put in is not that folder."""
_WORDS: Final = "Huapai writes its copies into this folder. Without this file it writes none.\n"


def current() -> Installation:
    """Return the one row; what was never said is empty."""
    return Installation.objects.filter(pk=1).first() or Installation(pk=1)


def can_copy() -> bool:
    """Whether copies are this program's own affair: a database server has its own ways."""
    return bool(connection.vendor == "sqlite")


def choose_copies(folder: str) -> None:
    """Let the copies go to a folder from now on, and order the first; an empty one ends them.

    Raises Refused for a folder that cannot hold them: relative, inside the data folder, not to be
    made or not to be written.
    """
    if not folder:
        _keep(copies_to="", copy_fault="")
        return
    if not can_copy():
        raise Refused(refuse(CopyProblem.ELSEWHERE, field="copies_to"))
    place = Path(folder)
    problem = _unfit(place) or _marked(place)
    if problem:
        raise Refused(problem)
    with transaction.atomic():
        _keep(copies_to=str(place), copy_fault="")
        queue.enqueue(COPY, {}, key=f"{COPY}:chosen")


def note_copied(at: datetime) -> None:
    """Say that a copy lies in the folder."""
    _keep(copied_at=at, copy_fault="")


def note_fault(problem: Problem) -> None:
    """Say why no copy could be made."""
    _keep(copy_fault=json.dumps(problem.as_json(), ensure_ascii=False))


def note_address(start: str) -> None:
    """Remember the address that stands on the cards of the tables; who looks does not wait."""
    if current().address != start:
        afterwards.leave("the address on the cards", partial(_keep, address=start))


def fault(installation: Installation, now: datetime) -> Problem | None:
    """Return what is amiss with the copies; None where all is well, or none were asked for."""
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
    """Return what is amiss with the disk of the database; a server's own disk is its own affair."""
    return disk.problem_at(Path(connection.settings_dict["NAME"])) if can_copy() else None


def is_on_the_same_disk(folder: Path) -> bool:
    """Whether a folder would be lost together with the data."""
    try:
        return folder.stat().st_dev == Path(settings.DATA).stat().st_dev
    except OSError:
        return False


def _keep(**columns: object) -> None:
    Installation.objects.update_or_create(pk=1, defaults=columns)


def _unfit(place: Path) -> Problem | None:
    if not place.is_absolute() or "\0" in str(place):
        return refuse(CopyProblem.NOT_ABSOLUTE, field="copies_to")
    if place.resolve().is_relative_to(Path(settings.DATA).resolve()):
        return refuse(CopyProblem.IN_DATA, field="copies_to")
    return None


def _marked(place: Path) -> Problem | None:
    try:
        # Its last part only: whatever leads to it is there, or a stick is not in.
        place.mkdir(exist_ok=True)
        with (place / MARK).open("w", encoding="utf-8") as mark:
            mark.write(_WORDS)
            mark.flush()
            os.fsync(mark.fileno())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return refuse(CopyProblem.NOT_WRITABLE, field="copies_to", why=reason)
    return None
