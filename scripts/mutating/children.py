"""A child process forked for one mutant, and its answer."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

LONGEST_WAIT: Final = 600
"""Seconds by the clock until a child is taken for one that waits for ever."""


def in_a_child(work: Callable[[], dict[str, Any]], seconds: float) -> dict[str, Any] | None:
    """Run work in a child with a limit of processor seconds, and return its answer.

    None if it did not answer: it used more, waited for ever, or crashed.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            _prepare(seconds)
            os.write(writing, json.dumps(work()).encode())
        finally:
            os._exit(0)
    os.close(writing)
    try:
        return _answer(reading)
    finally:
        os.close(reading)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _prepare(seconds: float) -> None:
    """Detach the child, silently, with all processes that a test may start."""
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    limit = int(seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))


def _answer(reading: int) -> dict[str, Any] | None:
    told = b""
    while select.select([reading], [], [], LONGEST_WAIT)[0]:
        part = os.read(reading, 65536)
        if not part:
            break
        told += part
    return json.loads(told) if told else None
