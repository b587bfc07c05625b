"""What one test run has: its folder, its services, and the variables by which they are found.

The controlling process makes it before the settings are read. The processes of xdist inherit the
variables, and each takes a data folder of its own.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import pytest

from tests.services import chromium, postgres, valkey
from tests.services.availability import Unavailable, are_required
from tests.services.processes import Server

FOLDER = "HUAPAI_TEST_FOLDER"
LACK = "HUAPAI_TEST_LACK"
# The tests say what the program is set to: not the person who runs them.
SETTINGS = (
    "ALLOWED_HOSTS",
    "BROKER_URL",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_URL",
    "DEBUG",
    "LOG_LEVEL",
)


T = TypeVar("T")


class Run:
    def __init__(self) -> None:
        self._servers: list[Server] = []
        self._folder: Path | None = None
        self.notes: list[str] = []

    def begin(self, database: str) -> None:
        """In the controlling process: start what is needed, and tell where it is."""
        for name in list(os.environ):
            if name.removesuffix("_FILE") in SETTINGS or name.startswith("HUAPAI_"):
                del os.environ[name]
        self._folder = Path(tempfile.mkdtemp(prefix="huapai-tests-"))
        os.environ[FOLDER] = str(self._folder)
        # Asked to end, a run still takes its servers down.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        # Playwright keeps an event loop in this thread, and Django would refuse to work beside it.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        self._serve(postgres)
        self._serve(valkey)
        self._tell(
            chromium.ADDRESS, self._had(chromium.find_or_bring if are_required() else chromium.find)
        )
        if database == "postgresql":
            self._work_on_postgres()

    def end(self) -> None:
        while self._servers:
            self._servers.pop().stop()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _serve(self, service: ModuleType) -> None:
        if os.environ.get(service.ADDRESS):
            self._tell(service.ADDRESS, os.environ[service.ADDRESS])
        elif server := self._had(service.start):
            self._servers.append(server)
            self._tell(service.ADDRESS, server.url)

    def _had(self, get: Callable[[], T]) -> T | None:
        """What can be had; what cannot is noted, or ends the run where everything is required."""
        try:
            return get()
        except Unavailable as lack:
            if are_required():
                raise pytest.UsageError(str(lack)) from lack
            self.notes.append(str(lack))
            return None

    def _tell(self, name: str, value: object) -> None:
        if value:
            os.environ[name] = str(value)
            self.notes.append(f"{name}={value}")

    def _work_on_postgres(self) -> None:
        url = os.environ.get(postgres.ADDRESS)
        if url:
            os.environ["DATABASE_URL"] = url
        else:
            os.environ[LACK] = str(Unavailable("PostgreSQL", postgres.BRINGS_IT))


def take_a_data_folder() -> None:
    """Give this process its own data folder, so that no two share a database or a doorbell."""
    folder = Path(os.environ[FOLDER]) / os.environ.get("PYTEST_XDIST_WORKER", "main")
    folder.mkdir()
    os.environ["HUAPAI_DATA"] = str(folder)
