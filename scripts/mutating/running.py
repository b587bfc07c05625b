"""The plugin of pytest that tries mutants: each in a child that is forked from this process.

The child exchanges the code, runs the cases that entered the changed line until one fails, and
ends; the next one begins with the database as created.
"""

from __future__ import annotations

import gc
import resource
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import pytest

from scripts.mutating.candidates import Mutant
from scripts.mutating.children import in_a_child
from scripts.mutating.kept_tables import KeptTables
from scripts.mutating.living import Living
from scripts.mutating.recording import Lines, take_few_examples
from scripts.mutating.refusals import CannotBegin

TIMES: Final = 10
PATIENCE: Final = 20
"""A mutant may use so many times the recorded seconds, and so many more: else it is found."""


class State(StrEnum):
    """The outcome of a mutant."""

    FOUND = "found"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"
    UNTRIED = "not tried"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a mutant, the case that found it, and the number of cases run."""

    mutant: Mutant
    state: State
    cases: int
    by: str = ""


class End(pytest.Item):
    """Placed after the last case of a child, so that it tears down everything but the session."""

    def runtest(self) -> None:
        """Never run."""
        raise NotImplementedError


class Trials:
    """The plugin: it runs no case in this process."""

    def __init__(
        self, root: Path, mutants: Sequence[Mutant], lines: Lines, tell: Callable[[Outcome], None]
    ) -> None:
        self._root, self._mutants, self._lines, self._tell = root, mutants, lines, tell
        self.outcomes: list[Outcome] = []
        self._items: dict[str, pytest.Item] = {}
        self._passes: dict[str, bool] = {}
        self._has_failed = False

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Use the examples of the recorded run."""
        take_few_examples()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Prepare everything once, then try one mutant after another."""
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        self._items = {item.nodeid: item for item in session.items}
        self._end = End.from_parent(session, name="end")
        self._living = Living(self._root, {mutant.path for mutant in self._mutants})
        self._make_ready(session.items[0])
        gc.collect()
        gc.freeze()
        for mutant in self._mutants:
            self.outcomes.append(self._outcome(mutant))
            self._tell(self.outcomes[-1])
        return True

    def cases(self) -> set[str]:
        """Return all cases that some mutant needs."""
        return {name for mutant in self._mutants for name in self._entered_by(mutant)}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        self._has_failed |= report.failed

    def _make_ready(self, first: pytest.Item) -> None:
        """Set up the start state of every child: the tables, and a folder for files."""
        module = first.getparent(pytest.Module)
        ready = pytest.Function.from_parent(module, name="ready", callobj=_ready)
        if not self._run_one(ready, self._end):
            raise CannotBegin("the database of the tests cannot be set up")
        self._tables = KeptTables()

    def _outcome(self, mutant: Mutant) -> Outcome:
        source = (self._root / mutant.path).read_text("utf-8")
        exchanges = self._living.exchanges(mutant.path, source, mutant.applied(source))
        if not exchanges:
            return Outcome(mutant, State.UNTRIED, 0)
        names = [name for name in self._entered_by(mutant) if name in self._items]
        while True:
            names = [name for name in names if self._passes.get(name, True)]
            told = self._in_a_child(names, exchanges)
            by = told["by"] if told else "a child that gave no answer"
            if not by:
                return Outcome(mutant, State.SURVIVED, len(names))
            if told is None or self._passes_unchanged(by):
                return Outcome(mutant, State.FOUND, told["cases"] if told else len(names), by)

    def _entered_by(self, mutant: Mutant) -> list[str]:
        lines = range(mutant.begin[0], mutant.end[0] + 1)
        return self._lines.entered_by(self._root / mutant.path, lines)

    def _passes_unchanged(self, name: str) -> bool:
        """Whether a failed case passes without the change; otherwise it proves nothing."""
        if name not in self._passes:
            told = self._in_a_child([name], [])
            self._passes[name] = told is not None and not told["by"]
        return self._passes[name]

    def _in_a_child(
        self, names: Sequence[str], exchanges: Sequence[tuple[FunctionType, CodeType]]
    ) -> dict[str, Any] | None:
        if not names:
            return {"by": "", "cases": 0}
        self._tables.restore()
        limit = TIMES * self._lines.seconds(names) + PATIENCE
        return in_a_child(partial(self._changed, names, exchanges), limit)

    def _changed(
        self, names: Sequence[str], exchanges: Sequence[tuple[FunctionType, CodeType]]
    ) -> dict[str, Any]:
        for function, code in exchanges:
            function.__code__ = code
        for number, name in enumerate(names, 1):
            behind = self._items[names[number]] if number < len(names) else self._end
            if not self._run_one(self._items[name], behind):
                return {"by": name, "cases": number}
        return {"by": "", "cases": len(names)}

    def _run_one(self, item: pytest.Item, behind: pytest.Item) -> bool:
        self._has_failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=behind)
        return not self._has_failed


@pytest.mark.usefixtures("django_db_setup")
def _ready(tmp_path_factory: pytest.TempPathFactory) -> None:
    tmp_path_factory.getbasetemp()


def processor() -> float:
    """Return the processor seconds of this process and of all ended children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
