"""What is compared of an installation of before: everything stored, and nothing that came later."""

from __future__ import annotations

from typing import Any

import pytest

from tests.installations.comparing import differences

STORED: dict[str, Any] = {
    "log": {"t": [3, "abc"]},
    "events": {"e": {"standings": [["a", 1, "40"]], "exports": {"results_csv": [[1, 2, -40]]}}},
    "pages": {"/e/e/": ["-40", "1", "1"]},
}


def other(**parts: Any) -> dict[str, Any]:
    return {**STORED, **parts}


def event(**parts: Any) -> dict[str, Any]:
    return other(events={"e": {**STORED["events"]["e"], **parts}})


@pytest.mark.parametrize(
    "now",
    [
        STORED,
        other(more={"x": 1}),
        other(pages={"/e/e/": ["+7", "-40", "1", "1", "2026"]}),
        event(exports={"results_csv": [[1, 7, 2, -40, 9]]}),
    ],
)
def test_what_came_later_is_no_difference(now: dict[str, Any]) -> None:
    assert list(differences(STORED, now)) == []


@pytest.mark.parametrize(
    ("now", "where"),
    [
        (other(log={"t": [3, "abd"]}), "log/t"),
        (other(log={}), "log/t: missing"),
        (event(standings=[["a", 1, "41"]]), "events/e/standings"),
        (event(standings=[["a", 1, "40"], ["b", 2, "0"]]), "events/e/standings"),
        (event(exports={"results_csv": [[1, 2, 40]]}), "events/e/exports/results_csv, row 1"),
        (event(exports={"results_csv": [[2, 1, -40]]}), "events/e/exports/results_csv, row 1"),
        (event(exports={"results_csv": []}), "events/e/exports/results_csv: 1 rows"),
        (other(pages={"/e/e/": ["-40", "1"]}), "pages//e/e/: 1 is missing"),
        (other(pages={}), "pages//e/e/: missing"),
    ],
)
def test_what_is_gone_or_another_is_named(now: dict[str, Any], where: str) -> None:
    (difference,) = differences(STORED, now)
    assert difference.startswith(where)
