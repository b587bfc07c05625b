"""Programs run by the bootstrap: their output is shown, and they end with it."""

from __future__ import annotations

import platform
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from config.terminal import gettext

A_DOT_EVERY: Final = 2.0
"""Seconds."""
NO_WHEEL: Final = (
    "no usable wheels",
    "no wheels with a matching",
    "building from source is disabled",
    "no matching distribution",
)
"""Words of uv and pip by which a package is lacking for this machine."""
NO_NETWORK: Final = (
    "failed to fetch",
    "error sending request",
    "dns error",
    "name resolution",
    "timed out",
    "connection",
    "network is unreachable",
    "proxyerror",
    "certificate",
)
"""Words of uv and pip by which the index is out of reach."""


def say(line: str) -> None:
    print(f"huapai: {line}", flush=True)


def succeeds(command: Sequence[str | Path], environ: Mapping[str, str] | None = None) -> bool:
    """Run a program, and return whether it succeeded; print its output only on failure."""
    try:
        with subprocess.Popen(
            command,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        ) as process:
            output = _waited_for(process)
    except OSError as error:
        say_it_does_not_start(command, error)
        return False
    if process.returncode:
        print(output.rstrip(), flush=True)
        if hint := hint_of(output):
            say(hint)
    return process.returncode == 0


def _waited_for(process: subprocess.Popen[str]) -> str:
    """Return its output when it has ended; a terminal shows a dot every other second."""
    dots = 0
    while True:
        try:
            output, _ = process.communicate(timeout=A_DOT_EVERY)
            break
        except subprocess.TimeoutExpired:
            if sys.stdout.isatty():
                print(".", end="", flush=True)
                dots += 1
    if dots:
        print(flush=True)
    return output


def hint_of(output: str) -> str:
    """Return advice on the failure of an installer; empty if its output gives no clue."""
    said = output.lower()
    if any(words in said for words in NO_WHEEL):
        values = {"python": "{}.{}".format(*sys.version_info), "machine": platform.machine()}
        return (
            gettext(
                "A package that is needed has no build for Python %(python)s on"
                " %(machine)s: docs/platforms.md says where the program runs. Another"
                " version of Python may work."
            )
            % values
        )
    if any(words in said for words in NO_NETWORK):
        return gettext(
            "The package index cannot be reached. Check that this machine is online, and"
            " type the same command again; a mirror can be set by PIP_INDEX_URL or in the"
            " settings of pip or uv, and docs/offline.md explains how to install without a"
            " network."
        )
    return ""


def succeeds_quietly(command: Sequence[str | Path]) -> bool:
    """Run a program that may fail: print one line then, because another recipe follows."""
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
        say(gettext("%(command)s failed: %(reason)s") % {"command": tried, "reason": last})
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
            continue  # the program has received the same Ctrl-C and will end


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Turn a polite request to end into an exit, so that partial results are removed."""

    before = signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
