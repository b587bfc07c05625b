"""Waits until what was written lies on the disk, and would be there after a power cut."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO


def settle(file: IO[bytes]) -> None:
    """Let what was written to a file be on the disk."""
    file.flush()
    os.fsync(file.fileno())


def settle_names(folder: Path) -> None:
    """Let the names in a folder be on the disk, where the system can promise that."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            # A stick's file system may know no such thing.
            with contextlib.suppress(OSError):
                os.fsync(handle)
        finally:
            os.close(handle)


def replace(path: Path, text: str) -> None:
    """Put a text in the place of what is there; no reader finds half of either. Raises OSError."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(text.encode())
            settle(file)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    settle_names(path.parent)
