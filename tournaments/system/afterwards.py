"""What a request that reads leaves to be written afterwards: it waits for nobody who writes.

A process that serves has one thread for it, which takes every second what was left, and what could
not be written is tried again. Without that thread, in commands and in tests, all is written at
once. What is left here may be lost with the process: it is never a result.
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
"""Seconds between the moments in which what was left is written."""
PATIENCE: Final = 2.0
"""Seconds for which a process that ends waits until the last of it is written."""

Work = Callable[[], object]


class Afterwards:
    """Keeps what is to be done, once under each name, and does it in a thread."""

    def __init__(self) -> None:
        self._works: dict[str, Work] = {}
        self._door = threading.Lock()
        self._ended = threading.Event()
        self.is_lost = False
        self._thread = threading.Thread(target=self._run, name="afterwards", daemon=True)

    def begin(self) -> None:
        """Let the thread work from now on."""
        self._thread.start()

    def end(self) -> None:
        """Do what is left, if that can be done soon."""
        self._ended.set()
        self._thread.join(PATIENCE)

    def leave(self, name: str, work: Work) -> None:
        """Leave something to be done, in the place of what was left under the same name."""
        with self._door:
            self._works[name] = work

    def do(self) -> None:
        """Do all that was left; what fails by the database is left again."""
        with self._door:
            works, self._works = self._works, {}
        for name, work in works.items():
            try:
                work()
            except Error as error:
                log.warning("%s: not written yet: %s", name, error)
                connection.close()
                with self._door:
                    self._works.setdefault(name, work)

    def _run(self) -> None:
        try:
            while not self._ended.wait(EVERY):
                close_old_connections()
                self.do()
            self.do()
        finally:
            # Whatever comes from now on is written at once.
            self.is_lost = True
            connection.close()


_afterwards: Afterwards | None = None


def begin() -> None:
    """Let a thread of this process write from now on what is left to be written."""
    global _afterwards  # noqa: PLW0603
    _afterwards = Afterwards()
    _afterwards.begin()


def end() -> None:
    """Write the last of it; from now on all is written at once."""
    global _afterwards
    ended, _afterwards = _afterwards, None
    if ended is not None:
        ended.end()


def is_begun() -> bool:
    """Whether something may be left to be written afterwards."""
    return _afterwards is not None and not _afterwards.is_lost


def leave(name: str, work: Work) -> None:
    """Leave something to be written, or write it at once where no thread would."""
    if _afterwards is None or _afterwards.is_lost:
        work()
    else:
        _afterwards.leave(name, work)
