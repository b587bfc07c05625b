"""From raw points to scores, and the lines that lead there."""

from typing import Any

import pytest

from scoring.game import find_game
from scoring.gongzhu.codes import LineCode
from scoring.gongzhu.settling.settle import convert
from scoring.settlement import Line

GONGZHU = find_game("gongzhu")
RAW = {"N": -120, "W": -280, "S": 0, "E": 160}


def converted(raw: dict[str, int], **wanted: Any) -> tuple[dict[str, int], tuple[Line, ...]]:
    """Return the scores, and the lines of north."""
    scores, lines = convert(raw, GONGZHU.rules(wanted))
    return scores, tuple(line for line in lines if line.seat == "N")


def test_raw_points_are_the_score_where_nothing_else_is_said() -> None:
    """GZ-30."""
    assert converted(RAW) == (RAW, (Line("N", LineCode.RAW, (), -120),))


def test_a_rounded_zero_sum_shows_what_was_rounded() -> None:
    """GZ-31, GZ-35: T8 L159-166."""
    raw = {"N": -280, "W": -120, "S": 0, "E": 160}
    scores, lines = converted(raw, normalise="zero_sum_rounded", scale=12)
    assert scores["N"] == -3516
    assert [(line.code.value, line.points) for line in lines] == [
        ("raw", -280),
        ("zero_sum", -13),
        ("scale", -293 * 11),
    ]
    assert dict(lines[1].values) == {
        "value": -293,
        "total": -240,
        "numerator": -880,
        "denominator": 3,
    }
    assert dict(lines[2].values) == {"factor": 12}


@pytest.mark.parametrize(("raw", "halves"), [(1, -1), (-1, 1), (3, -2), (-3, 2)])
def test_halves_are_rounded_away_from_zero(raw: int, halves: int) -> None:
    """GZ-31: three seats share in halves."""
    rules = GONGZHU.rules({"players": 3, "normalise": "zero_sum_rounded", "hearts": "pips"})
    assert convert({"1": raw, "2": 0, "3": 0}, rules)[0] == {"1": raw, "2": halves, "3": halves}


def test_an_exact_zero_sum_is_scaled_in_one_step() -> None:
    """GZ-32: 16s - 4Σ."""
    scores, lines = converted(RAW, normalise="zero_sum_exact", scale=12)
    assert scores == {"N": -960, "W": -3520, "S": 960, "E": 3520}
    assert [(line.code.value, line.points) for line in lines] == [
        ("raw", -120),
        ("zero_sum_scaled", -840),
    ]
    assert dict(lines[1].values)["factor"] == 12


@pytest.mark.parametrize(
    ("how", "scores"),
    [
        ("pair_half_difference", {"N": -125, "W": 125, "S": -125, "E": 125}),
        ("pair_sum", {"N": -200, "W": 50, "S": -200, "E": 50}),
        ("pair_average", {"N": -100, "W": 25, "S": -100, "E": 25}),
    ],
)
def test_partners_share_a_value(how: str, scores: dict[str, int]) -> None:
    """GZ-33, GZ-34: T8 L205-206."""
    raw = {"N": -190, "W": 50, "S": -10, "E": 0}
    result, lines = converted(raw, normalise=how)
    assert result == scores
    assert dict(lines[1].values) == {"value": scores["N"], "own": -200, "other": 50}


def test_halves_between_pairs_are_rounded_away_from_zero() -> None:
    """GZ-31, GZ-33: so that the two pairs still balance."""
    raw = {"N": -3, "W": 0, "S": 0, "E": 0}
    scores, _ = converted(raw, normalise="pair_half_difference", hearts="pips")
    assert scores == {"N": -2, "W": 2, "S": -2, "E": 2}
    scores, _ = converted(raw, normalise="pair_average", hearts="pips")
    assert scores == {"N": -2, "W": 0, "S": -2, "E": 0}
