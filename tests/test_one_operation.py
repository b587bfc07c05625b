"""One button is one operation: a view of desk or tablet makes at most one change on any path.

Two changes are two that can come apart: the second is refused, or the machine stops between them,
and the page has said that both were made. What writes is found in the sources: a function that
opens an audited change, or calls one that does. A method is followed by its name, into the classes
that the module of the view names.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
OPENS: Final = {
    "tournaments.record.audit.change",
    "tournaments.record.audit.share",
    "tournaments.record.club_log.change",
    "tournaments.record.club_log.changes",
    "tournaments.record.once.once",
}
"""What opens a change; so does the method `once` of a form that was sent."""
VIEWS: Final = ("web.desk.", "web.tablet.")
DECORATED: Final = {"page", "act", "require_POST", "require_http_methods"}
Function = ast.FunctionDef | ast.AsyncFunctionDef
MANY: Final = 2
"""What one call in a loop counts as."""
ALLOWED: Final = {
    # A typed sheet is handed in and then confirmed, as at a table.
    "web.desk.deals.typing.type_sheet",
    # Every ticked group is merged for itself; what is refused is told, and the others stay.
    "web.desk.members.doubles.doubles",
}
"""Views that make several changes."""


@dataclass
class Module:
    """The functions of a module, and what its names mean elsewhere."""

    name: str
    functions: dict[str, Function] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)


@cache
def modules() -> dict[str, Module]:
    """Read every module of the program."""
    read = {}
    for package in ("clubs", "referee", "tournaments", "web"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            read[name] = _module(name, ast.parse(path.read_text(encoding="utf-8")))
    return read


def _module(name: str, tree: ast.Module) -> Module:
    found = Module(name)
    for node in tree.body:
        if isinstance(node, Function):
            found.functions[node.name] = node
        elif isinstance(node, ast.ClassDef):
            found.classes[node.name] = node
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                found.names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return found


def meant(module: Module, call: ast.expr) -> str:
    """Return the dotted name of what is called, "" where it is not known."""
    if isinstance(call, ast.Name):
        if call.id in module.functions:
            return f"{module.name}.{call.id}"
        return _origin(module.names.get(call.id, ""))
    if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name):
        base = module.names.get(call.value.id, "")
        return _origin(f"{base}.{call.attr}") if base in modules() else ""
    return ""


def _origin(name: str) -> str:
    """Follow a name that a package hands on to where it is written."""
    base, _dot, last = name.rpartition(".")
    package = modules().get(base)
    if package is None or last in package.functions or package.names.get(last, name) == name:
        return name
    return _origin(package.names[last])


def opens(module: Module, call: ast.Call) -> bool:
    """Whether a call opens a change itself."""
    is_form = isinstance(call.func, ast.Attribute) and call.func.attr == "once"
    return is_form or meant(module, call.func) in OPENS


def calls(node: ast.AST) -> Iterator[ast.Call]:
    return (each for each in ast.walk(node) if isinstance(each, ast.Call))


def methods(module: Module, name: str) -> Iterator[tuple[Module, Function]]:
    """Go through the methods of that name of the classes of faces that a module names."""
    named = [f"{module.name}.{each}" for each in module.classes]
    named += map(_origin, module.names.values())
    for each in filter(lambda origin: origin.startswith(VIEWS), named):
        yield from _methods_of(each, name)


def _methods_of(origin: str, name: str) -> Iterator[tuple[Module, Function]]:
    base, _dot, last = origin.rpartition(".")
    module = modules().get(base)
    if module is None or last not in module.classes:
        return
    written = module.classes[last]
    for node in written.body:
        if isinstance(node, Function) and node.name == name:
            yield module, node
            return
    for parent in written.bases:
        if isinstance(parent, ast.Name):
            at_hand = parent.id in module.classes
            above = f"{base}.{parent.id}" if at_hand else _origin(module.names.get(parent.id, ""))
            yield from _methods_of(above, name)


@cache
def writing() -> frozenset[str]:
    """Return the functions below the faces that open a change, or call one that does."""
    called: dict[str, set[str]] = {}
    found: set[str] = set()
    for module in modules().values():
        if module.name.startswith("web"):
            continue
        for name, function in module.functions.items():
            every = list(calls(function))
            called[f"{module.name}.{name}"] = {meant(module, call.func) for call in every}
            if any(opens(module, call) for call in every):
                found.add(f"{module.name}.{name}")
    while more := {name for name, of in called.items() if name not in found and of & found}:
        found |= more
    return frozenset(found)


@dataclass(frozen=True)
class Changes:
    """The most changes of the paths that go on after a block, None if none does, and of all."""

    after: int | None
    most: int


class Counting:
    """Counts the changes of the paths of a view, into the functions of the faces that it calls."""

    def __init__(self) -> None:
        self.within: set[str] = set()

    def of_function(self, module: Module, function: Function) -> int:
        name = f"{module.name}.{function.name}"
        if name in self.within:
            return 0
        self.within.add(name)
        try:
            return self.of_block(module, function.body).most
        finally:
            self.within.discard(name)

    def of_block(self, module: Module, body: Iterable[ast.stmt]) -> Changes:
        sofar: int = 0
        most = 0
        for statement in body:
            part = self.of_statement(module, statement)
            most = max(most, sofar + part.most)
            if part.after is None:
                return Changes(None, most)
            sofar += part.after
        return Changes(sofar, max(most, sofar))

    def of_statement(self, module: Module, node: ast.stmt) -> Changes:
        match node:
            case ast.Return() | ast.Raise() | ast.Continue() | ast.Break():
                return Changes(None, self.of_expression(module, node))
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return Changes(0, 0)
            case ast.For() | ast.While() | ast.With() | ast.Try() | ast.If() | ast.Match():
                return self._of_compound(module, node)
        made = self.of_expression(module, node)
        return Changes(made, made)

    def _of_compound(self, module: Module, node: ast.stmt) -> Changes:
        match node:
            case ast.If(test=head, body=body, orelse=others):
                part = self._either(module, [body, others])
            case ast.Match(subject=head, cases=cases):
                part = self._either(module, [*(case.body for case in cases), []])
            case ast.For(iter=head, body=body) | ast.While(test=head, body=body):
                each = self.of_block(module, body)
                again = (each.after or 0) * MANY
                part = Changes(again, max(again, each.most))
            case ast.With(items=items, body=body):
                inner = self.of_block(module, body)
                # What the block returns may not be reached: a refusal goes on after it.
                head = ast.Tuple(elts=[item.context_expr for item in items])
                part = Changes(inner.after or 0, inner.most)
            case ast.Try():
                return self._of_try(module, node)
            case _:
                raise TypeError(node)
        return self._after(self.of_expression(module, head), part)

    def _of_try(self, module: Module, node: ast.Try) -> Changes:
        tried = self.of_block(module, [*node.body, *node.orelse])
        # A handler follows a change that was refused.
        handled = self._either(module, [handler.body for handler in node.handlers])
        ends = [end for end in (tried.after, handled.after) if end is not None]
        after = max(ends) if ends else None
        return Changes(after, max(tried.most, handled.most))

    def _either(self, module: Module, blocks: list[list[ast.stmt]]) -> Changes:
        parts = [self.of_block(module, block) for block in blocks] or [Changes(0, 0)]
        ends = [part.after for part in parts if part.after is not None]
        return Changes(max(ends) if ends else None, max(part.most for part in parts))

    def _after(self, first: int, part: Changes) -> Changes:
        after = None if part.after is None else part.after + first
        return Changes(after, part.most + first)

    def of_expression(self, module: Module, node: ast.AST) -> int:
        return sum(self.of_call(module, call) for call in calls(node))

    def of_call(self, module: Module, call: ast.Call) -> int:
        if opens(module, call):
            return MANY
        name = meant(module, call.func)
        if name in writing():
            return 1
        if not name and isinstance(call.func, ast.Attribute):
            found = methods(module, call.func.attr)
            return max((self.of_function(*method) for method in found), default=0)
        base, _dot, last = name.rpartition(".")
        if not name.startswith(VIEWS) or base not in modules():
            return 0
        called = modules()[base].functions.get(last)
        return self.of_function(modules()[base], called) if called is not None else 0


def views() -> Iterator[tuple[Module, Function]]:
    for module in modules().values():
        if module.name.startswith(VIEWS):
            for function in module.functions.values():
                if DECORATED & set(map(_decorator, function.decorator_list)):
                    yield module, function


def _decorator(node: ast.expr) -> str:
    named = node.func if isinstance(node, ast.Call) else node
    return named.id if isinstance(named, ast.Name) else ""


@pytest.mark.full
def test_no_view_makes_two_changes_or_opens_one() -> None:
    made = {
        f"{module.name}.{function.name}": Counting().of_function(module, function)
        for module, function in views()
    }
    assert sum(made.values()) > 60
    assert {name for name, changes in made.items() if changes > 1} == ALLOWED


COUNTED: Final = """
def second(club, actor):
    organise.set_features(club, actor, [])

def two(club, actor):
    organise.set_features(club, actor, [])
    second(club, actor)

def either(club, actor):
    if club:
        return organise.set_features(club, actor, [])
    with suppress(Refused):
        organise.set_features(club, actor, [])
        return None
    return None

def each(clubs, actor):
    for club in clubs:
        organise.set_features(club, actor, [])

def opened(club, actor):
    with club_log.change(club, actor, "x"):
        pass
"""


def test_changes_are_counted_by_paths() -> None:
    module = _module("web.desk.counted", ast.parse(COUNTED))
    module.names |= {"organise": "tournaments.organise", "club_log": "tournaments.record.club_log"}
    modules()["web.desk.counted"] = module
    try:
        counted = {
            name: Counting().of_function(module, node) for name, node in module.functions.items()
        }
    finally:
        del modules()["web.desk.counted"]
    assert counted == {"second": 1, "two": 2, "either": 1, "each": 2, "opened": 2}
