"""Daily and upgrade backups: their names, their retention, and the one to restore.

Making and reading a backup belongs to `archive`.
"""

from __future__ import annotations

import json
import re
import shlex
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from config import program
from config.backups import archive, copy_checks
from config.backups.database import reading
from config.storage import durable_files
from config.terminal import gettext

UPGRADES = "backups"
"""Where a start copies the database to before it changes a table."""
REMEMBERED = "copies.json"
"""The note of the folder of the daily backups, for when the database cannot be read."""
LEFT = (UPGRADES, REMEMBERED)
"""What only a former installation leaves in its data folder."""
_OF_UPGRADE = re.compile(r"\w+-(\d{8}-\d{6})\.sqlite3")
_OF_DAY = re.compile(r"huapai-(?P<club>[0-9a-z]+)-(?P<at>\d{8}-\d{6})(-\d+)?\.zip")
ALL_OF = timedelta(days=1)
"""All copies of so long stay,"""
DAYS = 60
"""and the newest of each of so many days,"""
MOST = 300
"""but no more than so many."""


def advice(source: archive.CopiedInstallation, *others: Path) -> str:
    """Return the advice for a database that cannot be served: which backup to restore, or find.

    `others` are further folders that may hold backups.
    """
    chosen = copies_folder(source)
    own = [source.data / UPGRADES, *([chosen] if chosen else [])]
    folders = list(dict.fromkeys([*own, *others]))
    copy = newest(folders)
    if copy is None:
        return gettext(
            "No copy that fits this program is in %(folders)s. Plug in the stick with the"
            " copies, or bring one from elsewhere, and type: %(program)s restore FILE"
            " --replace --data %(data)s"
        ) % {
            "folders": ", ".join(map(str, folders)),
            "program": program.command(),
            "data": shlex.quote(str(source.data)),
        }
    return gettext(
        "The newest copy that fits this program is %(copy)s. What was entered since is not in it."
        " To go back to it type: %(program)s restore %(quoted)s --replace --data %(data)s"
    ) % {
        "copy": copy,
        "program": program.command(),
        "quoted": shlex.quote(str(copy)),
        "data": shlex.quote(str(source.data)),
    }


def newest(folders: Iterable[Path]) -> Path | None:
    """Return the newest complete backup in these folders that is not of a newer program."""
    dated: list[tuple[datetime, Path]] = []
    for folder in folders:
        with suppress(OSError):
            dated += [(at, path) for path in folder.iterdir() if (at := _time_of(path.name))]
    for _at, path in sorted(dated, reverse=True):
        with suppress(copy_checks.Unfit):
            if copy_checks.examine(path).migrations:
                return path
    return None


def copies_folder(source: archive.CopiedInstallation) -> Path | None:
    """Return the folder of the daily backups: the chosen one, or that of the last backup."""
    with suppress(sqlite3.Error, OSError), reading(source.database) as link:
        chosen = link.execute("SELECT copies_to FROM tournaments_installation").fetchone()
        if chosen and chosen[0]:
            return Path(chosen[0])
    with suppress(OSError, ValueError, KeyError, TypeError):
        note = json.loads((source.data / REMEMBERED).read_text("utf-8"))
        return Path(note["folder"])
    return None


def remember(data: Path, folder: Path) -> None:
    """Record the folder of a backup beside the database. Raises OSError."""
    note = json.dumps({"folder": str(folder)}, ensure_ascii=False) + "\n"
    path = data / REMEMBERED
    if not path.is_file() or path.read_text("utf-8") != note:
        durable_files.replace(path, note)


def _time_of(name: str) -> datetime | None:
    """Return when a backup was made, by its name: UTC for upgrades, local time for daily ones."""
    with suppress(ValueError):
        if match := _OF_UPGRADE.fullmatch(name):
            return datetime.strptime(match[1], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
        if match := _OF_DAY.fullmatch(name):
            return datetime.strptime(match["at"], "%Y%m%d-%H%M%S").astimezone()
    return None


def free_name(folder: Path, club: str, now: datetime) -> Path:
    """Return an unused path named after the club and the moment."""
    first = f"huapai-{club or 'new'}-{now:%Y%m%d-%H%M%S}"
    path, number = folder / f"{first}.zip", 2
    while path.exists():
        path, number = folder / f"{first}-{number}.zip", number + 1
    return path


def remove_superfluous(folder: Path, club: str, now: datetime) -> list[Path]:
    """Remove the superfluous backups of a club, and return them."""
    old = superfluous(folder.iterdir(), club, now)
    for path in old:
        path.unlink(missing_ok=True)
    return old


def superfluous(paths: Iterable[Path], club: str, now: datetime) -> list[Path]:
    """Return all but the newest of each of `DAYS` days and the last day's, at most `MOST`.

    However many a busy day makes, the days before it keep theirs.
    """
    dated = sorted(
        ((at, path) for path in paths if (at := _time_in_club(path, club, now))),
        key=lambda copy: (copy[0], copy[1].name),
        reverse=True,
    )
    newest_of_days: dict[date, Path] = {}
    for at, path in dated:
        if at.date() in newest_of_days or len(newest_of_days) < DAYS:
            newest_of_days.setdefault(at.date(), path)
    of_days = {*newest_of_days.values()}
    recent = [path for at, path in dated if now - at <= ALL_OF and path not in of_days]
    stay = of_days | {*recent[: MOST - len(of_days)]}
    return [path for _, path in dated if path not in stay]


def _time_in_club(path: Path, club: str, now: datetime) -> datetime | None:
    match = _OF_DAY.fullmatch(path.name)
    if match is None or match["club"] != (club or "new"):
        return None
    try:
        return datetime.strptime(match["at"], "%Y%m%d-%H%M%S").replace(tzinfo=now.tzinfo)
    except ValueError:
        return None
