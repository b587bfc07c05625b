"""The recipes for an environment with its packages, in the order in which they are tried.

Clubs use mirrors, and companies their own certificates: pip's settings are passed to uv, which does
not read them itself. Settings of uv itself take precedence.
"""

from __future__ import annotations

import enum
import importlib.util
import os
import shutil
import sys
import sysconfig
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from config import pip_settings
from config.bootstrap.environment import Environment, base_python
from config.bootstrap.processes import succeeds, succeeds_quietly
from config.pip_settings import Settings

INDEX_KEYS = ("default-index", "index", "index-url", "extra-index-url", "find-links", "no-index")


def uv_environ(environ: Mapping[str, str], settings: Settings) -> dict[str, str]:
    """Return the environment in which uv uses pip's package sources."""
    wanted = uv_connection(settings)
    if not is_uv_told(environ):
        wanted |= uv_places(settings)
    return wanted | dict(environ)


def uv_flags(settings: Settings) -> list[str]:
    return (
        ["--no-index"] if settings.get("no-index", "").lower() in {"1", "true", "yes", "on"} else []
    )


def uv_connection(settings: Settings) -> dict[str, str]:
    """Return how the indexes are reached: certificates, timeout, proxy."""
    variables = {
        "SSL_CERT_FILE": settings.get("cert"),
        "SSL_CLIENT_CERT": settings.get("client-cert"),
        "UV_INSECURE_HOST": " ".join(settings.get("trusted-host", "").split()),
        "UV_HTTP_TIMEOUT": settings.get("timeout") or settings.get("default-timeout"),
        "HTTP_PROXY": settings.get("proxy"),
        "HTTPS_PROXY": settings.get("proxy"),
    }
    return {key: value for key, value in variables.items() if value}


def uv_places(settings: Settings) -> dict[str, str]:
    """Return the indexes, and the existing folders: uv stops at a missing one, pip does not."""
    links = [place for place in settings.get("find-links", "").split() if is_there(place)]
    variables = {
        "UV_INDEX_URL": settings.get("index-url"),
        "UV_EXTRA_INDEX_URL": " ".join(settings.get("extra-index-url", "").split()),
        "UV_FIND_LINKS": ",".join(links),
        # Like pip, choose the best of all sources: the hashes identify the file.
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }
    return {key: value for key, value in variables.items() if value}


def is_there(place: str) -> bool:
    return "://" in place.removeprefix("file://") or Path(place.removeprefix("file://")).exists()


def is_uv_told(environ: Mapping[str, str]) -> bool:
    """Whether the user has named sources to uv itself, by the environment or its own file."""
    names = [f"UV_{key.upper().replace('-', '_')}" for key in INDEX_KEYS]
    return any(environ.get(name) for name in names) or any(map(names_places, uv_files(environ)))


def uv_files(environ: Mapping[str, str]) -> list[Path]:
    if environ.get("UV_NO_CONFIG"):
        return []
    if environ.get("UV_CONFIG_FILE"):
        return [Path(environ["UV_CONFIG_FILE"])]
    if sys.platform == "win32":
        folders = [environ.get("APPDATA", ""), environ.get("PROGRAMDATA", "")]
    else:
        home = environ.get("HOME") or str(Path.home())
        own = environ.get("XDG_CONFIG_HOME") or f"{home}/.config"
        folders = [own, *environ.get("XDG_CONFIG_DIRS", "/etc/xdg").split(os.pathsep), "/etc"]
    return [Path(folder) / "uv" / "uv.toml" for folder in folders if folder]


def names_places(file: Path) -> bool:
    try:
        contents = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return any(key in contents or key in contents.get("pip", {}) for key in INDEX_KEYS)


Command = Sequence[str | Path]
# The lists name every package with its hashes: nothing else may be installed.
COMPLETE = ("--require-hashes", "--no-deps")
# Compiling packages here would need a compiler, and half an hour.
READY_MADE = ("--only-binary", ":all:")


class Reached(enum.IntEnum):
    """How far an attempt has got."""

    NOTHING = 0
    ENVIRONMENT = 1
    PACKAGES = 2


def by_uv(environment: Environment, wanted: str) -> Reached:
    """Use the uv that the user has: nothing else is needed."""
    uv = shutil.which("uv")
    options = ("--quiet", "--python", base_python(), environment.folder)
    if not uv or not succeeds([uv, "venv", *options]):
        return Reached.NOTHING
    return _reached(install_by_uv(uv, environment, wanted))


def by_pip(environment: Environment, wanted: str) -> Reached:
    """Use Python's own venv, and the first pip that works in it."""
    if not succeeds_quietly([base_python(), "-m", "venv", "--without-pip", environment.folder]):
        return Reached.NOTHING
    pip = next((pip for pip in pips(environment) if succeeds_quietly([*pip, "--version"])), None)
    return _reached(install_by_pip(pip, environment, wanted)) if pip else Reached.NOTHING


WAYS: tuple[Callable[[Environment, str], Reached], ...] = (by_uv, by_pip)


def pips(environment: Environment) -> Iterator[Command]:
    """Yield Python's own pip, packed or unpacked for us, then any other pip."""
    for wheel in bundled_wheels():
        yield [environment.python, wheel / "pip"]
    if succeeds_quietly([environment.python, "-m", "ensurepip"]):
        yield [environment.python, "-m", "pip"]
    # Debian separates pip from Python; a pip from outside still works.
    for pip in ([base_python(), "-m", "pip"], ["pip3"], ["pip"]):
        if shutil.which(pip[0]):
            yield [*pip, "--python", environment.python]


def bundled_wheels() -> list[Path]:
    """Return the pip bundled with Python: run as it is, it saves the seconds of unpacking."""
    spec = importlib.util.find_spec("ensurepip")
    folders = [Path(spec.origin).with_name("_bundled")] if spec and spec.origin else []
    shared = sysconfig.get_config_var("WHEEL_PKG_DIR")
    folders += [Path(shared)] if shared else []
    return [wheel for folder in folders for wheel in sorted(folder.glob("pip-*.whl"))]


def install(environment: Environment, wanted: str) -> bool:
    """Install into an existing environment, by a uv on the PATH or the one inside it."""
    uv = shutil.which("uv") or environment.program("uv")
    return install_by_uv(uv, environment, wanted)


def install_by_uv(uv: str | Path, environment: Environment, wanted: str) -> bool:
    return succeeds(*uv_command(uv, environment, wanted))


def uv_command(
    uv: str | Path, environment: Environment, wanted: str
) -> tuple[list[str | Path], dict[str, str]]:
    """Return the command by which uv installs a list, and its environment variables."""
    settings = pip_settings.pip_settings(os.environ)
    compiling = ["--compile-bytecode"] if is_never_compiled_later() else []
    command: list[str | Path] = [uv, "pip", "install", *COMPLETE, *READY_MADE]
    command += ["--python", environment.python, *compiling, *uv_flags(settings)]
    command += ["-r", environment.list_of(wanted)]
    return command, uv_environ(os.environ, settings)


def install_by_pip(pip: Command, environment: Environment, wanted: str) -> bool:
    """Install uv, which is several times as fast, and let it do the rest; otherwise use pip."""
    if not fetch_uv(pip, environment, wanted):
        return False  # uv is on the list too: if it cannot be installed, the list cannot either
    uv = environment.program("uv")
    if uv.exists() and install_by_uv(uv, environment, wanted):
        return True
    return pip_installs(pip, environment.list_of(wanted))


def fetch_uv(pip: Command, environment: Environment, wanted: str) -> bool:
    """Install the pinned uv; a list without one needs none."""
    pin = list(pin_of("uv", environment.list_of(wanted).read_text("utf-8")))
    only_uv = environment.folder / "uv.txt"
    only_uv.write_text("\n".join(pin), "utf-8")
    return not pin or pip_installs(pip, only_uv)


def pip_installs(pip: Command, requirements: Path) -> bool:
    compiling = [] if is_never_compiled_later() else ["--no-compile"]
    options = [*COMPLETE, *READY_MADE, "--no-input", "--disable-pip-version-check", *compiling]
    # A habit of installing for the user alone makes no sense inside an environment.
    return succeeds(
        [*pip, "install", *options, "-r", requirements], {**os.environ, "PIP_USER": "0"}
    )


def pin_of(name: str, requirements: str) -> Iterator[str]:
    """Return the lines of one package in a compiled list: the version and its hashes."""
    within = False
    for line in requirements.splitlines():
        within = within or line.startswith(f"{name}==")
        if within:
            yield line
            if not line.endswith("\\"):
                return


def is_never_compiled_later(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether Python stores no bytecode, so that every start would compile everything again."""
    return bool(environ.get("PYTHONDONTWRITEBYTECODE"))


def _reached(filled: bool) -> Reached:
    return Reached.PACKAGES if filled else Reached.ENVIRONMENT
