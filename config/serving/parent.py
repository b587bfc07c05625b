"""Ends a process when the supervisor that started it is gone."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

__all__ = ["leave", "leave_with_parent"]

GRACE = 5.0


def leave_with_parent() -> None:
    """Watch the pipe that is this process's standard input: it ends with the supervisor."""
    threading.Thread(target=_watch, name="parent", daemon=True).start()


def _watch() -> None:
    # Not through sys.stdin: its lock would be held while the interpreter ends.
    while os.read(0, 1024):
        pass
    leave()


def leave() -> None:
    """End this process and its children, in good order if they can."""
    _end(signal.SIGTERM)
    time.sleep(GRACE)
    _end(getattr(signal, "SIGKILL", signal.SIGTERM))


def _end(number: int) -> None:
    if sys.platform == "win32":
        os._exit(1)
    if os.getpgrp() == os.getpid():
        os.killpg(0, number)
    else:
        os.kill(os.getpid(), number)
