"""`python -m config.linting`: the rules about text alone. A new one is a `Rule`, listed here."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from config.linting.costs import costs, no_file_is_full
from config.linting.names import cited_rules, named_files, pointers, shared_class_names
from config.linting.sources import Complaint, Rule, Sources
from config.linting.structure import (
    assigned_twice,
    hours_of_columns,
    imports_of_scoring,
    names_of_games,
    narrow_doors,
    snapshot_asks,
)
from config.linting.texts import (
    long_lines,
    looked_up_texts,
    shipped_catalogues,
    template_words,
    tiny_templates,
)
from config.source_packages import TooFewSources

RULES: Final[tuple[Rule, ...]] = (
    assigned_twice,
    cited_rules,
    costs,
    hours_of_columns,
    imports_of_scoring,
    long_lines,
    looked_up_texts,
    named_files,
    names_of_games,
    narrow_doors,
    no_file_is_full,
    pointers,
    shared_class_names,
    shipped_catalogues,
    snapshot_asks,
    template_words,
    tiny_templates,
)
_LIST: Final = "config/source_packages.py"


def complaints(sources: Sources, rules: tuple[Rule, ...] = RULES) -> list[Complaint]:
    """Return the complaints of all rules, by file and line."""
    return sorted({complaint for rule in rules for complaint in _asked(rule, sources)})


def _asked(rule: Rule, sources: Sources) -> Iterator[Complaint]:
    try:
        yield from rule(sources)
    except TooFewSources as too_few:
        name = getattr(rule, "__name__", repr(rule))
        yield Complaint(_LIST, 1, f"the rule {name} looks in the wrong place: {too_few}")


def main() -> int:
    """Print the complaints; return 1 if there are any."""
    found = complaints(Sources())
    for complaint in found:
        print(complaint)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
