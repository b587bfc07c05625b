"""A database that is away, damaged or of a newer program is neither served nor written to."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from config import backups
from config.backups import archive, copy_checks, kept_copies
from config.backups.archive import DATABASE, CopiedInstallation
from config.backups.database import Damaged
from config.management import copy_commands as commands
from config.serving import launch
from config.storage import installed_mark
from tests.config.program import environment
from tests.samples import sampled
from tests.services import starting
from tests.services.worker import ROOT

pytestmark = pytest.mark.usefixtures("usual_umask")

NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
OURS, LATER = "0001_structure_and_record", "9999_of_a_later_program"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a database of this program that has some pages."""
    folder = tmp_path / "club's data"
    folder.mkdir()
    make(folder / DATABASE)
    return folder


def make(database: Path, *steps: str) -> None:
    with closing(sqlite3.connect(database)) as link, link:
        link.execute("PRAGMA journal_mode=WAL")
        link.execute("CREATE TABLE django_migrations (app, name)")
        link.execute("CREATE TABLE tournaments_tournament (id, uid, name, log_seq, log_head)")
        link.execute("CREATE TABLE tournaments_club (id, uid)")
        link.execute("CREATE TABLE tournaments_installation (copies_to)")
        link.execute("CREATE TABLE results (id INTEGER PRIMARY KEY, points)")
        link.execute("CREATE INDEX by_points ON results (points)")
        for step in (OURS, *steps):
            link.execute("INSERT INTO django_migrations VALUES ('tournaments', ?)", (step,))
        rows = [(f"{number:0400}",) for number in range(500)]
        link.executemany("INSERT INTO results (points) VALUES (?)", rows)


def add_later_step(database: Path) -> None:
    with closing(sqlite3.connect(database)) as link, link:
        link.execute("INSERT INTO django_migrations VALUES ('tournaments', ?)", (LATER,))


def spoil(database: Path, page: int = 9) -> None:
    """Overwrite a page in the middle of the file, as a failing disk does."""
    with closing(sqlite3.connect(database)) as link:
        link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = link.execute("PRAGMA page_size").fetchone()
    with database.open("r+b") as file:
        file.seek(page * size)
        file.write(b"\xa5" * size)


def serve(data: Path) -> int:
    return launch.start("serve", port=0, bind="127.0.0.1", data=data)


def test_what_is_whole_and_of_this_program_is_served(data: Path, begun: list[str]) -> None:
    assert serve(data) == 0
    assert begun == ["serve"]


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_an_older_program_does_not_start_on_newer_data(
    data: Path, begun: list[str], capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (data / "demo_accounts.json").touch()
    older = backups.copy(data / DATABASE, data / "backups", NOW)
    add_later_step(data / DATABASE)
    newer = backups.copy(data / DATABASE, data / "backups", NOW.replace(hour=22))
    before = (data / DATABASE).read_bytes()

    assert launch.start(command, port=0, bind="127.0.0.1", data=data) == 1

    output = capsys.readouterr().out
    assert "changed by a newer program" in output
    assert f"tournaments.{LATER}" in output
    assert f"restore '{older}' --replace".replace("'s", "'\"'\"'s") in output
    assert newer.name not in output
    assert begun == []
    assert (data / DATABASE).read_bytes() == before


@pytest.mark.full
def test_the_newest_copy_that_fits_is_found_among_those_of_the_day(
    data: Path, begun: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    with closing(sqlite3.connect(data / DATABASE)) as link, link:
        link.execute("INSERT INTO tournaments_installation VALUES (?)", (str(stick),))
    backups.copy(data / DATABASE, data / "backups", NOW)
    names = [f"huapai-club-2026112{day}-203000.zip" for day in (2, 3, 4, 5)]
    for name in names:
        archive.write(CopiedInstallation(data, data / DATABASE), stick / name, NOW)
    cut = (stick / names[2]).read_bytes()
    (stick / names[2]).write_bytes(cut[: len(cut) // 2])
    add_later_step(data / DATABASE)
    (stick / names[3]).unlink()
    archive.write(CopiedInstallation(data, data / DATABASE), stick / names[3], NOW)

    assert serve(data) == 1
    assert f"The newest copy that fits this program is {stick / names[1]}." in (
        capsys.readouterr().out
    )


@pytest.mark.full
def test_a_copy_of_a_newer_program_is_refused_with_one_that_fits(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], begun: list[str]
) -> None:
    fits = tmp_path / "huapai-club-20261121-100000.zip"
    archive.write(CopiedInstallation(data, data / DATABASE), fits, NOW)
    add_later_step(data / DATABASE)
    newer = tmp_path / "huapai-club-20261121-110000.zip"
    archive.write(CopiedInstallation(data, data / DATABASE), newer, NOW)

    assert commands.restore(newer, tmp_path / "other", replace=False) == 1

    output = capsys.readouterr().out
    assert "made by a newer program" in output
    assert str(fits) in output


def test_damage_is_found_at_the_start(
    data: Path, begun: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    copy = backups.copy(data / DATABASE, data / "backups", NOW)
    spoil(data / DATABASE)
    before = (data / DATABASE).read_bytes()

    assert serve(data) == 1

    output = capsys.readouterr().out
    assert "is damaged" in output
    assert str(copy) in output
    assert begun == []
    assert (data / DATABASE).read_bytes() == before


def test_what_is_no_database_is_not_served(data: Path, begun: list[str]) -> None:
    (data / DATABASE).write_bytes(b"no database\n" * 1000)
    assert serve(data) == 1
    assert begun == []


@pytest.mark.parametrize("is_empty", [False, True])
@pytest.mark.parametrize("left", ["a mark", "a copy of an upgrade", "where the copies lie"])
def test_a_database_that_was_lost_is_not_replaced_by_an_empty_one(
    data: Path,
    begun: list[str],
    capsys: pytest.CaptureFixture[str],
    is_empty: bool,
    left: str,
) -> None:
    if left == "a mark":
        installed_mark.note(data, DATABASE)
    elif left == "where the copies lie":
        kept_copies.remember(data, data.parent)
    else:
        backups.copy(data / DATABASE, data / "backups", NOW)
    (data / DATABASE).unlink()
    if is_empty:
        (data / DATABASE).touch()

    assert serve(data) == 1

    output = capsys.readouterr().out
    assert "missing or empty" in output
    assert "python3 manage.py restore" in output
    assert begun == []
    assert is_empty or not (data / DATABASE).exists()


@pytest.mark.full
@pytest.mark.parametrize("harm", [spoil, Path.unlink, lambda path: path.write_bytes(b"")])
def test_the_copies_of_the_day_are_found_when_the_database_tells_nothing(
    data: Path,
    tmp_path: Path,
    begun: list[str],
    capsys: pytest.CaptureFixture[str],
    harm: Callable[[Path], object],
) -> None:
    installed_mark.note(data, DATABASE)
    backups.copy(data / DATABASE, data / "backups", NOW)
    stick = tmp_path / "stick"
    stick.mkdir()
    copy = stick / "huapai-000000000000-20261123-100000.zip"
    archive.write(CopiedInstallation(data, data / DATABASE), copy, NOW)
    kept_copies.remember(data, stick)
    harm(data / DATABASE)

    assert serve(data) == 1

    assert f"restore {copy} --replace" in capsys.readouterr().out


def test_an_emptied_database_is_not_copied(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = backups.copy(data / DATABASE, data / "backups", NOW)
    (data / DATABASE).write_bytes(b"")
    for beside in ("-wal", "-shm"):
        (data / f"{DATABASE}{beside}").unlink(missing_ok=True)
    target = tmp_path / "copy.zip"

    assert commands.backup(target, data) == 1

    output = capsys.readouterr().out
    assert "it is empty" in output
    assert str(copy) in output
    assert not target.exists()


def test_an_empty_folder_and_a_start_that_was_broken_off_may_begin(
    tmp_path: Path, begun: list[str]
) -> None:
    assert serve(tmp_path / "new") == 0
    (tmp_path / "new" / DATABASE).touch()
    assert serve(tmp_path / "new") == 0


def test_a_copy_of_a_damaged_database_gets_no_name(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(data / DATABASE)
    with pytest.raises(Damaged):
        backups.copy(data / DATABASE, data / "backups", NOW)
    assert list((data / "backups").iterdir()) == []

    place = tmp_path / "copies"
    place.mkdir()
    assert commands.backup(place / "copy.zip", data) == 1
    assert list(place.iterdir()) == []
    assert "is damaged" in capsys.readouterr().out


def test_the_copy_of_an_upgrade_can_be_restored(data: Path) -> None:
    copy = backups.copy(data / DATABASE, data / "backups", NOW)
    manifest = copy_checks.examine(copy)
    assert manifest.migrations == (f"tournaments.{OURS}",)
    assert sorted(path.name for path in (data / "backups").iterdir()) == [copy.name]
    spoil(copy)
    with pytest.raises(copy_checks.Unfit, match="damaged"):
        copy_checks.examine(copy)


@pytest.mark.full
@pytest.mark.parametrize(
    "words",
    sampled(
        (
            ("manage.py", "prepare", "serve"),
            ("-m", "config.serving.web", "127.0.0.1", "0", "--supervised"),
            ("-m", "config.serving.worker"),
            ("-m", "celery", "-A", "config.celery", "worker", "--concurrency", "1"),
        ),
        (("manage.py", "prepare", "serve"),),
    ),
)
def test_no_process_alone_works_on_newer_data(data: Path, words: tuple[str, ...]) -> None:
    add_later_step(data / DATABASE)
    before = (data / DATABASE).read_bytes()
    environ = environment(HUAPAI_DATA=str(data), DJANGO_SETTINGS_MODULE="config.settings")
    # What the supervisor starts leaves when its standard input ends.
    never_ends, writer = os.pipe()
    result = starting.run([sys.executable, *words], ROOT, environ, stdin=never_ends)
    os.close(writer)
    os.close(never_ends)
    assert result.returncode != 0
    assert "changed by a newer program" in result.stdout + result.stderr
    assert "Traceback" not in result.stdout + result.stderr
    assert (data / DATABASE).read_bytes() == before


def test_a_mark_that_is_not_understood_counts(data: Path, begun: list[str]) -> None:
    (data / installed_mark.NAME).write_text("{", "utf-8")
    (data / DATABASE).unlink()
    assert serve(data) == 1
    assert begun == []


def test_a_mark_of_another_database_does_not_count(tmp_path: Path, begun: list[str]) -> None:
    installed_mark.note(tmp_path, "postgres:5432/huapai")
    assert serve(tmp_path) == 0
