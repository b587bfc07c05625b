"""The rules, and how they are all asked: a new one is written as a `Rule` and named here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from config.linting.cited_rules import cited_rules
from config.linting.costs import costs
from config.linting.games_alone import imports_of_scoring, names_of_games
from config.linting.looked_up_texts import looked_up_texts
from config.linting.marks import no_file_is_full
from config.linting.named_files import named_files
from config.linting.narrow_doors import narrow_doors
from config.linting.pointers import pointers
from config.linting.shipped_catalogues import shipped_catalogues
from config.linting.snapshot_asks import snapshot_asks
from config.linting.sources import Complaint, Rule, Sources
from config.linting.template_shapes import long_lines, tiny_templates
from config.linting.template_words import template_words
from config.source_packages import TooFewSources

RULES: Final[tuple[Rule, ...]] = (
    cited_rules,
    costs,
    imports_of_scoring,
    long_lines,
    looked_up_texts,
    named_files,
    names_of_games,
    narrow_doors,
    no_file_is_full,
    pointers,
    shipped_catalogues,
    snapshot_asks,
    template_words,
    tiny_templates,
)
_LIST: Final = "config/source_packages.py"


def complaints(sources: Sources, rules: tuple[Rule, ...] = RULES) -> list[Complaint]:
    """Return what all rules find wrong, by file and line."""
    return sorted({complaint for rule in rules for complaint in _asked(rule, sources)})


def _asked(rule: Rule, sources: Sources) -> Iterator[Complaint]:
    try:
        yield from rule(sources)
    except TooFewSources as too_few:
        name = getattr(rule, "__name__", repr(rule))
        yield Complaint(_LIST, 1, f"the rule {name} looks in the wrong place: {too_few}")
