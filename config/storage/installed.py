"""The mark of a data folder in which a start was once completed: its database must be there.

Without the mark an empty folder is one to begin in. With it, or with copies that only an upgrade
makes, a database that is not there was lost, and another must not quietly take its place.
"""

from __future__ import annotations

import json
from pathlib import Path

from config.backups import on_disk
from config.storage import build

NAME = "installed.json"


def note(data: Path, database: str) -> None:
    """Say that the start was completed with this database: the last thing that `prepare` does."""
    said = {"database": database, "version": build.VERSION}
    on_disk.replace(data / NAME, json.dumps(said) + "\n")


def is_noted(data: Path, database: str) -> bool:
    """Whether a start was once completed here with this database; one that is unread counts."""
    try:
        said = json.loads((data / NAME).read_text("utf-8"))
        return bool(said["database"] == database)
    except FileNotFoundError:
        return False
    except (OSError, ValueError, KeyError, TypeError):
        return True


def name_of(data: Path, database: Path) -> str:
    """How the mark calls a file: within the data folder by its name, for the folder may move."""
    return database.name if database.parent == data else str(database)
