"""Whatever an earlier version left is restored, proved, counted and compared by this one."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from config.backups import archive
from tests.config import program
from tests.installations.comparing import differences
from tests.services.worker import ROOT

DATA = ROOT / "tests" / "data"
RENAMED: dict[str, str] = {}
"""What a table is called now that had another name when a version left it."""
PLACES = (b"/tmp/", b"/home/", b"/Users/", b":\\\\Users")


@dataclass(frozen=True, slots=True)
class Left:
    """The copy that a version left, and the file of what it comes to."""

    notes: Path

    def __str__(self) -> str:
        return self.notes.stem

    @property
    def copy(self) -> Path:
        return self.notes.with_name(f"{self.notes.stem}.zip")

    @property
    def noted(self) -> dict[str, Any]:
        notes: dict[str, Any] = json.loads(self.notes.read_text("utf-8"))
        return notes


LEFT = [Left(path) for path in sorted(DATA.glob("installation-*.json"))]
every = pytest.mark.parametrize("left", LEFT, ids=str)


def run(data: Path, *words: str) -> str:
    """Run the program on a data folder as its own process; it must end well."""
    result = program.run(*words, **program.environment(HUAPAI_DATA=str(data)))
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def unpacked(left: Left, folder: Path) -> Path:
    """The database as the version left it."""
    with zipfile.ZipFile(left.copy) as packed:
        return Path(packed.extract(archive.DATABASE, folder))


def counted(database: Path, tables: list[str]) -> dict[str, int]:
    with closing(sqlite3.connect(database)) as link:
        question = 'SELECT COUNT(*) FROM "{}"'
        return {table: link.execute(question.format(table)).fetchone()[0] for table in tables}


def test_version_0_1_left_something() -> None:
    assert "installation-0.1" in map(str, LEFT)


@every
def test_every_table_that_is_only_added_to_has_rows(left: Left, tmp_path: Path) -> None:
    rows_by_table = counted(unpacked(left, tmp_path), left.noted["append_only"])
    assert len(rows_by_table) >= 16
    assert [table for table, rows in rows_by_table.items() if not rows] == []


@every
def test_it_names_no_place_of_the_machine_that_made_it(left: Left) -> None:
    with zipfile.ZipFile(left.copy) as packed:
        assert packed.read("secret_key").startswith(b"test-only")
        parts = {name: packed.read(name) for name in packed.namelist()}
    telling = [(name, place) for name, part in parts.items() for place in PLACES if place in part]
    assert telling == []


@pytest.mark.full
@pytest.mark.sqlite
@every
def test_it_comes_to_what_it_came_to(left: Left, tmp_path: Path) -> None:
    data, noted = tmp_path / "restored", left.noted
    output = run(data, "manage.py", "restore", str(left.copy), "--data", str(data))
    assert "The record of every tournament is sound." in output
    assert "Every result agrees with its record." in run(data, "manage.py", "recount")

    now = json.loads(run(data, "-m", "tests.installations", str(left.notes)))
    assert list(differences(noted["figures"], now)) == []
    assert all(now["opened"].values())
    assert list(unguarded(data / archive.DATABASE, noted["append_only"])) == []


def unguarded(database: Path, tables: list[str]) -> Iterator[str]:
    """Yield the tables of which a row can be changed."""
    with closing(sqlite3.connect(database)) as link:
        for table in (RENAMED.get(table, table) for table in tables):
            try:
                link.execute(f'UPDATE "{table}" SET uid = uid')  # noqa: S608
            except sqlite3.IntegrityError:
                continue
            yield table


@pytest.mark.full
@pytest.mark.nightly
@pytest.mark.sqlite
def test_the_next_version_can_leave_one_too(tmp_path: Path) -> None:
    """The maker still finds its way, and leaves no table empty, of those that came later either."""
    run(tmp_path / "unused", "-m", "scripts.data_folder", str(tmp_path))
    (copy,) = tmp_path.glob("installation-*.zip")
    assert copy.with_name(f"{copy.stem}.json").exists()
