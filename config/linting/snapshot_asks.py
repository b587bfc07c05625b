"""A function that takes a snapshot of an event asks the database nothing.

What a snapshot does not hold is asked before and handed in as a value, so that a preview, a page
and a test compute the same of the same values. Seen is what a function asks itself, not what it
calls.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from config.linting.sources import Complaint, Sources, text, tree
from config.source_packages import ROOMS

SNAPSHOT: Final = "EventSnapshot"
MANAGERS: Final = frozenset({"objects", "live"})
QUERY_SETS: Final = frozenset(
    {
        "aggregate",
        "annotate",
        "defer",
        "exclude",
        "exists",
        "filter",
        "in_bulk",
        "iterator",
        "latest",
        "order_by",
        "prefetch_related",
        "refresh_from_db",
        "select_related",
        "values_list",
    }
)
"""Methods that a query set or a row has, and no value of ours."""
COMPILED: Final = frozenset({"Query", "KeysQuery", "Update", "Insert", "Creation"})
"""The statements of `tournaments.system.compiled_queries`."""
_PAGE: Final = "a page shows rows of its own subject beside what the event comes to"
_PUBLISHED: Final = "what was published is compared with what the event comes to now"
_UNREAD: Final = "it asks where the event was not read, or for what is in no snapshot"
EXCEPTIONS: Final[Mapping[str, str]] = {
    "web/desk/arrivals/views.py _page": _PAGE,
    "web/desk/decisions/consequences.py consequences": _UNREAD,
    "web/desk/decisions/page_values.py people": _UNREAD,
    "web/desk/rulings/penalties.py _penalty_page": _PAGE,
    "web/desk/rulings/sources.py choices": _UNREAD,
    "web/publish/chat/texts.py _next_lines": _PAGE,
    "web/publish/pages/news.py changes_of_draw": _PUBLISHED,
    "web/publish/pages/news.py changes_of_standings": _PUBLISHED,
    "web/publish/pages/table.py recorded_answers": _PAGE,
    "web/publish/printed/final.py is_official": _PUBLISHED,
    "web/publish/round_tables/table_overview.py draft_of": _UNREAD,
}
"""Functions of faces that still ask, each by its file and name with the reason."""


def snapshot_asks(sources: Sources) -> Iterator[Complaint]:
    """Complain of a function that takes a snapshot and asks, and of an exception that does not."""
    yield from asked_beside(sources, EXCEPTIONS, names_all=sources.is_whole)


def asked_beside(
    sources: Sources, exceptions: Mapping[str, str], *, names_all: bool = False
) -> Iterator[Complaint]:
    """Complain, apart from these exceptions; where they are all of the program, of unused ones."""
    unseen = set(exceptions)
    for path in sources.modules(*ROOMS, at_least=900):
        if "snapshot" not in text(path).lower():
            continue
        module, name = tree(path), sources.name(path)
        compiled = frozenset(_compiled(module))
        for function in filter(_takes_snapshot, ast.walk(module)):
            assert isinstance(function, ast.FunctionDef)  # noqa: S101  so says the filter
            lines = sorted(set(_lines_that_ask(function, compiled)))
            known = f"{name} {function.name}"
            if lines and known not in exceptions:
                words = f"{function.name} takes a snapshot and asks the database: hand the value in"
                yield sources.complaint(path, lines[0], words)
            elif lines:
                unseen.discard(known)
    for known in sorted(unseen) if names_all else ():
        path_of, function_of = known.split()
        yield Complaint(path_of, 1, f"{function_of} is an exception that asks nothing any more")


def _takes_snapshot(node: ast.AST) -> bool:
    if not isinstance(node, ast.FunctionDef):
        return False
    arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    return any(each.arg == "snapshot" or _is_snapshot(each.annotation) for each in arguments)


def _is_snapshot(annotation: ast.expr | None) -> bool:
    """Whether a type is a snapshot, or one that may be missing; not a call that returns one."""
    if isinstance(annotation, ast.BinOp):
        return _is_snapshot(annotation.left) or _is_snapshot(annotation.right)
    return isinstance(annotation, ast.Name) and annotation.id == SNAPSHOT


def _compiled(module: ast.Module) -> Iterator[str]:
    """Yield the names of the compiled queries of a module."""
    for node in module.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call):
            made = node.value.func
            kind = made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", "")
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if kind in COMPILED:
                yield from (target.id for target in targets if isinstance(target, ast.Name))


def _lines_that_ask(function: ast.FunctionDef, compiled: Collection[str]) -> Iterator[int]:
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute):
            asks = node.attr in MANAGERS
        elif isinstance(node, ast.Name):
            asks = node.id in compiled
        else:
            asks = isinstance(node, ast.Call) and _is_query(node)
        if asks:
            yield getattr(node, "lineno", 1)


def _is_query(call: ast.Call) -> bool:
    """Whether a call is one of a query set; `get` and `values` of a mapping name no column."""
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if method in {"get", "values"}:
        return bool(call.keywords or (method == "values" and call.args))
    return method in QUERY_SETS
