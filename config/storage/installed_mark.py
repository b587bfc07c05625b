"""The mark of a data folder with a completed start, whose database must therefore exist.

Without the mark an empty folder can be used for a new installation. With it, or with upgrade
backups, a missing database was lost, and must not be silently replaced.
"""

from __future__ import annotations

import json
from pathlib import Path

from config.storage import build, durable_files

NAME = "installed.json"


def note(data: Path, database: str) -> None:
    """Write the mark for this database: the last step of `prepare`."""
    mark = {"database": database, "version": build.VERSION}
    durable_files.replace(data / NAME, json.dumps(mark) + "\n")


def is_noted(data: Path, database: str) -> bool:
    """Return whether the mark names this database; an unreadable one counts as such."""
    try:
        mark = json.loads((data / NAME).read_text("utf-8"))
        return bool(mark["database"] == database)
    except FileNotFoundError:
        return False
    except (OSError, ValueError, KeyError, TypeError):
        return True


def name_of(data: Path, database: Path) -> str:
    """Return the name of a database in the mark: without the data folder, which may move."""
    return database.name if database.parent == data else str(database)
