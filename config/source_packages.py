"""The locations of the program's sources: the one list for everything that walks over them.

A room that moves is changed here, and nowhere else. Standard library only. Callers state the
minimum of files with `at_least`, so that a rule that sees none cannot pass.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

ROOMS: Final = ("config", "web", "referee", "clubs", "tournaments", "scoring")
"""From the top down: each imports only those after it."""
TRANSLATED: Final = tuple(room for room in ROOMS if room != "scoring")
"""The rooms whose sentences are in the catalogues; `scoring` forms none."""
TEMPLATES: Final = "templates"
LOCALE: Final = "locale"
SHIPPED: Final = (*ROOMS, LOCALE, TEMPLATES)
"""The folders that the program runs from: its image has them, and its build is a digest of them."""
TESTS: Final = "tests"
TOOLS: Final = ("benchmarks", "scripts")
"""Programs that are run by hand."""
DOCS: Final = "docs"
PYTHON: Final = (*ROOMS, TESTS, *TOOLS)
"""Every folder that can be imported from."""

_MADE: Final = "migrations"


class TooFewSources(Exception):
    """A walk found fewer files than expected, so it looks in the wrong place."""


def modules(*folders: str, root: Path = ROOT) -> list[Path]:
    """Return the Python files of some folders, by default of all rooms, without migrations."""
    found = files(folders or ROOMS, {".py"}, root)
    return [path for path in found if _MADE not in path.relative_to(root).parts]


def templates(*folders: str, root: Path = ROOT) -> list[Path]:
    """Return the templates of pages, of some folders or of all."""
    return files([f"{TEMPLATES}/{name}" for name in folders] or [TEMPLATES], {".html"}, root)


def browser_scripts(*folders: str, root: Path = ROOT) -> list[Path]:
    """Return the browser scripts of some folders or of all rooms."""
    return files(folders or ROOMS, {".js"}, root)


def stylesheets(*folders: str, root: Path = ROOT) -> list[Path]:
    """Return the stylesheets of some folders or of all rooms."""
    return files(folders or ROOMS, {".css"}, root)


def files(folders: Iterable[str], suffixes: Collection[str], root: Path = ROOT) -> list[Path]:
    """Return every file of some kinds in some folders, sorted by name in each folder."""
    return [
        path
        for folder in folders
        for path in sorted((root / folder).rglob("*"))
        if path.suffix in suffixes and path.is_file()
    ]


def at_least(number: int, paths: Iterable[Path]) -> list[Path]:
    """Return these files, at least `number` of them: a number slightly under the present one."""
    seen = list(paths)
    if len(seen) < number:
        raise TooFewSources(f"{len(seen)} files were seen where there are at least {number}")
    return seen
