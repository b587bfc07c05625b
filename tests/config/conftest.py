"""Fixtures of the tests of starting and storing; cases of one database run on that one only."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.serving import supervisor
from tests.config.program import FEW_THREADS, Program, prepared, serving
from tests.until import until


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    about_sqlite = collection_path.name == "test_sqlite.py"
    return True if about_sqlite and config.getoption("database") != "sqlite" else None


@pytest.fixture(scope="session")
def open_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A club whose program runs for read-only tests: nobody changes its data or ends it."""
    data = prepared("serve", tmp_path_factory.mktemp("open") / "club")
    settings = {"HUAPAI_WEB_THREADS": str(FEW_THREADS)}
    with serving("serve", data, "--https", "0", **settings) as program:
        until(lambda: program.pids("config.serving.worker"), lambda: program.text)
        yield program


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """Let files be readable for others, as on most machines; the umask of the tests is restored."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, usual_umask: None) -> list[str]:
    """The plans that would have been started: nothing is really started."""
    plans: list[str] = []

    def run(plan: supervisor.ServingPlan) -> int:
        plans.append(plan.kind)
        return 0

    monkeypatch.setattr(supervisor, "run", run)
    for name in ("DATABASE_URL", "DATABASE_URL_FILE"):
        monkeypatch.delenv(name, raising=False)
    return plans
