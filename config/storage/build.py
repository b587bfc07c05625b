"""Identifies the running program by a digest of its own files."""

from __future__ import annotations

import hashlib
from pathlib import Path

from config import source_packages

VERSION = "0.2"
_COUNTED = {".py", ".html", ".txt", ".css", ".js", ".svg", ".png", ".ico", ".json", ".mo", ".po"}


def digest(root: Path) -> str:
    """Return twelve characters that change with every file from which pages are made."""
    sha = hashlib.sha256()
    for path in counted(root):
        content = path.read_bytes()
        sha.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        sha.update(content)
    return sha.hexdigest()[:12]


def counted(root: Path) -> list[Path]:
    """Return the files that determine the digest."""
    return source_packages.files(sorted(source_packages.SHIPPED), _COUNTED, root)
