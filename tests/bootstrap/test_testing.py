"""`manage.py test`: two passes, one answer, one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from config import testing


class Pytest:
    """Stands for the runs of pytest: answers with these codes and leaves these counts."""

    def __init__(self, *results: tuple[int, str]) -> None:
        self.results = list(results)
        self.commands: list[Sequence[str]] = []

    def __call__(self, command: Sequence[str], environ: Mapping[str, str], folder: Path) -> int:
        self.commands.append(command)
        code, counts = self.results.pop(0)
        tally = next(word for word in command if word.startswith("--tally="))
        if counts:
            Path(tally.removeprefix("--tally=")).write_text(counts)
        return code


@pytest.mark.parametrize(
    ("results", "code", "line"),
    [
        ([(0, "5 0 1"), (0, "3 0 0")], 0, "8 passed, 0 failed, 1 skipped"),
        ([(1, "5 2 0"), (0, "3 0 0")], 1, "8 passed, 2 failed, 0 skipped"),
        ([(0, "5 0 0"), (1, "3 1 0")], 1, "8 passed, 1 failed, 0 skipped"),
        ([(0, "5 0 0"), (5, "0 0 0")], 0, "5 passed, 0 failed, 0 skipped"),
        ([(5, "0 0 0"), (5, "0 0 0")], 5, "0 passed, 0 failed, 0 skipped"),
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
    monkeypatch.setattr(testing, "follow", Pytest(*results))

    assert testing.main([]) == code
    assert capsys.readouterr().out.splitlines()[-1] == line


def test_everything_runs_on_sqlite_and_what_needs_a_database_on_postgres(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = Pytest((0, "1 0 0"), (0, "1 0 0"))
    monkeypatch.setattr(testing, "follow", runs)

    testing.main(["--full", "tests/scoring"])

    on_sqlite, on_postgres = runs.commands
    assert "--database=postgresql" not in on_sqlite
    assert {"--database=postgresql", "--only-database"} <= set(on_postgres)
    assert on_sqlite[-2:] == on_postgres[-2:] == ["--full", "tests/scoring"]


def test_one_who_looks_inside_gets_a_single_process() -> None:
    assert "-n" in testing.command(["tests"])
    assert "-n" not in testing.command(["tests", "--pdb"])
