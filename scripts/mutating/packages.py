"""The folder of a named package, and the tests tried on it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scripts.mutating.refusals import CannotBegin

ROOMS: Final = ("tournaments", "clubs", "referee", "web", "config", "scoring")
APART: Final = frozenset(
    {"browser", "config", "installations", "interface", "journeys", "sequences", "services"}
)
"""Tests that need a browser or other processes, or walk over everything: no proof of a line."""

BESIDE: Final = {
    "tournaments/record": (
        "tests/tournaments/checks/test_recount.py",
        "tests/referee/sheets/test_versions.py",
    ),
    "clubs/fees": (
        "tests/web/desk/fees/test_fees.py",
        "tests/web/desk/fees/test_prizes_paid.py",
        "tests/tournaments/progress/test_prizes_of_event.py",
    ),
    "tournaments/organise": ("tests/tournaments/line_ups",),
    "tournaments/results": (
        "tests/tournaments/organise/drawn/test_three_way.py",
        "tests/tournaments/organise/drawn/test_two_winners.py",
        "tests/tournaments/organise/played/test_walkover_points.py",
        "tests/referee/rulings/deals/test_results_of_rulings.py",
    ),
    "tournaments/standings": ("tests/tournaments/progress/test_prizes_of_event.py",),
    "referee/sheets": ("tests/web/tablet/test_api_refusals.py",),
}
"""What proves a package beside the tests in its own folder."""


def folder_of(root: Path, name: str) -> str:
    """Return the folder or file of a package, which may be named with dots or without its room."""
    named = name.strip("/").removesuffix(".py").replace(".", "/")
    places = [root / named, *(root / room / named for room in ROOMS)]
    for place in places:
        for each in (place, place.with_suffix(".py")):
            # The former folder of a package may still hold compiled files.
            if each.is_file() or (each / "__init__.py").is_file():
                return each.relative_to(root).as_posix()
    raise CannotBegin(f"no package is named {name}")


def proofs_of(root: Path, package: str) -> list[str]:
    """Return the tests of a package; without a folder of tests, every file that imports it.

    A line that only tests of another package happen to cover does not count as proved.
    """
    name = package.removesuffix(".py")
    own = [
        place.relative_to(root).as_posix()
        for place in (root / "tests" / name, *(root / "tests" / name).parents)
        if place.is_dir() and place.parent != root / "tests" and root / "tests" in place.parents
    ][:1]
    return [*(own or _importing(root, name.replace("/", "."))), *BESIDE.get(package, ())]


def _importing(root: Path, dotted: str) -> list[str]:
    files = sorted((root / "tests").rglob("test_*.py"))
    return [
        file.relative_to(root).as_posix()
        for file in files
        if _is_near(root, file) and dotted in file.read_text("utf-8")
    ]


def _is_near(root: Path, file: Path) -> bool:
    return not APART.intersection(file.relative_to(root).parts)
