"""Starts, stops and restarts the processes of one installation.

Each child is the first of a group of its own, so that its children go with it.
Each holds one end of a pipe as its standard input and nobody writes to it: the
pipe closes when the supervisor ends, however it ends, and the child leaves.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# A child that lived so long starts with the first pause again.
HEALTHY_AFTER = 60.0

if sys.platform == "win32":
    import win32api
    import win32job

    def bind_children() -> object:
        """Let the system end the children when this process ends. Keep what is returned."""
        job = win32job.CreateJobObject(None, "")
        limits = win32job.QueryInformationJobObject(job, win32job.JobObjectExtendedLimitInformation)
        flags = limits["BasicLimitInformation"]["LimitFlags"]
        limits["BasicLimitInformation"]["LimitFlags"] = (
            flags | win32job.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
        )
        win32job.SetInformationJobObject(job, win32job.JobObjectExtendedLimitInformation, limits)
        win32job.AssignProcessToJobObject(job, win32api.GetCurrentProcess())
        return job

    def _start_process(command: list[str], environ: Mapping[str, str]) -> subprocess.Popen[bytes]:
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
        """Nothing to do here: the pipe is enough."""
        return None

    def _start_process(command: list[str], environ: Mapping[str, str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command, env=dict(environ), cwd=ROOT, stdin=subprocess.PIPE, start_new_session=True
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
    process: subprocess.Popen[bytes] | None = None
    deaths: int = 0
    _since: float = 0.0
    _pause: float = field(default=FIRST_PAUSE)
    _next: float = 0.0

    def start(self) -> None:
        command = [sys.executable, *self.arguments]
        self.process = _start_process(command, self.environ)
        self._since = time.monotonic()

    def ended(self) -> int | None:
        """The exit code of a process that has ended since it was looked at last."""
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

    @property
    def pause(self) -> float:
        """The seconds until it is started again."""
        return max(0.0, self._next - time.monotonic())

    @property
    def is_due(self) -> bool:
        return self.process is None and time.monotonic() >= self._next

    def ask_to_leave(self) -> None:
        if self.process is not None:
            with contextlib.suppress(OSError):
                _request_exit(self.process)

    def kill(self) -> None:
        """End it at once; `ended` tells that it has."""
        if self.process is not None:
            _kill(self.process)

    def leave_by(self, deadline: float) -> None:
        """Wait until it has left; then see that nothing of it remains."""
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
