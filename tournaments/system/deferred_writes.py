"""Deferred writes of read requests, which therefore never wait for a writer.

A serving process has one thread that writes them every second and tries again after a failure.
Without that thread, in commands and tests, everything is written at once. Deferred writes may be
lost with the process; they never include results.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

from django.db import Error, close_old_connections, connection

__all__ = ["Afterwards", "begin", "end", "is_begun", "leave"]

log = logging.getLogger(__name__)

EVERY: Final = 1.0
"""Seconds between two rounds of writing."""
PATIENCE: Final = 2.0
"""Seconds that an ending process waits for the last writes."""

Work = Callable[[], object]


class Afterwards:
    """A queue of deferred work, one piece for each name, and the thread that does it."""

    def __init__(self) -> None:
        self._works: dict[str, Work] = {}
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self.is_lost = False
        self._thread = threading.Thread(target=self._run, name="afterwards", daemon=True)

    def begin(self) -> None:
        """Start the thread."""
        self._thread.start()

    def end(self) -> None:
        """Do the remaining work, if that takes no longer than `PATIENCE`."""
        self._ended.set()
        self._thread.join(PATIENCE)

    def leave(self, name: str, work: Work) -> None:
        """Defer a piece of work, replacing one with the same name."""
        with self._lock:
            self._works[name] = work

    def do(self) -> None:
        """Do all deferred work; work that fails in the database is deferred again."""
        with self._lock:
            works, self._works = self._works, {}
        for name, work in works.items():
            try:
                work()
            except Error as error:
                log.warning("%s was not written and is tried again: %s", name, error)
                connection.close()
                with self._lock:
                    self._works.setdefault(name, work)

    def _run(self) -> None:
        try:
            while not self._ended.wait(EVERY):
                close_old_connections()
                self.do()
            self.do()
        finally:
            # From now on everything is written at once.
            self.is_lost = True
            connection.close()


_afterwards: Afterwards | None = None


def begin() -> None:
    """Start the writing thread of this process."""
    global _afterwards  # noqa: PLW0603
    _afterwards = Afterwards()
    _afterwards.begin()


def end() -> None:
    """Stop the thread after the last writes; from now on everything is written at once."""
    global _afterwards
    ended, _afterwards = _afterwards, None
    if ended is not None:
        ended.end()


def is_begun() -> bool:
    """Whether work is deferred rather than done at once."""
    return _afterwards is not None and not _afterwards.is_lost


def leave(name: str, work: Work) -> None:
    """Defer a write, or do it at once without a thread."""
    if _afterwards is None or _afterwards.is_lost:
        work()
    else:
        _afterwards.leave(name, work)
