"""The operating system's lock on an open file, released when its holder dies.

Windows and POSIX have different calls; a package that hides this takes a quarter of a second to
import.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

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
