"""SQLite connections with a fair queue of writers, for `OPTIONS` of Django's own backend.

SQLite lets one transaction write at a time and makes the others retry after pauses, so that under
load some wait for seconds while later ones overtake them. Here the threads of a process queue, and
the first one holds a lock on a file for all of them; processes take turns. The file lock is the
operating system's, and is released when its holder is killed.

Transactions begin IMMEDIATE, so none can fail half-way because another wrote meanwhile; that takes
the write lock even to read, so nothing that only reads belongs in `atomic`. A single statement that
writes outside a transaction takes its place in the queue too; one that reads never does.
"""

from __future__ import annotations

import math
import os
import random
import re
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any, Final

from config.storage import patience
from tournaments.system import file_lock

# A process releases the file after this many seconds, however long its own queue is.
TURN = 0.05


class NotYet(Exception):
    """The lock was not acquired in time."""


class FileGate:
    """A lock between processes; the next process in turn waits for the door alone.

    With the door and the room behind it as two locks, a process that leaves and returns finds the
    door taken by the waiting one, so that two processes take turns.
    """

    def __init__(self, path: Path) -> None:
        self._paths = (path.with_name(f"{path.name}.door"), path.with_name(f"{path.name}.write"))
        self._room: IO[str] | None = None
        self._entered = 0.0

    @property
    def held(self) -> bool:
        return self._room is not None

    @property
    def turn_is_over(self) -> bool:
        return time.monotonic() - self._entered > TURN

    def enter(self, deadline: float) -> None:
        door = _lock_file(self._paths[0], deadline)
        try:
            self._room = _lock_file(self._paths[1], deadline)
        finally:
            file_lock.give_back(door)
        self._entered = time.monotonic()

    def leave(self) -> None:
        room, self._room = self._room, None
        if room is not None:
            file_lock.give_back(room)

    def forget(self) -> None:
        """In a forked child: drop the parent's handle without releasing the parent's lock."""
        if self._room is not None:
            self._room.close()
            self._room = None


def _lock_file(path: Path, deadline: float) -> IO[str]:
    file = path.open("a")
    pause = 0.0005
    while not file_lock.taken(file):
        if time.monotonic() > deadline:
            file.close()
            raise NotYet
        time.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311
        pause = min(pause * 1.5, 0.01)
    return file


class _Waiter:
    def __init__(self) -> None:
        self.turn = threading.Event()


class FairLock:
    """The queue of one process in front of the gate of one database file."""

    def __init__(self, path: Path) -> None:
        self._gate = FileGate(path)
        self._mutex = threading.Lock()
        self._queue: deque[_Waiter] = deque()
        self._busy = False
        self.holder: int | None = None

    @property
    def waiting(self) -> int:
        """The number of threads in the queue."""
        return len(self._queue)

    def acquire(self, timeout: float) -> None:
        """Wait for this thread's turn; raises `NotYet` if it does not come in time."""
        deadline = time.monotonic() + timeout
        self._wait_in_the_queue(deadline)
        try:
            if not self._gate.held:
                self._gate.enter(deadline)
        except BaseException:
            self._pass_on()
            raise
        self.holder = threading.get_ident()

    def release(self) -> None:
        self.holder = None
        if self._gate.turn_is_over:
            self._gate.leave()
        self._pass_on()

    def _wait_in_the_queue(self, deadline: float) -> None:
        me = _Waiter()
        with self._mutex:
            if not self._busy:
                self._busy = True
                return
            self._queue.append(me)
        if me.turn.wait(max(0.0, deadline - time.monotonic())):
            return
        with self._mutex:
            if not me.turn.is_set():
                self._queue.remove(me)
                raise NotYet
        # The turn came at the very end of the timeout, and is taken.

    def _pass_on(self) -> None:
        with self._mutex:
            if self._queue:
                self._queue.popleft().turn.set()
                return
            self._gate.leave()
            self._busy = False

    def forget(self) -> None:
        """In a forked child: start afresh, because the threads of the queue do not exist there."""
        self._gate.forget()
        self._mutex = threading.Lock()
        self._queue.clear()
        self._busy = False
        self.holder = None


_locks: dict[str, FairLock] = {}
_locks_mutex = threading.Lock()


def lock_of(path: str) -> FairLock:
    """Return the lock of this process for a database file."""
    key = os.path.realpath(path)
    with _locks_mutex:
        if key not in _locks:
            _locks[key] = FairLock(Path(key))
        return _locks[key]


def _forget_all() -> None:
    for lock in _locks.values():
        lock.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


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


def only_reads(sql: str) -> bool:
    """Whether a statement needs no turn; BEGIN does, because ours take the write lock."""
    if _WITH.match(sql):
        return _CHANGES.search(sql) is None
    return _READS.match(sql) is not None


class QueuedConnection(sqlite3.Connection):
    """A connection that holds the write lock from a BEGIN to its end, or for one statement."""

    def __init__(self, database: str, timeout: float = patience.PATIENCE, **options: Any) -> None:
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
        lock = lock_of(self._path)
        if lock.holder == threading.get_ident():
            raise sqlite3.OperationalError(
                "this thread already writes to the database through another connection, "
                "and would wait for itself"
            )
        try:
            lock.acquire(seconds)
        except NotYet as error:
            raise patience.Busy(
                f"the database was busy with other writers for {seconds:g} seconds; "
                "nothing was written, try again"
            ) from error
        self._lock = lock
        left = math.floor((deadline - time.monotonic()) / patience.STEP) * patience.STEP
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
        "timeout": patience.PATIENCE,
        "transaction_mode": "IMMEDIATE",
        "init_command": ";".join(PRAGMAS),
        "factory": QueuedConnection,
    }
