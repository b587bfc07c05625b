"""Which test files a change concerns, for `manage.py test --changed`: a first answer, in seconds.

A file of a room stands for its package (`tournaments/organise/drawing/draws.py` for
`tournaments.organise`), one that lies loose for itself. Concerned are the tests that import it
themselves and those in the directory of its tests; what depends on it from further away is left to
the whole suite. Standard library only.

Other files have no importers. They concern the tests that name them, and besides:

- templates, scripts, stylesheets: the tests of the pages that are made of them (`BY_PLACE`);
- catalogues: the tests of words; lists of requirements: those of the first start;
- migrations: a new database, and the data that earlier versions left;
- a `conftest.py`: every test below it; what else lies among tests: the tests beside or above it.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final

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
"""Where files lie that nothing imports, and the tests of what is made of them; the first counts."""
_CASES = "test_"
_FIXTURES = "conftest.py"


class CannotTell(Exception):
    """Git does not know what has changed; the words are its own."""


def paths_for(ref: str = "main", root: Path = ROOT) -> list[str]:
    """Return the test files that the changes since a branch left `ref` concern, by name.

    What is not committed yet counts, and so does what git has not been told of. None may mean that
    nothing changed, or nothing that a test knows: it is never a word for all.
    """
    tests = _Tests(root)
    return sorted({name for path in changed_files(ref, root) for name in tests.concerned_by(path)})


def changed_files(ref: str, root: Path) -> list[str]:
    """Return what differs from where `ref` and the present commit parted, also what is gone."""
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
    """The tests of a program, by what concerns them."""

    root: Path

    @cached_property
    def texts(self) -> dict[str, str]:
        """The text of every test file, by its name."""
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
        """Yield what the table of places says."""
        folders = next((folders for start, folders in BY_PLACE if path.startswith(start)), ())
        for folder in folders:
            yield from self.below(folder)

    def by_test(self, place: PurePosixPath) -> Iterator[str]:
        """Yield what a change among the tests themselves concerns."""
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
        """Yield the test files that import a package, or something of it, themselves."""
        last = package.rpartition(".")[2]
        for name, text in self.texts.items():
            # Most do not even have the word; to read them as Python would take seconds.
            if last in text and any(
                f"{imported}.".startswith(f"{package}.") for imported in imports_of(text)
            ):
                yield name

    def naming(self, path: str) -> Iterator[str]:
        """Yield the test files in which the name of a file stands."""
        return (name for name, text in self.texts.items() if path in text)


def package_of(path: str) -> str:
    """Return what a module of a room stands for.

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
    """Return every name that a module imports, each with what it is imported from.

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
