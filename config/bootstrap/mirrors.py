"""Where packages come from: pip's settings are handed to uv, which does not read them itself.

Clubs use mirrors, and firms their own certificates. What is set for uv itself stays as it is.
"""

from __future__ import annotations

import configparser
import os
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

Settings = dict[str, str]

INDEX_KEYS = ("default-index", "index", "index-url", "extra-index-url", "find-links", "no-index")


def pip_settings(environ: Mapping[str, str]) -> Settings:
    """Return pip's settings: of its files, `[install]` over `[global]`, then of the environment."""
    files = configparser.RawConfigParser()
    try:
        files.read(pip_files(environ), "utf-8")
    except (configparser.Error, UnicodeDecodeError):
        files.clear()  # pip refuses such files with a good message; uv may still succeed
    settings: Settings = {}
    for section in ("global", "install"):
        if files.has_section(section):
            settings |= {key.replace("_", "-"): value for key, value in files.items(section)}
    variables = {key: value for key, value in environ.items() if key.startswith("PIP_") and value}
    return settings | {key[4:].lower().replace("_", "-"): variables[key] for key in variables}


def pip_files(environ: Mapping[str, str]) -> list[Path]:
    """Pip's files from the weakest to the strongest, whether they exist or not."""
    named = environ.get("PIP_CONFIG_FILE", "")
    if named == os.devnull:
        return []
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or Path.home())
    name = "pip.ini" if sys.platform == "win32" else "pip.conf"
    of_old = home / ("pip" if sys.platform == "win32" else ".pip")
    own = [of_old, *user_folders(environ, home), Path(sys.base_prefix)]
    places = [*shared_folders(environ), *own]
    return [place / name for place in places] + ([Path(named)] if named else [])


def shared_folders(environ: Mapping[str, str]) -> Iterator[Path]:
    if sys.platform == "win32":
        yield Path(environ.get("PROGRAMDATA", r"C:\ProgramData")) / "pip"
        return
    if sys.platform == "darwin":
        yield Path("/Library/Application Support/pip")
    for folder in environ.get("XDG_CONFIG_DIRS", "/etc/xdg").split(os.pathsep):
        yield Path(folder) / "pip"
    yield Path("/etc")


def user_folders(environ: Mapping[str, str], home: Path) -> Iterator[Path]:
    if sys.platform == "win32":
        yield Path(environ.get("APPDATA", home / "AppData" / "Roaming")) / "pip"
        return
    yield Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "pip"
    if sys.platform == "darwin":
        yield home / "Library" / "Application Support" / "pip"


def uv_environ(environ: Mapping[str, str], settings: Settings) -> dict[str, str]:
    """The environment in which uv asks the places that pip would ask."""
    wanted = connection(settings)
    if not is_uv_told(environ):
        wanted |= places(settings)
    return wanted | dict(environ)


def uv_flags(settings: Settings) -> list[str]:
    return (
        ["--no-index"] if settings.get("no-index", "").lower() in {"1", "true", "yes", "on"} else []
    )


def connection(settings: Settings) -> dict[str, str]:
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


def places(settings: Settings) -> dict[str, str]:
    """The indexes, and the folders that exist: uv stops at a missing one, pip does not."""
    links = [place for place in settings.get("find-links", "").split() if is_there(place)]
    variables = {
        "UV_INDEX_URL": settings.get("index-url"),
        "UV_EXTRA_INDEX_URL": " ".join(settings.get("extra-index-url", "").split()),
        "UV_FIND_LINKS": ",".join(links),
        # Like pip, take the best of all places: the hashes say which file is meant.
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }
    return {key: value for key, value in variables.items() if value}


def is_there(place: str) -> bool:
    return "://" in place.removeprefix("file://") or Path(place.removeprefix("file://")).exists()


def is_uv_told(environ: Mapping[str, str]) -> bool:
    """Whether the user has named places to uv itself, by the environment or in its own file."""
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
