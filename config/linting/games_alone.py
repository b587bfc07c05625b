"""`scoring` stands alone: the standard library is enough, and what games share names none."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from config.linting.sources import Complaint, Sources, tree

GAMES = ("gongzhu", "shengji")
FORBIDDEN = {"random", "time", "datetime", "gettext", "secrets", "uuid", "socket", "threading"}
"""Of the standard library what reads a clock, draws by chance or speaks to somebody."""
_WORDS = ("id", "attr", "arg", "name", "module", "value")
"""Where a node of Python has its name or its text."""
_ALLOWED = {*sys.stdlib_module_names, "scoring"} - FORBIDDEN


def imports_of_scoring(sources: Sources) -> Iterator[Complaint]:
    """Complain of imports by which the rules of a game would need more than Python."""
    for path in sources.modules("scoring", at_least=85):
        for node in ast.walk(tree(path)):
            for package in sorted(_imported(node) - _ALLOWED):
                line = getattr(node, "lineno", 1)
                yield sources.complaint(path, line, f"scoring does without {package}")


def _imported(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name.split(".")[0] for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return {node.module.split(".")[0]}
    return set()


def names_of_games(sources: Sources) -> Iterator[Complaint]:
    """Complain where what all games share knows one of them; an example may name it."""
    shared = [path for path in (sources.root / "scoring").glob("*.py") if path.stem[:2] != "__"]
    for path in sorted(sources.enough(10, shared)):
        for line, word in _words_of_code(tree(path)):
            for game in GAMES:
                if game in word:
                    yield sources.complaint(path, line, f"what games share does not name {game}")


def _words_of_code(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every name and every text of a module but its docstrings."""
    docstrings = {
        node.value
        for node in ast.walk(module)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(module):
        words = (getattr(node, field, None) for field in _WORDS)
        if node not in docstrings:
            yield from ((getattr(node, "lineno", 1), str(word)) for word in words if word)
