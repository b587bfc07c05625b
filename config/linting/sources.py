"""The input of a rule, and its complaints."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from config import source_packages


@dataclass(frozen=True, slots=True, order=True)
class Complaint:
    """A problem in a line of a file, in a sentence that says what to do."""

    path: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Sources:
    """The files of a program; one made up for a test may have very few."""

    root: Path = source_packages.ROOT
    is_whole: bool = True

    def modules(self, *folders: str, at_least: int) -> list[Path]:
        return self.enough(at_least, source_packages.modules(*folders, root=self.root))

    def templates(self, at_least: int) -> list[Path]:
        return self.enough(at_least, source_packages.templates(root=self.root))

    def files(self, folders: Iterable[str], suffixes: set[str], at_least: int) -> list[Path]:
        return self.enough(at_least, source_packages.files(folders, suffixes, self.root))

    def enough(self, number: int, paths: Iterable[Path]) -> list[Path]:
        return source_packages.at_least(number if self.is_whole else 0, paths)

    def name(self, path: Path) -> str:
        """Return the path of a file as a complaint names it."""
        return path.relative_to(self.root).as_posix()

    def complaint(self, path: Path, line: int, sentence: str) -> Complaint:
        return Complaint(self.name(path), line, sentence)


Rule = Callable[[Sources], Iterator[Complaint]]
"""Looks at the sources and yields what is wrong with them."""


@cache
def text(path: Path) -> str:
    """Return the text of a file, which several rules may need."""
    return path.read_text("utf-8")


def tree(path: Path) -> ast.Module:
    return ast.parse(text(path))


def line_of(source: str, position: int) -> int:
    """Return the number of the line that contains a position.

    >>> line_of("one\\ntwo", 4)
    2
    """
    return source.count("\n", 0, position) + 1
