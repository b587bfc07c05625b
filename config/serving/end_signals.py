"""Ends a process by a signal, which sets a flag and wakes the main thread. Standard library only.

A handler runs between any two steps of the main thread, even while that holds a lock that the
handler would wait for, or where an exception is swallowed. So it only sets the flag; the bytes that
wake the main thread are written by the interpreter itself, into a socket.
"""

from __future__ import annotations

import contextlib
import select
import signal
import socket
from types import FrameType

__all__ = ["EndSignal"]

SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")


class EndSignal:
    """The request to end this process. Created and read in the main thread."""

    def __init__(self) -> None:
        self.reader, self._writer = socket.socketpair()
        self.reader.setblocking(False)
        self._writer.setblocking(False)
        self._is_told = False
        self._numbers: set[int] = set()

    @property
    def is_told(self) -> bool:
        """Whether a signal has come."""
        return self._is_told

    def listen(self) -> None:
        """Handle the signals from now on."""
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        for name in SIGNALS:
            number = getattr(signal, name, None)
            if number is not None:
                self._numbers.add(number)
                signal.signal(number, self._tell)

    def close(self) -> None:
        """Stop listening."""
        if self._numbers:
            signal.set_wakeup_fd(-1)
        self.reader.close()
        self._writer.close()

    def wait(self, seconds: float) -> bool:
        """Wait for a signal for a limited time; return whether one has come."""
        if not self._is_told and select.select([self.reader], [], [], seconds)[0]:
            self.hear()
        return self._is_told

    def hear(self) -> None:
        """Read the bytes that woke the main thread; the handler itself may run a moment later."""
        with contextlib.suppress(BlockingIOError):
            woken_by = self.reader.recv(64)
            self._is_told = self._is_told or not self._numbers.isdisjoint(woken_by)

    def _tell(self, _number: int, _frame: FrameType | None) -> None:
        self._is_told = True
