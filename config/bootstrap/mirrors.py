"""Where packages come from: pip's settings are handed to uv, which does not read them itself.

Clubs use mirrors, and firms their own certificates. What is set for uv itself stays as it is.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from config.pip_settings import Settings

INDEX_KEYS = ("default-index", "index", "index-url", "extra-index-url", "find-links", "no-index")


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
