"""Copies of the day: after every publication of a round, and every quarter of an hour.

A copy is a job. Whatever goes wrong with its folder is written down for the desk to show and is
nobody else's affair: no operation waits for a copy.
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

from django.conf import settings
from django.db import connection
from django.db.models.signals import post_save
from django.utils import timezone

from config.backups import archive, choice, folder, manifest
from config.backups.archive import Source
from config.backups.database import Damaged
from scoring.problems import Problem
from tournaments.jobs import queue, registry
from tournaments.models import Installation, Publication
from tournaments.refusals import CopyProblem, refuse
from tournaments.system import installation

AGAIN = timedelta(minutes=1)
"""So soon a copy that failed is tried again: the stick may have been put in."""
PATIENCE = 60.0
_one_at_a_time = threading.Lock()


class CannotCopy(Exception):
    """The folder is not to be written to; carries the problem for the desk."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem.code))
        self.problem = problem


def register() -> None:
    """Do the jobs of this kind, and order one whenever something of a round is published."""
    registry.register(installation.COPY, make)
    post_save.connect(_after_publication, sender=Publication, dispatch_uid="config.copies")


def make(_job: registry.Attempt, _progress: registry.Progress, /) -> registry.Effect:
    """Write a copy into the chosen folder: the handler of the jobs."""
    chosen = installation.current().copies_to
    if not chosen:
        return lambda: None
    try:
        at = _copied(Path(chosen))
    except CannotCopy as failed:
        return partial(installation.note_fault, failed.problem)
    return partial(installation.note_copied, at)


def is_due(of: Installation, now: datetime, asked: datetime | None) -> bool:
    """Whether the clock asks for a copy; `asked` is when it last did."""
    if not of.copies_to or (asked is not None and now - asked < AGAIN):
        return False
    is_old = of.copied_at is None or now - of.copied_at >= installation.EVERY
    return is_old or bool(of.copy_fault)


def by_the_clock(now: datetime, asked: datetime | None) -> datetime | None:
    """Order a copy if it is time; when the clock last ordered one."""
    if not (installation.can_copy() and is_due(installation.current(), now, asked)):
        return asked
    queue.enqueue(installation.COPY, {}, key=f"{installation.COPY}:clock")
    return now


def by_itself(now: datetime, asked: datetime | None) -> datetime | None:
    """Make the copy that no job can be ordered for, because the disk of the data is full.

    Returns when that was last tried. Raises CannotCopy, and DatabaseError where nothing is read.
    """
    is_recent = asked is not None and now - asked < installation.EVERY
    of = installation.current()
    if is_recent or not (installation.can_copy() and is_due(of, now, None)):
        return asked
    _copied(Path(of.copies_to))
    return now


def _after_publication(instance: Publication, created: bool, **_: object) -> None:
    if created and instance.round_id and installation.can_copy() and _is_wanted():
        queue.enqueue(installation.COPY, {}, key=f"{installation.COPY}:{instance.uid}")


def _is_wanted() -> bool:
    return bool(installation.current().copies_to)


def _copied(place: Path) -> datetime:
    with _turn(place), _said(place):
        if not (place / installation.MARK).is_file():
            raise CannotCopy(refuse(CopyProblem.AWAY, folder=str(place)))
        now = timezone.localtime()
        source = Source(Path(settings.DATA), Path(connection.settings_dict["NAME"]))
        club = manifest.content_of(source.database).club
        archive.write(source, folder.free_name(place, club, now), now)
        folder.thin(place, club, now)
        # The disk of the data may be the full one; the copy is made all the same.
        with suppress(OSError, UnicodeDecodeError):
            choice.remember(source.data, place)
    return now


@contextmanager
def _turn(place: Path) -> Iterator[None]:
    """One copy at a time: a disk that no longer answers must not hold up every worker."""
    if not _one_at_a_time.acquire(timeout=PATIENCE):
        raise CannotCopy(refuse(CopyProblem.BUSY, folder=str(place)))
    try:
        yield
    finally:
        _one_at_a_time.release()


@contextmanager
def _said(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        if full:
            raise CannotCopy(refuse(CopyProblem.FULL, folder=str(place))) from error
        raise CannotCopy(_failed(place, error.strerror or str(error))) from error
    except Damaged as error:
        problem = refuse(CopyProblem.DAMAGED, why=str(error))
        raise CannotCopy(problem) from error
    except (sqlite3.Error, zipfile.LargeZipFile) as error:
        raise CannotCopy(_failed(place, str(error))) from error


def _failed(place: Path, reason: str) -> Problem:
    return refuse(CopyProblem.FAILED, folder=str(place), why=reason)
