"""Copies that say one thing and hold another, and who is asked before one is restored."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sqlite3
import sys
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from config.backups import archive, changed_address, copy_checks, manifest, restoring
from config.backups.archive import CopiedInstallation
from config.management import copy_commands as commands

Change = Callable[[dict[str, Any], dict[str, bytes]], None]

RENAMED = (
    "CREATE TRIGGER own AFTER INSERT ON result BEGIN SELECT 1; END",
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_master SET name='sqlite_t', sql=replace(sql, name, 'sqlite_t') WHERE name='own'",
)
"""A trigger with a name that SQLite keeps for itself."""
SAME_NAME = (
    "CREATE TRIGGER result AFTER INSERT ON other BEGIN SELECT 1; END",
    "DROP TABLE result",
    "CREATE TABLE result (id, points CHECK (points < 5))",
)
"""A trigger with the name of a table that is made after it."""
SAYS_NO = "CREATE TRIGGER guard BEFORE DELETE ON result BEGIN SELECT ('no RAISE ABORT'); END"
"""A trigger of the same words as the guard, which refuses nothing."""
TABLES = (
    "CREATE TABLE django_migrations (app, name)",
    "CREATE TABLE tournaments_club (id, uid)",
    "CREATE TABLE tournaments_tournament (id, uid, name, log_seq, log_head)",
    "CREATE TABLE tournaments_user (id, username, real_name, is_active, is_superuser)",
    "CREATE TABLE tournaments_membership (id, user_id, role)",
)
ROWS = (
    "INSERT INTO tournaments_club VALUES (1, 'club')",
    "INSERT INTO tournaments_tournament VALUES (1, 'autumn', '秋季赛', 7, 'abc')",
    """INSERT INTO tournaments_user VALUES
    (1, 'alice', '张三', 1, 0), (2, 'bob', '', 1, 0), (3, 'charlie', '', 0, 1)""",
    """INSERT INTO tournaments_membership VALUES
    (1, 1, 'owner'), (2, 1, 'director'), (3, 1, 'director'), (4, 2, 'referee'), (5, 3, 'owner')""",
)


def _database(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as link, link:
        for statement in statements:
            link.execute(statement)
    return path


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of a small database."""
    folder = tmp_path / "club"
    folder.mkdir()
    database = _database(folder / archive.DATABASE, *TABLES, *ROWS)
    archive.write(CopiedInstallation(folder, database), tmp_path / "copy.zip", datetime.now(UTC))
    return tmp_path / "copy.zip"


@pytest.fixture
def proved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is unpacked is made ready and proved at once; the commands that it was given."""
    words_given: list[str] = []

    def manage(_staging: Path, *words: str) -> int:
        words_given.append(words[0])
        return 0

    monkeypatch.setattr(restoring, "_manage", manage)
    monkeypatch.setattr(restoring, "schema_differences", lambda _copy, _made: [])
    return words_given


def _changed(copy: Path, change: Change) -> Path:
    """The copy with another manifest or other parts, by somebody who knows how they are made."""
    with zipfile.ZipFile(copy) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    values = json.loads(parts.pop(manifest.NAME))
    change(values, parts)
    changed = copy.with_name("changed.zip")
    with zipfile.ZipFile(changed, "w") as packed:
        packed.writestr(manifest.NAME, json.dumps(values))
        for name, content in parts.items():
            packed.writestr(name, content)
    return changed


def _emptied(copy: Path) -> Path:
    empty = _database(copy.with_name("empty.sqlite3"), *TABLES).read_bytes()

    def change(values: dict[str, Any], parts: dict[str, bytes]) -> None:
        (part,) = values["parts"]
        part |= {"size": len(empty), "sha256": hashlib.sha256(empty).hexdigest()}
        parts[archive.DATABASE] = empty

    return _changed(copy, change)


def test_an_empty_database_is_not_what_its_manifest_names(
    copy: Path, tmp_path: Path, proved: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "target"
    assert commands.restore(_emptied(copy), target, replace=False) == 1
    assert "秋季赛" in capsys.readouterr().out
    assert proved == []
    assert list(target.iterdir()) == [], "not even a lock"


def test_a_file_that_is_longer_than_it_says_is_not_unpacked(copy: Path, tmp_path: Path) -> None:
    def longer(_values: dict[str, Any], parts: dict[str, bytes]) -> None:
        parts[archive.DATABASE] += bytes(archive.CHUNK)

    changed = _changed(copy, longer)
    with pytest.raises(copy_checks.Unfit):
        copy_checks.examine(changed)
    with pytest.raises(OSError, match="does not have the stated length"):
        archive.unpack(changed, tmp_path, copy_checks.examine(copy))
    assert (tmp_path / archive.DATABASE).stat().st_size < archive.CHUNK


@pytest.mark.full
def test_what_the_manifest_does_not_name_is_not_unpacked(copy: Path, tmp_path: Path) -> None:
    changed = _changed(copy, lambda _values, parts: parts.update(secret_key=b"theirs\n"))
    target = tmp_path / "target"
    target.mkdir()
    archive.unpack(changed, target, copy_checks.examine(changed))
    assert [path.name for path in target.iterdir()] == [archive.DATABASE]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"a":' * 200_000,
        '{"format": Infinity}',
        '{"format": 1, "version": "", "build": "", "made_at": "0001-01-01T00:00:00+14:00"}',
    ],
    ids=["lists", "objects", "no number", "no day"],
)
def test_a_manifest_that_no_program_wrote_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    wrong = tmp_path / "wrong.zip"
    with zipfile.ZipFile(wrong, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(manifest.NAME, text)
    assert commands.restore(wrong, tmp_path / "target", replace=False) == 1
    assert "is not a copy made by Huapai" in capsys.readouterr().out
    assert list((tmp_path / "target").iterdir()) == []


@pytest.mark.full
def test_what_a_machine_without_a_clock_wrote_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = _database(tmp_path / archive.DATABASE, *TABLES, *ROWS)
    secret = tmp_path / "secret_key"
    secret.write_text("x" * 50)
    os.utime(secret, (0, 0))
    monkeypatch.setattr(time, "localtime", lambda *_: time.gmtime(0))
    target = tmp_path / "copy.zip"
    archive.write(CopiedInstallation(tmp_path, database), target, datetime.now(UTC))
    assert {part.name for part in copy_checks.examine(target).parts} >= {"secret_key"}
    with zipfile.ZipFile(target) as packed:
        assert {entry.date_time[0] for entry in packed.infolist()} >= {1980}


def test_without_a_terminal_the_accounts_with_rights_are_printed(
    copy: Path, tmp_path: Path, proved: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.restore(copy, tmp_path / "target", replace=False) == 0
    said = capsys.readouterr().out
    assert "  alice 张三: owner, director × 2\n  bob: referee\n" in said
    assert "charlie" not in said, "a closed account has no rights"
    assert "no terminal to ask at" in said
    assert proved == ["prepare", "verify", "migrate"]


def test_an_administrator_without_a_role_is_shown_too(tmp_path: Path) -> None:
    administrator = "INSERT INTO tournaments_user VALUES (4, 'dora', '', 1, 1)"
    database = _database(tmp_path / archive.DATABASE, *TABLES, *ROWS, administrator)
    shown = restoring.accounts_with_rights(database)
    assert "  dora: administrator of the installation" in shown
    assert not any("charlie" in line for line in shown), "a closed account has no rights"


def test_no_name_of_a_copy_moves_the_cursor_over_its_line(tmp_path: Path) -> None:
    hiding = "UPDATE tournaments_user SET real_name = '王' || char(27) || '[2K' || char(13)"
    role = "UPDATE tournaments_membership SET role = char(27) || '[1A'"
    database = _database(tmp_path / archive.DATABASE, *TABLES, *ROWS, hiding, role)
    shown = restoring.accounts_with_rights(database)
    assert len(shown) == 2
    assert all(line.isprintable() and "王" in line for line in shown)


@pytest.mark.full
def test_a_disk_that_is_full_after_the_restore_does_not_make_it_a_failure(
    copy: Path,
    tmp_path: Path,
    proved: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(changed_address, "note_restored", full)
    assert commands.restore(copy, tmp_path / "target", replace=False) == 0
    assert "Tablets keep what they have not handed in" in capsys.readouterr().out
    assert (tmp_path / "target" / archive.DATABASE).exists()


@pytest.mark.parametrize(("answer", "code"), [("yes", 0), ("n", 1), ("", 1)])
@pytest.mark.full
def test_at_a_terminal_it_is_asked_whether_they_are_right(
    copy: Path,
    tmp_path: Path,
    proved: list[str],
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    code: int,
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _question: answer)
    target = tmp_path / "target"
    assert commands.restore(copy, target, replace=False) == code
    assert (target / archive.DATABASE).exists() == (code == 0)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        (("CREATE INDEX ours ON result (points)",), []),
        (("CREATE TRIGGER theirs AFTER INSERT ON result BEGIN SELECT 1; END",), ["theirs"]),
        (("DROP TRIGGER guard",), ["guard"]),
        (("DROP TABLE result", "CREATE TABLE result (points  CHECK\n(points < 5),\nid)"), []),
        (("ALTER TABLE result ADD COLUMN more",), ["result"]),
        (RENAMED, ["sqlite_t"]),
        (SAME_NAME, ["result"]),
        (("DROP TRIGGER guard", SAYS_NO), ["guard"]),
        (("DROP TABLE result", "CREATE TABLE result (id, points CHECK (5 < points))"), ["result"]),
    ],
    ids=[
        *("an index", "a trigger", "no guard", "another order", "a column", "a hidden trigger"),
        "a trigger of the same name",
        *("the words of a guard", "a check"),
    ],
)
def test_tables_and_guards_are_those_of_the_migrations(
    tmp_path: Path, changed: tuple[str, ...], named: list[str]
) -> None:
    guard = "CREATE TRIGGER guard BEFORE DELETE ON result BEGIN SELECT RAISE(ABORT, 'no'); END"
    table = "CREATE TABLE result (id, points CHECK (points < 5))"
    other = "CREATE TABLE other (id)"
    made = _database(tmp_path / "made", table, other, guard)
    ours = _database(tmp_path / "ours", table, other, guard)
    with closing(sqlite3.connect(ours)) as link, link:
        for statement in changed:
            link.execute(statement)
        if "DROP TABLE result" in changed:
            link.execute(guard)
    assert restoring.schema_differences(ours, made) == named
