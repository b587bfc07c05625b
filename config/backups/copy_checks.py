"""Checks of a backup before it is restored: complete, of this program, and not newer.

Standard library only, as `archive`, which writes and reads it.
"""

from __future__ import annotations

import sqlite3
import zipfile
import zlib
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from config.backups import archive, manifest
from config.backups.database import check_copy, migrations_of
from config.backups.manifest import Manifest
from config.terminal import gettext

LONGEST_MANIFEST = 1 << 24
"""Bytes; a club of a thousand tournaments has a hundredth of it."""
# RuntimeError is also raised by deeply nested manifests and unknown compression.
_NO_ARCHIVE = (
    zipfile.BadZipFile,
    zlib.error,
    KeyError,
    TypeError,
    ValueError,
    EOFError,
    OverflowError,
    RuntimeError,
)


class Unfit(Exception):
    """The file is no backup that this program can restore; the message says why and what to do."""


class Newer(Unfit):
    """A backup that only a newer program can read."""


def examine(path: Path) -> Manifest:
    """Return the manifest of a backup after checking every digest.

    Raises Unfit for a file that is damaged or no backup, Newer for a backup of a newer program.

    The backup of an upgrade is a bare database, whose manifest is made here.
    """
    if not path.is_file():
        raise Unfit(gettext("There is no file %(file)s.") % {"file": path})
    try:
        if archive.is_plain(path):
            return _manifest_of_plain(path)
        with zipfile.ZipFile(path) as packed:
            with packed.open(manifest.NAME) as file:
                text = file.read(LONGEST_MANIFEST).decode("utf-8")
            copy_manifest = manifest.read(text)
            _refuse_newer(copy_manifest)
            _refuse_damaged(packed, copy_manifest)
    except (*_NO_ARCHIVE, sqlite3.Error, OSError) as error:
        raise Unfit(
            gettext("%(file)s is not a copy made by Huapai, or it is damaged: %(reason)s")
            % {"file": path, "reason": error}
        ) from error
    return copy_manifest


def _manifest_of_plain(path: Path) -> Manifest:
    check_copy(path)
    at = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    steps = migrations_of(path, alone=True) or ()
    copy_manifest = Manifest(manifest.FORMAT, "", "", at, steps, (), ())
    # Parts made by a newer program may not even be readable.
    _refuse_newer(copy_manifest)
    return replace(copy_manifest, tournaments=manifest.content_of(path, alone=True).tournaments)


def _refuse_newer(copy_manifest: Manifest) -> None:
    if copy_manifest.format > manifest.FORMAT or manifest.unknown_migrations(
        copy_manifest.migrations
    ):
        raise Newer(
            gettext(
                "The copy was made by a newer program (version %(version)s, build %(build)s)."
                " Put that program here first, then restore."
            )
            % {"version": copy_manifest.version or "?", "build": copy_manifest.build or "?"}
        )


def _refuse_damaged(packed: zipfile.ZipFile, manifest: Manifest) -> None:
    if archive.DATABASE not in {part.name for part in manifest.parts}:
        raise ValueError(gettext("it holds no database"))
    for part in manifest.parts:
        with packed.open(part.name) as file:
            digest = archive.digest_of(file, part.size)
        if digest != part.sha256:
            raise ValueError(gettext("%(part)s has changed") % {"part": part.name})
