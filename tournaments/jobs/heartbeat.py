"""Renews the lease of a job while its handler works, so that no other worker takes it."""

from __future__ import annotations

import logging
import threading
from types import TracebackType

from django.conf import settings
from django.db import DatabaseError, connection

from tournaments.jobs import claiming
from tournaments.jobs.registry import Attempt

log = logging.getLogger(__name__)


class Heartbeat:
    """A thread that renews the lease three times per lease, for the length of a `with` block."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"lease {attempt.uid}", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _beat(self) -> None:
        try:
            while not self._ended.wait(settings.JOB_LEASE_SECONDS / 3):
                self._renew()
        except claiming.Superseded:
            # The attempt has just ended, or will notice by itself that it was overtaken.
            return
        finally:
            connection.close()

    def _renew(self) -> None:
        try:
            claiming.renew(self._attempt)
        except DatabaseError as error:
            log.warning("the lease of job %s was not renewed: %s", self._attempt.uid, error)
            connection.close()
