"""Locks between processes: on an open file, and with a fair queue of a process's threads before it.

The lock is the operating system's, and is released when its holder dies. Windows and POSIX have
different calls; a package that hides this takes a quarter of a second to import. In the queue the
first thread holds the lock on a file for all threads of its process; processes take turns.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

TURN: Final = 0.05
"""A process releases the file after this many seconds, however long its own queue is."""

if sys.platform == "win32":
    import msvcrt

    def taken(file: IO[str]) -> bool:
        """Try to take the lock; return whether it was free."""
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def give_back(file: IO[str]) -> None:
        """Release the lock and close its file."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
        file.close()

else:
    import fcntl

    def taken(file: IO[str]) -> bool:
        """Try to take the lock; return whether it was free."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def give_back(file: IO[str]) -> None:
        """Release the lock and close its file."""
        fcntl.flock(file, fcntl.LOCK_UN)
        file.close()


@contextmanager
def held(path: Path, patience: float = 10.0) -> Iterator[None]:
    """Hold the lock on a file during a block; raises TimeoutError after `patience` seconds."""
    file = path.open("a")
    deadline = time.monotonic() + patience
    while not taken(file):
        if time.monotonic() > deadline:
            file.close()
            raise TimeoutError(f"{path} stays locked by another process")
        time.sleep(0.01)
    try:
        yield
    finally:
        give_back(file)


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
            give_back(door)
        self._entered = time.monotonic()

    def leave(self) -> None:
        room, self._room = self._room, None
        if room is not None:
            give_back(room)

    def forget(self) -> None:
        """In a forked child: drop the parent's handle without releasing the parent's lock."""
        if self._room is not None:
            self._room.close()
            self._room = None


def _lock_file(path: Path, deadline: float) -> IO[str]:
    file = path.open("a")
    pause = 0.0005
    while not taken(file):
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


def lock_of(path: str) -> FairLock:
    """Return the lock of this process for a database file."""
    key = os.path.realpath(path)
    lock = _locks.get(key)
    # In one step and without a mutex, which a forked child might find taken for good.
    return _locks.setdefault(key, FairLock(Path(key))) if lock is None else lock


def _forget_all() -> None:
    for lock in _locks.values():
        lock.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
