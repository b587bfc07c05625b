"""Waits for programs for as long as they get on: a busy machine only takes longer."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.services import process_tree

STILL = 60.0
"""Seconds without a line and without work, after which a program is given up."""
MOST = 540.0
"""Seconds after which any is given up: before pytest ends a test that hangs, and its words."""
WORK = 0.01
"""Whoever uses less than this part of the processor only waits: a supervisor looks now and then."""
LOOK_EVERY = 0.03
LAST = 40


class GivenUp(RuntimeError):
    """A program did not get to where it was to get; the message says where it stood."""


def wait_until_ready(
    process: subprocess.Popen[bytes],
    is_ready: Callable[[], object],
    said: Callable[[], str],
    *,
    still: float = STILL,
    most: float = MOST,
) -> None:
    """Return once it is ready; if it does not get there, all of it is killed."""
    _wait(process, lambda: process.poll() is not None or is_ready(), said, still, most)
    if not is_ready():
        _give_up(process, f"it ended with {process.returncode} before it was ready", said)


def wait_until_ended(
    process: subprocess.Popen[bytes],
    said: Callable[[], str],
    *,
    still: float = STILL,
) -> int:
    """Return the code with which it ended by itself; if it does not, all of it is killed."""
    _wait(process, lambda: process.poll() is not None, said, still, MOST)
    return process.wait()


def run(
    command: Sequence[str | Path],
    folder: Path,
    environ: Mapping[str, str],
    *,
    still: float = STILL,
    **options: Any,
) -> subprocess.CompletedProcess[str]:
    """As `subprocess.run`, with all that it printed as text."""
    with tempfile.TemporaryDirectory(prefix="huapai-said-") as place:
        output, errors = Path(place, "output"), Path(place, "errors")
        with output.open("wb") as stdout, errors.open("wb") as stderr:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=environ,
                stdout=stdout,
                stderr=stderr,
                **{"stdin": subprocess.DEVNULL, **options},
            )
        code = wait_until_ended(process, lambda: _text(output) + _text(errors), still=still)
        return subprocess.CompletedProcess(command, code, _text(output), _text(errors))


def _text(file: Path) -> str:
    return file.read_text("utf-8", "replace")


def _wait(
    process: subprocess.Popen[bytes],
    is_over: Callable[[], object],
    said: Callable[[], str],
    still: float,
    most: float,
) -> None:
    progress = _Progress(process.pid, said, still, most)
    while not is_over():
        if fault := progress.fault():
            _give_up(process, fault, said)
        time.sleep(LOOK_EVERY)


def _give_up(process: subprocess.Popen[bytes], fault: str, said: Callable[[], str]) -> None:
    process_tree.kill(process)
    lines = "\n".join(said().splitlines()[-LAST:])
    raise GivenUp(f"{fault}. The last that it said:\n{lines}")


class _Progress:
    """How far a program has come, and since when it has not come any further."""

    def __init__(self, pid: int, said: Callable[[], str], still: float, most: float) -> None:
        self._pid, self._said = pid, said
        self._still, self._most = still, most
        self._began = self._moved = self._look = time.monotonic()
        self._length, self._seconds = 0, 0.0

    def fault(self) -> str:
        """Why it is not waited for any longer; nothing as long as it is."""
        now = time.monotonic()
        if now >= self._look:
            self._look = now + self._still / 60
            self._notice_movement(now)
        where = f"{now - self._began:.0f} s after it began, with {self._seconds:.1f} s of work"
        if now - self._moved > self._still:
            return f"it said nothing and did nothing for {self._still:g} s, {where}"
        return f"it is not there {where}" if now - self._began > self._most else ""

    def _notice_movement(self, now: float) -> None:
        length, seconds = len(self._said()), process_tree.seconds_used(self._pid)
        if length > self._length or seconds - self._seconds > WORK * self._still:
            self._moved = now
            self._length, self._seconds = length, max(seconds, self._seconds)
