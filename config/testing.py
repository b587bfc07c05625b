"""Runs the test suite on SQLite, and on PostgreSQL the cases in which the databases may differ.

Without an option it is the daily run. `--full` is what every change must pass. `--nightly` runs
what `--full` leaves out: whole sweeps and rehearsals, and over PostgreSQL the cases that both
databases should treat alike. One run of pytest covers both databases: the last of its processes
uses PostgreSQL.

`--changed` takes the test files that a change concerns: a first answer, in seconds. A file of a
room stands for its package (`tournaments/organise/drawing/draws.py` for `tournaments.organise`),
a loose one for itself. Concerned are the tests that import it themselves and those in the
directory of its tests; what depends on it from further away is left to the whole suite. Other files
have no importers. They concern the tests that name them, and besides:

- templates, scripts, stylesheets: the tests of the pages that are made of them (`BY_PLACE`);
- catalogues: the tests of words; lists of requirements: those of the first start;
- migrations: a new database, and the data that earlier versions left;
- a `conftest.py`: every test below it; what else lies among tests: the tests beside or above it.

Standard library only.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final

from config.bootstrap.processes import run_in_place
from config.source_packages import LOCALE, ROOMS, ROOT, TEMPLATES, TESTS, TOOLS, modules

BY_PLACE: Final = (
    (f"{TEMPLATES}/publish/", ("tests/web/publish",)),
    (f"{TEMPLATES}/tablet/", ("tests/web/tablet", "tests/browser")),
    (f"{TEMPLATES}/desk/", ("tests/web/desk",)),
    (f"{TEMPLATES}/", ("tests/interface",)),
    (f"{LOCALE}/", ("tests/tournaments/wording",)),
    ("web/static/referee/", ("tests/browser",)),
    ("web/static/huapai/", ("tests/interface",)),
    ("referee/migrations/", ("tests/config/storage", "tests/installations")),
    ("tournaments/migrations/", ("tests/config/storage", "tests/installations")),
    ("requirements/", ("tests/config/bootstrap",)),
    ("manage.py", ("tests/config/bootstrap",)),
    ("docs/guide/", ("tests/journeys/test_the_guide.py",)),
    ("docs/rules/", ("tests/scoring",)),
)
"""The tests of files that nothing imports, by the folder of the files; the first match counts."""
_CASES = "test_"
_FIXTURES = "conftest.py"


class CannotTell(Exception):
    """Git does not know what has changed; the message is its own."""


def paths_for(ref: str = "main", root: Path = ROOT) -> list[str]:
    """Return the test files concerned by the changes since a branch left `ref`, by name.

    Uncommitted and untracked files count. An empty result means that nothing changed, or nothing
    that a test knows; it never means all.
    """
    tests = _Tests(root)
    return sorted({name for path in changed_files(ref, root) for name in tests.concerned_by(path)})


def changed_files(ref: str, root: Path) -> list[str]:
    """Return the files changed or deleted since the merge base of `ref` and the present commit."""
    (parted,) = _git(root, "merge-base", ref, "HEAD").split()
    differing = _git(root, "diff", "--name-only", "--no-renames", "--relative", "-z", parted)
    unknown = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    return sorted({name for name in (differing + unknown).split("\0") if name})


def _git(root: Path, *words: str) -> str:
    try:
        ended = subprocess.run(
            ["git", *words], cwd=root, check=True, capture_output=True, encoding="utf-8"
        )
    except OSError as problem:
        raise CannotTell(str(problem)) from problem
    except subprocess.CalledProcessError as problem:
        raise CannotTell(problem.stderr.strip() or str(problem)) from problem
    return ended.stdout


@dataclass(frozen=True)
class _Tests:
    """The tests of a program, indexed by what concerns them."""

    root: Path

    @cached_property
    def texts(self) -> dict[str, str]:
        """The text of every test file, by name."""
        return {
            path.relative_to(self.root).as_posix(): path.read_text("utf-8")
            for path in modules(TESTS, root=self.root)
            if path.name.startswith(_CASES)
        }

    def concerned_by(self, path: str) -> Iterator[str]:
        """Yield the test files that a change of this file concerns."""
        place = PurePosixPath(path)
        yield from self.beside(path)
        if place.parts[0] == TESTS:
            yield from self.by_test(place)
        elif place.suffix == ".py" and place.parts[0] in (*ROOMS, *TOOLS):
            package = package_of(path)
            yield from self.importing(package)
            yield from self.below(f"{TESTS}/{package.replace('.', '/')}")
            yield from self.below(f"{TESTS}/{_test_of(package)}")
        else:
            yield from self.naming(path.removeprefix(f"{TEMPLATES}/"))

    def beside(self, path: str) -> Iterator[str]:
        """Yield the test files from the table of places."""
        folders = next((folders for start, folders in BY_PLACE if path.startswith(start)), ())
        for folder in folders:
            yield from self.below(folder)

    def by_test(self, place: PurePosixPath) -> Iterator[str]:
        """Yield the test files concerned by a change among the tests themselves."""
        if place.name.startswith(_CASES) and place.suffix == ".py":
            yield from self.below(place.as_posix())
        elif place.name == _FIXTURES:
            yield from self.below(place.parent.as_posix())
        elif place.suffix == ".py":
            yield from self.importing(".".join(place.with_suffix("").parts))
        else:
            above = (list(self.below(folder.as_posix())) for folder in place.parents)
            yield from next((names for names in above if names), [])

    def below(self, folder: str) -> Iterator[str]:
        """Yield the test files in a folder, or the one of this name."""
        return (name for name in self.texts if f"{name}/".startswith(f"{folder}/"))

    def importing(self, package: str) -> Iterator[str]:
        """Yield the test files that directly import a package, or something of it."""
        last = package.rpartition(".")[2]
        for name, text in self.texts.items():
            # Most do not even contain the word; parsing all of them would take seconds.
            if last in text and any(
                f"{imported}.".startswith(f"{package}.") for imported in imports_of(text)
            ):
                yield name

    def naming(self, path: str) -> Iterator[str]:
        """Yield the test files that contain the name of a file."""
        return (name for name, text in self.texts.items() if path in text)


def package_of(path: str) -> str:
    """Return the package that a module of a room belongs to.

    >>> package_of("tournaments/organise/drawing/draws.py"), package_of("tournaments/dealing.py")
    ('tournaments.organise', 'tournaments.dealing')
    >>> package_of("tournaments/organise/__init__.py"), package_of("tournaments/__init__.py")
    ('tournaments.organise', 'tournaments')
    """
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(part for part in parts[:2] if part != "__init__")


def _test_of(package: str) -> str:
    room, _, module = package.partition(".")
    return f"{room}/{_CASES}{module}.py"


def imports_of(text: str) -> set[str]:
    """Return every name that a module imports, with the module it comes from.

    >>> sorted(imports_of("import tests.cast as cast\\nfrom tournaments import organise"))
    ['tests.cast', 'tournaments', 'tournaments.organise']
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


USAGE = 4
BY_HAND = {"--pdb", "--trace", "-s", "--capture=no"}  # options for inspecting by hand
PLUGINS = ("tests.by_database", "tests.recording", "tests.tally")
AT_NIGHT = 900
"""Seconds until a test of the night is taken for hung: sweeps take minutes on a slow machine."""
DATABASE = "HUAPAI_TEST_DATABASE"
"""The variable that says which database a process of xdist was started for."""
PROCESS = f"popen//env:{DATABASE}"
MARK = "mark.databases"
"""The text in every test file that has a case for both databases."""
BYTECODE = ROOT / ".test-cache" / "bytecode"


def main(arguments: Sequence[str]) -> int:
    """Run pytest in place of this program, and return its exit code."""
    words = list(arguments)
    if "--changed" in words:
        try:
            chosen = paths_for(taken_since(words))
        except CannotTell as problem:
            print(problem, flush=True)
            return USAGE
        if not chosen:
            print("no test knows of what has changed", flush=True)
            return 0
        words += chosen
    return run_in_place(command(words), environment(os.environ), ROOT)


def taken_since(words: list[str]) -> str:
    """Remove `--changed` and `--since REF` from the words; return what to compare with."""
    words.remove("--changed")
    if "--since" not in words:
        return "main"
    place = words.index("--since")
    _, *behind = words[place : place + 2]
    if not behind:
        raise CannotTell("--since needs a branch, a tag or a commit behind it")
    del words[place : place + 2]
    return behind[0]


def command(options: Sequence[str]) -> list[str]:
    """Return the command of pytest: one process when inspecting by hand."""
    plugins = [word for plugin in PLUGINS for word in ("-p", plugin)]
    spread = [] if BY_HAND & set(options) else processes(options)
    patience = ["-o", f"faulthandler_timeout={AT_NIGHT}"] if "--nightly" in options else []
    return [sys.executable, "-m", "pytest", *plugins, *spread, *patience, *options]


def processes(options: Sequence[str]) -> list[str]:
    """Return the number of processes: one for each core.

    There is one more if PostgreSQL has cases. A whole run of the long tests has one more, because
    browsers and servers cause waits. A single file has one for SQLite, because starting processes
    takes time.
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
    """Return the environment of a run: bytecode is stored, or every process would compile again."""
    kept = {name: value for name, value in given.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {"PYTHONPYCACHEPREFIX": str(BYTECODE), **kept}


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))  # often only a part of the machine is available
    return os.cpu_count() or 1
