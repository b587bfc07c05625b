"""The possible changes of one node of a source: four kinds, each described in one line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

TURNED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
FILTERS: Final = frozenset({"Q", "exclude", "filter", "get"})
"""What asks the database by keywords, each of which is part of a key."""
REFUSING: Final = ("refuse", "problem", "Problem", "problems")
"""How the names end of what makes a reason for which something is refused."""
COLLECTING: Final = frozenset({"add", "append", "extend"})
NOTHING: Final = "nothing"


class Kind(StrEnum):
    """The defect of a mutant."""

    COMPARISON = "comparison"
    CONDITION = "condition"
    KEY = "key"
    REFUSAL = "refusal"


Placed: TypeAlias = ast.expr | ast.stmt


@dataclass(frozen=True, slots=True)
class Change:
    """A node, its replacement (None for a statement without effect), and a description."""

    kind: Kind
    node: Placed
    text: str | None
    told: str


def of(node: ast.AST, *, is_key: bool) -> Iterator[Change]:
    """Yield the changes of a node itself, not of its children."""
    match node:
        case ast.Compare():
            yield from _turned(node)
        case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            yield from _halved(node)
        case ast.Tuple(elts=[_, _, *_]) if is_key:
            yield from _less_keyed(node)
        case ast.Call():
            yield from _less_asked(node)
        case ast.List():
            yield from _less_refused(node)
        case ast.stmt() if _refuses(node):
            yield Change(Kind.REFUSAL, node, None, f"{_in_one_line(node)} → {NOTHING}")


def _turned(node: ast.Compare) -> Iterator[Change]:
    for number, operator in enumerate(node.ops):
        turned = TURNED[type(operator)]()
        operators = [*node.ops[:number], turned, *node.ops[number + 1 :]]
        yield _replaced(Kind.COMPARISON, node, ast.Compare(node.left, operators, node.comparators))


def _halved(node: ast.BoolOp | ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node, ast.UnaryOp):
        yield _replaced(Kind.CONDITION, node, node.operand)
        return
    for values in _without_one(node.values):
        half = values[0] if len(values) == 1 else ast.BoolOp(node.op, values)
        yield _replaced(Kind.CONDITION, node, half)


def _less_keyed(node: ast.Tuple) -> Iterator[Change]:
    for elements in _without_one(node.elts):
        yield _replaced(Kind.KEY, node, ast.Tuple(elements, ast.Load()))


def _less_asked(node: ast.Call) -> Iterator[Change]:
    """Yield a database query without one of its keywords."""
    if _name(node.func) in FILTERS:
        for number, keyword in enumerate(node.keywords):
            if keyword.arg is not None:
                kept = [*node.keywords[:number], *node.keywords[number + 1 :]]
                yield _replaced(Kind.KEY, node, ast.Call(node.func, node.args, kept))


def _less_refused(node: ast.List) -> Iterator[Change]:
    """Yield a list of refusals without those of one source."""
    for element, kept in zip(node.elts, _without_one(node.elts), strict=True):
        if isinstance(element, ast.Starred) and _makes_a_refusal(element.value):
            text = ast.unparse(ast.List(kept, ast.Load()))
            yield Change(Kind.REFUSAL, node, text, f"{_in_one_line(element)} → {NOTHING}")


def _refuses(statement: ast.stmt) -> bool:
    """Whether a statement raises, or adds or yields a reason for a refusal."""
    match statement:
        case ast.Raise():
            return True
        case ast.AugAssign(target=target):
            return _name(target).endswith(REFUSING)
        case ast.Expr(value=ast.Yield(value=ast.expr() as value) | ast.YieldFrom(value=value)):
            return _makes_a_refusal(value)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=whole, attr=name), args=[value])):
            adds = name in COLLECTING
            return adds and (_name(whole).endswith(REFUSING) or _makes_a_refusal(value))
    return False


def _makes_a_refusal(value: ast.expr) -> bool:
    return any(
        isinstance(part, ast.Call) and _name(part.func).endswith(REFUSING)
        for part in ast.walk(value)
    )


def _replaced(kind: Kind, node: ast.expr, new: ast.expr) -> Change:
    return Change(kind, node, ast.unparse(new), f"{_in_one_line(node)} → {_in_one_line(new)}")


def _in_one_line(node: ast.AST) -> str:
    """Return a node in one line; for a call only its name, without the object it is called on."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = ast.Call(ast.Name(node.func.attr, ast.Load()), node.args, node.keywords)
    return " ".join(ast.unparse(node).split())


def _name(node: ast.AST) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


def _without_one(elements: list[ast.expr]) -> Iterator[list[ast.expr]]:
    for number in range(len(elements)):
        yield [*elements[:number], *elements[number + 1 :]]
