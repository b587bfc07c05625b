"""`manage.py test`: one run over both databases, and what it takes."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from config import testing
from tests.services import plugin

SQLITE, POSTGRESQL = (
    f"popen//env:HUAPAI_TEST_DATABASE={name}" for name in ("sqlite", "postgresql")
)


def processes(*options: str) -> dict[str, int]:
    """How many processes each database gets."""
    started = {}
    for word in testing.processes(options):
        if word.startswith("--tx="):
            count, _, spec = word.removeprefix("--tx=").rpartition("*")
            started[spec] = int(count or 1)
    return started


@pytest.fixture(autouse=True)
def _four_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "cores", lambda: 4)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of tests, of which one is marked for both databases."""
    monkeypatch.setattr(testing, "ROOT", tmp_path)
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "tests" / "rules" / "test_rules.py").write_text("def test_it(): ...")
    (tmp_path / "tests" / "test_races.py").write_text("@pytest.mark.databases\ndef test_it(): ...")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "for_sqlite"), [((), 4), (("--full",), 5), (("--nightly",), 5), (("-x",), 4)]
)
def test_a_run_of_everything_has_a_process_for_postgresql(
    words: tuple[str, ...], for_sqlite: int
) -> None:
    """Of long tests one more for SQLite: they wait for browsers and servers."""
    assert processes(*words) == {SQLITE: for_sqlite, POSTGRESQL: 1}


def test_postgresql_is_not_started_for_files_that_have_nothing_for_it(files: Path) -> None:
    assert processes("tests/rules") == {SQLITE: 4}
    assert processes("tests") == {SQLITE: 4, POSTGRESQL: 1}
    assert processes("--nightly", "tests/rules") == {SQLITE: 4, POSTGRESQL: 1}


def test_one_file_waits_for_the_start_of_one_process_of_each_database(files: Path) -> None:
    assert processes("tests/rules/test_rules.py::test_it") == {SQLITE: 1}
    assert processes("tests/test_races.py") == {SQLITE: 1, POSTGRESQL: 1}


def test_one_who_looks_inside_gets_a_single_process() -> None:
    assert any(word.startswith("--tx") for word in testing.command(["tests"]))
    assert not any(word.startswith("--tx") for word in testing.command(["tests", "--pdb"]))


def test_what_python_compiles_is_kept() -> None:
    environ = testing.environment({"PYTHONDONTWRITEBYTECODE": "1", "LANG": "C"})

    assert "PYTHONDONTWRITEBYTECODE" not in environ
    assert environ["PYTHONPYCACHEPREFIX"] == str(testing.BYTECODE)
    assert testing.environment({"PYTHONPYCACHEPREFIX": "/kept"})["PYTHONPYCACHEPREFIX"] == "/kept"


def test_the_code_of_the_run_is_the_code_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "run_in_place", lambda *_: 3)

    assert testing.main([]) == 3


@pytest.mark.parametrize(
    ("words", "since"), [(["--changed"], "main"), (["--changed", "--since", "v0.1", "-x"], "v0.1")]
)
def test_a_run_of_what_changed_takes_the_tests_that_know_of_it(
    words: list[str], since: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run: list[str] = []

    def run_in_place(command: list[str], *_: object) -> int:
        run.extend(command)
        return 0

    monkeypatch.setattr(testing, "paths_for", {since: ["tests/test_a.py"]}.__getitem__)
    monkeypatch.setattr(testing, "run_in_place", run_in_place)

    assert testing.main(words) == 0
    assert run[-1] == "tests/test_a.py"
    assert not {"--changed", "--since", "v0.1"} & set(run)


def test_since_wants_something_to_compare_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert testing.main(["--changed", "--since"]) == testing.USAGE
    assert "--since needs a branch" in capsys.readouterr().out


def test_where_nothing_changed_nothing_is_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(testing, "paths_for", lambda ref: [])
    monkeypatch.setattr(testing, "run_in_place", lambda *_: pytest.fail("it ran"))

    assert testing.main(["--changed"]) == 0
    assert "no test knows of what has changed" in capsys.readouterr().out


WORDS = [[], ["--full"], ["--nightly"]]
MARKS = [[], ["full"], ["nightly"], ["databases"], ["full", "databases"], ["nightly", "databases"]]


@pytest.mark.parametrize("marks", MARKS, ids=" ".join)
@pytest.mark.parametrize("only_database", [False, True])
def test_a_test_runs_in_full_or_at_night_and_never_in_both(
    marks: list[str], only_database: bool, pytester_item: Callable[..., pytest.Item]
) -> None:
    item = pytester_item(*marks)
    runs = {
        "".join(words): plugin.is_wanted(
            item,
            Namespace(
                full="--full" in words,
                nightly="--nightly" in words,
                database="postgresql" if only_database else "sqlite",
                only_database=only_database,
            ),
        )
        for words in WORDS
    }
    at_night = "nightly" in marks or (only_database and "databases" not in marks)
    assert runs == {
        "": not at_night and "full" not in marks,
        "--full": not at_night,
        "--nightly": at_night,
    }


@pytest.fixture
def pytester_item(request: pytest.FixtureRequest) -> Callable[..., pytest.Item]:
    """Make a test that touches the database and has some marks."""

    def make(*marks: str) -> pytest.Item:
        parent = request.node.parent
        item = pytest.Function.from_parent(parent, name="made_up", callobj=lambda: None)
        for mark in ("django_db", *marks):
            item.add_marker(getattr(pytest.mark, mark))
        return cast(pytest.Item, item)

    return make
