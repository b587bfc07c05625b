"""A process with all that it has started: how much of the processor they took, and their end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

SYSTEM = Path("/proc")


class Row(NamedTuple):
    """A process in the table of the system."""

    pid: int
    parent: int
    seconds: float
    """What it used of the processor, with those of its children that have ended."""


def seconds_used(root: int) -> float:
    """What a process and its descendants have used of the processor; 0 where nobody knows."""
    return sum(row.seconds for row in family(root))


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all that it has started, in whatever groups they are."""
    if sys.platform == "win32":
        subprocess.call(["taskkill", "/F", "/T", "/PID", str(process.pid)])
    else:
        # The first is not waited for before the others are dead: until then its number is its own.
        for row in family(process.pid):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(row.pid, signal.SIGKILL)
        # Whoever outlived the first of a group of its own still is in that group.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait(20)


def family(root: int) -> list[Row]:
    """The process, and below it everybody whom it or one of them has started."""
    rows = list(_of_the_system() if SYSTEM.is_dir() else _told_by_ps())
    family = [row for row in rows if row.pid == root]
    for member in family:  # which grows meanwhile
        family += [row for row in rows if row.parent == member.pid]
    return family


def _of_the_system() -> Iterator[Row]:
    ticks = os.sysconf("SC_CLK_TCK")
    for folder in SYSTEM.glob("[0-9]*"):
        with suppress(OSError):  # it may end while it is looked at
            # Its name, in parentheses, may hold blanks and parentheses.
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            yield Row(int(folder.name), int(fields[1]), sum(map(int, fields[11:15])) / ticks)


def _told_by_ps() -> Iterator[Row]:
    if sys.platform == "win32":
        return
    output = subprocess.check_output(["ps", "-A", "-o", "pid=,ppid=,time="], text=True)
    for line in output.splitlines():
        pid, parent, time = line.split()
        yield Row(int(pid), int(parent), in_seconds(time))


def in_seconds(time: str) -> float:
    """What `ps` says as days-hours:minutes:seconds, of which the first parts may be absent."""
    days, _, rest = time.rpartition("-")
    parts = [float(part) for part in rest.split(":")]
    factors = (1, 60, 3600)
    within = sum(part * factor for part, factor in zip(reversed(parts), factors, strict=False))
    return int(days or 0) * 24 * 3600 + within
