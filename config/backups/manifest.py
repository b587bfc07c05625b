"""The manifest of a backup: the program that made it, its time and contents, and all digests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from config.backups.database import reading

NAME = "manifest.json"
FORMAT = 1
ROOT = Path(__file__).resolve().parents[2]
# The apps with their own tables, by their labels in the database.
MIGRATIONS = {
    "jobs": ROOT / "tournaments" / "jobs" / "migrations",
    "referee": ROOT / "referee" / "migrations",
    "tournaments": ROOT / "tournaments" / "migrations",
}


@dataclass(frozen=True, slots=True)
class CopiedFile:
    """A file in the backup: its expected size and digest."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class CopiedTournament:
    """A tournament in the backup, and the number of its last change there."""

    uid: str
    name: str
    seq: int


@dataclass(frozen=True, slots=True)
class Content:
    """The contents of a database, read from the copied file itself."""

    migrations: tuple[str, ...]
    tournaments: tuple[CopiedTournament, ...]
    club: str
    heads: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description of a backup; `format` is the version of the archive's format.

    `heads` are the hashes of the last changes, by the tournament's uid; backups of version 0.1 have
    none. They are no field of the tournaments, because version 0.1 refuses unknown fields there.
    """

    format: int
    version: str
    build: str
    made_at: datetime
    migrations: tuple[str, ...]
    tournaments: tuple[CopiedTournament, ...]
    parts: tuple[CopiedFile, ...]
    heads: Mapping[str, str] = field(default_factory=dict)

    def as_text(self) -> str:
        """Return the manifest as the text stored in the backup."""
        values = {**asdict(self), "made_at": self.made_at.isoformat()}
        return json.dumps(values, ensure_ascii=False, indent=1)


def read(text: str) -> Manifest:
    """Return the manifest in a text. Raises ValueError, KeyError or TypeError if it is invalid."""
    values: dict[str, Any] = json.loads(text)
    return Manifest(
        format=int(values["format"]),
        version=str(values["version"]),
        build=str(values["build"]),
        # A day that no zone of this machine has is refused here rather than when it is printed.
        made_at=datetime.fromisoformat(values["made_at"]).astimezone(),
        migrations=tuple(map(str, values["migrations"])),
        tournaments=tuple(CopiedTournament(**tournament) for tournament in values["tournaments"]),
        parts=tuple(CopiedFile(**part) for part in values["parts"]),
        heads={str(uid): str(head) for uid, head in dict(values.get("heads", {})).items()},
    )


def content_of(database: Path, *, alone: bool = False) -> Content:
    """Return the contents of a database. `alone` says that nobody writes to the file."""
    with reading(database, alone=alone) as link:
        tables = {name for (name,) in link.execute("SELECT name FROM sqlite_master")}
        if not {"django_migrations", "tournaments_tournament"} <= tables:
            return Content((), (), "")
        steps = link.execute("SELECT app || '.' || name FROM django_migrations ORDER BY 1")
        migrations = tuple(step for (step,) in steps)
        rows = link.execute(
            "SELECT uid, name, log_seq, log_head FROM tournaments_tournament ORDER BY id"
        ).fetchall()
        tournaments = tuple(CopiedTournament(*row[:3]) for row in rows)
        heads = {row[0]: row[3] for row in rows}
        club = link.execute("SELECT uid FROM tournaments_club ORDER BY id LIMIT 1").fetchone()
        return Content(migrations, tournaments, club[0] if club else "", heads)


def unknown_migrations(migrations: Iterable[str]) -> list[str]:
    """Return the migrations unknown to this program, which a newer one applied."""
    known = {
        f"{app}.{path.stem}" for app, folder in MIGRATIONS.items() for path in folder.glob("*.py")
    }
    return sorted(
        migration
        for migration in migrations
        if migration.split(".")[0] in MIGRATIONS and migration not in known
    )
