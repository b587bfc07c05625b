"""Runs the suite: all of it on SQLite, then on PostgreSQL what touches the database.

The daily run is short: of PostgreSQL it takes the write path. `--full` takes everything.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from config.bootstrap.environment import ROOT
from config.bootstrap.processes import follow

PASSES = {
    "SQLite": (),
    "PostgreSQL": ("--database=postgresql", "--only-database"),
}
WRITE_PATH = (
    "tests/tournaments/test_audit.py",
    "tests/tournaments/test_guards.py",
    "tests/tournaments/test_ledger.py",
    "tests/referee/test_entry.py",
    "tests/referee/test_races.py",
    "tests/jobs/test_claims.py",
)
BY_HAND = {"--pdb", "--trace", "-s", "--capture=no"}  # words of one who wants to look inside
INTERRUPTED = 2
NO_TESTS = 5


def main(arguments: Sequence[str]) -> int:
    """Answer 0 when some test ran and none failed, whatever the database."""
    codes: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, options in PASSES.items():
            print(f"\n--- on {name} ---", flush=True)
            tally = Path(folder, name)
            chosen = WRITE_PATH if options and not arguments else arguments
            codes[name] = follow(command([*options, f"--tally={tally}", *chosen]), os.environ, ROOT)
            if codes[name] == INTERRUPTED:
                break
        total = [sum(counts) for counts in zip(*map(counted, Path(folder).iterdir()), strict=True)]
    return conclude(list(codes.values()), *(total or [0, 0, 0]))


def command(options: Sequence[str]) -> list[str]:
    spread = [] if BY_HAND & set(options) else ["-n", str(cores()), "--dist=worksteal"]
    return [sys.executable, "-m", "pytest", "-p", "tests.tally", *spread, *options]


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))  # often only a part of the machine is given
    return os.cpu_count() or 1


def counted(tally: Path) -> list[int]:
    return [int(count) for count in tally.read_text("utf-8").split()]


def conclude(codes: Sequence[int], passed: int, failed: int, skipped: int) -> int:
    """Print the one line that counts, and find one answer for all passes."""
    wrong = [code for code in codes if code not in {0, NO_TESTS}]
    code = wrong[0] if wrong else 0 if passed + skipped else NO_TESTS
    # A run that broke off failed, though no test of it did.
    failed = failed or int(bool(wrong))
    print(f"\n{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return code
