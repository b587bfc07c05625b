"""The places of a source where a small change should be noticed, and the source with each change.

Only bodies of functions have candidates: the statements of a module or a class have run before any
mutant begins.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from scripts.mutating import changes
from scripts.mutating.changes import Change, Kind

Names: TypeAlias = tuple[str, ...]
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
BLOCKS: Final = (ast.If, ast.Try, ast.With)
LOOKUPS: Final = frozenset({"add", "get", "pop", "setdefault"})
"""What asks a dict or a set by its first argument."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of a source: its lines and columns, and the replacement.

    `function` is the path through classes and functions, and `change` says it in one line: both
    stay the same when lines above move.
    """

    path: str
    function: str
    kind: Kind
    change: str
    begin: tuple[int, int]
    end: tuple[int, int]
    replacement: str

    @property
    def place(self) -> str:
        return f"{self.path}:{self.begin[0]}"

    def applied(self, source: str) -> str:
        """Return the source with this change; every other line keeps its number."""
        lines = source.encode().splitlines(keepends=True)
        (first, column), (last, end_column) = self.begin, self.end
        before, after = lines[first - 1][:column], lines[last - 1][end_column:]
        changed = before + self.replacement.encode() + after
        return b"".join([*lines[: first - 1], changed, *lines[last:]]).decode()


def mutants_of(root: Path, package: str) -> list[Mutant]:
    """Return every mutant of a package, a folder or a file below `root`, without migrations."""
    place = root / package
    files = [place] if place.is_file() else sorted(place.rglob("*.py"))
    return [
        mutant
        for file in files
        if "migrations" not in file.parts
        for mutant in mutants_in(file.relative_to(root).as_posix(), file.read_text("utf-8"))
    ]


def mutants_in(path: str, source: str) -> list[Mutant]:
    """Return every mutant of a source, in the order of its lines."""
    tree = ast.parse(source)
    found = [*_Finder(path, _key_functions(tree)).in_block(tree, ())]
    return sorted(found, key=lambda mutant: (mutant.begin, mutant.end, mutant.change))


def chosen(mutants: list[Mutant], seed: int, most: int) -> list[Mutant]:
    """Return at most this many of them, the same ones for the same seed, in order."""
    drawn = Random(seed).sample(range(len(mutants)), min(most, len(mutants)))  # noqa: S311
    return [mutants[number] for number in sorted(drawn)]


def _key_functions(tree: ast.Module) -> frozenset[str]:
    """Return the functions of a module that serve as sort or group keys."""
    keywords = (node for node in ast.walk(tree) if isinstance(node, ast.keyword))
    return frozenset(
        node.value.id for node in keywords if node.arg == "key" and isinstance(node.value, ast.Name)
    )


class _Finder:
    def __init__(self, path: str, key_functions: frozenset[str]) -> None:
        self._path, self._key_functions = path, key_functions

    def in_block(self, node: ast.AST, names: Names) -> Iterator[Mutant]:
        """Look for functions in a module or a class, whose own statements run at import."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, FUNCTIONS):
                yield from self._in_body(child, names)
            elif isinstance(child, ast.ClassDef):
                yield from self.in_block(child, (*names, child.name))
            elif isinstance(child, BLOCKS):
                yield from self.in_block(child, names)

    def _in_body(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef, names: Names
    ) -> Iterator[Mutant]:
        for statement in node.body:
            yield from self._below(statement, (*names, node.name), is_key=False)

    def _below(self, node: ast.AST, names: Names, *, is_key: bool) -> Iterator[Mutant]:
        """Yield the mutants of a node and its children; `is_key` if it serves as a key."""
        if isinstance(node, FUNCTIONS):
            yield from self._in_body(node, names)
            return
        if isinstance(node, ast.JoinedStr):
            return  # nodes inside a text have no positions
        for change in changes.of(node, is_key=is_key):
            yield self._mutant(change, names)
        for child in ast.iter_child_nodes(node):
            if not (isinstance(node, ast.AnnAssign) and child is node.annotation):
                of_key = self._is_key(node, child, names[-1], is_key=is_key)
                yield from self._below(child, names, is_key=of_key)

    def _is_key(self, parent: ast.AST, child: ast.AST, function: str, *, is_key: bool) -> bool:
        match parent:
            case ast.keyword(arg="key"):
                return isinstance(child, ast.Lambda)
            case ast.Lambda(body=part) | ast.IfExp(body=part) | ast.IfExp(orelse=part):
                return is_key and (child is part or isinstance(parent, ast.IfExp))
            case ast.Return():
                return function in self._key_functions
        return _is_looked_up(parent, child)

    def _mutant(self, change: Change, names: Names) -> Mutant:
        node = change.node
        begin, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
        assert end[0] is not None and end[1] is not None  # noqa: S101, PT018
        kept = "\n" * (end[0] - begin[0])
        text = f"pass{kept}" if change.text is None else f"({change.text}{kept})"
        where = ".".join(names)
        return Mutant(self._path, where, change.kind, change.told, begin, (end[0], end[1]), text)


def _is_looked_up(parent: ast.AST, child: ast.AST) -> bool:
    """Whether a child is the key by which its parent stores or finds something."""
    match parent:
        case ast.Subscript(slice=part) | ast.DictComp(key=part) | ast.SetComp(elt=part):
            return child is part
        case ast.Compare(left=part, ops=[ast.In() | ast.NotIn()]):
            return child is part
        case ast.Dict(keys=keys):
            return child in keys
        case ast.Call(func=ast.Attribute(attr=name), args=[first, *_]):
            return name in LOOKUPS and child is first
    return False
