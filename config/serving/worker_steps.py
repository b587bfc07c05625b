"""The steps of a worker besides its jobs.

They check its database, order backups and pushes of mirrors, and look after overdue messages and
old attempts.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from celery import bootsteps
from django.db import DatabaseError
from django.utils import timezone

from clubs.messages import outbox
from config.admission import readiness
from config.backups import daily
from tournaments.jobs.worker_thread import WorkerThread
from tournaments.system import attempts
from web.publish.mirror import following

log = logging.getLogger(__name__)

LOOK_EVERY = 15.0
PRUNE_EVERY = 60.0


class Gate(bootsteps.Step):
    """The first step, which ends the worker with the reason if its database does not fit."""

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        if not readiness.may_serve():
            raise SystemExit(1)


class CopyTimer(WorkerThread):
    """The step that orders a backup when the last is a quarter of an hour old."""

    called = "copies"
    failure = "no copy could be ordered"
    _asked: datetime | None = None
    _made: datetime | None = None

    def pause(self) -> float:
        """Return the seconds until the time of the last backup is checked again."""
        return LOOK_EVERY

    def take_turn(self) -> None:
        """Order a backup if one is due."""
        self._asked = daily.order_if_due(timezone.now(), self._asked)

    def do_without(self) -> None:
        """Back up without a job: a full disk can be read, and backups go to another disk."""
        try:
            self._made = daily.copy_without_job(timezone.now(), self._made)
        except (DatabaseError, OSError, daily.CannotCopy) as error:
            log.warning("no copy could be made: %s", error)


class MirrorTimer(WorkerThread):
    """The step that orders a push of each mirror that differs from the hall."""

    called = "mirrors"
    failure = "no push of a mirror could be ordered"

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._tried: dict[int, datetime] = {}
        self._lookout = following.Lookout()

    def pause(self) -> float:
        """Return the seconds until the record is checked again."""
        return LOOK_EVERY

    def take_turn(self) -> None:
        """Order the due pushes, where something may have changed."""
        now = timezone.now()
        if self._lookout.is_needed(now):
            self._tried = following.order_due(now, self._tried)


class MessageTimer(WorkerThread):
    """The step that has messages sent whose job died, and removes old ones, once a minute."""

    called = "messages"
    failure = "no overdue message could be ordered"

    def pause(self) -> float:
        """Return the seconds until the next turn."""
        return PRUNE_EVERY

    def take_turn(self) -> None:
        """Order what waits long after its hour, and remove what ended long ago."""
        now = timezone.now()
        outbox.ring_overdue(now)
        outbox.prune(now)


class AttemptPruner(WorkerThread):
    """The step that removes expired counters of attempts, once a minute."""

    called = "attempts"
    failure = "the counters of attempts could not be removed"

    def pause(self) -> float:
        """Return the seconds until the next turn."""
        return PRUNE_EVERY

    def take_turn(self) -> None:
        """Remove expired counters."""
        attempts.clear_ended()
