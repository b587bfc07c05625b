"""A demo and an installation from outside: all their processes, and their data over time."""

from __future__ import annotations

import contextlib
import re
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.serving.supervisor import DATABASE
from tests.config.program import Program, prepared, said_at_first, serving, started
from tests.until import until

ACCOUNT = re.compile(r"Account (\S+)\s+password (\S+)")
COPIED = re.compile(r"The database was copied before its upgrade: (.+)")
# As manage.py starts it, but straight to the web server.
NOTHING_TO_PREPARE = """
import sys
from config.serving import launch
from config.storage import prepared_mark
prepared_mark.is_prepared = lambda *_: True
sys.exit(launch.main(sys.argv[1:]))
"""
SETUP_CODE = re.compile(r"type the setup code ((?:[A-Z2-9]{4}-?){3})$", re.MULTILINE)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Program]:
    """An installation with its web server and its worker."""
    with serving("serve", prepared("serve", tmp_path / "club")) as program:
        until(lambda: program.pids("config.serving.worker"), lambda: program.text)
        yield program


@pytest.mark.nightly
def test_a_demo_starts_again_with_its_accounts_and_nothing_of_no_concern(tmp_path: Path) -> None:
    with serving("demo", prepared("demo", tmp_path / "demo")) as demo:
        until((demo.data / "broker" / "control").is_dir, lambda: demo.text, seconds=120)
        accounts = ACCOUNT.findall(demo.text)

        assert [name for name, _ in accounts] == ["owner", "director", "referee"]
        assert accounts == ACCOUNT.findall(said_at_first("demo"))
        assert "Warning" not in demo.text
        assert "hostname" not in demo.text


@pytest.mark.full
@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.nightly)]
)
def test_a_signal_stops_everything(club: Program, number: signal.Signals) -> None:
    assert len(club.pids()) >= 2

    club.process.send_signal(number)

    assert club.ended() == 0
    assert club.pids() == set()
    assert "Stopping" in club.text


@pytest.mark.nightly
def test_nothing_outlives_a_supervisor_that_is_killed(club: Program) -> None:
    orphans = club.pids()
    club.process.kill()
    club.ended()

    # At once, and at the same port: the start waits until they are gone.
    with serving("serve", club.data, "--port", str(club.port)) as again:
        assert again.answers()
        assert not orphans & again.pids()


@pytest.mark.nightly
def test_a_web_server_that_cannot_start_ends_the_program(tmp_path: Path) -> None:
    wrong = {"HUAPAI_WEB_THREADS": "none"}
    data = prepared("serve", tmp_path / "club")
    with started("serve", data, "--port", "0", by=("-c", NOTHING_TO_PREPARE), **wrong) as program:
        assert program.ended() == 1

    assert "HUAPAI_WEB_THREADS: 'none' is not a whole number" in program.text
    assert "The web server does not start" in program.text


def tables(database: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(database)) as link:
        return {name for (name,) in link.execute("SELECT name FROM sqlite_master")}


def make_it_older(database: Path) -> None:
    """As the program before this one left it: without the table of a later migration."""
    with contextlib.closing(sqlite3.connect(database)) as link, link:
        link.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
        link.execute("DROP TABLE django_session")
        link.execute("PRAGMA user_version = 0")


@pytest.mark.full
def test_an_installation_says_how_to_become_its_owner(open_club: Program) -> None:
    assert SETUP_CODE.search(open_club.text), open_club.text
    assert f"http://127.0.0.1:{open_club.port}/desk/setup/?code=" in open_club.text


@pytest.mark.full
def test_a_first_start_says_what_it_does_while_it_prepares(open_club: Program) -> None:
    assert open_club.port, "by then the first start has been"
    output = said_at_first("serve").splitlines()
    words = ("Preparing the data", "Bringing the tables", "Packing the files", "Starting the web")
    at = [next(n for n, line in enumerate(output) if line.startswith(word)) for word in words]
    assert at == [0, 1, 2, 3]


@pytest.mark.full
def test_an_installation_copies_its_database_before_an_upgrade(tmp_path: Path) -> None:
    data = prepared("serve", tmp_path / "club")
    output = said_at_first("serve")
    code = SETUP_CODE.search(output)
    assert code, output
    assert "copied" not in output
    make_it_older(data / DATABASE)

    with serving("serve", data) as second:
        pass

    match = COPIED.search(second.text)
    assert match, second.text
    assert "django_session" not in tables(Path(match[1]))
    assert "django_session" in tables(data / DATABASE)
    assert code[0] in second.text
