"""Which folder is meant by the name of a package, and which tests are tried on it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scripts.mutating.refusals import CannotBegin

ROOMS: Final = ("tournaments", "referee", "config", "scoring")
APART: Final = frozenset(
    {"browser", "config", "installations", "interface", "journeys", "sequences", "services"}
)
"""Tests that need a browser or other processes, or walk over everything: no proof of a line."""

INSTEAD: Final = {
    "tournaments/record": (
        "tests/tournaments/record",
        "tests/tournaments/checks",
        "tests/referee/sheets/test_versions.py",
        "tests/referee/test_repeated.py",
    ),
}
"""Packages that nearly every test imports, and the tests that are about them."""

BESIDE: Final = {
    "tournaments/fees": (
        "tests/tournaments/views/test_fees.py",
        "tests/tournaments/views/test_prizes_paid.py",
        "tests/tournaments/progress/test_prizes_of_event.py",
    ),
}
"""Tests that go by the pages of a package, so that they import nothing of it."""


def folder_of(root: Path, name: str) -> str:
    """Return the folder or file of a package, which may be named with dots or without its room."""
    named = name.strip("/").removesuffix(".py").replace(".", "/")
    places = [root / named, *(root / room / named for room in ROOMS)]
    for place in places:
        for each in (place, place.with_suffix(".py")):
            if each.exists():
                return each.relative_to(root).as_posix()
    raise CannotBegin(f"no package is named {name}")


def proofs_of(root: Path, package: str) -> list[str]:
    """Return the tests in the package's own folder, and every file that imports it."""
    if package in INSTEAD:
        return [*INSTEAD[package]]
    own = root / "tests" / package.removesuffix(".py")
    dotted = package.removesuffix(".py").replace("/", ".")
    files = [
        file
        for file in sorted((root / "tests").rglob("test_*.py"))
        if own in file.parents or (_is_near(root, file) and dotted in file.read_text("utf-8"))
    ]
    return [*(file.relative_to(root).as_posix() for file in files), *BESIDE.get(package, ())]


def _is_near(root: Path, file: Path) -> bool:
    return not APART.intersection(file.relative_to(root).parts)
