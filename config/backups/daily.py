"""Daily backups: after every publication of a round, and every quarter of an hour.

A backup is a job, and no operation waits for it. Problems of its folder are stored for the desk to
show.
"""

from __future__ import annotations

import errno
import sqlite3
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models.signals import post_save
from django.utils import timezone

from config.backups import archive, kept_copies, manifest
from config.backups.archive import CopiedInstallation
from config.backups.database import Damaged
from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.jobs import queue, registry
from tournaments.jobs.models import Job, JobState
from tournaments.models import Installation, Publication, PublicationKind
from tournaments.system import installation
from tournaments.system.storage_problems import CopyProblem

AGAIN = timedelta(minutes=1)
"""A failed copy is tried again after this time: the stick may have been put in."""
PATIENCE = 60.0
_one_at_a_time = threading.Lock()


class CannotCopy(Exception):
    """A backup could not be made; carries the problem for the desk."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem.code))
        self.problem = problem


def follow_publications() -> None:
    """Order a backup after every publication of a round."""
    post_save.connect(_after_publication, sender=Publication, dispatch_uid="config.copies")


def make(_job: registry.Attempt, _progress: registry.Progress, /) -> registry.Effect:
    """Write a backup into the chosen folder. The handler of the job."""
    chosen = installation.current().copies_to
    if not chosen:
        return lambda: None
    try:
        at = _make_copy(Path(chosen))
    except CannotCopy as failed:
        return partial(installation.note_fault, failed.problem)
    return partial(installation.note_copied, at)


def is_due(row: Installation, now: datetime, last_ordered: datetime | None) -> bool:
    """Return whether a backup is due; `last_ordered` is when the timer last ordered one."""
    if not row.copies_to or _is_recent(last_ordered, now, AGAIN):
        return False
    return bool(row.copy_fault) or not _is_recent(row.copied_at, now, installation.EVERY)


def _is_recent(at: datetime | None, now: datetime, least: timedelta) -> bool:
    """Whether something was done less than so long ago; a time ahead is as far away as it says.

    A clock that was wrong and set back has left times ahead: backups do not wait for them.
    """
    return at is not None and abs(now - at) < least


def order_if_due(now: datetime, last_ordered: datetime | None) -> datetime | None:
    """Order a backup if one is due; return when the timer last ordered one.

    If nobody has chosen a folder yet, one on the disk of the data is used.
    """
    installation.copy_by_default()
    if not (installation.can_copy() and is_due(installation.current(), now, last_ordered)):
        return last_ordered
    queue.enqueue(installation.COPY, {}, key=f"{installation.COPY}:clock")
    return now


def copy_without_job(now: datetime, last_tried: datetime | None) -> datetime | None:
    """Make a backup without a job, for a full data disk that accepts no order.

    Return when this was last tried. Raises CannotCopy, and DatabaseError if the database cannot be
    read.
    """
    is_recent = _is_recent(last_tried, now, installation.EVERY)
    row = installation.current()
    if is_recent or not (installation.can_copy() and is_due(row, now, None)):
        return last_tried
    _make_copy(Path(row.copies_to))
    return now


def _after_publication(instance: Publication, created: bool, **_: object) -> None:
    is_of_round = created and instance.round_id and instance.kind != PublicationKind.LINE_UP
    if is_of_round and installation.can_copy() and installation.current().copies_to:
        # Every match of a team event publishes its seats. One copy that has not begun holds all
        # that came before it; one that runs may have been too early.
        waiting = Job.objects.filter(kind=installation.COPY, state=JobState.QUEUED)
        if not waiting.exists():
            queue.enqueue(installation.COPY, {}, key=f"{installation.COPY}:{instance.uid}")


def _make_copy(place: Path) -> datetime:
    with _turn(place), _translate_errors(place):
        if not (place / installation.MARK).is_file():
            raise CannotCopy(refuse(CopyProblem.AWAY, folder=str(place)))
        now = timezone.localtime()
        source = CopiedInstallation(Path(settings.DATA), Path(connection.settings_dict["NAME"]))
        club = manifest.content_of(source.database).club
        archive.write(source, kept_copies.free_name(place, club, now), now)
        kept_copies.remove_superfluous(place, club, now)
        # The full disk may be that of the data; the backup is made regardless.
        with suppress(OSError, UnicodeDecodeError):
            kept_copies.remember(source.data, place)
    return now


@contextmanager
def _turn(place: Path) -> Iterator[None]:
    """Allow one backup at a time, so that an unresponsive disk does not hold up every worker."""
    if not _one_at_a_time.acquire(timeout=PATIENCE):
        raise CannotCopy(refuse(CopyProblem.BUSY, folder=str(place)))
    try:
        yield
    finally:
        _one_at_a_time.release()


@contextmanager
def _translate_errors(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        if full:
            raise CannotCopy(refuse(CopyProblem.FULL, folder=str(place))) from error
        raise CannotCopy(_failure(place, error.strerror or str(error))) from error
    except Damaged as error:
        problem = refuse(CopyProblem.DAMAGED, why=str(error))
        raise CannotCopy(problem) from error
    except (sqlite3.Error, zipfile.LargeZipFile) as error:
        raise CannotCopy(_failure(place, str(error))) from error


def _failure(place: Path, reason: str) -> Problem:
    return refuse(CopyProblem.FAILED, folder=str(place), why=reason)


JOBS: Final[registry.Jobs] = {installation.COPY: make}
