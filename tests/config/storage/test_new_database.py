"""A new database gets its tables at once; an older one gets the same step by step."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from config.backups.archive import DATABASE
from tests.config import program
from tests.config.program import environment

OF_THE_APPS = ("tournaments", "referee")
AN_EARLIER_PROGRAM = """
import django
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

class Steps(MigrationLoader):
    def load_disk(self):
        super().load_disk()
        steps = self.disk_migrations
        last = {key: step.replaces[-1] for key, step in steps.items() if step.replaces}
        for key in last:
            del steps[key]
        for step in steps.values():  # what came later names the tables made at once
            step.dependencies = [last.get(tuple(on), on) for on in step.dependencies]

executor = MigrationExecutor(connection)
executor.loader = Steps(connection)
executor.migrate([("tournaments", "0030_offenders"), ("referee", "0003_calls_and_irregularities")])
"""


def run(data: Path, *words: str) -> str:
    environ = environment(HUAPAI_DATA=str(data), DJANGO_SETTINGS_MODULE="config.settings")
    result = program.run(*words, **environ)
    assert result.returncode == 0, result.stderr
    return result.stdout


def tables(data: Path) -> dict[str, Counter[str]]:
    """The words of every table, index and trigger: columns may stand in another order."""
    with closing(sqlite3.connect(data / DATABASE)) as database:
        rows = database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {name: Counter(re.split(r"[\s,()]+", sql)) for name, sql in rows}


def steps_of(data: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(data / DATABASE)) as database:
        return {
            (app, name) for app, name in database.execute("SELECT app, name FROM django_migrations")
        }


@pytest.mark.nightly
@pytest.mark.sqlite
def test_a_new_database_has_the_tables_that_the_steps_make(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    for data in (new, old):
        data.mkdir()
    at_once = run(new, "manage.py", "migrate")
    run(old, "-c", AN_EARLIER_PROGRAM)
    assert ("tournaments", "0031_event_regulations") not in steps_of(old)

    by_steps = run(old, "manage.py", "migrate")

    for app in OF_THE_APPS:
        assert re.search(rf"Applying {app}\.0001_tables_squashed_\d+", at_once)
        assert f"Applying {app}.0001_tables" not in by_steps
        assert f"Applying {app}.0004" in by_steps or app == "tournaments"
    assert tables(old) == tables(new)
    assert steps_of(old) == steps_of(new)
    assert "No migrations to apply" in run(old, "manage.py", "migrate")
