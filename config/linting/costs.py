"""The cost of the daily run: the marks of the tests, compared with recorded times.

`tests/durations.json` holds the processor seconds of each case in a recorded run. Lint reads it and
no clock, so that a busy machine causes no failure. Tests are marked one by one, so that every file
has its main cases in the daily run.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Final

from config.linting.sources import Complaint, Sources, text, tree
from config.source_packages import TESTS

_MARKS_ALL = "pytestmark"
_FULL = "pytest.mark.full"


def no_file_is_full(sources: Sources) -> Iterator[Complaint]:
    """Complain of files without any test in the daily run."""
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
        isinstance(node, ast.Attribute) and ast.unparse(node) == _FULL for node in ast.walk(value)
    )


RECORD: Final = "tests/durations.json"
MOST: Final = 0.5
"""Seconds of processor up to which a case may be run every day."""
UNKNOWN: Final = 20
"""One daily test of so many may be new, and without a record."""
BUDGETS: Final[Mapping[str, float]] = {
    "tests": 2.7,
    "tests/clubs": 14.2,
    "tests/config": 6.1,
    "tests/config/serving": 2.8,
    "tests/interface": 1.9,
    "tests/referee": 5.2,
    "tests/referee/rulings": 4,
    "tests/referee/sheets": 6.2,
    "tests/scoring": 23.5,
    "tests/tournaments": 22.6,
    "tests/tournaments/organise": 5.1,
    "tests/tournaments/pairing": 3.7,
    "tests/web": 0.3,
    "tests/web/desk": 4.0,
    "tests/web/publish": 18.5,
    "tests/web/tablet": 4,
}
"""Seconds of processor that the daily cases of a directory may take; the longest name counts."""

_EVERY_DAY = re.compile(r"every_day\(.*each=(\d+)\)")
_LONG = ("pytest.mark.full", "pytest.mark.nightly")
_OVER_POSTGRESQL = " on PostgreSQL"


@dataclass(frozen=True, slots=True)
class Test:
    """A test of the daily run, with the times of its cases; none if they were not recorded."""

    file: str
    line: int
    name: str
    seconds: tuple[float, ...]
    has_long_cases: bool
    share: float = 1
    """Of its cases so many are of the daily run."""


def costs(sources: Sources) -> Iterator[Complaint]:
    """Complain of slow daily tests, of directories over budget and of an outdated record."""
    daily = list(daily_tests(sources))
    for test in daily:
        if max(test.seconds, default=0) > MOST and not test.has_long_cases:
            longest = max(test.seconds)
            sentence = f"{test.name} takes {longest} s: mark it `full`, or make it cheaper"
            yield Complaint(test.file, test.line, sentence)
    spent: Counter[str] = Counter()
    for test in daily:
        spent[directory_of(test.file)] += sum(test.seconds) * test.share  # type: ignore[assignment]
    for directory, seconds in sorted(spent.items()):
        if round(seconds, 1) > (budget := BUDGETS.get(directory, 0)):
            sentence = f"its daily cases take {seconds:.1f} s of {budget}"
            yield Complaint(directory, 1, sentence)
    unknown = sum(not test.seconds for test in daily)
    if unknown * UNKNOWN > len(daily):
        sentence = f"knows nothing of {unknown} of {len(daily)} daily tests: record them"
        yield Complaint(RECORD, 1, sentence)


def directory_of(file: str) -> str:
    """Return the directory of the budgets that contains a file."""
    inside = [name for name in BUDGETS if file.startswith(f"{name}/")]
    return max(inside, key=len, default=file.rpartition("/")[0])


def daily_tests(sources: Sources) -> Iterator[Test]:
    """Yield the tests of the daily run, by file."""
    record = json.loads(text(sources.root / RECORD)) if (sources.root / RECORD).exists() else {}
    for path in sources.modules(TESTS, at_least=780):
        file = sources.name(path)
        if path.name.startswith("test_"):
            module = tree(path)
            of_all = [line for line in map(ast.unparse, module.body) if "pytestmark" in line]
            if not _are_long(of_all):
                yield from _tests_of(file, module.body, "", record.get(file, {}))


def _tests_of(
    file: str, statements: list[ast.stmt], within: str, record: Mapping[str, float]
) -> Iterator[Test]:
    for node in statements:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        marks = [ast.unparse(mark) for mark in node.decorator_list]
        own = [mark for mark in marks if not mark.startswith("pytest.mark.parametrize")]
        if _are_long(own):
            continue
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _tests_of(file, node.body, f"{within}{node.name}::", record)
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            name = within + node.name
            seconds = _seconds(record, name)
            yield Test(file, node.lineno, name, seconds, _are_long(marks), _share(marks))


def _are_long(marks: list[str]) -> bool:
    return any(long in mark for mark in marks for long in _LONG)


def _share(marks: list[str]) -> float:
    """Return the share of parameter sets in the daily run; see `tests.samples.every_day`."""
    return 1 / prod(int(each) for mark in marks for each in _EVERY_DAY.findall(mark))


def _seconds(record: Mapping[str, float], name: str) -> tuple[float, ...]:
    return tuple(
        seconds
        for case, seconds in record.items()
        if case.partition("[")[0] == name and not case.endswith(_OVER_POSTGRESQL)
    )
