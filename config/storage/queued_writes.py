"""SQLite connections with a fair queue of writers, for `OPTIONS` of Django's own backend.

SQLite lets one transaction write at a time and makes the others retry after pauses, so that under
load some wait for seconds while later ones overtake them. Here they wait for their turn
(`tournaments.system.file_lock`), and for no longer than `waits` allows: the limit covers one
request, however many statements and programs it waits for. Waits for PostgreSQL are limited in
`request_waits`.

Transactions begin IMMEDIATE, so none can fail half-way because another wrote meanwhile; that takes
the write lock even to read, so nothing that only reads belongs in `atomic`. A single statement that
writes outside a transaction takes its place in the queue too; one that reads never does.
"""

from __future__ import annotations

import math
import re
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from tournaments.system.file_lock import FairLock, NotYet, lock_of

PATIENCE: Final = 20
"""Seconds that a writer waits, in the queue and for other programs together."""
OF_REQUESTS: Final = 5
"""Seconds that it waits in a web server; after that the page asks to try again."""
IMPATIENCE: Final = 1
"""Seconds that it waits if the writer before waited in vain."""
STEP: Final = 0.25
"""Seconds: SQLite waits for a multiple of it, so that its time-out is rarely set anew."""
IN_VAIN: Final = ("SQLITE_BUSY", "55P03")
"""How SQLite and PostgreSQL name the error of who has waited too long."""
PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    # An acknowledged score survives a power cut.
    "PRAGMA synchronous=FULL",
    "PRAGMA journal_size_limit=67108864",
    "PRAGMA cache_size=-20000",
    # Otherwise REPLACE would delete a row past the trigger that guards it.
    "PRAGMA recursive_triggers=ON",
)
_READS = re.compile(
    r"[\s(]*(SELECT|PRAGMA|EXPLAIN|VALUES|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)\b",
    re.IGNORECASE,
)
_WITH = re.compile(r"\s*WITH\b", re.IGNORECASE)
_CHANGES = re.compile(r"\b(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


class Busy(sqlite3.OperationalError):
    """The writer's turn did not come in time."""

    sqlite_errorname = "SQLITE_BUSY"


class _OfRequest(threading.local):
    """The waits of this thread's current request: in the queue of its lane, and for its turns."""

    is_begun = False
    stood = 0.0
    waited = 0.0


class Patience:
    """Limits how long the writers of this process wait: no request longer than `most` in all.

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


def only_reads(sql: str) -> bool:
    """Whether a statement needs no turn; BEGIN does, because ours take the write lock."""
    if _WITH.match(sql):
        return _CHANGES.search(sql) is None
    return _READS.match(sql) is not None


class QueuedConnection(sqlite3.Connection):
    """A connection that holds the write lock from a BEGIN to its end, or for one statement."""

    def __init__(self, database: str, timeout: float = PATIENCE, **options: Any) -> None:
        super().__init__(database, timeout=timeout, **options)
        self._path = database
        self._longest = self._timeout = timeout
        self._lock: FairLock | None = None

    def cursor(self, factory: type[sqlite3.Cursor] = sqlite3.Cursor) -> Any:  # type: ignore[override]
        """Return a cursor of this class whose writing statements wait for their turn."""
        return super().cursor(factory=_queued(factory))

    def commit(self) -> None:
        """Commit, and release the turn."""
        super().commit()
        self._give_back()

    def rollback(self) -> None:
        """Roll back, and release the turn."""
        try:
            super().rollback()
        finally:
            self._give_back()

    def close(self) -> None:
        """Close, and release the turn."""
        try:
            super().close()
        finally:
            self._give_back()

    @contextmanager
    def turn_for(self, sql: str) -> Iterator[None]:
        """Hold the lock around a writing statement, and beyond it if it began a transaction.

        Raises sqlite3.OperationalError if the turn does not come in time.
        """
        if self._lock is not None or only_reads(sql) or self.in_transaction:
            yield
            return
        with waits.noted():
            self._take()
            try:
                yield
            finally:
                if not self.in_transaction:
                    self._give_back()

    def _take(self) -> None:
        if ":memory:" in self._path or "mode=memory" in self._path:
            return
        seconds = min(self._longest, waits.seconds())
        deadline = time.monotonic() + seconds
        lock = lock_of(self._path)
        if lock.holder == threading.get_ident():
            raise sqlite3.OperationalError(
                "this thread already writes to the database through another connection, "
                "and would wait for itself"
            )
        try:
            lock.acquire(seconds)
        except NotYet as error:
            raise Busy(
                f"the database was busy with other writers for {seconds:g} seconds; "
                "nothing was written, try again"
            ) from error
        self._lock = lock
        left = math.floor((deadline - time.monotonic()) / STEP) * STEP
        self._wait_for_others(max(0.0, left))

    def _wait_for_others(self, seconds: float) -> None:
        """Wait in steps, for the remaining time, for writers that do not queue."""
        if seconds != self._timeout:
            self.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")
            self._timeout = seconds

    def _give_back(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()


@cache
def _queued(cursor: type[sqlite3.Cursor]) -> type[sqlite3.Cursor]:
    """Return a subclass of a cursor class that waits for a turn before it executes."""

    class QueuedCursor(cursor):  # type: ignore[misc, valid-type]
        connection: QueuedConnection

        def execute(self, sql: str, *parameters: Any) -> Any:
            with self.connection.turn_for(sql):
                return super().execute(sql, *parameters)

        def executemany(self, sql: str, parameters: Iterable[Any]) -> Any:
            with self.connection.turn_for(sql):
                return super().executemany(sql, parameters)

    return QueuedCursor


def options() -> dict[str, Any]:
    """Return the `OPTIONS` of a database in SQLite."""
    return {
        "timeout": PATIENCE,
        "transaction_mode": "IMMEDIATE",
        "init_command": ";".join(PRAGMAS),
        "factory": QueuedConnection,
    }
