"""Copies of a database in use, and the mark by which a start knows a file."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from config import backups
from config.storage import prepared_mark

NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
MARK = prepared_mark.mark_of("0123456789ab", "serve")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "club's data #1" / "huapai.sqlite3"


@pytest.fixture
def writer(database: Path) -> Iterator[sqlite3.Connection]:
    """Somebody who has the database open, with newest results that lie in its log only."""
    database.parent.mkdir()
    with contextlib.closing(sqlite3.connect(database)) as link:
        link.execute("PRAGMA journal_mode=WAL")
        link.execute("CREATE TABLE results (points)")
        link.execute("INSERT INTO results VALUES (-100)")
        link.execute(f"PRAGMA user_version = {MARK}")
        link.commit()
        yield link


def points(path: Path) -> list[int]:
    with contextlib.closing(sqlite3.connect(path)) as link:
        assert link.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [number for (number,) in link.execute("SELECT points FROM results")]


def test_a_copy_has_what_was_committed_and_nothing_else(
    database: Path, writer: sqlite3.Connection, tmp_path: Path
) -> None:
    assert database.with_name(f"{database.name}-wal").stat().st_size > 0
    writer.execute("INSERT INTO results VALUES (200)")

    copy = backups.copy(database, tmp_path / "backups", NOW)
    writer.commit()

    assert copy.name == "huapai-20261121-203000.sqlite3"
    assert points(copy) == [-100]
    assert points(database) == [-100, 200]


def test_copies_are_kept_beside_each_other(
    database: Path, writer: sqlite3.Connection, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    copies = [backups.copy(database, folder, NOW + timedelta(minutes=n)) for n in range(2)]

    assert sorted(path for path in folder.iterdir() if path.suffix == ".sqlite3") == copies


def test_what_an_interrupted_copy_left_is_replaced(
    database: Path, writer: sqlite3.Connection, tmp_path: Path
) -> None:
    first = backups.copy(database, tmp_path / "backups", NOW)
    first.rename(first.with_name(f"{first.name}.part"))
    first.with_name(f"{first.name}.part").write_bytes(b"half a copy")

    assert points(backups.copy(database, tmp_path / "backups", NOW)) == [-100]


def test_a_copy_carries_the_mark_of_its_program(
    database: Path, writer: sqlite3.Connection, tmp_path: Path
) -> None:
    copy = backups.copy(database, tmp_path / "backups", NOW)

    assert prepared_mark.is_prepared(database, MARK)
    assert prepared_mark.is_prepared(copy, MARK)


def test_a_mark_is_of_one_program_and_one_purpose(
    database: Path, writer: sqlite3.Connection
) -> None:
    marks = [
        prepared_mark.mark_of(build, kind)
        for build in ("0123456789ab", "1123456789ab", "fffffffffffe", "000000000000")
        for kind in ("demo", "serve")
    ]

    assert len(set(marks)) == len(marks)
    assert 0 not in marks
    assert all(mark < 2**31 for mark in marks)
    assert [prepared_mark.is_prepared(database, mark) for mark in marks].count(True) == 1


def test_what_is_no_database_is_not_prepared(tmp_path: Path) -> None:
    broken = tmp_path / "huapai.sqlite3"

    assert not prepared_mark.is_prepared(broken, MARK)
    broken.write_bytes(b"\0" * 5000)
    assert not prepared_mark.is_prepared(broken, MARK)
