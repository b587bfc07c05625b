"""Rules for every file: one test for each rule, which names all offending files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from config.source_packages import ROOT


def complaints(
    paths: Iterable[Path], found_in: Callable[[Path], Iterable[object]]
) -> dict[str, list[object]]:
    """Return the problems of each file, by name; files without any are left out."""
    wrong = {str(path.relative_to(ROOT)): list(found_in(path)) for path in paths}
    return {name: faults for name, faults in wrong.items() if faults}
