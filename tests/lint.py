"""Rules that every file must obey: one test a rule, which names all files that break it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from config.source_packages import ROOT


def complaints(
    paths: Iterable[Path], found_in: Callable[[Path], Iterable[object]]
) -> dict[str, list[object]]:
    """Return what is wrong in each file, by its name; files without a fault are left out."""
    wrong = {str(path.relative_to(ROOT)): list(found_in(path)) for path in paths}
    return {name: faults for name, faults in wrong.items() if faults}
