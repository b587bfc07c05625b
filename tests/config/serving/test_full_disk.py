"""A disk that is full or write-protected: what still works works, the rest says what is wrong."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from config.backups import daily
from config.backups.archive import DATABASE
from config.management import copy_commands as commands
from config.management.commands import prepare
from referee.leases import leases
from tests import cast as people
from tests.config.backups.test_admission import make, serve, spoil
from tests.config.program import Program, manage, prepared, serving
from tests.referee.hall import Hall
from tests.services.processes import is_root
from tournaments.models import Installation
from tournaments.system import installation
from tournaments.system.storage_problems import DiskProblem

SIZE = "8m"


class Disk:
    """A disk of a few megabytes: one of its own where we may mount, else one that is injected."""

    message = "The disk of the server is full"

    def __init__(self, place: Path) -> None:
        self.place = place
        self._rest = place / "rest"

    def fill(self) -> None:
        """Leave not a byte."""
        with self._rest.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                return

    def fill_for(self, _pids: set[int]) -> None:
        """Leave not a byte for other processes."""
        self.fill()

    def make_room(self) -> None:
        self._rest.unlink()

    def protect(self) -> None:
        subprocess.run(["mount", "-o", "remount,ro", self.place], check=True)


def mounted(place: Path) -> bool:
    words = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    return is_root() and subprocess.run(words, capture_output=True, check=False).returncode == 0


@pytest.fixture
def small_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """The disk; where no disk can be mounted, every write to its folder fails as on a full one."""
    place = Path(tempfile.mkdtemp(prefix="huapai-disk-"))
    is_mounted = mounted(place)
    disk = Disk(place) if is_mounted else InjectedDisk(place, monkeypatch)
    yield disk
    if is_mounted:
        subprocess.run(["umount", "--lazy", str(place)], check=True)
    shutil.rmtree(place, ignore_errors=True)


class InjectedDisk(Disk):
    """For machines where nobody may mount: opening a file for writing says what a disk would."""

    message = "the file or the disk is damaged"

    def __init__(self, place: Path, patch: pytest.MonkeyPatch) -> None:
        super().__init__(place)
        self._patch = patch

    def fill(self) -> None:
        self._refuse(28, "No space left on device")

    def make_room(self) -> None:
        self._patch.undo()

    def fill_for(self, pids: set[int]) -> None:
        """Let other processes write no byte: SQLite takes that for a disk that fails."""
        for pid in pids:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def protect(self) -> None:
        self._refuse(30, "Read-only file system")

    def _refuse(self, number: int, words: str) -> None:
        real = Path.open

        def opened(path: Path, mode: str = "r", *args: Any, **more: Any) -> Any:
            if path.is_relative_to(self.place) and set(mode) & set("wax+"):
                raise OSError(number, words, str(path))
            return real(path, mode, *args, **more)

        self._patch.setattr(Path, "open", opened)


@pytest.fixture
def data(small_disk: Disk) -> Path:
    folder = small_disk.place / "club"
    folder.mkdir()
    make(folder / DATABASE)
    return folder


@contextmanager
def in_use(database: Path) -> Iterator[None]:
    with closing(sqlite3.connect(database)) as link:
        link.execute("SELECT 1 FROM sqlite_master").fetchone()
        yield


@pytest.mark.full
@pytest.mark.parametrize("is_in_use", [False, True])
def test_a_copy_to_another_disk_is_made_from_a_full_one(
    small_disk: Disk, data: Path, tmp_path: Path, is_in_use: bool
) -> None:
    target = tmp_path / "copy.zip"
    if is_in_use:
        with in_use(data / DATABASE):
            small_disk.fill()
            assert commands.backup(target, data) == 0
    else:
        small_disk.fill()
        assert commands.backup(target, data) == 0
    with zipfile.ZipFile(target) as packed:
        assert DATABASE in packed.namelist()
    assert [path.name for path in tmp_path.iterdir()] == ["copy.zip"]


def test_a_copy_onto_a_full_disk_says_so_and_leaves_nothing(
    small_disk: Disk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path / DATABASE)
    small_disk.fill()
    assert commands.backup(small_disk.place / "copy.zip", tmp_path) == 1
    assert "The copy cannot be written" in capsys.readouterr().out
    assert [path.name for path in small_disk.place.iterdir() if path.name != "rest"] == []


def test_a_start_on_a_full_disk_says_what_is_wrong(
    small_disk: Disk, data: Path, begun: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    small_disk.fill()
    assert serve(data) == 1
    output = capsys.readouterr().out
    assert f"The disk of the data folder {data} is full" in output
    assert begun == []
    small_disk.make_room()


def test_a_start_in_a_folder_that_is_write_protected_says_what_is_wrong(
    small_disk: Disk, data: Path, begun: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    small_disk.protect()
    assert serve(data) == 1
    output = capsys.readouterr().out
    assert f"Nothing can be written to the data folder {data}: Read-only file system" in output
    assert begun == []


@pytest.mark.full
def test_a_restore_onto_a_full_disk_changes_nothing(
    small_disk: Disk, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.backup(tmp_path / "copy.zip", data) == 0
    before = (data / DATABASE).read_bytes()
    small_disk.fill()
    assert commands.restore(tmp_path / "copy.zip", data, replace=True) == 1
    assert "is full" in capsys.readouterr().out
    assert (data / DATABASE).read_bytes() == before


class FullDisk(sqlite3.OperationalError):
    """What SQLite says when a page finds no place."""

    sqlite_errorcode = sqlite3.SQLITE_FULL
    sqlite_errorname = "SQLITE_FULL"


def full(*_: Any, **__: Any) -> None:
    try:
        raise FullDisk("database or disk is full")
    except FullDisk as cause:
        raise OperationalError("database or disk is full") from cause


@pytest.mark.django_db
def test_a_round_pack_says_in_a_sentence_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall.of(people.assemble())
    opened = leases.open_table(table=hall.tables[0], device="tablet")
    monkeypatch.setattr("referee.leases.leases.verify", full)
    tablet = Client(raise_request_exception=False, headers={"accept-language": "en"})
    answer = tablet.get("/api/tablet/1/round", headers={"authorization": f"Lease {opened.token}"})
    assert answer.status_code == 503
    assert answer.json()["code"] == DiskProblem.FULL
    assert "The disk of the server is full" in answer.json()["text"]


@pytest.fixture
def director(db: None) -> Client:
    cast = people.assemble()
    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    client.force_login(cast.alice)
    return client


@pytest.mark.full
def test_what_cannot_be_stored_is_said_on_the_page(
    director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.rights.access.clubs_directed_by", full)
    page = director.get("/desk/")
    assert page.status_code == 503
    assert "The disk of the server is full" in page.content.decode()


@pytest.mark.full
@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("free", "text"),
    [
        (0, "The disk of the server is full"),
        (50 * installation.MEGABYTE, "Only 50 MB are free"),
        (installation.NEARLY_FULL, ""),
    ],
)
def test_every_page_of_the_desk_tells_of_the_disk(
    director: Client, monkeypatch: pytest.MonkeyPatch, free: int, text: str
) -> None:
    usage = shutil.disk_usage("/")._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    page = director.get("/desk/").content.decode()
    assert (text in page) if text else ("disk of the server" not in page)


@pytest.mark.sqlite
@pytest.mark.django_db
def test_a_disk_that_only_reads_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    problem = installation.disk_fault()
    assert problem is not None
    assert problem.code == DiskProblem.READ_ONLY


@pytest.mark.full
@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_copy_of_the_day_is_made_where_no_job_can_be_ordered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.assemble()
    (tmp_path / installation.MARK).touch()
    Installation.objects.create(pk=1, copies_to=str(tmp_path))
    monkeypatch.setattr("tournaments.jobs.queue.enqueue", full)
    now = timezone.now()
    with pytest.raises(OperationalError):
        daily.order_if_due(now, None)
    copied_at = daily.copy_without_job(now, None)
    assert copied_at == now
    assert daily.copy_without_job(now, copied_at) == copied_at
    assert len(list(tmp_path.glob("*.zip"))) == 1


@pytest.mark.django_db
def test_a_preparation_that_finds_no_room_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "MigrationExecutor", full)
    with pytest.raises(CommandError, match=r"cannot be brought up .* disk is full"):
        call_command("prepare", "serve")


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["verify", "recount"])
def test_what_cannot_be_read_on_a_full_disk_says_so(
    monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr("config.management.examining_command._admit", full)
    with pytest.raises(CommandError, match=r"cannot be read: The disk of the server is full"):
        call_command(command)


def verified(data: Path) -> subprocess.CompletedProcess[str]:
    return manage(data, "verify")


@pytest.mark.full
@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ("damaged", "is damaged"),
        pytest.param("no file", "There is no database", marks=pytest.mark.nightly),
        pytest.param("empty", "There is no database", marks=pytest.mark.nightly),
        pytest.param("no tables of ours", "cannot be read", marks=pytest.mark.nightly),
    ],
)
def test_what_cannot_be_verified_is_said_in_a_sentence(
    tmp_path: Path, wrong: str, text: str
) -> None:
    database = tmp_path / DATABASE
    make(database)
    if wrong == "damaged":
        spoil(database)
    elif wrong != "no tables of ours":
        database.unlink()
    if wrong == "empty":
        database.touch()
    result = verified(tmp_path)
    assert result.returncode == 1
    assert text in result.stderr
    assert "Traceback" not in result.stderr
    assert database.exists() == (wrong != "no file")


def ask(program: Program, method: str, page: str, body: str = "", cookie: str = "") -> Any:
    link = HTTPConnection("127.0.0.1", program.port, timeout=30)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept-Language": "en"}
    try:
        link.request(method, page, body, headers | ({"Cookie": cookie} if cookie else {}))
        answer = link.getresponse()
        return answer.status, answer.read().decode(), answer.getheader("Set-Cookie") or ""
    finally:
        link.close()


@pytest.mark.full
@pytest.mark.sqlite
def test_a_program_whose_disk_fills_up_goes_on_reading_and_says_so(
    small_disk: Disk, tmp_path: Path
) -> None:
    data = prepared("serve", small_disk.place / "club")
    code = (data / "setup_code").read_text("utf-8").strip()
    with serving("serve", data) as program:
        status, page, cookie = ask(program, "GET", f"/desk/setup/?code={code}")
        assert status == 200
        token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        small_disk.fill_for(program.pids())
        words = "one-long-pass-phrase"
        form = f"csrfmiddlewaretoken={token}&code={code}&club=Club&real_name=Owner&username=owner"
        form += f"&password={words}&again={words}"
        status, page, _ = ask(program, "POST", "/desk/setup/", form, cookie.split(";")[0])
        assert (status, small_disk.message in page) == (503, True), page
        assert ask(program, "GET", "/")[0] == 200
        assert commands.backup(tmp_path / "copy.zip", data) == 0
