"""Runs the suite: on SQLite, then on PostgreSQL what the two databases might do differently.

Without a word it is the daily run, which takes of PostgreSQL the write path alone. `--full` is what
every change must pass. `--nightly` runs what `--full` leaves out: whole sweeps and rehearsals, and
over PostgreSQL what both databases are expected to do alike.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from config.bootstrap.environment import ROOT
from config.bootstrap.processes import run_in_place

PASSES = {
    "SQLite": (),
    "PostgreSQL": ("--database=postgresql", "--only-database"),
}
WRITE_PATH = (
    "tests/tournaments/record/test_audit.py",
    "tests/tournaments/record/test_guards.py",
    "tests/tournaments/record/test_ledger.py",
    "tests/referee/sheets/test_entry.py",
    "tests/referee/sheets/test_races.py",
    "tests/tournaments/jobs/test_queue.py",
)
BY_HAND = {"--pdb", "--trace", "-s", "--capture=no"}  # options for looking inside by hand
LONG = {"--full", "--nightly"}  # runs that tell which tests took longest
AT_NIGHT = 900
"""Seconds until a test of the night is taken for hung: sweeps take minutes on a slow machine."""
INTERRUPTED = 2
USAGE = 4
NO_TESTS = 5
SLOWEST = 20


def main(arguments: Sequence[str]) -> int:
    """Run the passes; return 0 when some test ran and none failed on any database.

    A pass over the program's own list fails where a file of it is gone or no test ran; of what a
    developer names there may be nothing for a database, and the line of the pass says so.
    """
    if not arguments and (gone := [name for name in WRITE_PATH if not (ROOT / name).is_file()]):
        print(f"the write path names files that do not exist: {', '.join(gone)}", flush=True)
        return conclude([USAGE], 0, 0, 0)
    codes: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, options in PASSES.items():
            print(f"\n--- on {name} ---", flush=True)
            tally = Path(folder, name)
            chosen = WRITE_PATH if options and not arguments else arguments
            code = run_in_place(command([*options, f"--tally={tally}", *chosen]), os.environ, ROOT)
            if code == NO_TESTS:
                print(f"nothing of this is for {name}", flush=True)
                code = NO_TESTS if arguments else USAGE
            codes[name] = code
            if codes[name] == INTERRUPTED or (arguments and has_nothing_left(tally)):
                break
        tallies = [json.loads(file.read_text("utf-8")) for file in Path(folder).iterdir()]
    if LONG & set(arguments):
        print_slowest(test for tally in tallies for test in tally["slowest"])
    return conclude(
        list(codes.values()),
        *(sum(tally[kind] for tally in tallies) for kind in ("passed", "failed", "skipped")),
    )


def has_nothing_left(tally: Path) -> bool:
    """Whether a pass says that no test it saw wants another database; one that broke off does not.

    To collect them again for nothing takes seconds, which whoever tries one package waits for.
    """
    return tally.exists() and json.loads(tally.read_text("utf-8")).get("elsewhere") == 0


def print_slowest(tests: Iterable[tuple[str, float]]) -> None:
    """Print which tests took longest over both databases, with what they set up, in seconds."""
    print(f"\nslowest {SLOWEST} tests:", flush=True)
    for name, seconds in sorted(tests, key=lambda test: -test[1])[:SLOWEST]:
        print(f"{seconds:8.1f} s  {name}", flush=True)


def command(options: Sequence[str]) -> list[str]:
    spread = [] if BY_HAND & set(options) else ["-n", processes(options), "--dist=worksteal"]
    patience = ["-o", f"faulthandler_timeout={AT_NIGHT}"] if "--nightly" in options else []
    return [sys.executable, "-m", "pytest", "-p", "tests.tally", *spread, *patience, *options]


def processes(options: Sequence[str]) -> str:
    """A full run has half as many again as cores: browsers and servers let a test wait for them."""
    return str(cores() * 3 // 2 if "--full" in options else cores())


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))  # often only a part of the machine is given
    return os.cpu_count() or 1


def conclude(codes: Sequence[int], passed: int, failed: int, skipped: int) -> int:
    """Print the summary line, and return one exit code for all passes."""
    wrong = [code for code in codes if code not in {0, NO_TESTS}]
    code = wrong[0] if wrong else 0 if passed + skipped else NO_TESTS
    # A run that broke off failed, though no test of it did.
    failed = failed or int(bool(wrong))
    print(f"\n{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return code
