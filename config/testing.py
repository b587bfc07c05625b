"""Runs the suite: on SQLite, and beside it on PostgreSQL what the two databases might do otherwise.

Without a word it is the daily run. `--full` is what every change must pass. `--nightly` runs what
`--full` leaves out: whole sweeps and rehearsals, and over PostgreSQL what both databases are
expected to do alike. One run of pytest takes both databases: of its processes the last is
PostgreSQL's.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from config import changed_tests
from config.bootstrap.environment import ROOT
from config.bootstrap.processes import run_in_place

USAGE = 4
BY_HAND = {"--pdb", "--trace", "-s", "--capture=no"}  # options for looking inside by hand
PLUGINS = ("tests.by_database", "tests.recording", "tests.tally")
AT_NIGHT = 900
"""Seconds until a test of the night is taken for hung: sweeps take minutes on a slow machine."""
DATABASE = "HUAPAI_TEST_DATABASE"
"""The variable that says which database a process of xdist was started for."""
PROCESS = f"popen//env:{DATABASE}"
MARK = "mark.databases"
"""What stands in every test file that has a case for both databases."""
BYTECODE = ROOT / ".test-cache" / "bytecode"


def main(arguments: Sequence[str]) -> int:
    """Run pytest in place of this program, and return its exit code."""
    words = list(arguments)
    if "--changed" in words:
        try:
            chosen = changed_tests.paths_for(taken_since(words))
        except changed_tests.CannotTell as problem:
            print(problem, flush=True)
            return USAGE
        if not chosen:
            print("no test knows of what has changed", flush=True)
            return 0
        words += chosen
    return run_in_place(command(words), environment(os.environ), ROOT)


def taken_since(words: list[str]) -> str:
    """Take `--changed` and `--since REF` out of the words; return what to compare with."""
    words.remove("--changed")
    if "--since" not in words:
        return "main"
    place = words.index("--since")
    _, *behind = words[place : place + 2]
    if not behind:
        raise changed_tests.CannotTell("--since needs a branch, a tag or a commit behind it")
    del words[place : place + 2]
    return behind[0]


def command(options: Sequence[str]) -> list[str]:
    """Return the words that start pytest: one process for one who looks inside by hand."""
    plugins = [word for plugin in PLUGINS for word in ("-p", plugin)]
    spread = [] if BY_HAND & set(options) else processes(options)
    patience = ["-o", f"faulthandler_timeout={AT_NIGHT}"] if "--nightly" in options else []
    return [sys.executable, "-m", "pytest", *plugins, *spread, *patience, *options]


def processes(options: Sequence[str]) -> list[str]:
    """For SQLite as many as cores; one more for PostgreSQL, where there is anything for it.

    A whole run of the long tests has one more, since browsers and servers are waited for. Somebody
    who tries one file waits for the start of every process, and has one for SQLite.
    """
    paths = [ROOT / word.partition("::")[0] for word in options]
    named = [path for path in paths if path.is_relative_to(ROOT / "tests") and path.exists()]
    is_one_file = len(named) == 1 and named[0].is_file()
    waits = not named and bool({"--full", "--nightly"} & set(options))
    for_sqlite = 1 if is_one_file else cores() + waits
    words = ["--dist=worksteal", f"--tx={for_sqlite}*{PROCESS}=sqlite"]
    if not named or "--nightly" in options or any(map(names_a_database, named)):
        words.append(f"--tx={PROCESS}=postgresql")
    return words


def names_a_database(path: Path) -> bool:
    files = [path] if path.is_file() else path.rglob("test_*.py")
    return any(MARK in file.read_text("utf-8") for file in files)


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a run: what is compiled is kept, or every process does it anew."""
    kept = {name: value for name, value in given.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {"PYTHONPYCACHEPREFIX": str(BYTECODE), **kept}


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))  # often only a part of the machine is given
    return os.cpu_count() or 1
