"""Rules about the structure of modules, besides the import contracts.

`scoring` needs the standard library alone, and its shared modules name no game. Some things are
done in a few files only. A function that takes a snapshot of an event makes no queries: further
data are read before and passed in as values, so that a preview, a page and a test compute the same
from the same values. The rule sees the queries of a function itself, not of the functions it calls.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from config.linting.sources import Complaint, Sources, line_of, text, tree
from config.source_packages import ROOMS, TEMPLATES, TRANSLATED

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


def snapshot_asks(sources: Sources) -> Iterator[Complaint]:
    """Complain of functions that take a snapshot and query."""
    for path in sources.modules(*ROOMS, at_least=900):
        if "snapshot" not in text(path).lower():
            continue
        module = tree(path)
        compiled = frozenset(_compiled(module))
        for function in filter(_takes_snapshot, ast.walk(module)):
            assert isinstance(function, ast.FunctionDef)  # noqa: S101  so says the filter
            if lines := sorted(set(_lines_that_ask(function, compiled))):
                words = f"{function.name} takes a snapshot and asks the database: hand the value in"
                yield sources.complaint(path, lines[0], words)


def _takes_snapshot(node: ast.AST) -> bool:
    if not isinstance(node, ast.FunctionDef):
        return False
    arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    return any(each.arg == "snapshot" or _is_snapshot(each.annotation) for each in arguments)


def _is_snapshot(annotation: ast.expr | None) -> bool:
    """Whether a type is a snapshot, or an optional one; not a callable that returns one."""
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


HOURS: Final = re.compile(r"date_format|time_format|strftime|:%H:")
COLUMN: Final = "_at"
"""How the names of columns end that hold a moment."""


def hours_of_columns(sources: Sources) -> Iterator[Complaint]:
    """Complain of hours that are written straight from a column, which is in UTC.

    Templates write them in the zone of the hall, which the functions of Python do not.
    """
    for path in sources.modules(*ROOMS, at_least=900):
        if not HOURS.search(text(path)):
            continue
        for node in ast.walk(tree(path)):
            for written in _written_hours(node):
                name = getattr(written, "attr", getattr(written, "id", ""))
                if name.endswith(COLUMN):
                    words = f"{ast.unparse(written)} is in UTC: write its timezone.localtime"
                    yield sources.complaint(path, getattr(node, "lineno", 1), words)


def _written_hours(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what is written as an hour: by a function of the framework, or in an f-string."""
    if isinstance(node, ast.FormattedValue):
        if node.format_spec and ":" in ast.unparse(node.format_spec):
            yield node.value
    elif isinstance(node, ast.Call):
        function = node.func
        name = getattr(function, "attr", getattr(function, "id", ""))
        if name in ("date_format", "time_format"):
            yield from node.args[:1]
        elif name == "strftime" and isinstance(function, ast.Attribute):
            yield function.value


GAMES = ("gongzhu", "shengji")
FORBIDDEN = {"random", "time", "datetime", "gettext", "secrets", "uuid", "socket", "threading"}
"""Of the standard library what reads a clock, draws by chance or speaks to somebody."""
_WORDS = ("id", "attr", "arg", "name", "module", "value")
"""The attributes of syntax nodes that hold a name or a text."""
_ALLOWED = {*sys.stdlib_module_names, "scoring"} - FORBIDDEN


def assigned_twice(sources: Sources) -> Iterator[Complaint]:
    """Complain of names of a module that are assigned a second time: functions see the last.

    One that takes its own earlier value, such as a decorated one, is meant.
    """
    for path in sources.modules(*ROOMS, at_least=900):
        first: dict[str, int] = {}
        for node in tree(path).body:
            for name in _assigned(node):
                if name in first:
                    words = f"{name} was assigned in line {first[name]}: give each its name"
                    yield sources.complaint(path, node.lineno, words)
                first.setdefault(name, node.lineno)


def _assigned(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement assigns again, also those of a tuple."""
    if isinstance(node, ast.AnnAssign):
        targets: list[ast.expr] = [node.target] if node.value else []
    else:
        targets = node.targets if isinstance(node, ast.Assign) else []
    value = getattr(node, "value", None)
    used = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)} if value else set()
    for each in (each for target in targets for each in ast.walk(target)):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and each.id not in used:
            yield each.id


def imports_of_scoring(sources: Sources) -> Iterator[Complaint]:
    """Complain of imports for which the rules of a game would need more than Python."""
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
    """Complain of game names in code that all games share; examples may name one."""
    shared = [path for path in (sources.root / "scoring").glob("*.py") if path.stem[:2] != "__"]
    for path in sorted(sources.enough(10, shared)):
        for line, word in _words_of_code(tree(path)):
            for game in GAMES:
                if game in word:
                    yield sources.complaint(path, line, f"what games share does not name {game}")


def _words_of_code(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every name and every text of a module except its docstrings."""
    docstrings = {
        node.value
        for node in ast.walk(module)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(module):
        words = (getattr(node, field, None) for field in _WORDS)
        if node not in docstrings:
            yield from ((getattr(node, "lineno", 1), str(word)) for word in words if word)


@dataclass(frozen=True, slots=True)
class NarrowDoor:
    """Something that is done in these files alone."""

    what: str
    sign: re.Pattern[str]
    folders: tuple[str, ...]
    suffixes: frozenset[str]
    at_least: int
    files: frozenset[str]


DOORS: Final = (
    NarrowDoor(
        # `access` activates the time zone of the tournament of every row that it fetches.
        "activates a time zone",
        re.compile(r"timezone\.(?:override|activate)\(|[{]% timezone |[|]timezone:"),
        (*ROOMS, TEMPLATES),
        frozenset({".py", ".html"}),
        1400,
        frozenset({"tournaments/base/local_time.py"}),
    ),
    NarrowDoor(
        # Before the reveal only a side reads its own line-up, see `sealed_access`.
        "reads line-ups",
        re.compile(r"LineUp\.objects|(?<!tournaments)\.line_ups\."),
        TRANSLATED,
        frozenset({".py"}),
        900,
        frozenset(
            {
                "tournaments/rights/sealed_access.py",
                # Persons named in line-ups of one event cannot be merged.
                "tournaments/persons/shared_events.py",
                "tournaments/line_ups/line_up_state.py",
                # The read of an event takes only times of line-ups, no seats.
                "tournaments/results/event_rows.py",
                "tournaments/organise/handing_in/line_ups.py",
                # In individual events a side checks whether it has named its own.
                "config/simulation/line_ups.py",
            }
        ),
    ),
)


def narrow_doors(sources: Sources) -> Iterator[Complaint]:
    """Complain of what is done in other files, and of listed files that no longer do it."""
    for door in DOORS:
        yield from through(door, sources)


def through(door: NarrowDoor, sources: Sources) -> Iterator[Complaint]:
    """Complain about one door."""
    unseen = set(door.files)
    for path in sources.files(door.folders, set(door.suffixes), door.at_least):
        found = door.sign.search(text(path))
        if found and sources.name(path) not in door.files:
            line = line_of(text(path), found.start())
            yield sources.complaint(path, line, f"only a few files may do this: it {door.what}")
        elif found:
            unseen.discard(sources.name(path))
    for name in sorted(unseen):
        yield Complaint(name, 1, f"it is on the list of what {door.what}, and does not")
