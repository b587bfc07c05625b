"""Starts, stops and restarts the processes of one installation, and ends a child cleanly.

Each child leads a process group, so that its own children end with it. Each holds one end of a pipe
as its standard input and nobody writes to it: the pipe closes when the supervisor ends, however it
ends, and the child leaves.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SYSTEM = Path("/proc")
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# A child that lived this long restarts with the first pause again.
HEALTHY_AFTER = 60.0
GRACE = 5.0
"""Seconds that a process has for ending in good order."""

log = logging.getLogger(__name__)

if sys.platform == "win32":
    import win32api
    import win32job

    def bind_children() -> object:
        """Have the system end the children with this process, as long as the handle is kept."""
        job = win32job.CreateJobObject(None, "")
        limits = win32job.QueryInformationJobObject(job, win32job.JobObjectExtendedLimitInformation)
        flags = limits["BasicLimitInformation"]["LimitFlags"]
        limits["BasicLimitInformation"]["LimitFlags"] = (
            flags | win32job.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
        )
        win32job.SetInformationJobObject(job, win32job.JobObjectExtendedLimitInformation, limits)
        win32job.AssignProcessToJobObject(job, win32api.GetCurrentProcess())
        return job

    def _start_process(
        command: list[str], environ: Mapping[str, str], _lock: int | None
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            env=dict(environ),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
        )

    def _request_exit(process: subprocess.Popen[bytes]) -> None:
        process.send_signal(signal.CTRL_BREAK_EVENT)

    def _kill(process: subprocess.Popen[bytes]) -> None:
        process.kill()

else:

    def bind_children() -> object:
        """Do nothing: here the pipe is enough."""
        return None

    def _start_process(
        command: list[str], environ: Mapping[str, str], lock: int | None
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            env=dict(environ),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            start_new_session=True,
            # Held until its last process is gone, even if the supervisor is killed.
            pass_fds=() if lock is None else (lock,),
        )

    def _request_exit(process: subprocess.Popen[bytes]) -> None:
        _signal_group(process, signal.SIGTERM)

    def _kill(process: subprocess.Popen[bytes]) -> None:
        _signal_group(process, signal.SIGKILL)

    def _signal_group(process: subprocess.Popen[bytes], number: int) -> None:
        # The group outlives its first process while any of its members lives.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)


@dataclass(slots=True)
class Child:
    """One process that is kept running."""

    name: str
    arguments: tuple[str, ...]
    environ: Mapping[str, str]
    lock: int | None = None
    """The open file of the lock on the data folder, which the process holds as well."""
    process: subprocess.Popen[bytes] | None = None
    deaths: int = 0
    _since: float = 0.0
    _pause: float = field(default=FIRST_PAUSE)
    _next: float = 0.0

    def start(self) -> None:
        command = [sys.executable, *self.arguments]
        self.process = _start_process(command, self.environ, self.lock)
        self._since = time.monotonic()

    def ended(self) -> int | None:
        """The exit code of a process that has ended since the last check."""
        if self.process is None or self.process.poll() is None:
            return None
        process, self.process = self.process, None
        self._clear_away(process)
        if time.monotonic() - self._since > HEALTHY_AFTER:
            self._pause = FIRST_PAUSE
        self.deaths += 1
        self._next = time.monotonic() + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        return process.returncode

    def seconds_used(self) -> float:
        """The processor time of its process in seconds; 0 if the system does not tell."""
        process = self.process
        if process is None:
            return 0.0
        try:
            told = (SYSTEM / str(process.pid) / "stat").read_text("utf-8", "replace")
        except OSError:
            return 0.0
        # After the name, which may hold blanks, in parentheses.
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    @property
    def pause(self) -> float:
        """The seconds until it is restarted."""
        return max(0.0, self._next - time.monotonic())

    @property
    def is_due(self) -> bool:
        return self.process is None and time.monotonic() >= self._next

    def ask_to_leave(self) -> None:
        if self.process is not None:
            with contextlib.suppress(OSError):
                _request_exit(self.process)

    def kill(self) -> None:
        """Kill it; `ended` reports that."""
        if self.process is not None:
            _kill(self.process)

    def leave_by(self, deadline: float) -> None:
        """Wait until it has ended; then remove any remaining members of its group."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, deadline - time.monotonic()))
        self._clear_away(process)
        process.wait()

    def _clear_away(self, process: subprocess.Popen[bytes]) -> None:
        _kill(process)
        if process.stdin is not None:
            process.stdin.close()


def leave_with_parent() -> None:
    """Watch the pipe that is this process's standard input, which closes with the supervisor."""
    threading.Thread(target=_watch_parent, name="parent", daemon=True).start()


def _watch_parent() -> None:
    # Not through sys.stdin, whose lock would be held while the interpreter ends.
    while os.read(0, 1024):
        pass
    leave()


def leave() -> None:
    """End this process and its children, cleanly if possible."""
    _end(signal.SIGTERM)
    time.sleep(GRACE)
    _end(getattr(signal, "SIGKILL", signal.SIGTERM))


def _end(number: int) -> None:
    if sys.platform == "win32":
        os._exit(1)
    if os.getpgrp() == os.getpid():
        os.killpg(0, number)
    else:
        os.kill(os.getpid(), number)


def start_vital_thread(name: str, work: Callable[[], object]) -> None:
    """Run endless work in a thread; the process ends with it.

    A web server without its HTTPS still answers by plain HTTP, so that nobody outside would notice
    the failure. Once ended, it is restarted by the supervisor.
    """
    threading.Thread(target=_run_vital, args=(name, work), name=name, daemon=True).start()


def _run_vital(name: str, work: Callable[[], object]) -> None:
    try:
        work()
    finally:
        # In `finally` the log includes the exception being raised.
        why = sys.exc_info()[1]
        log.critical("%s has ended, and this process ends with it", name, exc_info=why)
        leave()
