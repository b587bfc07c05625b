"""The tests of one database are not there in a run on the other."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    about_sqlite = collection_path.name == "test_sqlite.py"
    return True if about_sqlite and config.getoption("database") != "sqlite" else None
