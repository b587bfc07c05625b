"""The pytest plugin that says which tests a run takes, and prepares it before settings are read."""

from __future__ import annotations

import argparse
import gc
import os
import re
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

from config.testing import DATABASE, MARK
from tests.services import postgres
from tests.services.availability import Unavailable, are_required
from tests.services.run import Run, address_of, take_a_data_folder

POSTGRESQL = "postgresql"
LACK = "HUAPAI_TEST_LACK"
TEST = re.compile(r"^[ ]*def test_", re.MULTILINE)
MADE_TEST = re.compile(r"^(Test|test_)\w* = ", re.MULTILINE)
LONG = re.compile(r"^[ ]*@pytest\.mark\.(full|nightly)$", re.MULTILINE)
USES_DATABASE = {"db", "transactional_db", "live_server", "client", "admin_client"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("huapai")
    group.addoption("--full", action="store_true", help="run the tests marked full as well")
    group.addoption(
        "--nightly", action="store_true", help="run what --full leaves out, and only that"
    )
    group.addoption("--database", choices=["sqlite", POSTGRESQL], default="sqlite")
    group.addoption(
        "--only-database",
        action="store_true",
        help="leave out what touches no database, and what every database proves alike",
    )


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, object, object]:
    """A wrapper, because pytest-django reads the settings in this very hook.

    Tests that do without Django need no services either. What is loaded from here on stays to the
    end, as what is collected does, so that nothing is garbage until the collection is over.
    """
    gc.disable()
    if early_config.pluginmanager.is_blocked("django"):
        return (yield)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        run = Run()
        run.begin()
        early_config.add_cleanup(run.end)
    asked = early_config.known_args_namespace.database
    if POSTGRESQL in {asked, os.environ.get(DATABASE)} and works_here(early_config):
        _work_on_postgres()
    take_a_data_folder()
    return (yield)


def works_here(config: pytest.Config) -> bool:
    """Whether tests run in this process: not in the one that leads those of xdist."""
    return "PYTEST_XDIST_WORKER" in os.environ or not getattr(
        config.known_args_namespace, "tx", None
    )


def _work_on_postgres() -> None:
    try:
        os.environ["DATABASE_URL"] = address_of(postgres)
    except Unavailable as lack:
        if are_required():
            raise pytest.UsageError(str(lack)) from lack
        os.environ[LACK] = str(lack)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """A process that xdist started for a second database takes what may differ there."""
    if os.environ.get(DATABASE) == POSTGRESQL:
        config.option.database = POSTGRESQL
        config.option.only_database = True


def pytest_report_header() -> str:
    return f"database: {os.environ.get('DATABASE_URL') or 'SQLite'}"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read nothing of which a run takes no test: to collect takes seconds."""
    option = config.option
    if option.nightly or not collection_path.match("test_*.py"):
        return None
    is_for_another = option.only_database and not _names_the_mark(collection_path)
    is_long = not option.full and is_long_as_a_whole(collection_path.read_text("utf-8"))
    return True if is_for_another or is_long else None


def is_long_as_a_whole(text: str) -> bool:
    """Whether each test of a file is seen to be long, by a mark right above it."""
    *above, _ = TEST.split(text)
    return (
        bool(above)
        and not MADE_TEST.search(text)
        and all(LONG.search(part.rpartition("\n\n")[2]) for part in above)
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: looking through it for garbage took a third of this."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """A run makes no cases of a test that is left out with all of them."""
    option = collector.config.option
    if option.nightly:
        return None
    given = getattr(obj, "pytestmark", [])
    marks = given if isinstance(given, list) else [given]
    left_out = {"nightly"} if option.full else {"full", "nightly"}
    return [] if {mark.name for mark in marks} & left_out else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    hidden = {item.path for item in items if item.get_closest_marker("databases")}
    if hidden := {path for path in hidden if not _names_the_mark(path)}:
        # A second database would pass over such a file without a word.
        raise pytest.UsageError(f"`{MARK}` is not written in {', '.join(map(str, hidden))}")
    left_out = [item for item in items if not is_wanted(item, config.option)]
    items[:] = [item for item in items if is_wanted(item, config.option)]
    config.hook.pytest_deselected(items=left_out)
    if os.environ.get(LACK):
        for item in items:
            item.add_marker(pytest.mark.skip(reason=os.environ[LACK]))


def _names_the_mark(path: Path) -> bool:
    return MARK in path.read_text("utf-8")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say each reason for skipping once, with the command that would help."""
    reports = terminalreporter.stats.get("skipped", [])
    for reason, count in Counter(report.longrepr[2] for report in reports).items():
        terminalreporter.write_line(f"{count} x {reason}")


def is_wanted(item: pytest.Item, option: argparse.Namespace) -> bool:
    """Whether a run takes a test; `--full` and `--nightly` together take every one.

    Over a second database (`--only-database`) a browser test runs only where the database matters
    to it, and of the others `--full` takes those marked `databases`, `--nightly` the rest.
    """
    if item.get_closest_marker("sqlite") and option.database != "sqlite":
        return False
    if option.only_database and not touches_the_database(item):
        return False
    is_left_to_the_night = bool(item.get_closest_marker("nightly")) or (
        option.only_database and not item.get_closest_marker("databases")
    )
    if option.nightly or is_left_to_the_night:
        return bool(option.nightly) and is_left_to_the_night
    return bool(option.full) or not item.get_closest_marker("full")


def touches_the_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    if "chromium" in fixtures and not item.get_closest_marker("databases"):
        return False
    return item.get_closest_marker("django_db") is not None or bool(fixtures & USES_DATABASE)
