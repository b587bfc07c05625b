"""`manage.py lint`: everything is run, whatever fails; problems are printed together."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from config import bootstrap
from config.linting import command
from config.linting.command import LintStep, StepOutcome

WELL = LintStep("well", (sys.executable, "-c", "print('nothing')"))
WRONG = LintStep("wrong", (sys.executable, "-c", "print('a.py:1: wrong'); raise SystemExit(2)"))
MISSING = LintStep("missing", ("a-program-that-is-not-there",))


def test_every_tool_is_run_and_keeps_its_cache_where_it_is_told(tmp_path: Path) -> None:
    steps = command.steps(tmp_path)

    assert {step.name for step in steps} == {
        "lint-imports",
        "mypy",
        "hadolint",
        "ruff check",
        "ruff format",
        "rules",
    }
    caches = [word for step in steps for word in step.command if word.startswith(str(tmp_path))]
    assert len(caches) == len(steps) - 2  # the rules and hadolint keep nothing


@pytest.mark.parametrize(
    ("steps", "code"),
    [([WELL], 0), ([WELL, WRONG], 1), ([WRONG, WELL], 1), ([MISSING], 1), ([], 1)],
)
def test_one_that_finds_something_fails_all(
    steps: list[LintStep], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "steps", lambda caches: steps)

    assert command.main([]) == code


def test_each_tells_its_seconds_and_what_was_found_comes_after_all_have_ended(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command.conclude(command.run([WRONG, WELL])) == 1

    *ends, _empty, head, problem = capsys.readouterr().out.splitlines()
    assert sorted(line.split()[0] for line in ends) == ["FAILED", "passed"]
    assert (head, problem) == ("--- wrong ---", "a.py:1: wrong")


def test_the_seconds_are_told_with_a_decimal() -> None:
    assert str(StepOutcome(WELL, True, 1.25, "")) == "passed in   1.2 s  well"
    assert str(StepOutcome(WELL, False, 100, "")) == "FAILED in 100.0 s  well"


def test_who_lacks_the_tools_is_told_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setenv("NO_BOOTSTRAP", "1")
    monkeypatch.setitem(bootstrap.ENTRANCE, "dev", "a_package_that_is_not_there")

    with pytest.raises(SystemExit, match=r"-m pip install .* -r .*dev\.txt"):
        bootstrap.enter(["manage.py", "lint"])
