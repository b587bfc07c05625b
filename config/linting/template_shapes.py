"""Templates are read by people: no line runs out of sight, and no file holds a handful of lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from config.linting.sources import Complaint, Sources, text
from config.source_packages import ROOMS, TEMPLATES, TESTS

LONGEST_LINE: Final = 200
FEW_LINES: Final = 8

_OWN: Final = 360
"""How many templates there are, or a few less."""
_NAMED: Final = re.compile(r"""(include\s+)?["']([\w/]+\.html)["']""")


def long_lines(sources: Sources) -> Iterator[Complaint]:
    """Complain of lines that nobody reads to their end."""
    for path in sources.templates(_OWN):
        for number, line in enumerate(text(path).splitlines(), start=1):
            if len(line) > LONGEST_LINE:
                sentence = f"a line of {len(line)} letters: at most {LONGEST_LINE}, see `inline`"
                yield sources.complaint(path, number, sentence)


def tiny_templates(sources: Sources) -> Iterator[Complaint]:
    """Complain of what another template could hold: few lines, included once, not handed on."""
    templates = sources.templates(_OWN)
    included, handed_on = _names(templates)
    _, by_modules = _names(sources.modules(*ROOMS, TESTS, at_least=1900))
    for path in templates:
        name = sources.name(path).removeprefix(f"{TEMPLATES}/")
        lines = text(path).count("\n")
        if lines <= FEW_LINES and included[name] == 1 and name not in handed_on | by_modules:
            yield sources.complaint(path, 1, f"{lines} lines that one template includes: fold them")


def _names(paths: Iterable[Path]) -> tuple[Counter[str], set[str]]:
    """Return how often templates are included, and which are named in other ways."""
    included: Counter[str] = Counter()
    others = set()
    for path in paths:
        for include, name in _NAMED.findall(text(path)):
            if include:
                included[name] += 1
            else:
                others.add(name)
    return included, others
