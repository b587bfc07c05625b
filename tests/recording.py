"""A pytest plugin: `--record` keeps what each test costs, in seconds of processor.

`durations.json` holds the seconds of every test of one machine, of this process and of all that it
started, browsers and servers too; what a fixture of the whole session takes counts for no test.
`manage.py lint` compares the marks of the tests with it, and a run begins with the long ones.
Seconds by the clock say more of the neighbours than of the test, so nothing asks for them.
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
    is_led = hasattr(config, "workerinput")  # by a process of xdist, whose options it has
    if is_led or not config.getoption("tx", None):
        config.pluginmanager.register(Stopwatch())
    if not is_led:
        config.pluginmanager.register(Ledger(config))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files of the longest tests: a long one that comes last is waited for alone."""
    longest = {name: max(tests.values()) for name, tests in read(DURATIONS).items() if tests}
    items.sort(key=lambda item: -longest.get(name_of(item.path), 0))


class Stopwatch:
    """In a process that runs tests: what each took, without the fixtures of the session."""

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
            # Who ends between two looks takes what it used along.
            seconds = max(seconds, 0.0)
            report.user_properties.append((SECONDS, seconds))
        return report


class Ledger:
    """In the process that leads: the seconds of all tests, written when the run is over."""

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
    """Return what this process and all that it has started have used, in seconds."""
    return process_tree.seconds_used(os.getpid())


def name_of(path: Path) -> str:
    """A file as the record names it, wherever pytest was started."""
    return path.as_posix().removeprefix(f"{ROOT.as_posix()}/")


def read(path: Path) -> Durations:
    durations: Durations = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return durations


def merged(before: Durations, now: Durations) -> Durations:
    """Put what a run saw in place of what was known; of tests that are gone nothing stays."""
    kept: Durations = {}
    for file, tests in before.items():
        text = Path(ROOT, file).read_text("utf-8") if Path(ROOT, file).is_file() else ""
        kept[file] = {name: taken for name, taken in tests.items() if _function(name) in text}
    both = {file: kept.get(file, {}) | now.get(file, {}) for file in sorted({*kept, *now})}
    return {file: tests for file, tests in both.items() if tests}


def _function(name: str) -> str:
    """What stands where a test is written: "def test_it(" of "TestRules::test_it[1]"."""
    whole, _, _ = name.partition("[")
    return f"def {whole.rpartition('::')[2].partition(' ')[0]}("


def written(durations: Durations) -> str:
    return json.dumps(durations, ensure_ascii=False, indent=0, sort_keys=True) + "\n"
