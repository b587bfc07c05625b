"""Boards that several tables played are compared by IMPs, matchpoints, a datum, or room by room."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.duplicate import (
    FROM,
    board_a_match,
    fill_in_missing,
    imps,
    matchpoints,
    rounded_datum,
    share_of_top,
    swing,
)

RESULTS = st.lists(st.integers(-2000, 2000), min_size=2, max_size=20)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    # Law 78B of the Laws of Duplicate Bridge.
    [
        (0, 10, 0),
        (20, 40, 1),
        (50, 80, 2),
        (90, 120, 3),
        (130, 160, 4),
        (170, 210, 5),
        (220, 260, 6),
        (270, 310, 7),
        (320, 360, 8),
        (370, 420, 9),
        (430, 490, 10),
        (500, 590, 11),
        (600, 740, 12),
        (750, 890, 13),
        (900, 1090, 14),
        (1100, 1290, 15),
        (1300, 1490, 16),
        (1500, 1740, 17),
        (1750, 1990, 18),
        (2000, 2240, 19),
        (2250, 2490, 20),
        (2500, 2990, 21),
        (3000, 3490, 22),
        (3500, 3990, 23),
        (4000, 100000, 24),
    ],
)
def test_a_difference_is_pressed_as_the_law_says(low: int, high: int, expected: int) -> None:
    assert imps(low) == imps(high) == expected
    assert imps(-low) == imps(-high) == -expected


def test_a_difference_in_a_gap_has_the_lower_step() -> None:
    assert [imps(step - 1) for step in FROM] == list(range(24))
    assert imps(165) == 4


@given(RESULTS)
def test_matchpoints_are_two_for_every_pair_of_results(results: list[int]) -> None:
    points = matchpoints(results)
    assert sum(points) == len(results) * (len(results) - 1)
    by_result = sorted(zip(results, points, strict=True))
    assert [point for _, point in by_result] == sorted(points)


@given(RESULTS, st.integers(0, 8))
def test_missing_results_keep_the_average_of_a_board(results: list[int], missing: int) -> None:
    expected = len(results) + missing
    whole = [fill_in_missing(points, len(results), expected) for points in matchpoints(results)]
    assert sum(whole) / len(whole) == expected - 1


def test_a_share_is_the_part_of_the_top() -> None:
    assert share_of_top(6, 4) == 1
    assert share_of_top(Fraction(3, 2), 4) == Fraction(1, 4)
    with pytest.raises(ValueError, match="single"):
        share_of_top(0, 1)


@pytest.mark.parametrize(
    ("results", "without", "average"),
    [
        ([100, -40, -40], 0, 10),
        ([5, 5], 0, 10),
        ([-5, -5], 0, -10),
        ([4, 4], 0, 0),
        ([900, 10, 20, -900], 1, 20),
        ([-100, 300], 0, 100),
    ],
)
def test_a_datum_is_the_average_to_the_nearest_ten(
    results: list[int], without: int, average: int
) -> None:
    assert rounded_datum(results, without) == average


def test_a_datum_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no result"):
        rounded_datum([1, 2], without=1)


@given(RESULTS)
def test_the_best_result_is_never_below_the_datum_by_more_than_rounding(results: list[int]) -> None:
    datum = rounded_datum(results)
    gained = [imps(result - datum) for result in results]
    assert max(gained) >= 0
    assert min(gained) <= 0


@given(st.integers(-2000, 2000), st.integers(-2000, 2000))
def test_what_one_side_gains_in_two_rooms_the_other_loses(open_room: int, closed_room: int) -> None:
    assert swing(open_room, closed_room) == -swing(closed_room, open_room)
    assert (
        board_a_match(swing(open_room, closed_room)) + board_a_match(swing(closed_room, open_room))
        == 2
    )
