"""Makes NOTICE: the packages that the program installs, and their licences.

`python -m scripts.notice` writes the file from what is installed here; `--check` only compares, and
fails if a listed package is missing in it or its licence differs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from config.bootstrap.environment import REQUIREMENTS, ROOT

FILE: Final = ROOT / "NOTICE"
HEAD: Final = """Huapai 华牌

The program is installed with the packages below, which stay under their own licences. None of their
code lies in this repository. Made by `python -m scripts.notice`.

To be known by who passes the program on:
* psycopg, psycopg-binary and psycopg-pool are under the LGPL 3. They are installed as packages of
  their own and can be exchanged for others of the same name; only PostgreSQL needs them.
* paramiko is under the LGPL 2.1, installed in the same way; only a mirror at a server needs it.
* The typefaces are under the SIL Open Font License 1.1: Noto Sans SC and TC (in
  justmytype-intl-cjk), Noto Sans (in fontpkg-noto-sans) and Noto Serif SC (in pylopdf-fonts-zh-cn).
  Papers and pictures hold the signs that they show.
"""
LISTS: Final = ("base", "serif", "mirror")
NOT_EVERYWHERE: Final = {
    "async-timeout": "Apache-2.0",
    "pylopdf-fonts-zh-cn": "OFL-1.1",
    "pywin32": "PSF-2.0",
}
"""Packages of the list that are not installed everywhere."""
_PIN: Final = re.compile(r"^([a-z0-9-]+)==", re.MULTILINE)
_SHORTENED: Final = {
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Apache Software License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Zope Public License": "ZPL-2.1",
    "BSD 3-Clause OR Apache-2.0": "BSD-3-Clause OR Apache-2.0",
}


def text() -> str:
    """Return the file as it should be."""
    rows = [f"{name:28} {licence_of(name)}" for name in packages()]
    return "\n".join([HEAD, *rows, ""])


def packages() -> list[str]:
    """Return the names of the packages that a start from a checkout installs."""
    listed = "".join((REQUIREMENTS / f"{name}.txt").read_text("utf-8") for name in LISTS)
    return sorted(dict.fromkeys(_PIN.findall(listed)))


def licence_of(name: str) -> str:
    """Return the licence that a package states; never empty."""
    if name in NOT_EVERYWHERE:
        return NOT_EVERYWHERE[name]
    said = list(_said(metadata.metadata(name)))
    if not said:
        raise ValueError(f"{name} names no licence: look it up")
    return " OR ".join(dict.fromkeys(_SHORTENED.get(each, each) for each in said))


def _said(about: metadata.PackageMetadata) -> Iterator[str]:
    if expressions := about.get_all("License-Expression"):
        yield from expressions
        return
    classes = [line for line in about.get_all("Classifier") or [] if line.startswith("License ::")]
    if classes:
        yield from (line.rpartition(" :: ")[2] for line in classes)
    else:
        yield from about.get_all("License") or []


def main(words: list[str], file: Path = FILE) -> int:
    """Write the file, or compare it; return the exit code."""
    wanted = text()
    if words != ["--check"]:
        file.write_text(wanted, "utf-8")
        return 0
    if file.read_text("utf-8") == wanted:
        return 0
    sys.stdout.write("NOTICE is old: python -m scripts.notice\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
