"""What to tell a person when no way led to an environment: the reason, and the line to type."""

from __future__ import annotations

import os
import platform
import shutil
import sys

from config.bootstrap.environment import Environment
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
        "the lines above say why. The first start needs the network: see that this machine is\n"
        "online, then type the same command again. Nothing half-made was left. A mirror can be\n"
        "named by PIP_INDEX_URL or in the settings of pip or uv, and is used then."
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
    """The line of this system's package manager."""
    if sys.platform == "win32":
        return "winget install Python.Python.3.13"
    if sys.platform == "darwin":
        return "brew install python"
    lines = (LINES[name] for name in system_names() if name in LINES)
    return next(lines, "").format(venv=venv_package())


def system_names() -> list[str]:
    """The system and those it descends from, the nearest first."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return []
    return [release.get("ID", ""), *release.get("ID_LIKE", "").split()]


def venv_package() -> str:
    """Debian's package for the running Python: the system's, or a second one beside it."""
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
