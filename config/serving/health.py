"""Health checks, for a supervisor or a load balancer."""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

log = logging.getLogger(__name__)

PATIENCE: Final = 2.0
"""Seconds within which the database has to answer."""


@require_safe
def answers(_request: HttpRequest) -> HttpResponse:
    """Return the running build once its database answers; 503 if it does not in time."""
    if database.answers():
        return _text_response(settings.BUILD)
    return _text_response("the database does not answer", status=503)


@require_safe
def alive(_request: HttpRequest) -> HttpResponse:
    """Return the running build, whatever the state of its database; for the supervisor."""
    return _text_response(settings.BUILD)


def _text_response(words: str, status: int = 200) -> HttpResponse:
    answer = HttpResponse(f"{words}\n", content_type="text/plain", status=status)
    answer["Cache-Control"] = "no-store"
    return answer


class DatabaseCheck:
    """A query in a thread of its own, because nothing else limits its time."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._over = threading.Event()
        self._is_answered = False
        threading.Thread(target=self._ask, name="health", daemon=True).start()

    @property
    def is_open(self) -> bool:
        """Whether it was neither answered nor refused yet."""
        return not self._over.is_set()

    def is_answered(self) -> bool:
        """Wait for the answer until its time is up; return whether there is one."""
        self._over.wait(max(0.0, self._began + PATIENCE - time.monotonic()))
        return self._is_answered

    def _ask(self) -> None:
        try:
            _ask()
            self._is_answered = True
        except Error as error:
            log.warning("the database does not answer: %s", error)
        finally:
            connection.close()
            self._over.set()


def _ask() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


class Database:
    """The database, with one query at a time; concurrent callers share its answer."""

    def __init__(self) -> None:
        self._door = threading.Lock()
        self._last: DatabaseCheck | None = None

    def answers(self) -> bool:
        """Whether it answers in time."""
        with self._door:
            if self._last is None or not self._last.is_open:
                self._last = DatabaseCheck()
            question = self._last
        return question.is_answered()


database: Final = Database()
