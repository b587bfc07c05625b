"""The pytest plugin that starts the services before the settings are read."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Generator, Iterable
from typing import Any

import pytest

from tests.services.run import LACK, Run, take_a_data_folder

RUN = pytest.StashKey[Run]()
ELSEWHERE = pytest.StashKey[int]()
"""How many of the tests that were collected are wanted over a second database."""
USES_DATABASE = {"db", "transactional_db", "live_server", "client", "admin_client"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("huapai")
    group.addoption("--full", action="store_true", help="run the tests marked full as well")
    group.addoption(
        "--nightly", action="store_true", help="run what --full leaves out, and only that"
    )
    group.addoption("--database", choices=["sqlite", "postgresql"], default="sqlite")
    group.addoption(
        "--only-database",
        action="store_true",
        help="leave out what touches no database, and what every database proves alike",
    )


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, object, object]:
    """A wrapper, because pytest-django reads the settings in this very hook.

    Tests that do without Django need no services either.
    """
    if early_config.pluginmanager.is_blocked("django"):
        return (yield)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        run = early_config.stash[RUN] = Run()
        early_config.add_cleanup(run.end)
        run.begin(early_config.known_args_namespace.database)
    take_a_data_folder()
    return (yield)


def pytest_report_header(config: pytest.Config) -> list[str]:
    database = os.environ.get("DATABASE_URL") or "SQLite"
    notes = config.stash[RUN].notes if RUN in config.stash else []
    return [f"database: {database}", *(f"service: {note}" for note in notes)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[ELSEWHERE] = wanted_elsewhere(items, config.option)
    left_out = [item for item in items if not is_wanted(item, config.option)]
    items[:] = [item for item in items if is_wanted(item, config.option)]
    config.hook.pytest_deselected(items=left_out)
    if os.environ.get(LACK):
        for item in items:
            item.add_marker(pytest.mark.skip(reason=os.environ[LACK]))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process of xdist tells the one that leads it, which collects nothing itself."""
    told = getattr(session.config, "workeroutput", None)
    if told is not None and ELSEWHERE in session.config.stash:
        told["elsewhere"] = session.config.stash[ELSEWHERE]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    told = getattr(node, "workeroutput", {})  # one that was killed has told nothing
    if "elsewhere" in told:
        node.config.stash[ELSEWHERE] = told["elsewhere"]


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


def wanted_elsewhere(items: Iterable[pytest.Item], option: argparse.Namespace) -> int:
    changed = {"database": "postgresql", "only_database": True}
    second = argparse.Namespace(**{**vars(option), **changed})
    return sum(is_wanted(item, second) for item in items)


def touches_the_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    if "chromium" in fixtures and not item.get_closest_marker("databases"):
        return False
    return item.get_closest_marker("django_db") is not None or bool(fixtures & USES_DATABASE)
