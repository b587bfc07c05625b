"""Flushes files and folder entries to the disk, so that they survive a power cut."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO


def settle(file: IO[bytes]) -> None:
    """Flush a file to the disk."""
    file.flush()
    os.fsync(file.fileno())


def settle_names(folder: Path) -> None:
    """Flush the entries of a folder to the disk, if the system supports it."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            # The file system of a stick may not support it.
            with contextlib.suppress(OSError):
                os.fsync(handle)
        finally:
            os.close(handle)


def replace(path: Path, text: str) -> None:
    """Replace the content of a file; no reader ever sees a part of it. Raises OSError."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(text.encode())
            settle(file)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    settle_names(path.parent)
