"""Limits of how long writers wait for a busy database, and the time waited so far.

The limit covers one request, however many statements and programs it waits for. SQLite and
PostgreSQL are configured in `queued_writes` and `request_waits`.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PATIENCE: Final = 20
"""Seconds that a writer waits, in the queue and for other programs together."""
OF_REQUESTS: Final = 5
"""Seconds that it waits in a web server: whoever waits longer is told so, and tries again."""
IMPATIENCE: Final = 1
"""Seconds that it waits where the one before has waited in vain."""
STEP: Final = 0.25
"""Seconds: SQLite is told to wait for a multiple of it, so that it need not be told each time."""
IN_VAIN: Final = ("SQLITE_BUSY", "55P03")
"""How SQLite and PostgreSQL name the error of who has waited too long."""


class Busy(sqlite3.OperationalError):
    """The writer's turn did not come in time."""

    sqlite_errorname = "SQLITE_BUSY"


class _OfRequest(threading.local):
    """The waits of the current request of this thread: in the queue of its lane, and for its
    turns.
    """

    is_begun = False
    stood = 0.0
    waited = 0.0


class Patience:
    """The waiting limits of the writers of this process: no request waits longer than `most` in
    all.

    While another program holds the write lock, all of them wait in vain. So after the first one the
    others wait only briefly, because they also queue for the threads of the web server. Time in
    that queue then counts as waiting, and a request whose time is over tries once.
    """

    def __init__(self) -> None:
        self.most: float = PATIENCE
        self._was_in_vain = False
        self._request = _OfRequest()

    def seconds(self) -> float:
        """Return how long a writer may wait that starts now."""
        left = self.most - self._request.waited
        if self._was_in_vain:
            left = min(left - self._request.stood, IMPATIENCE)
        return max(0.0, left)

    @contextmanager
    def of_request(self, since: float) -> Iterator[None]:
        """Sum up all waits in this thread for one request, received at this monotonic time."""
        mine = self._request
        mine.is_begun, mine.stood, mine.waited = True, time.monotonic() - since, 0.0
        try:
            yield
        finally:
            mine.is_begun, mine.stood, mine.waited = False, 0.0, 0.0

    @contextmanager
    def noted(self, error_kind: type[Exception] = sqlite3.OperationalError) -> Iterator[None]:
        """Record how long the block waits, and whether it waits in vain for its turn."""
        began = time.monotonic()
        try:
            yield
        except error_kind as error:
            self._was_in_vain = _is_in_vain(error)
            raise
        else:
            self._was_in_vain = False
        finally:
            if self._request.is_begun:
                self._request.waited += time.monotonic() - began

    def check(self) -> None:
        """Raise Busy if this request has used up its time, and the last wait was in vain."""
        if self._request.is_begun and self._was_in_vain and not self.seconds():
            raise Busy("the database was busy with other writers; nothing was written, try again")


waits: Final = Patience()


def _is_in_vain(error: Exception) -> bool:
    named = getattr(error, "sqlite_errorname", None) or getattr(error.__cause__, "sqlstate", "")
    return str(named).startswith(IN_VAIN)
