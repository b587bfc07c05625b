"""What the program stores is nobody else's to read: neither what it makes nor what it finds."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from config.backups.archive import DATABASE
from config.storage import file_permissions
from tests.config.program import Program, environment, prepared, run
from tests.services.processes import is_root
from tournaments.system import installation

OF_RUNS = ("running.json", "restored.json", "installed.json")
READ = """
import os, sys
for folder, folders, files in os.walk(sys.argv[1]):
    for name in files:
        try:
            open(os.path.join(folder, name), "rb").close()
        except PermissionError:
            continue
        print(os.path.join(folder, name))
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every account may look into; the tests' own one is closed to others."""
    place = Path(tempfile.mkdtemp(prefix="huapai-open-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


def open_to_others(folder: Path) -> list[str]:
    """What has a permission for anybody else, links aside."""
    paths = [folder, *folder.rglob("*")]
    return sorted(
        path.name for path in paths if not path.is_symlink() and path.stat().st_mode & 0o077
    )


def read_by_nobody(folder: Path) -> set[str]:
    """The names of the files that the account nobody can open."""
    assert is_root()
    result = subprocess.run(
        ["/usr/bin/env", "python3", "-c", READ, folder],
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
        user="nobody",
        extra_groups=[],
        env={"PATH": "/usr/bin:/bin:/usr/local/bin"},
    )
    return {Path(line).name for line in result.stdout.splitlines()}


def installation_of_before(place: Path) -> Path:
    """A data folder as version 0.1 left it, readable by everybody; its database is in use."""
    data = place / "club"
    for name in ("backups", "broker/queue", "documents", "https", "before-restore-1"):
        (data / name).mkdir(parents=True)
        (data / name / "file").write_text("x", "utf-8")
    for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", "secret_key", *OF_RUNS):
        (data / name).write_text("x", "utf-8")
    return data


@pytest.mark.full
@pytest.mark.usefixtures("usual_umask")
@pytest.mark.skipif(os.name != "posix", reason="no such permissions on this system")
def test_what_lies_there_is_closed_to_others_at_the_start(open_folder: Path) -> None:
    data = installation_of_before(open_folder)
    stick = open_folder / "stick"
    stick.mkdir()
    names = ("huapai-club-20261121-203000.zip", "letter.txt")
    for name in names:
        (stick / name).write_text("x", "utf-8")
    assert DATABASE in open_to_others(data)
    if is_root():
        assert {DATABASE, "secret_key", "letter.txt"} <= read_by_nobody(open_folder)

    assert file_permissions.mend(data, data / DATABASE, stick) == []

    assert open_to_others(data) == []
    assert open_to_others(stick) == ["letter.txt", "stick"]
    if is_root():
        assert read_by_nobody(open_folder) == {"letter.txt"}


@pytest.mark.usefixtures("usual_umask")
@pytest.mark.skipif(os.name != "posix", reason="no such permissions on this system")
def test_a_folder_that_holds_more_than_ours_stays_open(open_folder: Path) -> None:
    data = installation_of_before(open_folder)
    (data / "site").mkdir()
    (data / "site" / "index.html").write_text("x", "utf-8")

    assert file_permissions.mend(data, data / DATABASE) == []

    assert open_to_others(data) == ["club", "index.html", "site"]


@pytest.mark.usefixtures("usual_umask")
@pytest.mark.skipif(os.name != "posix", reason="no such permissions on this system")
def test_a_database_elsewhere_is_closed_and_its_neighbours_are_not(open_folder: Path) -> None:
    database = open_folder / "club.db"
    names = ("club.db", "club.db-wal", "club.db.write", "club.db.txt")
    for name in names:
        (open_folder / name).touch(0o644)
    data = open_folder / "data"
    data.mkdir(0o755)

    assert file_permissions.mend(data, database) == []

    assert {"club.db.txt", open_folder.name} == set(open_to_others(open_folder))


def test_what_cannot_be_closed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = installation_of_before(tmp_path)
    (data / DATABASE).chmod(0o644)
    # A stick's file system takes the order and does nothing.
    monkeypatch.setattr(Path, "chmod", lambda *_: None)
    assert data / DATABASE in file_permissions.mend(data, data / DATABASE)


def opened(folder: Path) -> None:
    """Let every account read a folder and all that lies in it."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


@pytest.mark.full
@pytest.mark.skipif(os.name != "posix", reason="no such permissions on this system")
def test_all_that_a_start_makes_is_known_as_ours(open_folder: Path) -> None:
    data, copies = open_folder / "club", open_folder / "club-copies"
    prepared("serve", data)
    copies.mkdir()
    for name in (installation.MARK, "huapai-club-20261121-203000.zip"):
        (copies / name).touch()
    opened(data)
    opened(copies)

    assert file_permissions.mend(data, data / DATABASE, copies) == []

    assert open_to_others(data) == []
    assert open_to_others(copies) == ["club-copies"]


@pytest.mark.full
@pytest.mark.skipif(os.name != "posix", reason="no such permissions on this system")
def test_what_a_first_start_makes_is_closed_to_others(open_folder: Path) -> None:
    """A start whose umask lets everybody read: what it makes keeps its permissions in a copy."""
    data = prepared("serve", open_folder / "club")
    assert open_to_others(data) == []
    if is_root():
        assert read_by_nobody(open_folder) == set()


@pytest.mark.full
@pytest.mark.usefixtures("usual_umask")
@pytest.mark.skipif(os.name != "posix", reason="no such permissions on this system")
def test_a_program_that_runs_shows_nothing_to_other_accounts(
    open_club: Program, open_folder: Path
) -> None:
    with closing(sqlite3.connect(open_club.data / DATABASE)) as link:
        link.execute("SELECT 1 FROM django_session")
        assert f"{DATABASE}-wal" in {path.name for path in open_club.data.iterdir()}
        assert open_to_others(open_club.data) == []
    copy = open_folder / "copy.zip"
    result = run("manage.py", "backup", str(copy), "--data", str(open_club.data), **environment())
    assert result.returncode == 0, result.stderr
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
