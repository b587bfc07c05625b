"""Asks the web server from outside whether it still answers. Standard library only."""

from __future__ import annotations

import http.client
import threading
import time

EVERY = 5.0
PATIENCE = 10.0
# Answered without the database: another process would wait for that as long.
PAGE = "/health/alive"
# So many questions in a row without an answer, and it is silent: some 45 seconds.
SILENT = 3
# A process that has just been started may first be silent for so many more.
AT_FIRST = 24


def status(address: str, page: str, patience: float) -> int | None:
    """The status of a page's answer; None where none came in time."""
    connection = http.client.HTTPConnection(address, timeout=patience)
    try:
        connection.request("GET", page)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


class Watch:
    """Counts the questions that a web server has left unanswered.

    Any answer counts, and none is asked that needs the database: another process would not know
    better.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._unanswered = -AT_FIRST
        threading.Thread(target=self._ask, name="watch", daemon=True).start()

    @property
    def is_silent(self) -> bool:
        return self._unanswered >= SILENT

    def begin_anew(self) -> None:
        """Start counting again, for a new process."""
        self._unanswered = -AT_FIRST

    def _ask(self) -> None:
        while True:
            time.sleep(EVERY)
            answered = status(self._address, PAGE, PATIENCE) is not None
            self._unanswered = 0 if answered else self._unanswered + 1
