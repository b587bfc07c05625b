"""`manage.py test`: two passes, one answer, one line."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest

from config import testing
from tests.services import plugin


class Pytest:
    """Stands for the runs of pytest: answers with these codes and leaves these counts."""

    def __init__(self, *results: tuple[int, str], elsewhere: int | None = None) -> None:
        self.results = list(results)
        self.elsewhere = {} if elsewhere is None else {"elsewhere": elsewhere}
        self.commands: list[Sequence[str]] = []

    def __call__(self, command: Sequence[str], environ: Mapping[str, str], folder: Path) -> int:
        self.commands.append(command)
        code, counts = self.results.pop(0)
        tally = next(word for word in command if word.startswith("--tally="))
        if counts:
            passed, failed, skipped = map(int, counts.split())
            slowest = [[f"test_{number}", 0.5 * number] for number in range(passed)]
            left = {"passed": passed, "failed": failed, "skipped": skipped, "slowest": slowest}
            told = json.dumps({**left, **self.elsewhere})
            Path(tally.removeprefix("--tally=")).write_text(told)
        return code


@pytest.mark.parametrize(
    ("results", "code", "line"),
    [
        ([(0, "5 0 1"), (0, "3 0 0")], 0, "8 passed, 0 failed, 1 skipped"),
        ([(1, "5 2 0"), (0, "3 0 0")], 1, "8 passed, 2 failed, 0 skipped"),
        ([(0, "5 0 0"), (1, "3 1 0")], 1, "8 passed, 1 failed, 0 skipped"),
        ([(0, "5 0 0"), (5, "0 0 0")], 4, "5 passed, 1 failed, 0 skipped"),
        ([(5, "0 0 0"), (0, "5 0 0")], 4, "5 passed, 1 failed, 0 skipped"),
        ([(0, "5 0 0"), (4, "")], 4, "5 passed, 1 failed, 0 skipped"),
        ([(3, ""), (3, "")], 3, "0 passed, 1 failed, 0 skipped"),
        ([(2, "5 0 0")], 2, "5 passed, 1 failed, 0 skipped"),
    ],
)
def test_both_passes_come_to_one_answer(
    results: list[tuple[int, str]],
    code: int,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(testing, "run_in_place", Pytest(*results))

    assert testing.main([]) == code
    assert capsys.readouterr().out.splitlines()[-1] == line


@pytest.mark.parametrize(
    ("results", "code"),
    [([(0, "5 0 0"), (5, "0 0 0")], 0), ([(5, "0 0 0"), (5, "0 0 0")], 5)],
)
def test_of_what_a_developer_names_a_database_may_be_asked_nothing(
    results: list[tuple[int, str]],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(testing, "run_in_place", Pytest(*results))

    assert testing.main(["tests/scoring"]) == code
    assert "nothing of this is for PostgreSQL" in capsys.readouterr().out


def test_a_list_of_the_program_names_files_that_exist(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = Pytest()
    monkeypatch.setattr(testing, "run_in_place", runs)
    monkeypatch.setattr(testing, "WRITE_PATH", (*testing.WRITE_PATH, "tests/test_gone.py"))

    assert testing.main([]) == 4
    assert runs.commands == []
    assert "tests/test_gone.py" in capsys.readouterr().out


def test_everything_runs_on_sqlite_and_what_needs_a_database_on_postgres(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = Pytest((0, "1 0 0"), (0, "1 0 0"))
    monkeypatch.setattr(testing, "run_in_place", runs)

    testing.main(["--full", "tests/scoring"])

    on_sqlite, on_postgres = runs.commands
    assert "--database=postgresql" not in on_sqlite
    assert {"--database=postgresql", "--only-database"} <= set(on_postgres)
    assert on_sqlite[-2:] == on_postgres[-2:] == ["--full", "tests/scoring"]


@pytest.mark.parametrize(
    ("word", "is_told"), [("--full", True), ("--nightly", True), ("-x", False)]
)
def test_a_long_run_tells_the_slowest_of_both_passes(
    word: str, is_told: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(testing, "run_in_place", Pytest((0, "25 0 0"), (0, "4 0 0")))

    testing.main([word])

    slowest = [line.split() for line in capsys.readouterr().out.splitlines() if " s  test_" in line]
    assert len(slowest) == (20 if is_told else 0)
    assert slowest[:1] == ([["12.0", "s", "test_24"]] if is_told else [])
    assert slowest == sorted(slowest, key=lambda line: -float(line[0]))


@pytest.mark.parametrize(("elsewhere", "passes"), [(0, 1), (3, 2), (None, 2)])
def test_no_second_pass_is_made_where_the_first_saw_that_it_would_be_empty(
    elsewhere: int | None, passes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = Pytest((0, "5 0 0"), (0, "3 0 0"), elsewhere=elsewhere)
    monkeypatch.setattr(testing, "run_in_place", runs)

    assert testing.main(["tests/scoring"]) == 0
    assert len(runs.commands) == passes


def test_the_daily_run_always_takes_the_write_path_of_postgres(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = Pytest((0, "5 0 0"), (0, "3 0 0"), elsewhere=0)
    monkeypatch.setattr(testing, "run_in_place", runs)

    testing.main([])

    assert set(testing.WRITE_PATH) <= set(runs.commands[1])


def test_what_a_second_database_would_be_asked_is_known_beforehand(
    pytester_item: Callable[..., pytest.Item],
) -> None:
    items = [pytester_item(*marks) for marks in MARKS]
    daily = Namespace(full=False, nightly=False, database="sqlite", only_database=False)
    full = Namespace(full=True, nightly=False, database="sqlite", only_database=False)

    assert plugin.wanted_elsewhere(items, daily) == 1
    assert plugin.wanted_elsewhere(items, full) == 2


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


def test_one_who_looks_inside_gets_a_single_process() -> None:
    assert "-n" in testing.command(["tests"])
    assert "-n" not in testing.command(["tests", "--pdb"])


@pytest.mark.parametrize(("word", "processes"), [("", 4), ("--full", 6), ("--nightly", 4)])
def test_a_full_run_has_more_processes_than_cores_because_many_of_its_tests_wait(
    word: str, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(testing, "cores", lambda: 4)

    words = testing.command([word, "tests"])

    assert words[words.index("-n") + 1] == str(processes)
