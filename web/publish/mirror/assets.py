"""The files that pages load from this program: stylesheets, scripts and pictures.

The folder is named by a digest of all of them, so that a browser may keep each for good.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings

FOLDER: Final = "assets"
_STATIC: Final = Path(__file__).parents[2] / "static"
_LOADED_BY_STYLES: Final = re.compile(r"""url\(["']?([^"')#:]+)["']?\)""")


def path_of(address: str) -> str:
    """Return the path of an asset by its address here; empty if it is none.

    >>> path_of("/e/7/")
    ''
    """
    start = str(settings.STATIC_URL)
    if not address.startswith(start):
        return ""
    name = address.removeprefix(start)
    is_ours = ".." not in name and (_STATIC / name).is_file()
    return f"{FOLDER}/{folder_digest()}/{name}" if is_ours else ""


def with_what_they_load(paths: Mapping[str, str]) -> dict[str, str]:
    """Return assets, as addresses by their paths, with the pictures that their styles load."""
    found = dict(paths)
    for path, address in paths.items():
        if not path.endswith(".css"):
            continue
        for name in _LOADED_BY_STYLES.findall(body(address).decode()):
            beside = posixpath.normpath(posixpath.join(posixpath.dirname(address), name))
            if to := path_of(beside):
                found[to] = beside
    return found


def body(address: str) -> bytes:
    """Return the content of an asset by its address here."""
    return (_STATIC / address.removeprefix(str(settings.STATIC_URL))).read_bytes()


@lru_cache(maxsize=1)
def folder_digest() -> str:
    """Return the digest of all assets, by which their folder is named."""
    sha = hashlib.sha256()
    for path in sorted(each for each in _STATIC.rglob("*") if each.is_file()):
        sha.update(f"{path.relative_to(_STATIC).as_posix()}\0".encode())
        sha.update(path.read_bytes())
    return sha.hexdigest()[:12]
