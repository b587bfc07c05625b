"""The user's settings of pip, from its files and the environment. Standard library only."""

from __future__ import annotations

import configparser
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

Settings = dict[str, str]

IN_CHINA: Final = (
    ".cn",
    ".163.com",
    ".aliyun.com",
    ".aliyuncs.com",
    ".baidu.com",
    ".douban.com",
    ".huaweicloud.com",
    ".tencent.com",
    ".tencentyun.com",
    ".volces.com",
)
"""How the hosts of mirrors of the package index in China end."""


def pip_settings(environ: Mapping[str, str]) -> Settings:
    """Return pip's settings: its files, `[install]` over `[global]`, then the environment."""
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
    """Return pip's files from the weakest to the strongest, whether they exist or not."""
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


def has_index_in_china(environ: Mapping[str, str]) -> bool:
    """Whether packages come from a mirror in China, by the settings of pip or uv."""
    told = pip_settings(environ)
    addresses = [told.get("index-url", ""), *told.get("extra-index-url", "").split()]
    addresses += [environ.get(name, "") for name in ("UV_DEFAULT_INDEX", "UV_INDEX_URL")]
    return any(map(_is_in_china, addresses))


def _is_in_china(address: str) -> bool:
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return False
    return f".{host}".endswith(IN_CHINA)
