"""One run of pytest over both databases, tried on a small suite of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.testing import DATABASE
from tests.services.worker import ROOT

SUITE = """
import os, pytest

@pytest.mark.django_db
@pytest.mark.databases
def test_of_both():
    assert True

@pytest.mark.django_db
def test_of_one():
    assert os.environ["HUAPAI_TEST_DATABASE"] == "sqlite"

@pytest.mark.django_db
@pytest.mark.full
@pytest.mark.databases
def test_that_fails_over_one():
    assert os.environ["HUAPAI_TEST_DATABASE"] == "sqlite"
"""
NOTHING_FOR_A_DATABASE = "def test_of_a_rule(): ..."
PLUGINS = ("tests.services.plugin", "tests.by_database", "tests.recording", "tests.tally")
LEFT_OUT = ("no:django", "no:playwright", "no:valkey", "no:cacheprovider")
MARKERS = "full: x\n    nightly: x\n    sqlite: x\n    databases: x\n    django_db: x"


def run(folder: Path, suite: str, *words: str) -> tuple[int, str]:
    """Run a suite without tables as `manage.py test` does: the code, and what it says."""
    (folder / "test_it.py").write_text(suite, "utf-8")
    (folder / "pytest.ini").write_text(f"[pytest]\nmarkers =\n    {MARKERS}\n", "utf-8")
    words = (*words, *(f"--tx=popen//env:{DATABASE}={name}" for name in ("sqlite", "postgresql")))
    plugins = [word for plugin in (*LEFT_OUT, *PLUGINS) for word in ("-p", plugin)]
    of_this_run = {DATABASE, "PYTEST_XDIST_WORKER", "PYTEST_XDIST_TESTRUNUID"}
    environ = {name: value for name, value in os.environ.items() if name not in of_this_run}
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "--dist=worksteal", *plugins, *words],
        cwd=folder,
        env={**environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.full
def test_each_database_takes_what_is_for_it(tmp_path: Path) -> None:
    code, said = run(tmp_path, SUITE)

    assert code == 0, said
    assert "over SQLite: 2 tests" in said
    assert "over PostgreSQL: 1 tests" in said
    assert "3 passed, 0 failed, 0 skipped" in said


@pytest.mark.full
def test_what_each_test_costs_is_recorded_over_each_database(tmp_path: Path) -> None:
    kept = tmp_path / "durations.json"

    _, said = run(tmp_path, SUITE, "--record", f"--record-into={kept}")

    (tests,) = json.loads(kept.read_text("utf-8")).values()
    assert set(tests) == {"test_of_both", "test_of_both on PostgreSQL", "test_of_one"}, said
    assert all(seconds >= 0 for seconds in tests.values())


@pytest.mark.nightly
def test_a_failure_names_the_second_database(tmp_path: Path) -> None:
    code, said = run(tmp_path, SUITE, "--full")

    assert code == 1
    assert "FAILED test_it.py::test_that_fails_over_one on PostgreSQL" in said
    assert "4 passed, 1 failed, 0 skipped" in said


@pytest.mark.full
def test_a_whole_run_that_asks_a_database_nothing_fails(tmp_path: Path) -> None:
    code, said = run(tmp_path, NOTHING_FOR_A_DATABASE)

    assert code != 0
    assert "no test ran over PostgreSQL" in said


@pytest.mark.nightly
def test_of_a_named_file_a_database_may_be_asked_nothing(tmp_path: Path) -> None:
    code, said = run(tmp_path, NOTHING_FOR_A_DATABASE, "test_it.py")

    assert code == 0, said
    assert "over PostgreSQL: nothing of this is for it" in said
