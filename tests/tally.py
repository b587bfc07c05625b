"""A pytest plugin that leaves the counts of a run in a file, for the line that sums up all runs."""

from __future__ import annotations

from pathlib import Path

import pytest

COUNTED = {
    "passed": ("passed",),
    "failed": ("failed", "error"),
    "skipped": ("skipped", "xfailed", "xpassed"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tally", type=Path, help="the file for the counts")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    stats = terminalreporter.stats
    counts = [sum(len(stats.get(kind, ())) for kind in kinds) for kinds in COUNTED.values()]
    if config.option.tally:
        config.option.tally.write_text(" ".join(map(str, counts)), "utf-8")
