"""A pytest plugin that reports where the time of a run went, and ends it with a line of counts."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pathlib import PurePosixPath

import pytest

from tests.by_database import is_whole

COUNTED = {
    "passed": ("passed",),
    "failed": ("failed", "error"),
    "skipped": ("skipped", "xfailed", "xpassed"),
}
SLOWEST = 20
DEPTH = 3
"""Directories are told apart down to this many parts: tests/tournaments/organise."""


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    stats = terminalreporter.stats
    if is_whole(config):
        # Set-up and teardown count with the test; only reports of phases have a duration.
        seconds: Counter[str] = Counter()
        for report in chain.from_iterable(stats.values()):
            if isinstance(report, pytest.TestReport):
                seconds[report.nodeid] += report.duration  # type: ignore[assignment]
        for line in (*by_directory(seconds), *slowest(seconds)):
            terminalreporter.write_line(line)
    terminalreporter.write_line(counts(stats))


def counts(stats: dict[str, list[object]]) -> str:
    found = {kind: sum(len(stats.get(key, ())) for key in keys) for kind, keys in COUNTED.items()}
    return ", ".join(f"{count} {kind}" for kind, count in found.items())


def by_directory(seconds: Counter[str]) -> list[str]:
    directories: Counter[str] = Counter()
    for test, taken in seconds.items():
        folder = PurePosixPath(test.partition("::")[0]).parent
        directories["/".join(folder.parts[:DEPTH])] += taken
    lines = [f"{taken:8.1f} s  {name}" for name, taken in sorted(directories.items())]
    return ["", "by the clock, in each directory:", *lines]


def slowest(seconds: Counter[str]) -> list[str]:
    lines = [f"{taken:8.1f} s  {test}" for test, taken in seconds.most_common(SLOWEST)]
    return ["", f"the slowest {SLOWEST} tests:", *lines]
