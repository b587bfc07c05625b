"""Asks the web server from outside for its first page, and whether it still answers.

Standard library only.
"""

from __future__ import annotations

import http
import http.client
import threading
import time
from collections import deque
from collections.abc import Iterator

from config.serving.terminal import gettext

EVERY = 5.0
PATIENCE = 10.0
# Answered without the database: another process would wait for that as long.
PAGE = "/health/alive"
# So many questions in a row without an answer, and it is silent: some 45 seconds.
SILENT = 3
# A process that has just been started may first be silent for so many more.
AT_FIRST = 24
FUTILE = 3
"""A web server that fails so often before its first page never will serve one."""
LOOK_EVERY = 0.05


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


class FirstPage:
    """Asks for the first page until it is there, without holding up the supervisor."""

    def __init__(self, address: str, url: str) -> None:
        self._address = address
        self._url = url
        self._news: deque[str] = deque()
        self._failures = 0
        self.is_answered = False
        threading.Thread(target=self._ask, name="first page", daemon=True).start()

    def news(self) -> Iterator[str]:
        """The lines to be said, each once."""
        while self._news:
            yield self._news.popleft()

    def _ask(self) -> None:
        while not self._ask_once():
            time.sleep(LOOK_EVERY if self._failures < FUTILE else 2.0)
        self._news.append(f"ready {self._url}")

    def _ask_once(self) -> bool:
        code = status(self._address, "/", 10)
        self.is_answered = code is not None
        if code is None or code < http.HTTPStatus.INTERNAL_SERVER_ERROR:
            return self.is_answered
        self._failures += 1
        if self._failures == FUTILE:
            self._news.append(
                gettext("The first page cannot be served; the messages above say why.")
            )
        return False
