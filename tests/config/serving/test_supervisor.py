"""The supervisor as one meets it at the keyboard: it mends what dies and says why it refuses."""

from __future__ import annotations

import os
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.serving.supervisor import DATABASE
from tests.config.program import Program, prepared, serving, started
from tests.until import until

pytestmark = pytest.mark.full

FREE = ("--port", "0")
# As manage.py starts it, but soon at the end of its patience with a silent web server.
IMPATIENT = """
import sys
from config.serving import launch, web_watch
web_watch.EVERY, web_watch.PATIENCE, web_watch.AT_FIRST = 0.5, 1.0, 40
sys.exit(launch.main(sys.argv[1:]))
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data of an installation that has been prepared by an earlier start."""
    return prepared("serve", tmp_path / "club")


@pytest.fixture
def club(data: Path) -> Iterator[Program]:
    """An installation with its web server and its worker."""
    with serving("serve", data) as program:
        until(lambda: program.pids("config.serving.worker"), lambda: program.text)
        yield program


def refusal(command: str, data: Path, *options: str) -> str:
    """What a start says that ends by itself and tells of failure."""
    with started(command, data, *options) as program:
        assert program.ended() != 0
    return program.text


def test_it_says_that_it_is_ready_in_one_line_when_the_first_page_is_served(club: Program) -> None:
    assert f"ready http://127.0.0.1:{club.port}/" in club.lines
    assert club.answers()


@pytest.mark.parametrize("name", [pytest.param("web", marks=pytest.mark.full), "worker"])
def test_what_dies_is_started_again(club: Program, name: str) -> None:
    dead = club.pids(f"config.serving.{name}")

    os.kill(min(dead), signal.SIGKILL)

    until(lambda: f"{name} ended" in club.text, lambda: club.text)
    until(lambda: club.pids(f"config.serving.{name}") - dead, lambda: club.text)
    until(club.answers, lambda: club.text)
    until(lambda: not club.pids(f"config.serving.{name}") & dead, lambda: club.text)


def test_the_worker_leaves_without_a_word_of_its_own(club: Program) -> None:
    workers = club.pids("config.serving.worker")
    # Only a worker that is up has taken its signals.
    until(lambda: _catches_sigterm(min(workers)), lambda: club.text)

    os.kill(min(workers), signal.SIGTERM)

    until(lambda: not club.pids("config.serving.worker") & workers, lambda: club.text)
    assert "shutdown" not in club.text


def _catches_sigterm(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


@pytest.mark.full
def test_a_web_server_that_hangs_is_ended_and_started_again(data: Path) -> None:
    with serving("serve", data, by=("-c", IMPATIENT)) as program:
        hung = program.pids("config.serving.web")
        until(program.answers, lambda: program.text)

        os.kill(min(hung), signal.SIGSTOP)

        until(lambda: "no longer answers" in program.text, lambda: program.text, seconds=120)
        until(lambda: program.pids("config.serving.web") - hung, lambda: program.text)
        until(program.answers, lambda: program.text)
        assert not program.pids("config.serving.web") & hung


@pytest.mark.full
def test_a_second_start_on_the_same_data_is_refused(club: Program, data: Path) -> None:
    output = refusal("serve", data, *FREE)

    assert "already running" in output
    assert str(data) in output
    assert f"http://127.0.0.1:{club.port}/" in output
    assert str(club.process.pid) in output


def test_the_demo_does_not_touch_the_data_of_an_installation(club: Program, data: Path) -> None:
    assert (data / DATABASE).exists()

    assert "holds the data of an installation" in refusal("demo", data, *FREE)


def test_a_port_that_is_taken_is_named_with_one_that_is_free(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        output = refusal("serve", tmp_path, "--port", str(port))

    assert f"Port {port}" in output
    free = re.search(r"manage\.py serve --port (\d+)", output)
    assert free
    assert int(free[1]) != port


def test_a_port_that_cannot_be_is_refused(tmp_path: Path) -> None:
    assert "65536 is not a port" in refusal("serve", tmp_path, "--port", "65536")


def test_a_data_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert "cannot be made" in refusal("serve", tmp_path / "file" / "data", *FREE)
