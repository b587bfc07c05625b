"""Names and paths in texts that must exist, and names of classes that stand for one thing.

Checked are paths from the top of the program, references of docstrings, comments and pages by
dotted name or by the end of a path, and citations of the rules of the games, each of which needs a
test. A public class shares its name with another one only for a reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from config.linting.sources import Complaint, Sources, line_of, text, tree
from config.source_packages import DOCS, PYTHON, ROOMS, TEMPLATES, TESTS, TOOLS


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of a game: their page, their letters, and the tests that cite them."""

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
    """Complain of rules that no test cites, and of citations that the page lacks."""
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


_DOTTED = re.compile(rf"(?<![\w./@:'\"-])(?:{'|'.join(PYTHON)})(?:\.\w+){{2,}}(?![\w/(-])")
_IN_MODULE = re.compile(r"`(?:\w+\.)*(\w+)\.(\w+)(?:\(\))?`")
_SUFFIXES: Final = {"css", "csv", "html", "js", "json", "md", "py", "sh", "toml", "txt"}
_END_OF_PATH = re.compile(r"(?<![\w./*<{}%-])(?:\w+/)+\w+\.(?:py|html|js|css)\b")


def pointers(sources: Sources) -> Iterator[Complaint]:
    """Complain of references to missing modules, members and ends of paths."""
    for path in _speakers(sources):
        said = text(path)
        for found in _DOTTED.finditer(said):
            if not _is_named(sources.root, found[0]):
                line = line_of(said, found.start())
                yield sources.complaint(path, line, f"there is no {found[0]}")
        for found in _END_OF_PATH.finditer(said):
            if not _is_end_of_path(sources.root, found[0]):
                line = line_of(said, found.start())
                yield sources.complaint(path, line, f"no path ends in {found[0]}")
        if path.suffix == ".py":
            yield from _short_pointers(sources, path)


def _short_pointers(sources: Sources, path: Path) -> Iterator[Complaint]:
    """Complain of names that no module has which is called as they say, such as `audit.change`.

    In docstrings and comments alone: on pages of the documentation a point parts other things too.
    """
    for found in _IN_MODULE.finditer(text(path)):
        modules, name = _modules_called(sources.root).get(found[1], ()), found[2]
        if modules and name not in _SUFFIXES and not any(map(_names(name), modules)):
            line = line_of(text(path), found.start())
            yield sources.complaint(path, line, f"there is no {found[0].strip('`')}")


def _names(name: str) -> Callable[[Path], bool]:
    """Return what says of a module, or of a package with its folder, whether it has a name."""
    return lambda module: (
        _has(module, name)
        or (module.stem == "__init__" and _module(module.parent, (name,)) is not None)
    )


@cache
def _modules_called(root: Path) -> Mapping[str, Sequence[Path]]:
    """Return the modules and packages of the rooms by the last part of their names."""
    called: dict[str, list[Path]] = {}
    for room in ROOMS:
        for module in (root / room).rglob("*.py"):
            last = module.parent.name if module.stem == "__init__" else module.stem
            called.setdefault(last, []).append(module)
    return called


def _speakers(sources: Sources) -> Iterator[Path]:
    yield from sources.modules(*ROOMS, *TOOLS, at_least=1000)
    tops = (sources.root / name for name in _AT_THE_TOP if name.endswith(".md"))
    yield from (path for path in tops if path.exists())
    for path in sources.files([DOCS], {".md"}, at_least=70):
        if not sources.name(path).startswith(_HISTORY):
            yield path


def _is_named(root: Path, name: str) -> bool:
    """Whether there is a module, a name in a module, or a member of a class of this name."""
    *within, last = name.split(".")
    if _module(root, (*within, last)) or _has(_module(root, tuple(within)), last):
        return True
    return within[-1][:1].isupper() and _has(_module(root, tuple(within[:-1])), within[-1])


@cache
def _module(root: Path, parts: tuple[str, ...]) -> Path | None:
    path = root.joinpath(*parts)
    modules = (path.with_suffix(".py"), path / "__init__.py")
    return next((module for module in modules if module.is_file()), path if path.is_dir() else None)


def _has(module: Path | None, name: str) -> bool:
    return module is not None and module.is_file() and bool(re.search(rf"\b{name}\b", text(module)))


@cache
def _is_end_of_path(root: Path, name: str) -> bool:
    return any(f"/{path}".endswith(f"/{name}") for path in _paths(root))


@cache
def _paths(root: Path) -> frozenset[str]:
    return frozenset(
        path.relative_to(root).as_posix()
        for folder in (*PYTHON, DOCS, TEMPLATES)
        for path in (root / folder).rglob("*.*")
    )


_AT_THE_TOP = (".ci/run", "CONTRIBUTING.md", "README.md", "README.zh-Hans.md", "pyproject.toml")
_HISTORY = f"{DOCS}/decisions/"
"""A decision tells what was there when it was taken."""
_NAMED = re.compile(
    rf"(?<![\w./-])(?:{'|'.join((*PYTHON, DOCS, 'requirements', TEMPLATES))})"
    r"/[\w./-]*\.(?:html|in|js|json|jsonl|md|py|sh|txt|zip)\b"
)


def named_files(sources: Sources) -> Iterator[Complaint]:
    """Complain of paths from the top of the program that lead to no file."""
    for path in _speakers_of_paths(sources):
        for named in _NAMED.finditer(text(path)):
            if not _is_there(sources, named[0]):
                line = line_of(text(path), named.start())
                yield sources.complaint(path, line, f"there is no {named[0]}")


def _is_there(sources: Sources, name: str) -> bool:
    """Whether a path exists, from the root or, as the program names templates, from theirs."""
    return any((sources.root / folder / name).exists() for folder in (".", TEMPLATES))


def _speakers_of_paths(sources: Sources) -> Iterator[Path]:
    yield from (path for name in _AT_THE_TOP if (path := sources.root / name).exists())
    yield from sources.modules("config", *TOOLS, at_least=120)
    for path in sources.files([DOCS], {".md"}, at_least=70):
        if not sources.name(path).startswith(_HISTORY):
            yield path


_STORED: Final = "the public data have a value for it, and names of the API's components stay"
_EACH_GAME: Final = "each game has its own, in the place that both give it"
_RECORDED: Final = (
    "scoring computes with the value, and the referee's table keeps it as it was said"
)
MOST_SHARED: Final = 40
SHARED: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        (
            *("Board", "BoardSet", "Club", "Deal", "DrawReason", "Entry", "Event", "Penalty"),
            *("Problem", "Result", "Round", "Seat", "Side", "Table", "TieBreak", "Tournament"),
            "Trick",
        ),
        _STORED,
    ),
    **dict.fromkeys(
        (
            *("Caution", "Course", "EndCode", "Facts", "LineCode", "PlayFlag", "ProcedureCode"),
            *("ReportProblem", "RulePhrase", "RuleProblem", "Saying", "TermCode", "TermPart"),
        ),
        _EACH_GAME,
    ),
    **dict.fromkeys(("Claim", "ClaimKind", "Irregularity"), _RECORDED),
    "Game": "a kind of game in scoring; the model is a game (局) of several deals",
    "RankedFrom": "the choices of the column are those of the computation, member by member",
    "Refused": "an operation refuses as a computation does: it is a subclass, caught as one",
    "RuleSet": "each game has its own, and rows of the model keep versions of either",
    "Verb": "each room has its own verbs of the log",
}
"""The public classes that share a name, each with the reason why none of them is renamed."""


def shared_class_names(sources: Sources) -> Iterator[Complaint]:
    """Complain of classes that share a name without a reason, and of reasons without need."""
    shared = {name: places for name, places in _classes(sources).items() if len(places) > 1}
    for name in sorted(shared.keys() - SHARED.keys() - {"Command"}):
        (first, _line), *others = shared[name]
        for path, line in others:
            words = f"{sources.name(first)} has a class {name} too: rename one"
            yield sources.complaint(path, line, words)
    for name in sorted(SHARED.keys() - shared.keys() if sources.is_whole else ()):
        yield Complaint(_SELF, 1, f"only one class is called {name}: take it off the list")
    if len(SHARED) > MOST_SHARED:
        yield Complaint(_SELF, 1, f"{len(SHARED)} names are shared, at most {MOST_SHARED} may be")


def _classes(sources: Sources) -> dict[str, list[tuple[Path, int]]]:
    """Return the public classes of the rooms by their names, with file and line."""
    classes: dict[str, list[tuple[Path, int]]] = {}
    for path in sources.modules(*ROOMS, at_least=900):
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes.setdefault(node.name, []).append((path, node.lineno))
    return classes


_SELF: Final = "config/linting/names.py"
