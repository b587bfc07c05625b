"""Puts a copy into a data folder: made ready beside what is there, then exchanged for it.

Nothing is deleted: what was there is moved into a folder of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from config.backups import archive
from config.processes import ROOT
from config.terminal import gettext, say

ASIDE = "before-restore"
STAGING = "restoring-"
# What a start makes by itself, and what a restore has put aside, is nothing that could be lost.
_OF_NO_ACCOUNT = ("running.json", "secret_key", "setup_code", "broker")
_IN_USE = ("running.json", "running.lock")
_NOT_OF_A_COPY = ("DATABASE_URL", "DATABASE_URL_FILE", "BROKER_URL", "BROKER_URL_FILE")


class NotRestored(Exception):
    """Nothing was changed; the words say why and what to do."""


def restore(file: Path, data: Path, *, replace: bool) -> bool:
    """Exchange what is in the data folder for what a copy holds; whether its record holds.

    The copy is unpacked, brought up to this program and examined before anything is moved.
    Raises NotRestored while the folder holds an installation, unless it may be replaced.
    """
    if is_occupied(data) and not replace:
        raise NotRestored(
            gettext(
                "The folder %(folder)s holds an installation already. Choose another with --data,"
                " or type --replace: then it is moved aside first, and nothing of it is lost."
            )
            % {"folder": data}
        )
    staging = Path(tempfile.mkdtemp(prefix=STAGING, dir=data))
    try:
        is_sound = _made_ready(file, staging)
        aside = _put_aside(data, staging)
        _move_in(staging, data)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    if aside:
        say(gettext("What was there before lies in %(folder)s") % {"folder": aside})
    return is_sound


def is_occupied(data: Path) -> bool:
    """Whether there is anything in a data folder that its owner could miss."""
    return any(_counts(path.name) for path in data.iterdir())


def _counts(name: str) -> bool:
    made_by_itself = name in _OF_NO_ACCOUNT or name.endswith((".lock", ".door", ".write"))
    return not made_by_itself and not name.startswith((ASIDE, STAGING))


def _made_ready(file: Path, staging: Path) -> bool:
    try:
        archive.unpack(file, staging)
    except OSError as error:
        raise NotRestored(
            gettext("The copy cannot be unpacked: %(reason)s") % {"reason": error}
        ) from error
    if _manage(staging, "prepare", "serve"):
        raise NotRestored(
            gettext("The copy could not be brought up to this program; the messages above say why.")
        )
    return not _manage(staging, "verify")


def _manage(staging: Path, *words: str) -> int:
    environ = {name: value for name, value in os.environ.items() if name not in _NOT_OF_A_COPY}
    environ |= {"HUAPAI_DATA": str(staging), "NO_BOOTSTRAP": "1"}
    environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environ, check=False).returncode


def _put_aside(data: Path, staging: Path) -> Path | None:
    """Move what is there into a folder of its own, the database last to go."""
    there = [path for path in _movable(data) if path != staging]
    if not there:
        return None
    aside = Path(tempfile.mkdtemp(prefix=f"{ASIDE}-{datetime.now():%Y%m%d-%H%M%S}-", dir=data))  # noqa: DTZ005
    for path in sorted(there, key=_is_database):
        path.replace(aside / path.name)
    return aside


def _move_in(staging: Path, data: Path) -> None:
    """Move what was made ready in, the database last: before it nothing can be served."""
    for path in sorted(_movable(staging), key=_is_database):
        path.replace(data / path.name)


def _movable(folder: Path) -> Iterator[Path]:
    for path in list(folder.iterdir()):
        if path.name not in _IN_USE and not path.name.startswith((ASIDE, STAGING)):
            yield path


def _is_database(path: Path) -> bool:
    return path.name == archive.DATABASE
