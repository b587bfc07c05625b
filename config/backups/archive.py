"""The archive of an installation: its database, its documents, its secret, and a manifest.

Standard library only, so that a backup can be written and read on a bare machine.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from config.backups import manifest, staging_folder
from config.backups.database import Damaged, check_copy, copy_to, migrations_of, reading
from config.backups.manifest import CopiedFile, Manifest
from config.storage import build, durable_files
from config.terminal import gettext

DATABASE = "huapai.sqlite3"
# Besides the database: without the first everyone has to sign in again; the second marks a demo.
BESIDE = ("secret_key", "demo_accounts.json")
DOCUMENTS = "documents"
CHUNK = 1 << 20
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first time that an archive can say."""
_PLAIN = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class CopiedInstallation:
    """The installation to back up."""

    data: Path
    database: Path


def write(source: CopiedInstallation, target: Path, now: datetime) -> Manifest:
    """Write the archive; its file appears once all of it is on the disk.

    Raises Damaged for a damaged database, OSError or sqlite3.Error if it cannot be written; no
    partial file remains.
    """
    # Beside the target, because the disk of the data may be full.
    with staging_folder.folder_in(target.parent) as folder:
        members = _gather(source, folder)
        manifest = _manifest(members, now)
        part = folder / "part"
        _pack(members, manifest, part)
        part.replace(target)
    durable_files.settle_names(target.parent)
    return manifest


def unpack(path: Path, folder: Path, copy_manifest: Manifest) -> None:
    """Extract the files of a data folder into a folder; documents are in the database as well.

    Raises OSError for a file that is longer than its manifest says.
    """
    if is_plain(path):
        copy_to(path, folder / DATABASE)
        return
    with zipfile.ZipFile(path) as packed:
        for part in copy_manifest.parts:
            if part.name in (DATABASE, *BESIDE):
                handle = os.open(folder / part.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with packed.open(part.name) as inner, os.fdopen(handle, "wb") as outer:
                    _copy(inner, outer, part)
                    durable_files.settle(outer)


def _copy(inner: IO[bytes], outer: IO[bytes], part: CopiedFile) -> None:
    """Copy as much of a file as its manifest states, and not a byte more."""
    left = part.size
    while left and (chunk := inner.read(min(CHUNK, left))):
        outer.write(chunk)
        left -= len(chunk)
    if left or inner.read(1):
        raise OSError(gettext("%(part)s does not have the stated length") % {"part": part.name})


def is_plain(path: Path) -> bool:
    """Return whether a file is a bare database, as backed up by an upgrade, and no archive."""
    with path.open("rb") as file:
        return file.read(len(_PLAIN)) == _PLAIN


def _gather(source: CopiedInstallation, folder: Path) -> dict[str, Path]:
    copied = folder / DATABASE
    copy_to(source.database, copied)
    check_copy(copied)
    if migrations_of(copied) is None:
        # An emptied file is whole to SQLite; its backup would pass for the newest one.
        raise Damaged(gettext("it is empty"))
    members = {DATABASE: copied}
    for name in BESIDE:
        if (source.data / name).is_file():
            members[name] = source.data / name
    return members | dict(_documents(copied, folder))


def _documents(database: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """Write the newest version of each document to a file, to be printed without this program."""
    with reading(database) as link:
        if not link.execute("SELECT 1 FROM sqlite_master WHERE name = 'jobs_document'").fetchone():
            return
        newest = (
            "SELECT about, kind, language, file_name, content FROM jobs_document WHERE id IN"
            " (SELECT MAX(id) FROM jobs_document GROUP BY about, kind, language) ORDER BY id"
        )
        for number, row in enumerate(link.execute(newest), 1):
            path = folder / f"document-{number}"
            path.write_bytes(row[4])
            safe_name = row[3].replace("/", " ").replace("\\", " ").replace("..", ".")
            yield "/".join([DOCUMENTS, row[0] or "-", row[1], row[2], safe_name]), path


def _manifest(members: dict[str, Path], now: datetime) -> Manifest:
    content = manifest.content_of(members[DATABASE])
    parts = []
    for name, path in members.items():
        with path.open("rb") as file:
            parts.append(CopiedFile(name, path.stat().st_size, digest_of(file)))
    return Manifest(
        format=manifest.FORMAT,
        version=build.VERSION,
        build=build.digest(manifest.ROOT),
        made_at=now,
        migrations=content.migrations,
        tournaments=content.tournaments,
        parts=tuple(parts),
        heads=content.heads,
    )


def digest_of(file: IO[bytes], size: int | None = None) -> str:
    """Return the digest of a file, reading at most one byte more than its size."""
    sha, left = hashlib.sha256(), sys.maxsize if size is None else size + 1
    while left and (chunk := file.read(min(CHUNK, left))):
        sha.update(chunk)
        left -= len(chunk)
    return sha.hexdigest()


def _pack(members: dict[str, Path], copy_manifest: Manifest, part: Path) -> None:
    handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w+b") as file:
        # A machine without a battery for its clock writes files in 1970, which no archive can say.
        with zipfile.ZipFile(
            file, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False
        ) as packed:
            entry = zipfile.ZipInfo(manifest.NAME, max(_EARLIEST, time.localtime()[:6]))
            entry.external_attr = 0o600 << 16
            packed.writestr(entry, copy_manifest.as_text(), zipfile.ZIP_DEFLATED, 1)
            for name, path in members.items():
                packed.write(path, name)
        durable_files.settle(file)
