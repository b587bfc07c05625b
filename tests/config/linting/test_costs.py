"""The marks of tests are held against what was recorded, and against a budget."""

from __future__ import annotations

import json

import pytest

from config.linting import costs
from tests.config.linting.conftest import Found

FILE = "tests/rules/test_it.py"
SUITE = """
import pytest

def test_short(): ...

def test_long(): ...

@pytest.mark.full
def test_marked(): ...

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.full)])
def test_long_in_one_case(n): ...

class TestInAClass:
    def test_long(self): ...

@pytest.mark.nightly
class TestAtNight:
    def test_long(self): ...
"""
SHORT = 0.5


def files(*, record: dict[str, float], suite: str = SUITE) -> dict[str, str]:
    return {FILE: suite, costs.RECORD: json.dumps({FILE: record})}


@pytest.fixture(autouse=True)
def _a_budget_of_one_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "BUDGETS", {"tests/rules": 1.0})


def test_a_daily_case_of_more_than_half_a_second_is_found(found: Found) -> None:
    names = ("test_long", "test_marked", "TestInAClass::test_long", "TestAtNight::test_long")
    record = {"test_short": SHORT, "test_long_in_one_case[2]": 9.0} | dict.fromkeys(names, 0.51)

    long = [line for line in found(costs.costs, files(record=record)) if "takes 0.51 s" in line]

    assert [line.partition(":")[2].partition(":")[0] for line in long] == ["6", "15"]


def test_half_a_second_may_be_taken_every_day(found: Found) -> None:
    suite = "def test_short(): ..."

    assert found(costs.costs, files(record={"test_short": SHORT}, suite=suite)) == []


@pytest.mark.parametrize(("seconds", "is_full"), [(0.25, False), (0.28, True)])
def test_a_directory_has_a_budget(seconds: float, is_full: bool, found: Found) -> None:
    suite = '@pytest.mark.parametrize("n", range(4))\ndef test_it(n): ...'
    record = {f"test_it[{number}]": seconds for number in range(4)}

    complaints = found(costs.costs, files(record=record, suite=suite))

    assert complaints == (["tests/rules:1: its daily cases take 1.1 s of 1.0"] if is_full else [])


@pytest.mark.parametrize(("each", "is_full"), [(3, True), (4, False)])
def test_of_a_sample_its_part_counts(each: int, is_full: bool, found: Found) -> None:
    names = f'@pytest.mark.parametrize("n", every_day(range(8), each={each}))'
    record = {f"test_it[{number}]": 0.5 for number in range(8)}

    complaints = found(costs.costs, files(record=record, suite=f"{names}\ndef test_it(n): ..."))

    assert bool(complaints) == is_full


@pytest.mark.parametrize(("known", "is_stale"), [(19, False), (18, True)])
def test_one_daily_test_in_twenty_may_be_without_a_record(
    known: int, is_stale: bool, found: Found
) -> None:
    suite = "\n".join(f"def test_{number}(): ..." for number in range(20))
    record = {f"test_{number}": 0.0 for number in range(known)}

    complaints = found(costs.costs, files(record=record, suite=suite))

    assert bool(complaints) == is_stale
    assert all("knows nothing of 2 of 20 daily tests" in line for line in complaints)


def test_seconds_over_postgresql_count_for_the_night_and_for_full_alone(found: Found) -> None:
    record = {"test_it": 0.1, "test_it on PostgreSQL": 9.0}

    assert found(costs.costs, files(record=record, suite="def test_it(): ...")) == []


def test_all_budgets_come_to_what_the_daily_run_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()

    assert 0 < sum(costs.BUDGETS.values()) <= 150
