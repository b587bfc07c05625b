"""A program of a few files, in which a rule finds something."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from config.linting.sources import Rule, Sources

Found = Callable[[Rule, dict[str, str]], list[str]]


@pytest.fixture
def found(tmp_path: Path) -> Found:
    """Return the complaints of a rule about a program of these files."""

    def complaints_of(rule: Rule, files: dict[str, str]) -> list[str]:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        return [str(complaint) for complaint in rule(Sources(tmp_path, is_whole=False))]

    return complaints_of
