"""What one test run has: its folder, its services, and the variables by which they are found.

The controlling process makes the folder before the settings are read. The processes of xdist
inherit the variables, and each takes a data folder of its own. A server is started by the first
test that wants it, and taken down by the controlling process at the end.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
from pathlib import Path
from types import ModuleType

import psutil

from tests.services.availability import Unavailable
from tests.services.once import FOLDER, MakerGone, once
from tests.services.processes import Server, stop_server

SERVERS = "servers"
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - the run's own folder in it has a name of chance
ROOM_IN_MEMORY = 4 << 30
"""Bytes free in memory from which on the files of a run lie there; a run leaves about one GB."""
# The tests say what the program is set to: not the person who runs them.
SETTINGS = (
    "ALLOWED_HOSTS",
    "BROKER_URL",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_URL",
    "DEBUG",
    "LOG_LEVEL",
)


class Run:
    """In the controlling process: the folder of the run, and the end of what was started in it."""

    def begin(self) -> None:
        for name in list(os.environ):
            if name.removesuffix("_FILE") in SETTINGS or name.startswith("HUAPAI_"):
                del os.environ[name]
        self.folder = Path(tempfile.mkdtemp(prefix="huapai-tests-", dir=folder_in_memory()))
        self.folder.chmod(0o755)  # PostgreSQL runs as nobody where we are root
        Path(self.folder, SERVERS).mkdir()
        os.environ[FOLDER] = str(self.folder)
        # Asked to end, a run still takes its servers down.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        # Playwright keeps an event loop in this thread, and Django would refuse to work beside it.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

    def end(self) -> None:
        for file in Path(self.folder, SERVERS).iterdir():
            server = json.loads(file.read_text("utf-8"))
            stop_server(server["pid"], Path(server["folder"]))
        shutil.rmtree(self.folder, ignore_errors=True)


def folder_in_memory() -> Path | None:
    """A place in memory for files that need not outlast the run, where there is room for them."""
    if not hasattr(os, "statvfs") or not os.access(IN_MEMORY, os.W_OK):
        return None
    place = os.statvfs(IN_MEMORY)
    may_start_programs = not place.f_flag & os.ST_NOEXEC
    free = min(place.f_bavail * place.f_frsize, psutil.virtual_memory().available)
    return IN_MEMORY if may_start_programs and free >= ROOM_IN_MEMORY else None


def address_of(service: ModuleType) -> str:
    """The address of a service of the run, started where nobody wanted it before.

    Raises Unavailable, with the command that would bring it.
    """
    given = os.environ.get(service.ADDRESS)
    if given:
        return given
    try:
        return once(service.ADDRESS, lambda: _noted(service.start()))
    except MakerGone as lack:
        raise Unavailable(service.__name__, f"{service.BRINGS_IT} ({lack})") from lack


_started: list[Server] = []
"""Kept, since Python warns of a child that runs on when nobody holds it."""


def _noted(server: Server) -> str:
    """Leave word of a server for the process that ends it, and return its address."""
    _started.append(server)
    note = {"pid": server.process.pid, "folder": str(server.folder)}
    file = Path(os.environ[FOLDER], SERVERS, f"{server.process.pid}.json")
    file.write_text(json.dumps(note), "utf-8")
    return server.url


def take_a_data_folder() -> None:
    """Give this process its own data folder, so that no two share a database or a doorbell."""
    folder = Path(os.environ[FOLDER]) / os.environ.get("PYTEST_XDIST_WORKER", "main")
    folder.mkdir()
    os.environ["HUAPAI_DATA"] = str(folder)
