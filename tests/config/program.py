"""The program as its own processes: started as a user starts it, and watched from outside."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

from tests.services.once import FOLDER
from tests.services.worker import ROOT
from tests.until import until
from tournaments.system import file_lock

READY = re.compile(r"ready http://127\.0\.0\.1:(\d+)/")
FIRST_START = 240  # seconds: its tables are made while the other tests take the processor
SYSTEM = Path("/proc")


@dataclass
class Program:
    """One `manage.py serve` or `demo`, and every line that it has said."""

    process: subprocess.Popen[bytes]
    data: Path
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def port(self) -> int:
        match = READY.search(self.text)
        return int(match[1]) if match else 0

    def wait_until_ready(self) -> None:
        until(
            lambda: self.port or self.process.poll() is not None,
            lambda: self.text,
            seconds=FIRST_START,
        )
        assert self.port, self.text

    def answers(self) -> bool:
        page = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            page.request("GET", "/health")
            return page.getresponse().status == 200
        except OSError:
            return False
        finally:
            page.close()

    def ended(self) -> int:
        """The exit code, when it has ended by itself or was asked to."""
        return self.process.wait(60)

    def pids(self, word: str = "") -> set[int]:
        """Its processes, or those of them that were started as `word`, however they are related."""
        return {pid for pid, line in _processes(self.data) if word in line}


@contextmanager
def started(
    command: str, data: Path, *options: str, by: Sequence[str] = ("manage.py",), **settings: str
) -> Iterator[Program]:
    """Start it on data of its own; whatever is left of it after the block is killed."""
    words = [sys.executable, *by, command, "--data", str(data), *options]
    environ = {**os.environ, "NO_BOOTSTRAP": "1", "LANGUAGE": "en", **settings}
    others = {pid for pid, _ in _processes(data)}
    process = subprocess.Popen(
        words, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    program = Program(process, data)
    reader = threading.Thread(target=partial(_listen, program), daemon=True)
    reader.start()
    try:
        yield program
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        for pid in program.pids() - others:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        reader.join(60)


@contextmanager
def serving(
    command: str, data: Path, *options: str, by: Sequence[str] = ("manage.py",), **settings: str
) -> Iterator[Program]:
    """As `started`, from its first page on, at a port that is free."""
    with started(command, data, "--port", "0", *options, by=by, **settings) as program:
        program.wait_until_ready()
        yield program


def prepared(command: str, data: Path) -> Path:
    """Fill a folder with data that an earlier start has prepared: one start for a whole run."""
    first = Path(os.environ[FOLDER]) / f"prepared-{command}"
    output = first.with_suffix(".said")
    with file_lock.held(first.with_suffix(".lock"), patience=2 * FIRST_START):
        if not output.exists():
            shutil.rmtree(first, ignore_errors=True)  # what a start that failed has left
            with serving(command, first) as program:
                pass
            output.write_text(program.text, "utf-8")
    shutil.copytree(first, data)
    shutil.copy(output, data / "said")
    return data


def _listen(program: Program) -> None:
    assert program.process.stdout is not None
    with program.process.stdout as lines:
        for line in lines:
            program.lines.append(line.decode("utf-8", "replace").rstrip())


def _processes(data: Path) -> Iterator[tuple[int, str]]:
    """Every process that was told this data folder, with its command line."""
    mark = f"HUAPAI_DATA={data}"
    for pid, line, environ in _of_the_system() if SYSTEM.is_dir() else _told_by_ps():
        if mark in environ:
            yield pid, line


def _of_the_system() -> Iterator[tuple[int, str, list[str]]]:
    for folder in SYSTEM.glob("[0-9]*"):
        with suppress(OSError):  # it may end while it is looked at
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            environ = (folder / "environ").read_bytes().decode("utf-8", "replace")
            if line:
                yield int(folder.name), line, environ.split("\0")


def _told_by_ps() -> Iterator[tuple[int, str, list[str]]]:
    output = subprocess.check_output(["ps", "-A", "-E", "-o", "pid=,command="], text=True)
    for line in output.splitlines():
        pid, _, command = line.strip().partition(" ")
        yield int(pid), command, command.split()
