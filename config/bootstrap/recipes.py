"""The ways to an environment with its packages, in the order in which they are tried."""

from __future__ import annotations

import enum
import importlib.util
import os
import shutil
import sysconfig
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from config import pip_settings
from config.bootstrap import mirrors
from config.bootstrap.environment import Environment, base_python
from config.bootstrap.processes import say, succeeds, succeeds_quietly
from config.terminal import gettext

Command = Sequence[str | Path]
# The lists name every package with its hashes: nothing else may come along.
COMPLETE = ("--require-hashes", "--no-deps")


class Reached(enum.IntEnum):
    """How far an attempt has come."""

    NOTHING = 0
    ENVIRONMENT = 1
    PACKAGES = 2


def by_uv(environment: Environment, wanted: str) -> Reached:
    """With the uv that the user has: nothing else is needed."""
    uv = shutil.which("uv")
    options = ("--quiet", "--python", base_python(), environment.folder)
    if not uv or not succeeds([uv, "venv", *options]):
        return Reached.NOTHING
    return _reached(install_by_uv(uv, environment, wanted))


def by_pip(environment: Environment, wanted: str) -> Reached:
    """With the venv that comes with Python, and the first pip that works on what it makes."""
    if not succeeds_quietly([base_python(), "-m", "venv", "--without-pip", environment.folder]):
        return Reached.NOTHING
    pip = next((pip for pip in pips(environment) if succeeds_quietly([*pip, "--version"])), None)
    return _reached(install_by_pip(pip, environment, wanted)) if pip else Reached.NOTHING


WAYS: tuple[Callable[[Environment, str], Reached], ...] = (by_uv, by_pip)


def pips(environment: Environment) -> Iterator[Command]:
    """Python's own pip, run from where it lies packed or unpacked for us, then any other pip."""
    for wheel in bundled_wheels():
        yield [environment.python, wheel / "pip"]
    if succeeds_quietly([environment.python, "-m", "ensurepip"]):
        yield [environment.python, "-m", "pip"]
    # Debian parts pip from Python; a pip from outside still reaches in.
    for pip in ([base_python(), "-m", "pip"], ["pip3"], ["pip"]):
        if shutil.which(pip[0]):
            yield [*pip, "--python", environment.python]


def bundled_wheels() -> list[Path]:
    """The pip that comes packed with Python: run as it is, it saves the seconds of unpacking."""
    spec = importlib.util.find_spec("ensurepip")
    folders = [Path(spec.origin).with_name("_bundled")] if spec and spec.origin else []
    shared = sysconfig.get_config_var("WHEEL_PKG_DIR")
    folders += [Path(shared)] if shared else []
    return [wheel for folder in folders for wheel in sorted(folder.glob("pip-*.whl"))]


def install(environment: Environment, wanted: str) -> bool:
    """Install into an environment that stands, by a uv on the PATH or the one that lies in it."""
    uv = shutil.which("uv") or environment.program("uv")
    return install_by_uv(uv, environment, wanted)


def install_by_uv(uv: str | Path, environment: Environment, wanted: str) -> bool:
    say(gettext("using uv"))
    command = [uv, "pip", "install", *COMPLETE, "--python", environment.python]
    compiling = ["--compile-bytecode"] if is_never_compiled_later() else []
    settings = pip_settings.pip_settings(os.environ)
    return succeeds(
        [*command, *compiling, *mirrors.uv_flags(settings), "-r", environment.list_of(wanted)],
        mirrors.uv_environ(os.environ, settings),
    )


def install_by_pip(pip: Command, environment: Environment, wanted: str) -> bool:
    """Fetch uv, several times as fast, and let it do the rest; where it cannot, go on with pip."""
    if not fetch_uv(pip, environment, wanted):
        return False  # uv is on the list too: what kept it away keeps the list away
    uv = environment.program("uv")
    if uv.exists() and install_by_uv(uv, environment, wanted):
        return True
    say(gettext("using pip"))
    return pip_installs(pip, environment.list_of(wanted))


def fetch_uv(pip: Command, environment: Environment, wanted: str) -> bool:
    """Install the pinned uv; a list without one asks for none."""
    say(gettext("fetching uv with pip"))
    pin = list(pin_of("uv", environment.list_of(wanted).read_text("utf-8")))
    only_uv = environment.folder / "uv.txt"
    only_uv.write_text("\n".join(pin), "utf-8")
    return not pin or pip_installs(pip, only_uv)


def pip_installs(pip: Command, requirements: Path) -> bool:
    compiling = [] if is_never_compiled_later() else ["--no-compile"]
    options = [*COMPLETE, "--no-input", "--disable-pip-version-check", *compiling]
    # A habit of installing for the user alone makes no sense inside an environment.
    return succeeds(
        [*pip, "install", *options, "-r", requirements], {**os.environ, "PIP_USER": "0"}
    )


def pin_of(name: str, requirements: str) -> Iterator[str]:
    """The lines of one package in a compiled list: the version and its hashes."""
    within = False
    for line in requirements.splitlines():
        within = within or line.startswith(f"{name}==")
        if within:
            yield line
            if not line.endswith("\\"):
                return


def is_never_compiled_later(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether Python keeps no bytecode: every start would then compile everything anew."""
    return bool(environ.get("PYTHONDONTWRITEBYTECODE"))


def _reached(filled: bool) -> Reached:
    return Reached.PACKAGES if filled else Reached.ENVIRONMENT
