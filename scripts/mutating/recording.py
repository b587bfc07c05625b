"""One run of the tests that records which case entered which line, and how long each took.

It is stored in a folder that git ignores, and is valid as long as no source and no test has
changed.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from coverage import Coverage, CoverageData

from config import source_packages

KEPT_IN: Final = Path(".mutants")
ELSEWHERE: Final = frozenset(
    {"chromium", "live_server", "postgres_url", "start_a_worker", "valkey_url", "worker_environ"}
)
"""Fixtures of cases that work in another process, which a mutant does not reach."""
SHARED: Final = "shared "
"""Begins the context of a fixture that several cases use, and only the first one sets up."""


@dataclass(slots=True)
class Case:
    """A case that passed: its seconds of processor, and the shared fixtures that it uses."""

    seconds: float
    shared: list[str]


@dataclass(slots=True)
class Recording:
    """A stored run besides its lines: its cases, and what they were recorded from."""

    digest: str
    cases: dict[str, Case] = field(default_factory=dict)


class Lines:
    """The cases that entered each line."""

    def __init__(self, recording: Recording, data: CoverageData) -> None:
        self._cases, self._data = recording.cases, data
        self._users: dict[str, set[str]] = defaultdict(set)
        for name, case in recording.cases.items():
            for shared in case.shared:
                self._users[SHARED + shared].add(name)

    def entered_by(self, path: Path, lines: range) -> list[str]:
        """Return the cases that entered any of some lines, the cheapest first."""
        by_line = self._data.contexts_by_lineno(str(path))
        contexts = {context for line in lines for context in by_line.get(line, ())}
        users = set[str]().union(*(self._users[each] for each in contexts))
        entered = {name for name in contexts | users if name in self._cases}
        return sorted(entered, key=lambda name: (self._cases[name].seconds, name))

    def seconds(self, names: Iterable[str]) -> float:
        """Return how long some cases took together."""
        return sum(self._cases[name].seconds for name in names)


class Recorder:
    """The plugin of pytest that records."""

    def __init__(self, coverage: Coverage, recording: Recording) -> None:
        self._coverage, self._recording = coverage, recording
        self._context = ""
        self._shared: set[str] = set()
        self._users: dict[str, set[str]] = {}
        self._unproven: set[str] = set()

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Try as few examples as the daily run, because a mutant that needs more is not found
        daily.
        """
        take_few_examples()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Leave out cases that work in another process."""
        left_out = [item for item in items if ELSEWHERE.intersection(_fixtures(item))]
        items[:] = [item for item in items if not ELSEWHERE.intersection(_fixtures(item))]
        config.hook.pytest_deselected(items=left_out)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Generator[None, object, object]:
        """Record from the first case to the last.

        A kept world would enter its lines only under the first case that uses it.
        """
        if keeping := sys.modules.get("tests.kept_worlds.keeping"):
            keeping.worlds.seconds = 0
        self._coverage.start()
        try:
            return (yield)
        finally:
            self._coverage.stop()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Record the lines and the seconds of a case under its name."""
        self._enter(item.nodeid)
        began = time.process_time()
        try:
            return (yield)
        finally:
            seconds = time.process_time() - began
            self._recording.cases[item.nodeid] = Case(round(seconds, 4), [])
            self._users[item.nodeid] = set(_fixtures(item))
            self._enter("")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any]
    ) -> Generator[None, object, object]:
        """Record what a shared fixture enters for every case that uses it."""
        if fixturedef.scope == "function":
            return (yield)
        before, name = self._context, fixturedef.argname
        self._shared.add(name)
        self._enter(SHARED + name)
        try:
            return (yield)
        finally:
            self._enter(before)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record failures: a case that fails without a change proves nothing."""
        if not report.passed:
            self._unproven.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Store the cases that passed."""
        cases = self._recording.cases
        for name in self._unproven & set(cases):
            del cases[name]
        for name, case in cases.items():
            case.shared = sorted(self._users[name] & self._shared)

    def _enter(self, context: str) -> None:
        self._context = context
        self._coverage.switch_context(context)


def take_few_examples() -> None:
    """Limit random examples to the number of the daily run.

    The library is loaded by pytest, which has to import it first.
    """
    importlib.import_module("hypothesis").settings.load_profile("daily")


def digest(root: Path, tests: Sequence[str]) -> str:
    """Return the digest for which a recording is valid: of these tests, and every source and
    test.
    """
    seen = hashlib.sha256(json.dumps([*tests]).encode())
    for file in source_packages.files(
        (*source_packages.ROOMS, source_packages.TESTS), {".py"}, root
    ):
        seen.update(file.relative_to(root).as_posix().encode() + file.read_bytes())
    return seen.hexdigest()


def record(root: Path, package: str, tests: Sequence[str]) -> None:
    """Run the tests, and store what they entered of a package."""
    listed, lines = _kept(root, package)
    listed.parent.mkdir(exist_ok=True)
    place = root / package
    coverage = Coverage(
        data_file=str(lines),
        config_file=False,
        include=[str(place / "*") if place.is_dir() else str(place)],
    )
    coverage.erase()
    recording = Recording(digest(root, tests))
    log = listed.with_suffix(".log").open("w", encoding="utf-8")
    with log, redirect_stdout(log), redirect_stderr(log):
        pytest.main([*OPTIONS, *tests], plugins=[Recorder(coverage, recording)])
    coverage.save()
    listed.write_text(json.dumps(asdict(recording)), "utf-8")


OPTIONS: Final = ("--full", "-q", "--no-header", "-s", "-p", "no:cacheprovider")


def recorded(root: Path, package: str) -> tuple[Recording, Lines] | None:
    """Return the stored recording of a package, valid or not."""
    listed, lines = _kept(root, package)
    if not (listed.exists() and lines.exists()):
        return None
    kept = json.loads(listed.read_text("utf-8"))
    cases = {name: Case(**case) for name, case in kept["cases"].items()}
    recording = Recording(kept["digest"], cases)
    data = CoverageData(str(lines))
    data.read()
    return recording, Lines(recording, data)


def _kept(root: Path, package: str) -> tuple[Path, Path]:
    name = package.removesuffix(".py").replace("/", ".")
    return root / KEPT_IN / f"{name}.json", root / KEPT_IN / f"{name}.coverage"


def _fixtures(item: pytest.Item) -> Sequence[str]:
    return getattr(item, "fixturenames", ())
