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

FREE = ("--port", "0")
# As manage.py starts it, but soon at the end of its patience with a silent web server.
IMPATIENT = """
import sys
from config.serving import launch, web_watch
web_watch.EVERY, web_watch.PATIENCE, web_watch.AT_FIRST = 0.5, 1.0, 40
sys.exit(launch.main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """An installation of which one process after the other dies, or is soon found to hang."""
    data = prepared("serve", tmp_path_factory.mktemp("mortal") / "club")
    with serving("serve", data, by=("-c", IMPATIENT)) as program:
        yield program


def refusal(command: str, data: Path, *options: str) -> str:
    """What a start says that ends by itself and tells of failure."""
    with started(command, data, *options) as program:
        assert program.ended() != 0
    return program.text


@pytest.mark.full
def test_it_says_that_it_is_ready_in_one_line_when_the_first_page_is_served(
    open_club: Program,
) -> None:
    assert f"ready http://127.0.0.1:{open_club.port}/" in open_club.lines
    assert open_club.answers()


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["web", "worker"])
def test_what_dies_is_started_again(club: Program, name: str) -> None:
    until(lambda: club.pids("config.serving.worker"), lambda: club.text)
    dead, deaths = club.pids(f"config.serving.{name}"), club.text.count(f"{name} ended")

    os.kill(min(dead), signal.SIGKILL)

    until(lambda: club.text.count(f"{name} ended") > deaths, lambda: club.text)
    until(lambda: club.pids(f"config.serving.{name}") - dead, lambda: club.text, seconds=120)
    until(club.answers, lambda: club.text, seconds=120)
    until(lambda: not club.pids(f"config.serving.{name}") & dead, lambda: club.text)


@pytest.mark.nightly
def test_the_worker_leaves_without_a_word_of_its_own(club: Program) -> None:
    until(lambda: club.pids("config.serving.worker"), lambda: club.text)
    workers = club.pids("config.serving.worker")
    # Only a worker that is up has taken its signals.
    until(lambda: _catches_sigterm(min(workers)), lambda: club.text, seconds=120)

    os.kill(min(workers), signal.SIGTERM)

    until(lambda: not club.pids("config.serving.worker") & workers, lambda: club.text)
    assert "shutdown" not in club.text


def _catches_sigterm(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


@pytest.mark.nightly
def test_a_web_server_that_hangs_is_ended_and_started_again(club: Program) -> None:
    until(club.answers, lambda: club.text)
    hung = club.pids("config.serving.web")

    os.kill(min(hung), signal.SIGSTOP)

    until(lambda: "no longer answers" in club.text, lambda: club.text, seconds=120)
    until(lambda: club.pids("config.serving.web") - hung, lambda: club.text)
    until(club.answers, lambda: club.text, seconds=120)
    assert not club.pids("config.serving.web") & hung


@pytest.mark.full
def test_a_second_start_on_the_same_data_is_refused(open_club: Program) -> None:
    output = refusal("serve", open_club.data, *FREE)

    assert "already running" in output
    assert str(open_club.data) in output
    assert f"http://127.0.0.1:{open_club.port}/" in output
    assert str(open_club.process.pid) in output


@pytest.mark.full
def test_the_demo_does_not_touch_the_data_of_an_installation(open_club: Program) -> None:
    assert (open_club.data / DATABASE).exists()

    assert "holds the data of an installation" in refusal("demo", open_club.data, *FREE)


@pytest.mark.full
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


@pytest.mark.full
def test_a_port_that_cannot_be_is_refused(tmp_path: Path) -> None:
    assert "65536 is not a port" in refusal("serve", tmp_path, "--port", "65536")


@pytest.mark.full
def test_a_data_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert "cannot be made" in refusal("serve", tmp_path / "file" / "data", *FREE)
