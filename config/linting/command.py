"""`manage.py lint`: tools and rules in parallel, one for each core; all problems are reported."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from config.bootstrap.environment import Environment
from config.source_packages import ROOT

PATIENCE = 1800
"""Seconds: mypy takes minutes where its cache is empty and the machine is busy."""


@dataclass(frozen=True, slots=True)
class LintStep:
    name: str
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepOutcome:
    step: LintStep
    is_well: bool
    seconds: float
    said: str

    def __str__(self) -> str:
        how = "passed" if self.is_well else "FAILED"
        return f"{how} in {self.seconds:5.1f} s  {self.step.name}"


def main(arguments: Sequence[str]) -> int:
    """Run every step; return 0 if none has found anything."""
    parser = argparse.ArgumentParser(prog="manage.py lint", description=__doc__)
    parser.add_argument("--caches", type=Path, default=ROOT, help="where the tools keep theirs")
    chosen = parser.parse_args(arguments)
    return conclude(run(steps(chosen.caches)))


def steps(caches: Path) -> list[LintStep]:
    """Return the steps, the longest first."""
    python = sys.executable
    ruff = (python, "-m", "ruff")
    kept = ("--cache-dir", str(caches / ".ruff_cache"))
    contracts = str(Environment(Path(sys.prefix)).program("lint-imports"))
    hadolint = str(Environment(Path(sys.prefix)).program("hadolint"))
    return [
        LintStep("mypy", (python, "-m", "mypy", "--cache-dir", str(caches / ".mypy_cache"))),
        LintStep("rules", (python, "-m", "config.linting")),
        LintStep("lint-imports", (contracts, "--cache-dir", str(caches / ".import_linter_cache"))),
        LintStep("hadolint", (hadolint, "--failure-threshold", "info", "Dockerfile")),
        LintStep("ruff check", (*ruff, "check", *kept, ".")),
        LintStep("ruff format", (*ruff, "format", "--check", *kept, ".")),
    ]


def run(wanted: Iterable[LintStep]) -> list[StepOutcome]:
    """Run the steps in parallel, and print how long each took when it has ended."""
    outcomes = []
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for ended in as_completed([pool.submit(outcome_of, step) for step in wanted]):
            outcomes.append(ended.result())
            print(outcomes[-1], flush=True)
    return outcomes


def outcome_of(step: LintStep) -> StepOutcome:
    """Run one step to its end."""
    began = monotonic()
    try:
        ended = subprocess.run(
            step.command,
            check=False,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return StepOutcome(step, False, monotonic() - began, f"{problem}\n")
    return StepOutcome(step, ended.returncode == 0, monotonic() - began, ended.stdout)


def conclude(outcomes: Sequence[StepOutcome]) -> int:
    """Print all findings together; return the exit code."""
    wrong = [outcome for outcome in outcomes if not outcome.is_well]
    for outcome in wrong:
        print(f"\n--- {outcome.step.name} ---\n{outcome.said.rstrip()}", flush=True)
    return 1 if wrong or not outcomes else 0
