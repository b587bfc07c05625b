"""The steps of a worker beside its jobs: the check of its database, and the timer of the copies."""

from __future__ import annotations

import logging
import threading
from datetime import datetime
from typing import Any

from celery import bootsteps
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from config.backups import daily
from config.storage import readiness

log = logging.getLogger(__name__)

LOOK_EVERY = 15.0


class Gate(bootsteps.Step):
    """The first step, which ends the worker after printing why its database is not one for it."""

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        if not readiness.may_serve():
            raise SystemExit(1)


class CopyTimer(bootsteps.StartStopStep):
    """The step that orders a copy when the last is a quarter of an hour old."""

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="copies", daemon=True)
        self._asked: datetime | None = None
        self._made: datetime | None = None

    def start(self, _parent: Any) -> None:
        self._thread.start()

    def stop(self, _parent: Any) -> None:
        self._stopped.set()

    def _run(self) -> None:
        try:
            self._look()
            while not self._stopped.wait(LOOK_EVERY):
                self._look()
        finally:
            connection.close()

    def _look(self) -> None:
        close_old_connections()
        try:
            self._asked = daily.order_if_due(timezone.now(), self._asked)
        except (DatabaseError, OperationalError, OSError) as error:
            log.warning("no copy could be ordered: %s", error)
            self._copy_all_the_same()
            connection.close()

    def _copy_all_the_same(self) -> None:
        """Copy without a job: a full disk can still be read, and the copies lie on another one."""
        try:
            self._made = daily.copy_without_job(timezone.now(), self._made)
        except (DatabaseError, OSError, daily.CannotCopy) as error:
            log.warning("no copy could be made: %s", error)
