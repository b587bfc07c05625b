"""Checks from outside for the web server's first page, and whether it still answers.

Standard library only.
"""

from __future__ import annotations

import http
import http.client
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator

from config.terminal import gettext

EVERY = 5.0
PATIENCE = 10.0
# Answered without the database, for which another process would wait as long.
PAGE = "/health/alive"
# This many questions in a row without an answer, some 45 seconds, mean silence.
SILENT = 3
# A newly started process may be silent for this many more.
AT_FIRST = 24
STARTS_WITHIN = 600.0
"""Seconds in which a start is waited for as long as it works."""
WORKS = 0.05
"""Seconds of the processor between two questions that are work."""
FUTILE = 3
"""A web server that fails so often before its first page never will serve one."""
LOOK_EVERY = 0.05


def status(address: str, page: str, patience: float) -> int | None:
    """Return the status of a page's answer; None if none came in time."""
    connection = http.client.HTTPConnection(address, timeout=patience)
    try:
        connection.request("GET", page)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


class Silence:
    """Counts consecutive questions that a web server has left unanswered.

    A newly started process may leave more of them. Questions during which it used the processor do
    not count: on a busy machine a start takes minutes, and an aborted one takes as long again.
    """

    def __init__(self, now: float) -> None:
        self.begin_anew(now)

    @property
    def is_too_long(self) -> bool:
        return self._unanswered >= SILENT

    def begin_anew(self, now: float) -> None:
        """Start counting for a new process."""
        self._unanswered = -AT_FIRST
        self._is_starting = True
        self._used = 0.0
        self._until = now + STARTS_WITHIN

    def note(self, *, answered: bool, used: float, now: float) -> None:
        """Count a question; `used` is the processor time of the process so far."""
        worked, self._used = used - self._used, used
        if answered:
            self._unanswered, self._is_starting = 0, False
        elif not (self._is_starting and worked >= WORKS and now <= self._until):
            self._unanswered += 1


class Watch:
    """Checks repeatedly whether a web server still answers.

    Any answer counts, and no question needs the database, because restarting would not help it.
    """

    def __init__(self, address: str, used: Callable[[], float]) -> None:
        self._address = address
        self._used = used
        self._silence = Silence(time.monotonic())
        threading.Thread(target=self._ask, name="watch", daemon=True).start()

    @property
    def is_silent(self) -> bool:
        return self._silence.is_too_long

    def begin_anew(self) -> None:
        """Start counting again, for a new process."""
        self._silence.begin_anew(time.monotonic())

    def _ask(self) -> None:
        while True:
            time.sleep(EVERY)
            answered = status(self._address, PAGE, PATIENCE) is not None
            self._silence.note(answered=answered, used=self._used(), now=time.monotonic())


class FirstPage:
    """Checks for the first page until it exists, without holding up the supervisor."""

    def __init__(self, address: str, url: str) -> None:
        self._address = address
        self._url = url
        self._news: deque[str] = deque()
        self._failures = 0
        self.is_answered = False
        threading.Thread(target=self._ask, name="first page", daemon=True).start()

    def news(self) -> Iterator[str]:
        """The lines to print, each once."""
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
