"""Base of the steps of a worker that repeat something in a thread of their own."""

from __future__ import annotations

import logging
import threading
from typing import Any, ClassVar

from celery import bootsteps
from celery.platforms import EX_FAILURE
from celery.worker import state
from django.db import DatabaseError, close_old_connections, connection
from kombu.exceptions import OperationalError


class WorkerThread(bootsteps.StartStopStep):
    """A worker step that takes a turn at once and after each pause, until the worker stops.

    A failure of the database, the broker or the disk is logged, any other with its traceback, and
    the next turn follows regardless.
    """

    called: ClassVar[str]
    failure: ClassVar[str]
    """What is logged of a turn that failed."""
    is_vital = False
    """Whether a worker without this thread has to end; it is started again."""

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=self.called, daemon=True)

    def start(self, _parent: Any) -> None:
        self._thread.start()

    def stop(self, _parent: Any) -> None:
        self._stopped.set()

    def pause(self) -> float:
        """Return the seconds until the next turn."""
        raise NotImplementedError

    def take_turn(self) -> None:
        """Do one turn of the work."""
        raise NotImplementedError

    def do_without(self) -> None:
        """Do what is possible after a turn that failed."""

    def _run(self) -> None:
        try:
            self._try_turn()
            while not self._stopped.wait(self.pause()):
                self._try_turn()
        finally:
            connection.close()
            if self.is_vital and not self._stopped.is_set():
                state.should_stop = EX_FAILURE  # type: ignore[assignment]

    def _try_turn(self) -> None:
        try:
            self._turn()
        # Nobody is above this thread who would tell of a fault or begin anew: without it, whatever
        # falls due later stays undone, and nothing says so. A vital one ends with its worker.
        except Exception:
            if self.is_vital:
                raise
            self._log.exception("%s", self.failure)
            connection.close()

    def _turn(self) -> None:
        close_old_connections()
        try:
            self.take_turn()
        except (DatabaseError, OperationalError, OSError) as error:
            self._log.warning("%s: %s", self.failure, error)
            self.do_without()
            connection.close()

    @property
    def _log(self) -> logging.Logger:
        return logging.getLogger(type(self).__module__)
