"""Equivalent mutants found by a person: docs/mutants.md lists them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scripts.mutating.candidates import Mutant

LISTED: Final = Path("docs/mutants.md")
ROW: Final = re.compile(
    r"\| `(?P<path>[^`]+)` `(?P<function>[^`]+)` \| `(?P<change>.+)` \| (?P<why>.+) \|"
)


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A change that changes nothing: its function and text, and the reason."""

    path: str
    function: str
    change: str
    why: str

    def is_same(self, mutant: Mutant) -> bool:
        """Whether a mutant is this one, wherever its function now is."""
        own = (self.path, self.function, self.change)
        return own == (mutant.path, mutant.function, mutant.change)


def equivalents_in(text: str) -> list[Equivalent]:
    r"""Return the rows of the table; a bar in a change is written `\|`, as Markdown wants it."""
    rows = (ROW.fullmatch(line.strip()) for line in text.splitlines())
    return [
        Equivalent(row["path"], row["function"], row["change"].replace(r"\|", "|"), row["why"])
        for row in rows
        if row is not None
    ]
