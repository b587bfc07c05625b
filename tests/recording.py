"""A pytest plugin: `--record` stores the cost of each test, in processor seconds.

`durations.json` holds the seconds of every test on one machine, including all processes that it
started, browsers and servers too; fixtures of the whole session count for no test. `manage.py lint`
compares the marks of the tests with it, and a run begins with the long ones. Wall-clock seconds
depend on other load, so they are not used.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.services import process_tree

ROOT = Path(__file__).resolve().parents[1]
DURATIONS = Path(__file__).with_name("durations.json")
SECONDS = "seconds of processor"
Durations = dict[str, dict[str, float]]
"""The seconds of every test: by file, then by what follows the file in the name of the test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record", action="store_true", help="write what each test costs into durations.json"
    )
    parser.addoption("--record-into", type=Path, default=DURATIONS, help="another file for it")


def pytest_configure(config: pytest.Config) -> None:
    if not config.option.record:
        return
    is_led = hasattr(config, "workerinput")  # set in an xdist process
    if is_led or not config.getoption("tx", None):
        config.pluginmanager.register(Stopwatch())
    if not is_led:
        config.pluginmanager.register(Ledger(config))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files of the longest tests, because a long one at the end holds up the run."""
    longest = {name: max(tests.values()) for name, tests in read(DURATIONS).items() if tests}
    items.sort(key=lambda item: -longest.get(name_of(item.path), 0))


class Stopwatch:
    """In a process that runs tests: the cost of each, without the fixtures of the session."""

    def __init__(self) -> None:
        self._began = self._of_the_session = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self._began, self._of_the_session = processor_seconds(), 0.0
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object]
    ) -> Generator[None, object, object]:
        if fixturedef.scope != "session":
            return (yield)
        began = processor_seconds()
        try:
            return (yield)
        finally:
            self._of_the_session += processor_seconds() - began

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            seconds = processor_seconds() - self._began - self._of_the_session
            # A process that ends between two samples takes its usage with it.
            seconds = max(seconds, 0.0)
            report.user_properties.append((SECONDS, seconds))
        return report


class Ledger:
    """In the controlling process: the seconds of all tests, written at the end of the run."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._seconds: Durations = defaultdict(dict)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for seconds in (value for name, value in report.user_properties if name == SECONDS):
            path, _, name = report.nodeid.partition("::")
            file = name_of(Path(self._config.rootpath, path))
            self._seconds[file][name] = round(float(str(seconds)), 2)

    def pytest_sessionfinish(self) -> None:
        path: Path = self._config.option.record_into
        path.write_text(written(merged(read(path), self._seconds)), "utf-8")


def processor_seconds() -> float:
    """Return the processor seconds of this process and of all that it has started."""
    return process_tree.seconds_used(os.getpid())


def name_of(path: Path) -> str:
    """Return a file as the record names it, wherever pytest was started."""
    return path.as_posix().removeprefix(f"{ROOT.as_posix()}/")


def read(path: Path) -> Durations:
    durations: Durations = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return durations


def merged(before: Durations, now: Durations) -> Durations:
    """Merge the results of a run into the record; deleted tests are removed."""
    kept: Durations = {}
    for file, tests in before.items():
        text = Path(ROOT, file).read_text("utf-8") if Path(ROOT, file).is_file() else ""
        kept[file] = {name: taken for name, taken in tests.items() if _function(name) in text}
    both = {file: kept.get(file, {}) | now.get(file, {}) for file in sorted({*kept, *now})}
    return {file: tests for file, tests in both.items() if tests}


def _function(name: str) -> str:
    """Return the line that defines a test: "def test_it(" for "TestRules::test_it[1]"."""
    whole, _, _ = name.partition("[")
    return f"def {whole.rpartition('::')[2].partition(' ')[0]}("


def written(durations: Durations) -> str:
    return json.dumps(durations, ensure_ascii=False, indent=0, sort_keys=True) + "\n"
