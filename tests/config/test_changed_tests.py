"""Which test files a change concerns, in a small repository that is made up."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from config import testing
from config.source_packages import ROOT
from config.testing import CannotTell, paths_for

NOBODY = {"GIT_AUTHOR_NAME": "n", "GIT_AUTHOR_EMAIL": "n@example.org"}
COMMITS = {"GIT_COMMITTER_NAME": "n", "GIT_COMMITTER_EMAIL": "n@example.org"}
ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
FILES = {
    ".gitignore": "*.pyc\n",
    "README.md": "",
    "locale/zh_Hans/LC_MESSAGES/django.po": "",
    "web/static/referee/table.js": "",
    "requirements/base.txt": "",
    "scoring/__init__.py": "",
    "templates/publish/event/event.html": "",
    "templates/base.html": "",
    "tests/cast.py": "from tournaments import organise",
    "tests/config/bootstrap/test_lists.py": "",
    "tests/interface/test_pages.py": 'NAME = "publish/event/event.html"',
    "tests/referee/conftest.py": "",
    "tests/referee/hall.py": "",
    "tests/referee/calls/test_calls.py": "from tests.cast import Cast",
    "tests/referee/sheets/test_entry.py": "import tests.referee.hall as hall",
    "tests/scoring/data/deals.jsonl": "",
    "tests/scoring/test_deals.py": "",
    "tests/browser/test_table.py": "",
    "tests/tournaments/organise/test_rounds.py": "from tests.cast import Cast",
    "tests/web/publish/test_event.py": "from tournaments.organise.rounds import draw",
    "tests/tournaments/rights/test_access.py": "",
    "tests/web/desk/home/test_desk.py": "from tournaments import organise, rights",
    "tests/tournaments/wording/test_words.py": "from tournaments.organisers import one",
    "tournaments/rights/access.py": "",
    "tournaments/migrations/0001_first.py": "",
    "tournaments/organise/drawing/draws.py": "",
    "tournaments/organise/rounds.py": "",
}
OF_ORGANISE = [
    "tests/tournaments/organise/test_rounds.py",
    "tests/web/desk/home/test_desk.py",
    "tests/web/publish/test_event.py",
]


class Repository:
    def __init__(self, root: Path, git: str) -> None:
        self.root, self.program = root, git
        self.git("init", "--quiet", "--initial-branch=main")
        for name, text in FILES.items():
            self.write(name, text)
        self.commit()
        self.git("checkout", "--quiet", "-b", "work")

    def git(self, *words: str) -> None:
        environ = {**os.environ, **NOBODY, **COMMITS, **ALONE}
        subprocess.run([self.program, *words], cwd=self.root, env=environ, check=True)

    def write(self, name: str, text: str = "# changed\n") -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "one")

    def concerned(self, ref: str = "main") -> list[str]:
        return paths_for(ref, self.root)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, git: str) -> Repository:
    """One that is not committed to."""
    return Repository(tmp_path_factory.mktemp("repository"), git)


@pytest.fixture
def repository(tmp_path: Path, git: str) -> Repository:
    return Repository(tmp_path, git)


def test_what_is_committed_changed_and_new_counts_alike(repository: Repository) -> None:
    assert repository.concerned() == []
    repository.write("tournaments/rights/access.py")
    access = ["tests/tournaments/rights/test_access.py", "tests/web/desk/home/test_desk.py"]
    assert repository.concerned() == access
    repository.commit()
    assert repository.concerned() == access
    assert repository.concerned("HEAD") == []
    repository.write("tests/tournaments/test_new.py")
    repository.write("tests/tournaments/test_compiled.pyc")
    assert repository.concerned("HEAD") == ["tests/tournaments/test_new.py"]


def test_only_what_was_done_since_the_branches_parted_counts(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "main")
    repository.write("tournaments/organise/rounds.py")
    repository.commit()
    repository.git("checkout", "--quiet", "work")
    assert repository.concerned() == []


def test_what_is_gone_or_has_moved_counts(repository: Repository) -> None:
    repository.git("mv", "tournaments/organise/rounds.py", "scoring/rounds.py")
    repository.git("rm", "--quiet", "tests/tournaments/organise/test_rounds.py")
    assert repository.concerned() == OF_ORGANISE[1:]


@pytest.mark.parametrize(
    ("changed", "concerned"),
    [
        ("tournaments/organise/rounds.py", OF_ORGANISE),
        ("tournaments/organise/drawing/draws.py", OF_ORGANISE),
        ("tests/web/desk/home/test_desk.py", ["tests/web/desk/home/test_desk.py"]),
        (
            "tests/cast.py",
            ["tests/referee/calls/test_calls.py", "tests/tournaments/organise/test_rounds.py"],
        ),
        ("tests/referee/hall.py", ["tests/referee/sheets/test_entry.py"]),
        (
            "tests/referee/conftest.py",
            ["tests/referee/calls/test_calls.py", "tests/referee/sheets/test_entry.py"],
        ),
        ("tests/scoring/data/deals.jsonl", ["tests/scoring/test_deals.py"]),
        ("scoring/__init__.py", ["tests/scoring/test_deals.py"]),
        (
            "templates/publish/event/event.html",
            ["tests/interface/test_pages.py", "tests/web/publish/test_event.py"],
        ),
        ("templates/base.html", ["tests/interface/test_pages.py"]),
        ("web/static/referee/table.js", ["tests/browser/test_table.py"]),
        (
            "locale/zh_Hans/LC_MESSAGES/django.po",
            ["tests/tournaments/wording/test_words.py"],
        ),
        ("requirements/base.txt", ["tests/config/bootstrap/test_lists.py"]),
        ("README.md", []),
    ],
)
def test_a_change_concerns(changed: str, concerned: list[str], kept: Repository) -> None:
    kept.write(changed, f"{FILES[changed]}\n# changed\n")
    try:
        assert kept.concerned() == concerned
    finally:
        kept.write(changed, FILES[changed])


def test_a_branch_that_is_not_there_is_said_in_the_words_of_git(kept: Repository) -> None:
    with pytest.raises(CannotTell, match="nowhere"):
        kept.concerned("nowhere")


def test_the_places_of_tests_are_there() -> None:
    places = {folder for _, folders in testing.BY_PLACE for folder in folders}
    assert {place for place in places if not (ROOT / place).exists()} == set()
    starts = {start for start, _ in testing.BY_PLACE}
    assert {start for start in starts if not (ROOT / start).exists()} == set()
