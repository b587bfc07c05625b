"""Copies that are killed leave nothing behind; those that are being made are left alone."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from config.backups import archive, staging_folder
from config.backups.archive import DATABASE, CopiedInstallation
from tests.services.worker import ROOT

NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
# Makes a copy, and is killed when all of it but its name is there; or waits there.
HALTS = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from config.backups import archive
from config.backups.archive import CopiedInstallation

data, target = Path(sys.argv[1]), Path(sys.argv[2])

def halted(*_):
    if sys.argv[3] == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    print("here", flush=True)
    sys.stdin.read()

archive.durable_files.settle = halted
archive.write(CopiedInstallation(data, data / archive.DATABASE), target, datetime.now(UTC))
"""


@pytest.fixture
def source(tmp_path: Path) -> CopiedInstallation:
    data = tmp_path / "data"
    data.mkdir()
    with closing(sqlite3.connect(data / DATABASE)) as link, link:
        link.execute("CREATE TABLE results (points)")
    return CopiedInstallation(data, data / DATABASE)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder


def words(source: CopiedInstallation, place: Path, how: str) -> list[str]:
    return [sys.executable, "-c", HALTS, str(source.data), str(place / "one.zip"), how]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.full
def test_what_a_killed_copy_left_goes_with_the_next(
    source: CopiedInstallation, place: Path
) -> None:
    result = subprocess.run(words(source, place, "die"), cwd=ROOT, check=False)
    assert result.returncode == -signal.SIGKILL
    assert names(source.data) == [DATABASE]
    assert names(place) != []

    archive.write(source, place / "two.zip", NOW)

    assert names(place) == ["two.zip"]


@pytest.mark.full
def test_a_copy_that_is_being_made_is_left_alone(source: CopiedInstallation, place: Path) -> None:
    going_on = subprocess.Popen(
        words(source, place, "wait"),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert going_on.stdout is not None
    assert going_on.stdout.readline() == b"here\n"

    staging_folder.sweep(place)
    archive.write(source, place / "two.zip", NOW)

    going_on.communicate()
    assert going_on.returncode == 0
    assert names(place) == ["one.zip", "two.zip"]


def test_leftovers_of_version_0_1_go_once_they_are_old(place: Path) -> None:
    """Those had no lock: only their age tells that nobody works on them."""
    (place / "copy-ab12cd_e").mkdir()
    (place / "copy-ab12cd_e" / DATABASE).touch()
    (place / ".huapai-club-20261121-203000.zip.part").touch()
    (place / "copy-of_mine").mkdir()
    (place / "copy-of_mine" / "letter.txt").touch()
    before = names(place)

    staging_folder.sweep(place)
    assert names(place) == before

    long_ago = time.time() - 2 * staging_folder.FORGOTTEN
    for path in place.iterdir():
        os.utime(path, (long_ago, long_ago))
    staging_folder.sweep(place)
    assert names(place) == ["copy-of_mine"]


def test_a_folder_that_is_away_is_no_trouble(tmp_path: Path) -> None:
    staging_folder.sweep(tmp_path / "nowhere")
