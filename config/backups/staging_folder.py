"""The folder in which a backup is made: beside its target, removed even after a kill.

The process that makes a backup holds the lock of its folder. The system releases the lock of a
process that died, so that the next one recognises abandoned folders.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tournaments.system import file_lock

PREFIX = ".huapai-copy-"
LOCK = "lock"
FORGOTTEN = 3600.0
"""Seconds after which a folder without a lock counts as abandoned: version 0.1 made no locks."""
_UNLOCKED = (
    re.compile(r"copy-[a-z0-9_]{8}"),
    re.compile(r"\.huapai-[0-9a-z]+-\d{8}-\d{6}(-\d+)?\.zip\.part"),
)
_OF_A_COPY = re.compile(r"huapai\.sqlite3(-wal|-shm|-journal)?|document-\d+")


@contextlib.contextmanager
def folder_in(place: Path) -> Iterator[Path]:
    """Create a folder for this process alone in `place`, removed at the end of the block."""
    sweep(place)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
    try:
        with (folder / LOCK).open("a") as lock:
            if not file_lock.taken(lock):
                # The sweep of another backup tested the lock at this very moment.
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep(place: Path) -> None:
    """Remove the leftovers of killed backups; files that cannot be removed stay."""
    with contextlib.suppress(OSError):
        for path in list(place.iterdir()):
            if not _is_left_over(path):
                continue
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)


def _is_left_over(path: Path) -> bool:
    if path.name.startswith(PREFIX):
        with contextlib.suppress(OSError), (path / LOCK).open("r+") as lock:
            return file_lock.taken(lock)
    elif not any(name.fullmatch(path.name) for name in _UNLOCKED):
        return False
    # A folder without a lock may just be new.
    is_old = time.time() - path.stat().st_mtime > FORGOTTEN
    return is_old and (
        path.name.startswith(PREFIX)
        or path.is_file()
        or all(_OF_A_COPY.fullmatch(inner.name) for inner in path.iterdir())
    )
