"""Connections to SQLite whose writers stand in a queue, for `OPTIONS` of Django's own backend.

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

from config.storage import fair_lock, patience

PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    # A score that was acknowledged survives a power cut.
    "PRAGMA synchronous=FULL",
    "PRAGMA journal_size_limit=67108864",
    "PRAGMA cache_size=-20000",
    # Else REPLACE would remove a row past the trigger that guards it.
    "PRAGMA recursive_triggers=ON",
)
_READS = re.compile(
    r"[\s(]*(SELECT|PRAGMA|EXPLAIN|VALUES|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)\b",
    re.IGNORECASE,
)
_WITH = re.compile(r"\s*WITH\b", re.IGNORECASE)
_CHANGES = re.compile(r"\b(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


def only_reads(sql: str) -> bool:
    """Whether a statement needs no turn; a BEGIN does, because ours take the write lock."""
    if _WITH.match(sql):
        return _CHANGES.search(sql) is None
    return _READS.match(sql) is not None


class QueuedConnection(sqlite3.Connection):
    """A connection that holds the write lock from a BEGIN to its end, or for one statement."""

    def __init__(self, database: str, timeout: float = patience.PATIENCE, **options: Any) -> None:
        super().__init__(database, timeout=timeout, **options)
        self._path = database
        self._longest = self._timeout = timeout
        self._lock: fair_lock.FairLock | None = None

    def cursor(self, factory: type[sqlite3.Cursor] = sqlite3.Cursor) -> Any:  # type: ignore[override]
        """Return a cursor of this class whose writing statements wait for their turn."""
        return super().cursor(factory=_queued(factory))

    def commit(self) -> None:
        """Commit, and let the next one write."""
        super().commit()
        self._give_back()

    def rollback(self) -> None:
        """Roll back, and let the next one write."""
        try:
            super().rollback()
        finally:
            self._give_back()

    def close(self) -> None:
        """Close, and let the next one write."""
        try:
            super().close()
        finally:
            self._give_back()

    @contextmanager
    def turn_for(self, sql: str) -> Iterator[None]:
        """Hold the lock around a statement that writes, and after it where it began a transaction.

        Raises sqlite3.OperationalError where the turn does not come in time.
        """
        if self._lock is not None or only_reads(sql) or self.in_transaction:
            yield
            return
        with patience.waits.noted():
            self._take()
            try:
                yield
            finally:
                if not self.in_transaction:
                    self._give_back()

    def _take(self) -> None:
        if ":memory:" in self._path or "mode=memory" in self._path:
            return
        seconds = min(self._longest, patience.waits.seconds())
        deadline = time.monotonic() + seconds
        lock = fair_lock.lock_of(self._path)
        if lock.holder == threading.get_ident():
            raise sqlite3.OperationalError(
                "this thread already writes to the database through another connection, "
                "and would wait for itself"
            )
        try:
            lock.acquire(seconds)
        except fair_lock.NotYet as error:
            raise patience.Busy(
                f"the database was busy with other writers for {seconds:g} seconds; "
                "nothing was written, try again"
            ) from error
        self._lock = lock
        left = math.floor((deadline - time.monotonic()) / patience.STEP) * patience.STEP
        self._wait_for_others(max(0.0, left))

    def _wait_for_others(self, seconds: float) -> None:
        """Wait for writers who do not queue as long as is left, in steps."""
        if seconds != self._timeout:
            self.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")
            self._timeout = seconds

    def _give_back(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()


@cache
def _queued(cursor: type[sqlite3.Cursor]) -> type[sqlite3.Cursor]:
    """Return a class of cursors that asks for a turn before it does what this one does."""

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
        "timeout": patience.PATIENCE,
        "transaction_mode": "IMMEDIATE",
        "init_command": ";".join(PRAGMAS),
        "factory": QueuedConnection,
    }
