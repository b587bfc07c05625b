"""Decides whether this program may serve a data folder; standard library only.

This check comes before anything is started: a database that is missing, damaged, or of a newer
program is left untouched, and the message says what to do.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from config.backups import folder_exchange, kept_copies, manifest
from config.backups.archive import DATABASE, CopiedInstallation
from config.backups.database import Damaged, check, migrations_of
from config.storage import build, installed_mark
from config.terminal import gettext


class NotAdmitted(Exception):
    """Nothing may be served, and nothing was changed; the message says why and what to do."""


def admit(source: CopiedInstallation, *, thoroughly: bool = True) -> None:
    """Raise NotAdmitted if this program may not write to the database.

    `thoroughly` examines every page of it, which takes a quarter of a second for 200 MB.
    """
    if folder_exchange.is_begun(source.data):
        raise NotAdmitted(interruption_advice(source.data))
    try:
        _admit(source, thoroughly=thoroughly)
    except Damaged as error:
        raise NotAdmitted(damage_advice(source, str(error))) from error
    except (sqlite3.Error, OSError) as error:
        raise NotAdmitted(
            gettext("The database %(database)s cannot be read: %(reason)s")
            % {"database": source.database, "reason": error}
        ) from error


def newer_advice(steps: list[str]) -> str:
    """Return the advice for a database that a newer program has changed."""
    return gettext(
        "The data were changed by a newer program than this one, version %(version)s, which"
        " does not know %(steps)s and would spoil them. Install the newer program again and"
        " start it: nothing is lost then."
    ) % {"version": build.VERSION, "steps": ", ".join(steps)}


def damage_advice(source: CopiedInstallation, reason: str) -> str:
    """Return the advice for a database that SQLite finds damaged."""
    text = gettext(
        "The database %(database)s is damaged: %(reason)s."
        " Keep the file: more may be in it than in a copy."
    ) % {"database": source.database, "reason": reason}
    return f"{text}\n{kept_copies.advice(source)}"


def interruption_advice(data: Path) -> str:
    """Return the advice for a restore that was killed during its exchange."""
    return gettext(
        "A restore into %(folder)s was interrupted. Start the program there: it finishes what was"
        " begun."
    ) % {"folder": data}


def _admit(source: CopiedInstallation, *, thoroughly: bool) -> None:
    migrations = migrations_of(source.database) if source.database.is_file() else None
    if migrations is None:
        _refuse_lost(source)
        return
    if steps := manifest.unknown_migrations(migrations):
        raise NotAdmitted(f"{newer_advice(steps)}\n{kept_copies.advice(source)}")
    if thoroughly:
        check(source.database)


def _refuse_lost(source: CopiedInstallation) -> None:
    """Refuse an empty database if the data folder shows that there was an installation."""
    name = installed_mark.name_of(source.data, source.database)
    is_own = source.database.parent == source.data
    has_copies = is_own and any((source.data / name).exists() for name in kept_copies.LEFT)
    if not has_copies and not installed_mark.is_noted(source.data, name):
        return
    raise NotAdmitted(
        "\n".join(
            [
                gettext(
                    "The database %(database)s is missing or empty, but there was an installation"
                    " in this folder. No new one is begun in its place."
                )
                % {"database": source.database},
                kept_copies.advice(source),
                gettext("To start over on purpose, choose another folder with --data."),
            ]
        )
    )


def default_source(data: Path) -> CopiedInstallation:
    """Return the database of a data folder, if no other one is named."""
    return CopiedInstallation(data, data / DATABASE)
