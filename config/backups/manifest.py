"""What a copy says of itself: which program made it, when, of what, and the digest of each part."""

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
# The rooms with tables of their own, by their names in the database.
MIGRATIONS = {
    "jobs": ROOT / "tournaments" / "jobs" / "migrations",
    "referee": ROOT / "referee" / "migrations",
    "tournaments": ROOT / "tournaments" / "migrations",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A file in the copy: what its bytes must come to."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """A tournament in the copy, and the number of the last change of it that the copy has."""

    uid: str
    name: str
    seq: int


@dataclass(frozen=True, slots=True)
class Content:
    """What a database holds, read from the copied file itself."""

    migrations: tuple[str, ...]
    tournaments: tuple[Recorded, ...]
    club: str
    heads: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The whole account; `format` is that of the copy as a file.

    `heads` are the hashes of the last changes, by the tournament's uid; copies of version 0.1 have
    none. They stand apart from the tournaments, which a program of 0.1 reads to the letter.
    """

    format: int
    version: str
    build: str
    made_at: datetime
    migrations: tuple[str, ...]
    tournaments: tuple[Recorded, ...]
    parts: tuple[Part, ...]
    heads: Mapping[str, str] = field(default_factory=dict)

    def as_text(self) -> str:
        """The manifest as it stands in the copy."""
        said = {**asdict(self), "made_at": self.made_at.isoformat()}
        return json.dumps(said, ensure_ascii=False, indent=1)


def read(text: str) -> Manifest:
    """The manifest of a text; ValueError, KeyError or TypeError where it is none."""
    said: dict[str, Any] = json.loads(text)
    return Manifest(
        format=int(said["format"]),
        version=str(said["version"]),
        build=str(said["build"]),
        made_at=datetime.fromisoformat(said["made_at"]),
        migrations=tuple(map(str, said["migrations"])),
        tournaments=tuple(Recorded(**one) for one in said["tournaments"]),
        parts=tuple(Part(**one) for one in said["parts"]),
        heads={str(uid): str(head) for uid, head in dict(said.get("heads", {})).items()},
    )


def content_of(database: Path, *, alone: bool = False) -> Content:
    """What a database holds; of one without tables, nothing. One that is `alone` is not written."""
    with reading(database, alone=alone) as link:
        tables = {name for (name,) in link.execute("SELECT name FROM sqlite_master")}
        if not {"django_migrations", "tournaments_tournament"} <= tables:
            return Content((), (), "")
        steps = link.execute("SELECT app || '.' || name FROM django_migrations ORDER BY 1")
        migrations = tuple(step for (step,) in steps)
        rows = link.execute(
            "SELECT uid, name, log_seq, log_head FROM tournaments_tournament ORDER BY id"
        ).fetchall()
        tournaments = tuple(Recorded(*row[:3]) for row in rows)
        heads = {row[0]: row[3] for row in rows}
        club = link.execute("SELECT uid FROM tournaments_club ORDER BY id LIMIT 1").fetchone()
        return Content(migrations, tournaments, club[0] if club else "", heads)


def unknown_migrations(migrations: Iterable[str]) -> list[str]:
    """Those that this program does not have: a newer one made them."""
    ours = {
        f"{room}.{path.stem}" for room, folder in MIGRATIONS.items() for path in folder.glob("*.py")
    }
    return sorted(
        migration
        for migration in migrations
        if migration.split(".")[0] in MIGRATIONS and migration not in ours
    )
