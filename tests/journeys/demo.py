"""The demo as its own processes: started as a user starts it, stopped as a user stops it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READY = re.compile(r"ready (http://127\.0\.0\.1:\d+)/")
ACCOUNT = re.compile(r"\b(owner|director|referee)\s+\S+\s+(\S+)$")
PATIENCE = 120


@dataclass
class Demo:
    """A demo that serves: where, and the passwords that it printed."""

    url: str = ""
    passwords: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)


@contextmanager
def running(data: Path) -> Iterator[Demo]:
    """Start the demo with data of its own, and stop it by the signal of a service manager."""
    command = [sys.executable, "manage.py", "demo", "--port", "0", "--data", str(data)]
    environ = {**os.environ, "NO_BOOTSTRAP": "1"}
    process = subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    demo, ready = Demo(), threading.Event()
    reader = threading.Thread(target=_listen, args=(process, demo, ready), daemon=True)
    reader.start()
    try:
        ready.wait(PATIENCE)
        assert demo.url, "\n".join(demo.lines)
        yield demo
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        reader.join(PATIENCE)
    assert process.returncode == 0, "\n".join(demo.lines)


def _listen(process: subprocess.Popen[bytes], demo: Demo, ready: threading.Event) -> None:
    assert process.stdout is not None
    with process.stdout as lines:
        for line in lines:
            text = line.decode().rstrip()
            demo.lines.append(text)
            if match := ACCOUNT.search(text):
                demo.passwords[match[1]] = match[2]
            if match := READY.match(text):
                demo.url = match[1]
                ready.set()
    ready.set()
