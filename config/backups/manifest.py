"""The manifest of a copy: which program made it, when, of what, and the digest of each part."""

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
# The apps with tables of their own, by their labels in the database.
MIGRATIONS = {
    "jobs": ROOT / "tournaments" / "jobs" / "migrations",
    "referee": ROOT / "referee" / "migrations",
    "tournaments": ROOT / "tournaments" / "migrations",
}


@dataclass(frozen=True, slots=True)
class CopiedFile:
    """A file in the copy: what its bytes must come to."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class CopiedTournament:
    """A tournament in the copy, and the number of the last change of it that the copy has."""

    uid: str
    name: str
    seq: int


@dataclass(frozen=True, slots=True)
class Content:
    """What a database holds, read from the copied file itself."""

    migrations: tuple[str, ...]
    tournaments: tuple[CopiedTournament, ...]
    club: str
    heads: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a copy says of itself; `format` is the version of the archive's format.

    `heads` are the hashes of the last changes, by the tournament's uid; copies of version 0.1 have
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
        """The manifest as it stands in the copy."""
        values = {**asdict(self), "made_at": self.made_at.isoformat()}
        return json.dumps(values, ensure_ascii=False, indent=1)


def read(text: str) -> Manifest:
    """The manifest of a text; ValueError, KeyError or TypeError where it is none."""
    values: dict[str, Any] = json.loads(text)
    return Manifest(
        format=int(values["format"]),
        version=str(values["version"]),
        build=str(values["build"]),
        # A day that no zone of this machine has is refused here, not where it is printed.
        made_at=datetime.fromisoformat(values["made_at"]).astimezone(),
        migrations=tuple(map(str, values["migrations"])),
        tournaments=tuple(CopiedTournament(**tournament) for tournament in values["tournaments"]),
        parts=tuple(CopiedFile(**part) for part in values["parts"]),
        heads={str(uid): str(head) for uid, head in dict(values.get("heads", {})).items()},
    )


def content_of(database: Path, *, alone: bool = False) -> Content:
    """Return what a database holds. `alone` says that nobody writes to the file."""
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
    """Return the migrations that this program does not have: a newer one made them."""
    known = {
        f"{app}.{path.stem}" for app, folder in MIGRATIONS.items() for path in folder.glob("*.py")
    }
    return sorted(
        migration
        for migration in migrations
        if migration.split(".")[0] in MIGRATIONS and migration not in known
    )
