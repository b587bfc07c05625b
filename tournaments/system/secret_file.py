"""Secrets in files that only the user of the program may read, made at the first use."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tournaments.system import file_lock


def kept(path: Path, make: Callable[[], str]) -> str:
    """Return the secret in `path`, made by `make` when there is none yet.

    Two processes that start together get the same secret, and no reader ever sees a half-written
    file.
    """
    if secret := _read(path):
        return secret
    with file_lock.held(path.with_name(f"{path.name}.lock")):
        secret = _read(path)
        if not secret:
            secret = make()
            _write(path, secret)
    return secret


def replace(path: Path, secret: str) -> None:
    """Replace the secret in `path`; no reader ever sees a half-written file."""
    _write(path, secret.strip())


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except FileNotFoundError:
        return ""


def _write(path: Path, secret: str) -> None:
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(secret + "\n")
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
