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

from tests.services import process_tree, starting
from tests.services.once import FOLDER
from tests.services.worker import ROOT
from tournaments.system import file_lock

READY = re.compile(r"ready http://127\.0\.0\.1:(\d+)/")
SETUP = re.compile(r"(http://\S+/desk/setup/\?code=(\S+))")
OF_AN_INSTALLATION = ("BROKER_URL", "DATABASE_URL", "DATABASE_URL_FILE")
USUAL_UMASK = 0o022
FEW_THREADS = 2
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

    @property
    def setup(self) -> tuple[str, str]:
        """Where the first owner sets the program up, and the code of that page."""
        match = SETUP.search(self.text)
        assert match, self.text
        return match[1], match[2]

    def wait_until_ready(self) -> None:
        starting.wait_until_ready(self.process, lambda: self.port, lambda: self.text)

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
        return starting.wait_until_ended(self.process, lambda: self.text)

    def pids(self, word: str = "") -> set[int]:
        """Its processes, or those of them that were started as `word`, however they are related."""
        return {pid for pid, line in _processes(self.data) if word in line}


def environment(**settings: str) -> dict[str, str]:
    """What the program is started with: no installation but its data folder, and in English.

    What is compiled of it is kept: a process that compiles everything anew takes three times as
    long to start.
    """
    nothing = dict.fromkeys(OF_AN_INSTALLATION, "")
    environ = {**os.environ, "NO_BOOTSTRAP": "1", "LANGUAGE": "en", **nothing, **settings}
    if environ.pop("PYTHONDONTWRITEBYTECODE", "") and FOLDER in environ:
        environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(environ[FOLDER]) / "bytecode"))
    return environ


def manage(data: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run one command of `manage.py` on a data folder to its end."""
    return run("manage.py", *words, **environment(HUAPAI_DATA=str(data), **settings))


def run(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the folder of the program to its end, with nothing but this environment."""
    return starting.run([sys.executable, *words], ROOT, environ)


@contextmanager
def started(
    command: str, data: Path, *options: str, by: Sequence[str] = ("manage.py",), **settings: str
) -> Iterator[Program]:
    """Start it on data of its own; whatever is left of it after the block is killed."""
    words = [sys.executable, *by, command, "--data", str(data), *options]
    others = {pid for pid, _ in _processes(data)}
    process = subprocess.Popen(
        words,
        cwd=ROOT,
        env=environment(**settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        umask=USUAL_UMASK,
    )
    program = Program(process, data)
    reader = threading.Thread(target=partial(_listen, program), daemon=True)
    reader.start()
    try:
        yield program
    finally:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(60)
        process_tree.kill(process)
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
    first = _first(command)
    output = first.with_suffix(".said")
    with file_lock.held(first.with_suffix(".lock"), patience=starting.MOST + 60):
        if not output.exists():
            _start_once(command, first, output)
    return Path(shutil.copytree(first, data))


def said_at_first(command: str) -> str:
    """What the start said that prepared the data."""
    return _first(command).with_suffix(".said").read_text("utf-8")


def _first(command: str) -> Path:
    return Path(os.environ[FOLDER]) / f"prepared-{command}"


def _start_once(command: str, data: Path, output: Path) -> None:
    try:
        with serving(command, data) as program:
            pass
    except starting.GivenUp:
        shutil.rmtree(data, ignore_errors=True)
        raise
    output.write_text(program.text, "utf-8")


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
