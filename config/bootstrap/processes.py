"""Programs run by the bootstrap: what they print is seen, and they end when it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from config.terminal import gettext


def say(line: str) -> None:
    print(f"huapai: {line}", flush=True)


def succeeds(command: Sequence[str | Path], environ: Mapping[str, str] | None = None) -> bool:
    """Run a program that prints its own messages, and return whether it succeeded."""
    try:
        return subprocess.call(command, env=environ, stdin=subprocess.DEVNULL) == 0
    except OSError as error:
        say_it_does_not_start(command, error)
        return False


def succeeds_quietly(command: Sequence[str | Path]) -> bool:
    """Run a program that may fail: print one line then, because another way is tried next."""
    try:
        result = subprocess.run(
            command, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
    except OSError as error:
        say_it_does_not_start(command, error)
        return False
    if result.returncode:
        last = (result.stderr or result.stdout).strip().rpartition("\n")[2]
        tried = " ".join(map(str, command[:3]))
        say(gettext("no success with %(command)s: %(reason)s") % {"command": tried, "reason": last})
    return result.returncode == 0


def say_it_does_not_start(command: Sequence[str | Path], error: OSError) -> None:
    values = {"program": command[0], "reason": error}
    say(gettext("%(program)s does not start: %(reason)s") % values)


def run_in_place(
    command: Sequence[str], environ: Mapping[str, str], folder: Path | None = None
) -> int:
    """Run a program in place of this one: pass the signals on and return its exit code."""
    with subprocess.Popen(command, env=environ, cwd=folder) as process:
        before = signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        try:
            return wait_for(process)
        finally:
            signal.signal(signal.SIGTERM, before)


def wait_for(process: subprocess.Popen[bytes]) -> int:
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # the same Ctrl-C has reached the program: it will end


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Turn the polite request to end into an exit, so that what is half-made is taken away."""

    before = signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
