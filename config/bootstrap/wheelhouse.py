"""`wheelhouse DIR`: downloads every package of the program, for machines without the network.

Standard library only. The packages are for machines like this one: the same system, processor
architecture and Python.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from config import program
from config.bootstrap import recipes
from config.bootstrap.environment import REQUIREMENTS, Environment
from config.bootstrap.processes import say, succeeds, succeeds_quietly
from config.storage import build
from config.terminal import gettext

LISTS: Final = ("base", "server", "https", "serif")


def main(words: Sequence[str]) -> int:
    """Download the packages into a folder and print what to type on the other machine."""
    folders = [word for word in words if not word.startswith("-")]
    if len(folders) != 1 or len(words) != 1:
        say(gettext("name the folder: %(program)s wheelhouse DIR") % {"program": program.command()})
        return 2
    folder = Path(folders[0]).expanduser().absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        values = {"folder": folder, "reason": error.strerror}
        say(gettext("%(folder)s cannot be made a folder: %(reason)s") % values)
        return 1
    return _fetch(folder)


def _fetch(folder: Path) -> int:
    running = Environment(Path(sys.prefix))
    found = (pip for pip in recipes.pips(running) if succeeds_quietly([*pip, "--version"]))
    pip = next(found, None)
    if pip is None:
        say(gettext("This Python has no pip, which fetches them."))
        return 1
    say(gettext("fetching the packages into %(folder)s") % {"folder": folder})
    options = ("--only-binary", ":all:", "--disable-pip-version-check", "--dest", folder)
    if not succeeds([*pip, "download", *options, *_wanted()]):
        return 1
    say(gettext("On the other machine type:"))
    print(f"  {_line(folder)}", flush=True)
    return 0


def _wanted() -> list[str | Path]:
    """Return the packages to download: files pinned by hash in a checkout, otherwise names."""
    if not program.IS_INSTALLED:
        pinned = ("-r", REQUIREMENTS / "base.txt", "-r", REQUIREMENTS / "serif.txt")
        return [*recipes.COMPLETE, *pinned]
    lists = [REQUIREMENTS / f"{name}.in" for name in LISTS]
    return [word for each in lists for word in ("-r", each)]


def _line(folder: Path) -> str:
    if program.IS_INSTALLED:
        wheel = f"huapai-{build.VERSION}-py3-none-any.whl"
        return f'pip install --no-index --find-links "{folder}" {wheel}'
    return f'PIP_NO_INDEX=1 PIP_FIND_LINKS="{folder}" {program.command()} demo'
