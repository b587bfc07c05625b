"""The demo as its own processes: started as a user starts it, stopped as a user stops it."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.config.program import prepared, said_at_first, serving

ACCOUNT = re.compile(r"\b(owner|director|referee)\s+\S+\s+(\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Demo:
    """A demo that serves: where, and the passwords that it printed."""

    url: str
    passwords: dict[str, str]


@contextmanager
def running(data: Path) -> Iterator[Demo]:
    """Start the demo on data made once, and stop it by the signal of a service manager."""
    with serving("demo", prepared("demo", data)) as program:
        accounts = dict(ACCOUNT.findall(said_at_first("demo")))
        yield Demo(f"http://127.0.0.1:{program.port}", accounts)
        program.process.send_signal(signal.SIGTERM)
        assert program.ended() == 0, program.text
