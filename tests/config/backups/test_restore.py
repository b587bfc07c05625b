"""The first machine's data are thrown away in the middle of a round, and the evening goes on."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from config.backups import archive, copy_checks, manifest, restoring
from config.backups.archive import CopiedInstallation
from config.management import copy_commands as commands
from referee.base.handed_in import seal
from tests import cast as people
from tests.config.program import Program, environment, prepared, run, serving
from tests.referee.hall import Hall, Tablet


def manage(*words: str) -> str:
    """What a command says; it must end well."""
    result = run("manage.py", *words, **environment())
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def ask(
    program: Program, method: str, page: str, body: Any = None, token: str = ""
) -> tuple[int, Any]:
    """The status and the answer of one request; JSON where it is."""
    link = HTTPConnection("127.0.0.1", program.port, timeout=30)
    headers = {"Content-Type": "application/json"} if body is not None else {}
    headers |= {"Authorization": f"Lease {token}"} if token else {}
    try:
        link.request(method, page, json.dumps(body) if body is not None else None, headers)
        answer = link.getresponse()
        text = answer.read().decode()
    finally:
        link.close()
    is_json = "json" in (answer.getheader("Content-Type") or "")
    return answer.status, json.loads(text) if is_json else text


def rows(data: Path, question: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(data / archive.DATABASE)) as link:
        return link.execute(question).fetchall()


STANDS = {
    "seq": "SELECT uid, log_seq, log_head FROM tournaments_tournament ORDER BY uid",
    "results": "SELECT uid, version, settlement FROM tournaments_result ORDER BY uid",
    "codes": "SELECT uid, code FROM tournaments_table ORDER BY uid",
}


def recorded(data: Path) -> dict[str, list[tuple[Any, ...]]]:
    return {name: rows(data, question) for name, question in STANDS.items()}


def sheet_of(pack: dict[str, Any]) -> dict[str, str]:
    deal = next(deal for deal in pack["deals"] if deal["state"] == "open")
    content = {"deal": deal["uid"], "seen": deal["version"], "recorder": "N", "report": {"won": {}}}
    sealed = seal(content, key="sheet-before-the-loss")
    return {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed}


def other(sheet: dict[str, str]) -> dict[str, str]:
    """Something else under the same key."""
    content = {**json.loads(sheet["sealed"]), "recorder": "S"}
    sealed = seal(content, key=sheet["key"])
    return {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed}


def public_standings(program: Program) -> str:
    """The standings of the main event, as everybody reads them."""
    (uid,) = rows(program.data, "SELECT uid FROM tournaments_event ORDER BY id LIMIT 1")[0]
    status, page = ask(program, "GET", f"/e/{uid}/")
    assert status == 200
    return str(page[page.index('class="standing-rows"') : page.rindex("</ol>")])


def goes_on(program: Program, token: str, sheet: dict[str, str], taken: object) -> None:
    """The tablet's token still holds; what it hands in again is answered the same."""
    assert ask(program, "GET", "/api/tablet/1/round", token=token)[0] == 200
    assert ask(program, "POST", "/api/tablet/1/sheets", sheet, token) == (200, taken)
    status, body = ask(program, "POST", "/api/tablet/1/sheets", other(sheet), token)
    assert (status, body["code"], body["kept"]) == (200, "key_reused", True)
    new = other({**sheet, "key": "sheet-after-the-loss"})
    assert ask(program, "POST", "/api/tablet/1/sheets", new, token)[0] == 200


def tampered(copy: Path) -> Path:
    """The copy with other points in a result, by somebody who knows how copies are made."""
    changed = copy.with_name("tampered.zip")
    database = copy.with_name("tampered.sqlite3")
    with zipfile.ZipFile(copy) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    database.write_bytes(parts[archive.DATABASE])
    with closing(sqlite3.connect(database)) as link, link:
        for (name,) in link.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            link.execute(f'DROP TRIGGER "{name}"')
        changed_rows = link.execute("UPDATE tournaments_result SET facts = '{}'").rowcount
        assert changed_rows
    with closing(sqlite3.connect(database)) as link:
        link.execute("PRAGMA journal_mode=DELETE")
    parts[archive.DATABASE] = database.read_bytes()
    values = json.loads(parts[manifest.NAME])
    for part in values["parts"]:
        part["sha256"] = hashlib.sha256(parts[part["name"]]).hexdigest()
    parts[manifest.NAME] = json.dumps(values).encode()
    with zipfile.ZipFile(changed, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return changed


@pytest.fixture
def made_ready(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that a restore gives to what it has unpacked; `verify` fails."""
    commands_run: list[str] = []

    def manage(_staging: Path, *words: str) -> int:
        commands_run.append(words[0])
        return int(words[0] == "verify")

    monkeypatch.setattr(restoring, "_manage", manage)
    monkeypatch.setattr(restoring, "schema_differences", lambda _copy, _made: [])
    return commands_run


@pytest.fixture
def small_copy(tmp_path: Path) -> Path:
    """A copy of a database with nothing in it but a table."""
    (tmp_path / "data").mkdir()
    database = tmp_path / "data" / archive.DATABASE
    with closing(sqlite3.connect(database)) as link, link:
        link.execute("CREATE TABLE results (points)")
    archive.write(
        CopiedInstallation(database.parent, database), tmp_path / "small.zip", datetime.now(UTC)
    )
    return tmp_path / "small.zip"


def test_nothing_moves_in_unless_its_record_holds(
    small_copy: Path, tmp_path: Path, made_ready: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    before = {path.name: path.read_bytes() for path in data.iterdir()}

    assert commands.restore(small_copy, data, replace=True) == 1

    assert made_ready == ["prepare", "verify", "migrate"]
    assert "nothing was moved" in capsys.readouterr().out
    assert {path.name: path.read_bytes() for path in data.iterdir()} == before


@pytest.mark.full
def test_a_record_that_does_not_hold_is_restored_when_that_is_asked_for(
    small_copy: Path, tmp_path: Path, made_ready: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["restore", str(small_copy), "--data", str(tmp_path / "other"), "--unproven"]
    assert commands.main(words) == 0
    assert "restored unproven" in capsys.readouterr().out
    assert rows(tmp_path / "other", "SELECT COUNT(*) FROM results") == [(0,)]


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    """A round in play: every table but the first has recorded its first deal."""
    hall = Hall.of(people.assemble(players=12, deals_per_round=2))
    for table in hall.tables[1:]:
        tablet = Tablet(Client()).opens(table)
        sheet = hall.sheet(hall.deal(1, table))
        tablet.submits(sheet)
        tablet.confirms(hall.agreement(sheet))
    return hall


@pytest.fixture
def evening(hall: Hall, tmp_path: Path) -> Path:
    """The data folder of the club in that hall."""
    data = prepared("serve", tmp_path / "first")
    ((mark,),) = rows(data, "PRAGMA user_version")
    with (
        closing(sqlite3.connect(connection.settings_dict["NAME"])) as ours,
        closing(sqlite3.connect(data / archive.DATABASE)) as theirs,
    ):
        ours.backup(theirs)
        # Its tables are those of this program: a start need not prepare them again.
        theirs.execute(f"PRAGMA user_version = {mark}")
    return data


@pytest.mark.nightly
@pytest.mark.sqlite
def test_an_evening_goes_on_from_its_copy(hall: Hall, evening: Path, tmp_path: Path) -> None:
    code = hall.table.code
    with serving("serve", evening) as program:
        status, opened = ask(
            program, "POST", f"/api/tablet/1/tables/{code}/lease", {"device": "tablet-77"}
        )
        assert status == 201, opened
        _, pack = ask(program, "GET", "/api/tablet/1/round", token=opened["token"])
        sheet = sheet_of(pack)
        status, answer = ask(program, "POST", "/api/tablet/1/sheets", sheet, opened["token"])
        assert status == 200, answer
        before, standings = recorded(evening), public_standings(program)
        manage("backup", str(tmp_path / "copy.zip"), "--data", str(evening))
    assert len(before["results"]) == len(hall.tables[1:])
    shutil.rmtree(evening)
    second = tmp_path / "second"
    output = manage("restore", str(tmp_path / "copy.zip"), "--data", str(second))
    assert "The record of every tournament is sound." in output
    assert "t/kept/ on each tablet" in output
    assert recorded(second) == before
    assert list(second.glob("before-restore-*")) == []

    with serving("serve", second) as program:
        assert "t/kept/ on each tablet" in program.text
        assert ask(program, "GET", f"/t/{code}/")[0] == 200
        assert public_standings(program) == standings
        goes_on(program, opened["token"], sheet, answer)
    assert recorded(second)["results"] == before["results"]


@pytest.mark.nightly
@pytest.mark.sqlite
def test_a_copy_whose_record_does_not_hold_is_not_restored(evening: Path, tmp_path: Path) -> None:
    assert commands.backup(tmp_path / "copy.zip", evening) == 0
    copy, data = tampered(tmp_path / "copy.zip"), tmp_path / "none"
    copy_checks.examine(copy)
    assert commands.restore(copy, data, replace=False) == 1
    assert list(data.iterdir()) == []


@pytest.mark.nightly
def test_what_is_there_is_moved_aside_and_never_lost(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    club = prepared("serve", tmp_path / "club")
    (club / "notes.txt").write_text("ours", "utf-8")
    copy = tmp_path / "copy.zip"
    assert commands.backup(copy, club) == 0
    assert commands.backup(copy, club) == 1
    secret = (club / "secret_key").read_text("utf-8")
    (club / "secret_key").write_text("another\n", "utf-8")
    before = sorted(path.name for path in club.iterdir() if not path.name.startswith("running"))

    assert commands.restore(copy, club, replace=False) == 1
    assert (club / "secret_key").read_text("utf-8") == "another\n"
    assert "holds an installation already" in capfd.readouterr().out

    assert commands.restore(copy, club, replace=True) == 0
    (aside,) = club.glob("before-restore-*")
    assert sorted(path.name for path in aside.iterdir()) == before
    assert (club / "secret_key").read_text("utf-8") == secret
    assert list(club.glob("restoring-*")) == []


@pytest.mark.full
def test_nothing_is_restored_under_a_program_that_runs(open_club: Program, tmp_path: Path) -> None:
    assert commands.backup(tmp_path / "copy.zip", open_club.data) == 0
    assert commands.backup(tmp_path / "again.zip", open_club.data) == 0
    assert commands.restore(tmp_path / "copy.zip", open_club.data, replace=True) == 1
    assert open_club.answers()


def test_a_database_server_has_its_own_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://someone@localhost/huapai")
    assert commands.backup(tmp_path / "copy.zip", tmp_path) == 1
    assert commands.restore(tmp_path / "copy.zip", tmp_path, replace=False) == 1
    assert capsys.readouterr().out.count("pg_dump --format=custom") == 2


def test_there_must_be_something_to_copy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.backup(tmp_path / "copy.zip", tmp_path / "nothing") == 1
    assert "no database" in capsys.readouterr().out


def test_a_copy_into_a_folder_that_is_not_there_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / archive.DATABASE).touch()
    assert commands.backup(tmp_path / "away" / "copy.zip", tmp_path) == 1
    assert f"There is no folder {tmp_path / 'away'}." in capsys.readouterr().out
