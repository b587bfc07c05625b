"""A lock on writing: first come first served in a process, taking turns between processes.

SQLite lets one transaction write at a time and makes the others try again after
pauses of their own choosing, so under load some wait for seconds while later
ones overtake them. Here the threads of a process stand in a queue, and the one in
front holds a lock on a file for all of them. The file's lock is the operating
system's: it is free again when its holder is killed.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections import deque
from pathlib import Path
from typing import IO

from tournaments.system import file_lock

# A process gives the file up after so many seconds, however long its own queue is.
TURN = 0.05


class NotYet(Exception):
    """The lock was not acquired in time."""


class FileGate:
    """One process at a time; the one that asks for it next waits at the door, alone.

    With the door and the room behind it as two locks, a process that leaves and
    comes back finds the door taken by whoever waited: two processes take turns.
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
        """In a forked child: drop the parent's handle without giving up the parent's lock."""
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
        """How many threads stand in the queue."""
        return len(self._queue)

    def acquire(self, timeout: float) -> None:
        """Wait for this thread's turn; `NotYet` when it does not come in time."""
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
        # The turn came at the very end of the timeout: then it is taken.

    def _pass_on(self) -> None:
        with self._mutex:
            if self._queue:
                self._queue.popleft().turn.set()
                return
            self._gate.leave()
            self._busy = False

    def forget(self) -> None:
        """In a forked child: begin anew, because the threads of the queue stayed behind."""
        self._gate.forget()
        self._mutex = threading.Lock()
        self._queue.clear()
        self._busy = False
        self.holder = None


_locks: dict[str, FairLock] = {}
_locks_mutex = threading.Lock()


def lock_of(path: str) -> FairLock:
    """The one lock of this process for a database file."""
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
