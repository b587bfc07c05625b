"""Checks and starts of `serve` and `demo`: options, data folder, database and ports.

Standard library only, so that the web server is started in the first tenth of a second.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

from config import program
from config.admission import data_folder as admission
from config.admission.data_folder import NotAdmitted
from config.backups import kept_copies as stored_copies
from config.backups import restoring, staging_folder
from config.backups.archive import CopiedInstallation
from config.backups.restoring import Interrupted
from config.serving import addresses, processes, supervisor
from config.storage import data_place, file_permissions
from config.terminal import gettext, say
from tournaments.system import file_lock

COMMANDS = ("serve", "demo")
HIGHEST_PORT = 65535
PORT = 8000
SECURE_PORT = 8443
ORPHANS_LEAVE_WITHIN = processes.GRACE + 5.0
"""Seconds within which the processes of a start that was killed have left."""
LOOK_EVERY = 0.1
LOCK = "running.lock"
ROOM = 1 << 20
"""Bytes that must be free for a start: SQLite creates files beside the database."""
_OF_AN_INSTALLATION = ("DATABASE_URL", "DATABASE_URL_FILE", "BROKER_URL", "BROKER_URL_FILE")


class Impossible(Exception):
    """The command cannot be carried out; the message says why and what to do."""


def main(arguments: Sequence[str]) -> int:
    """Run `serve` or `demo` from a command line until it is stopped; return the exit code."""
    words = argparse.ArgumentParser(prog=program.command())
    commands = words.add_subparsers(dest="command", required=True)
    for name in COMMANDS:
        add_arguments(commands.add_parser(name))
    options = words.parse_args(arguments)
    return start(
        options.command,
        port=options.port,
        bind=options.bind,
        data=options.data,
        https=options.https,
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `serve` and `demo`."""
    parser.add_argument("--port", type=_port, default=PORT, metavar="N")
    parser.add_argument("--bind", default="0.0.0.0", metavar="ADDRESS")  # noqa: S104
    parser.add_argument("--data", type=Path, metavar="DIR")
    parser.add_argument("--https", type=_port, nargs="?", const=SECURE_PORT, metavar="N")


def start(
    command: str, *, port: int, bind: str, data: Path | None, https: int | None = None
) -> int:
    """Run one of the two commands until it is stopped and return the exit code."""
    file_permissions.keep()
    try:
        plan = _plan(command, port, bind, data, https)
        with alone_in(plan.data, plan.url) as lock:
            plan = replace(plan, lock=lock)
            _make_fit(plan)
            _refuse_taken_port(plan, plan.port, "--port")
            if plan.secure:
                _refuse_taken_port(plan, plan.secure, "--https")
            return supervisor.run(plan)
    except (Impossible, NotAdmitted, Interrupted) as problem:
        say(str(problem))
        return 1


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(
            gettext("%(port)s is not a port: use a number up to 65535") % {"port": text}
        )
    return int(text)


def _plan(
    command: str, port: int, bind: str, chosen: Path | None, https: int | None
) -> supervisor.ServingPlan:
    data = data_folder(command, chosen)
    environ = {**os.environ, "HUAPAI_DATA": str(data), "PYTHONUNBUFFERED": "1"}
    environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    _refuse_strange_address(command, bind)
    if command == "demo":
        _refuse_real_data(data)
        # The demo is never mixed into the data of an installation.
        environ |= dict.fromkeys(_OF_AN_INSTALLATION, "")
    plain = port or addresses.free_port(bind)
    if https is not None:
        _refuse_without_certificates()
    secure = 0 if https is None else https or addresses.free_port(bind)
    if secure:
        environ |= {"HUAPAI_PLAIN_PORT": str(plain), "HUAPAI_SECURE_PORT": str(secure)}
    return supervisor.ServingPlan(command, data, bind, plain, environ, secure)


def data_folder(command: str, chosen: Path | None) -> Path:
    """Return the data folder of a command, created if necessary."""
    folder = chosen or Path(os.environ.get("HUAPAI_DATA", "").strip() or data_place.default())
    if command == "demo" and chosen is None:
        folder = folder / "demo"
    folder = folder.expanduser().absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Impossible(
            gettext("The data folder %(folder)s cannot be made: %(reason)s")
            % {"folder": folder, "reason": error.strerror}
        ) from error
    return folder


def _make_fit(plan: supervisor.ServingPlan) -> None:
    """Complete an interrupted restore, sweep up after killed backups, check the database."""
    restoring.finish(plan.data)
    if plan.kind == "demo":
        # Again, because the restore may have brought such data.
        _refuse_real_data(plan.data)
    staging_folder.sweep(plan.data)
    source = admission.default_source(plan.data)
    close_to_others(source)
    # A database named elsewhere is checked by `prepare`, which can connect to it.
    if not any(plan.environ.get(name) for name in ("DATABASE_URL", "DATABASE_URL_FILE")):
        admission.admit(source)


def close_to_others(source: CopiedInstallation) -> None:
    """Restrict the data to this account, and print which files cannot be restricted."""
    copies = stored_copies.copies_folder(source)
    left = file_permissions.mend(source.data, source.database, copies)
    if copies is not None:
        staging_folder.sweep(copies)
    if left:
        say(
            gettext(
                "Other accounts of this machine may read %(file)s: its disk knows no permissions,"
                " or it belongs to another account."
            )
            % {"file": left[0]}
        )


def _refuse_real_data(data: Path) -> None:
    if (data / supervisor.DATABASE).exists() and not (data / supervisor.DEMO_MARK).exists():
        raise Impossible(
            gettext(
                "The folder %(folder)s holds the data of an installation."
                " The demo needs a folder of its own: choose another with --data."
            )
            % {"folder": data}
        )


@contextlib.contextmanager
def alone_in(data: Path, url: str) -> Iterator[int]:
    """Lock the data folder for this process, with a note for the next process.

    Return the open file of the lock, for the processes that are started with it.
    """
    note = data / "running.json"
    is_new = not (data / LOCK).exists()
    try:
        with _open_lock(data) as lock:
            if not (file_lock.taken(lock) or _taken_after_orphans(lock, note)):
                raise Impossible(_already_running(data, note))
            try:
                _write_note(note, url)
                yield lock.fileno()
            finally:
                with contextlib.suppress(OSError):
                    note.unlink(missing_ok=True)
    except BaseException:
        # The folder was not used: it is left unchanged.
        if is_new:
            _remove_free_lock(data / LOCK)
        raise


def _remove_free_lock(path: Path) -> None:
    """Remove the file of a lock, unless a process that was started with it still holds it.

    Otherwise the next start would lock a new file of that name, and run beside that process.
    """
    with contextlib.suppress(OSError), path.open("a") as lock:
        if file_lock.taken(lock):
            path.unlink()


def _taken_after_orphans(lock: IO[str], note: Path) -> bool:
    """Wait for the processes of a killed start; return whether the lock is ours now.

    They end by themselves within seconds; a running start is not waited for.
    """
    if _is_alive(_running(note)["pid"]):
        return False
    say(gettext("Waiting for the processes of a start that was killed …"))
    deadline = time.monotonic() + ORPHANS_LEAVE_WITHIN
    while time.monotonic() < deadline:
        time.sleep(LOOK_EVERY)
        if file_lock.taken(lock):
            return True
    return False


def _is_alive(pid: object) -> bool:
    """Whether a process exists; True if that is unknown."""
    if not isinstance(pid, int) or os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


@contextlib.contextmanager
def _open_lock(data: Path) -> Iterator[IO[str]]:
    try:
        lock = (data / LOCK).open("a")
    except OSError as error:
        raise Impossible(_unwritable(data, error)) from error
    with lock:
        yield lock


def _write_note(note: Path, url: str) -> None:
    """Write the note of the running process, and check that the disk has room."""
    room = note.with_name(".huapai-room")
    try:
        note.write_text(json.dumps({"pid": os.getpid(), "url": url}), "utf-8")
        with room.open("wb") as file:
            file.write(bytes(ROOM))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise Impossible(_unwritable(note.parent, error)) from error
    finally:
        with contextlib.suppress(OSError):
            room.unlink(missing_ok=True)


def _unwritable(data: Path, error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        words = gettext(
            "The disk of the data folder %(folder)s is full: nothing could be stored. Make room on"
            " it, for instance by moving old files of backups/ to another disk, and start again."
        )
        return words % {"folder": data}
    words = gettext(
        "Nothing can be written to the data folder %(folder)s: %(reason)s. Open it for writing, or"
        " choose another with --data."
    )
    return words % {"folder": data, "reason": error.strerror}


def _running(note: Path) -> dict[str, object]:
    """Return the process and the address of the holder of the lock, or of its killed holder."""
    try:
        running = json.loads(note.read_text("utf-8"))
        return {"pid": running["pid"], "url": running["url"]}
    except (OSError, ValueError, TypeError, KeyError):
        return {"pid": "?", "url": "?"}


def _already_running(data: Path, note: Path) -> str:
    return gettext(
        "Huapai is already running with the data in %(folder)s, at %(url)s (process %(pid)s)."
        " Stop it first, or choose another folder with --data."
    ) % {"folder": data, **_running(note)}


def _refuse_strange_address(command: str, bind: str) -> None:
    if addresses.is_here(bind):
        return
    raise Impossible(
        gettext(
            "%(bind)s is not an address of this machine, which has these: %(addresses)s."
            " Without --bind it is served at all of them: %(program)s %(command)s"
        )
        % {
            "bind": bind,
            "addresses": ", ".join(addresses.of_this_machine()),
            "program": program.command(),
            "command": command,
        }
    )


def _refuse_without_certificates() -> None:
    if not program.has("cryptography"):
        raise Impossible(
            gettext("--https needs a package that is not installed here. Type: %(line)s")
            % {"line": program.line_for("https")}
        )


def _refuse_taken_port(plan: supervisor.ServingPlan, port: int, option: str) -> None:
    if addresses.is_free(plan.bind, port):
        return
    other = addresses.next_free(plan.bind, port)
    raise Impossible(
        gettext(
            "Port %(port)s at %(bind)s is taken by another program, or may not be used."
            " This one is free: %(program)s %(command)s %(option)s %(other)s"
        )
        % {
            "port": port,
            "bind": plan.bind,
            "program": program.command(),
            "command": plan.kind,
            "option": option,
            "other": other,
        }
    )
