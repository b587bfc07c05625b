"""Writes the mark that `prepared_mark` reads: the program that last prepared a SQLite file."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import connections

from config.storage import prepared_mark

NONE = 0


def mark_prepared(kind: str, using: str = "default") -> None:
    """Mark the database as prepared by this program for `kind`."""
    _write(using, prepared_mark.mark_of(settings.BUILD, kind))


def after_migrate(using: str, **_: Any) -> None:
    """Remove the mark, because a migrated database has to be prepared again.

    A receiver of `post_migrate`.
    """
    _write(using, NONE)


def _write(using: str, mark: int) -> None:
    connection = connections[using]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA user_version = {mark}")
