"""Servers that a test run starts for itself and takes down again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from tests.services import starting

NEW_GROUP: dict[str, Any] = {}
if sys.platform == "win32":
    NEW_GROUP["creationflags"] = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    NEW_GROUP["start_new_session"] = True


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers at `url` until it is stopped."""

    url: str
    process: subprocess.Popen[bytes]
    folder: Path

    def stop(self) -> None:
        stop_server(self.process.pid, self.folder)
        self.process.wait(20)


def stop_server(pid: int, folder: Path) -> None:
    """End a server, whichever process started it, and take its folder away."""
    try:
        server = psutil.Process(pid)
        if sys.platform == "win32":
            server.terminate()
        else:
            server.send_signal(signal.SIGINT)
        server.wait(20)
    except psutil.NoSuchProcess:
        pass  # it has ended by itself
    except psutil.TimeoutExpired:
        server.kill()
        server.wait(20)
    shutil.rmtree(folder, ignore_errors=True)


def as_root() -> str:
    """How a command begins that root alone may run."""
    return "" if is_root() else "sudo "


def is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def started(
    command: Sequence[str | Path], port: int, log: Path, **options: Any
) -> subprocess.Popen[bytes]:
    """Start a server, and return once it listens; its log tells why if it does not."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, **NEW_GROUP, **options)
    starting.wait_until_ready(
        process, lambda: is_listening(port), lambda: log.read_text(errors="replace")
    )
    return process


def is_listening(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all its children, as a power cut would."""
    if sys.platform == "win32":
        subprocess.call(["taskkill", "/F", "/T", "/PID", str(process.pid)])
    else:
        with suppress(ProcessLookupError):  # it may have ended by itself
            os.killpg(process.pid, signal.SIGKILL)
    process.wait(20)


def clean_environ(**more: str) -> Mapping[str, str]:
    """What a server needs of the environment: none of the settings of the person testing."""
    environ = {
        name: os.environ[name]
        for name in ("PATH", "SYSTEMROOT", "TEMP", "TMP")
        if name in os.environ
    }
    locale = "C" if sys.platform == "darwin" else "C.UTF-8"
    return environ | {"LC_ALL": locale} | more
