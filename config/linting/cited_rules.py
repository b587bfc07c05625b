"""The pages of the rules of the games: each rule is held by a test, each citation is a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from config.linting.sources import Complaint, Sources, line_of, text
from config.source_packages import DOCS, TESTS


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of a game: their page, their letters, and who cites them."""

    game: str
    letters: str
    fewest_rules: int
    fewest_tests: int
    tests_of_all_games: bool = False

    @property
    def page(self) -> str:
        return f"{DOCS}/rules/{self.game}.md"


BOOKS: Final = (
    RuleBook("gongzhu", "GZ", fewest_rules=60, fewest_tests=60, tests_of_all_games=True),
    RuleBook("shengji", "SJ", fewest_rules=50, fewest_tests=25),
)


def cited_rules(sources: Sources) -> Iterator[Complaint]:
    """Complain of rules that no test cites, and of citations that no page has."""
    for book in BOOKS:
        yield from _of_book(sources, book)


def _of_book(sources: Sources, book: RuleBook) -> Iterator[Complaint]:
    tests, page = _tests(sources, book), sources.root / book.page
    rows = re.finditer(rf"^\| ({book.letters}-\d+) \|", text(page), re.MULTILINE)
    lines = {row[1]: line_of(text(page), row.start()) for row in rows}
    if sources.is_whole and len(lines) < book.fewest_rules:
        yield sources.complaint(page, 1, f"only {len(lines)} rules were found here")
    held = {rule for _, _, rule in _citations(book, tests)}
    for rule in sorted(lines.keys() - held):
        yield sources.complaint(page, lines[rule], f"no test holds the rule {rule}")
    for path, line, rule in _citations(book, [*tests, *sources.modules("scoring", at_least=85)]):
        if rule not in lines:
            yield sources.complaint(path, line, f"{book.page} has no rule {rule}")


def _tests(sources: Sources, book: RuleBook) -> list[Path]:
    folder = f"{TESTS}/scoring"
    tests = sources.files([f"{folder}/{book.game}"], {".py", ".jsonl"}, book.fewest_tests)
    shared = (sources.root / folder).glob("*.py") if book.tests_of_all_games else ()
    return [*tests, *sorted(shared)]


def _citations(book: RuleBook, paths: Iterable[Path]) -> Iterator[tuple[Path, int, str]]:
    for path in paths:
        for found in re.finditer(rf"{book.letters}-\d+", text(path)):
            yield path, line_of(text(path), found.start()), found[0]
