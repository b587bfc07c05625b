"""Builds the environment: one start at a time, the old one kept until the new one is ready.

If every recipe fails, the reason and a command to type are printed.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from config.bootstrap import recipes
from config.bootstrap.environment import Environment
from config.bootstrap.processes import ending_in_order, say
from config.bootstrap.recipes import Reached
from config.terminal import gettext

LINES = {
    "debian": "apt-get update && apt-get install -y {venv}",
    "ubuntu": "apt-get update && apt-get install -y {venv}",
    "fedora": "dnf install -y python3-pip",
    "rhel": "dnf install -y python3-pip",
    "suse": "zypper install -y python3-pip",
    "arch": "pacman -S --needed python-pip",
    "alpine": "apk add python3 py3-pip",
}


def explain(reached: Reached, environment: Environment, wanted: str) -> str:
    if reached is Reached.NOTHING:
        return no_environment()
    return no_packages(environment, wanted)


def no_environment() -> str:
    reason = gettext("This Python (%(python)s) cannot make a virtual environment by itself.")
    return f"\n{reason % {'python': sys.executable}}\n{line_to_type()}\n"


def no_packages(environment: Environment, wanted: str) -> str:
    words = gettext(
        "The packages of %(list)s could not be installed;\n"
        "the lines above say why. Nothing half-made was left."
    )
    return f"\n{words % {'list': environment.list_of(wanted)}}\n"


def line_to_type() -> str:
    line = package_line()
    if not line:
        return gettext(
            "Install your system's packages for Python's venv and pip, or uv, and start again."
        )
    words = gettext("Type this line once, then the same command again:")
    return f"{words}\n\n  {as_administrator(line)}"


def package_line() -> str:
    """Return the command of this system's package manager."""
    if sys.platform == "win32":
        return "winget install Python.Python.3.13"
    if sys.platform == "darwin":
        return "brew install python"
    lines = (LINES[name] for name in system_names() if name in LINES)
    return next(lines, "").format(venv=venv_package())


def system_names() -> list[str]:
    """Return the system and those it derives from, the nearest first."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return []
    return [release.get("ID", ""), *release.get("ID_LIKE", "").split()]


def venv_package() -> str:
    """Return Debian's package for the running Python: the system's, or a second one beside it."""
    default = os.path.realpath("/usr/bin/python3")
    if os.path.realpath(sys.executable) == default:
        return "python3-venv"
    return "python{}.{}-venv".format(*sys.version_info)


def as_administrator(line: str) -> str:
    if sys.platform in {"win32", "darwin"} or os.geteuid() == 0:
        return line
    if shutil.which("sudo"):
        return " && ".join(f"sudo {part}" for part in line.split(" && "))
    return f"su -c '{line}'"


if sys.platform == "win32":
    import msvcrt

    def claim(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def claim(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def build(environment: Environment, wanted: str) -> None:
    """Install the wanted packages; on failure say why and leave everything unchanged."""
    try:
        with ending_in_order(), one_at_a_time(beside(environment, "lock")):
            take_back(environment)
            if not (environment.holds(wanted) or grow(environment, wanted)):
                renew(environment, wanted)
    except OSError as error:
        sys.exit(
            gettext("%(folder)s: %(reason)s. The program's packages go there.")
            % {"folder": error.filename, "reason": error.strerror}
        )


def grow(environment: Environment, wanted: str) -> bool:
    """Add packages to an environment; return whether that succeeded.

    All lists pin the same versions, so running code is not disturbed.
    """
    if not environment.is_current():
        return False
    announce(environment, wanted)
    if not recipes.install(environment, wanted):
        return False
    environment.finish(wanted)
    return True


def renew(environment: Environment, wanted: str) -> None:
    aside = beside(environment, "before")
    if environment.is_finished():
        say(gettext("renewing %(folder)s") % {"folder": environment.folder})
        remove(aside)
        environment.folder.rename(aside)
    try:
        make(environment, wanted)
    except BaseException:
        remove(environment.folder)
        take_back(environment)
        raise
    remove(aside)


def take_back(environment: Environment) -> None:
    """Restore the environment that existed before a failed attempt."""
    aside = beside(environment, "before")
    if aside.exists() and not environment.is_finished():
        remove(environment.folder)
        aside.rename(environment.folder)


def make(environment: Environment, wanted: str) -> None:
    announce(environment, wanted)
    reached = recipes.Reached.NOTHING
    for way in recipes.WAYS:
        remove(environment.folder)
        reached = max(reached, way(environment, wanted))
        if reached is recipes.Reached.PACKAGES:
            environment.finish(wanted)
            return
    raise SystemExit(explain(reached, environment, wanted))


def announce(environment: Environment, wanted: str) -> None:
    count = sum(
        "==" in line for line in environment.list_of(wanted).read_text("utf-8").splitlines()
    )
    say(
        gettext("installing %(count)s packages (%(set)s) in %(folder)s; this is done once …")
        % {"count": count, "set": wanted, "folder": environment.folder}
    )


def beside(environment: Environment, purpose: str) -> Path:
    return environment.folder.with_name(f"{environment.folder.name}-{purpose}")


def remove(folder: Path) -> None:
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Hold a lock, which the system releases when its holder dies; the file itself stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        waiting = False
        while not is_claimed(file):
            if not waiting:
                say(gettext("another start is installing here; waiting for it"))
            waiting = True
            time.sleep(0.1)
        yield


def is_claimed(file: IO[bytes]) -> bool:
    try:
        claim(file)
    except OSError:
        return False
    return True
