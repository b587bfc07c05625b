"""How tests are marked: one by one, so that a file has its main cases in the daily run."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from config.linting.sources import Complaint, Sources, text, tree
from config.source_packages import TESTS

_MARKS_ALL = "pytestmark"
_LONG = "pytest.mark.full"


def no_file_is_full(sources: Sources) -> Iterator[Complaint]:
    """Complain of files of which the daily run takes nothing."""
    for path in sources.modules(TESTS, at_least=780):
        if _MARKS_ALL in text(path):
            for node in tree(path).body:
                if _marks_all_as_long(node):
                    sentence = "no file is `full` as a whole: mark the cases that are long"
                    yield sources.complaint(path, node.lineno, sentence)


def _marks_all_as_long(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    else:
        return False
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    return _MARKS_ALL in names and statement.value is not None and _is_long(statement.value)


def _is_long(value: ast.expr) -> bool:
    return any(
        isinstance(node, ast.Attribute) and ast.unparse(node) == _LONG for node in ast.walk(value)
    )
