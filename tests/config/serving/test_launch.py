"""What a start refuses, and what it waits for, before anything runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.serving import launch
from tournaments.system import file_lock

NOT_HERE = "192.0.2.7"
"""An address for documents, which no machine has."""


@contextmanager
def held_by(data: Path, pid: int) -> Iterator[threading.Event]:
    """Lock the data folder as if the process of this number had; set the event to release it."""
    (data / "running.json").write_text(json.dumps({"pid": pid, "url": "http://x/"}), "utf-8")
    lock, released = (data / "running.lock").open("a"), threading.Event()
    assert file_lock.taken(lock)

    def release() -> None:
        released.wait(30)
        file_lock.give_back(lock)

    thread = threading.Thread(target=release)
    thread.start()
    try:
        yield released
    finally:
        released.set()
        thread.join()


def ended() -> int:
    """Return the number of a process that is gone."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


@pytest.mark.skipif(os.name != "posix", reason="elsewhere the system ends them at once")
def test_a_start_waits_for_the_processes_of_one_that_was_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with held_by(tmp_path, ended()) as released:
        threading.Timer(0.3, released.set).start()
        with launch.alone_in(tmp_path, "http://y/"):
            assert json.loads((tmp_path / "running.json").read_text("utf-8"))["pid"] == os.getpid()
    assert "a start that was killed" in capsys.readouterr().out


def test_a_start_that_is_alive_is_not_waited_for(tmp_path: Path) -> None:
    began = time.monotonic()
    with (
        held_by(tmp_path, os.getpid()),
        pytest.raises(launch.Impossible, match="already running"),
        launch.alone_in(tmp_path, "http://y/"),
    ):
        pass
    assert time.monotonic() - began < launch.ORPHANS_LEAVE_WITHIN


def test_who_does_not_leave_is_waited_for_in_vain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "ORPHANS_LEAVE_WITHIN", 0.2)
    with (
        held_by(tmp_path, ended()),
        pytest.raises(launch.Impossible),
        launch.alone_in(tmp_path, "http://y/"),
    ):
        pass


@pytest.mark.usefixtures("usual_umask")
@pytest.mark.parametrize("port", [0, 8000])
@pytest.mark.parametrize("bind", [NOT_HERE, "no-such-name.invalid", "2001:db8::7"])
def test_an_address_that_is_not_here_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bind: str, port: int
) -> None:
    assert launch.start("serve", port=port, bind=bind, data=tmp_path) == 1
    said = capsys.readouterr().out
    assert f"{bind} is not an address of this machine" in said
    assert "127.0.0.1" in said
