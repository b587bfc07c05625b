"""A real Celery worker, in a process group of its own so that it can be killed like a machine."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.services import starting
from tests.services.processes import NEW_GROUP, kill_group

ROOT = Path(__file__).resolve().parents[2]
READY = b" ready."


class Worker:
    """A worker that runs, with what it has said so far."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self.process = process
        self._log = log

    @property
    def said(self) -> str:
        return self._log.read_text("utf-8", errors="replace")

    def is_ready(self) -> bool:
        return READY in self._log.read_bytes()

    def wait_until_ready(self) -> None:
        starting.wait_until_ready(self.process, self.is_ready, lambda: self.said)

    def kill(self) -> None:
        """Kill it with -9, children and all."""
        kill_group(self.process)


def start_worker(environ: Mapping[str, str], log: Path, *options: str) -> Worker:
    """Start a worker without waiting for it."""
    command = [
        sys.executable,
        "-m",
        "celery",
        "-A",
        "config.celery",
        "worker",
        "--loglevel",
        "INFO",
    ]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, *options],
            cwd=ROOT,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            **NEW_GROUP,
        )
    return Worker(process, log)


def database_url(settings: Mapping[str, Any]) -> str:
    """The address by which another process finds the database that a test works on."""
    name = str(settings["NAME"])
    if "sqlite" in settings["ENGINE"]:
        return f"sqlite:///{quote(Path(name).as_posix())}"
    user = quote(settings["USER"], safe="")
    password = f":{quote(settings['PASSWORD'], safe='')}" if settings["PASSWORD"] else ""
    port = f":{settings['PORT']}" if settings["PORT"] else ""
    return f"postgresql://{user}{password}@{settings['HOST']}{port}/{quote(name, safe='')}"
