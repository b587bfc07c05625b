"""The demo as its own processes: started as a user starts it, stopped as a user stops it."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.config.program import serving

ACCOUNT = re.compile(r"\b(owner|director|referee)\s+\S+\s+(\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Demo:
    """A demo that serves: where, and the passwords that it printed."""

    url: str
    passwords: dict[str, str]


@contextmanager
def running(data: Path) -> Iterator[Demo]:
    """Start the demo with data of its own, and stop it by the signal of a service manager."""
    with serving("demo", data) as program:
        yield Demo(f"http://127.0.0.1:{program.port}", dict(ACCOUNT.findall(program.text)))
        program.process.send_signal(signal.SIGTERM)
        assert program.ended() == 0, program.text
