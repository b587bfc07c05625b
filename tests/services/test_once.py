"""What one process of a run makes, the others have; they wait for it no longer than it lives."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.services.once import FOLDER, MakerGone, once


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a run of its own."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


def never() -> str:
    pytest.fail("it was made a second time")


def test_it_is_made_once() -> None:
    assert once("server", lambda: "an address") == "an address"
    assert once("server", never) == "an address"
    assert once("another", lambda: "another address") == "another address"


def test_who_comes_second_waits_for_the_first() -> None:
    begun, may_end = threading.Event(), threading.Event()
    had: list[str] = []

    def make() -> str:
        begun.set()
        may_end.wait(60)
        return "an address"

    threads = [threading.Thread(target=lambda: had.append(once("server", make)))]
    threads[0].start()
    assert begun.wait(60)
    threads.append(threading.Thread(target=lambda: had.append(once("server", never))))
    threads[1].start()
    assert had == []
    may_end.set()
    for thread in threads:
        thread.join(60)
    assert had == ["an address", "an address"]


def test_where_the_first_fails_it_says_why_and_the_others_that_it_failed() -> None:
    def fail() -> str:
        raise OSError("no such program")

    with pytest.raises(OSError, match="no such program"):
        once("server", fail)
    with pytest.raises(MakerGone, match="failed"):
        once("server", never)


def test_nobody_waits_for_a_process_that_is_gone(folder: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait(60)
    (folder / "server.begun").write_text(str(ended.pid), "utf-8")

    with pytest.raises(MakerGone, match="is gone"):
        once("server", never)
