"""A pytest plugin that leaves the counts of a run, and what took long, for the sum of all runs."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from tests.services.plugin import ELSEWHERE

COUNTED = {
    "passed": ("passed",),
    "failed": ("failed", "error"),
    "skipped": ("skipped", "xfailed", "xpassed"),
}
KEPT = 20


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tally", type=Path, help="the file for the counts and the slowest tests")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    stats = terminalreporter.stats
    counts = {kind: sum(len(stats.get(key, ())) for key in keys) for kind, keys in COUNTED.items()}
    # What a test set up and took down counts with it; only the reports of phases have a duration.
    seconds: Counter[str] = Counter()
    for report in chain.from_iterable(stats.values()):
        if isinstance(report, pytest.TestReport):
            seconds[report.nodeid] += report.duration  # type: ignore[assignment]
    if config.option.tally:
        tally = {**counts, "slowest": seconds.most_common(KEPT)}
        if ELSEWHERE in config.stash:
            tally["elsewhere"] = config.stash[ELSEWHERE]
        config.option.tally.write_text(json.dumps(tally), "utf-8")
