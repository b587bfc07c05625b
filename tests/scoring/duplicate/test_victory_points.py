"""Victory points equal the published tables, and keep their promise at any number of boards."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isqrt, sqrt

import pytest

from scoring.duplicate import ALL, EVEN, MOST_BOARDS, scale, victory_points

# The scale of the English Bridge Union for 8 boards: the winner's hundredths by the margin.
EIGHT = """
1000 1044 1086 1127 1167 1205 1242 1277 1312 1345 1378 1409 1439 1468 1496 1523 1550 1575 1600
1623 1646 1668 1690 1711 1731 1750 1769 1787 1804 1821 1837 1853 1868 1883 1897 1911 1924 1937
1950 1962 1974 1985 1995 2000
"""
# Single values of the published scale for 12 boards, where rounding alone is wrong for 42.
TWELVE = {1: 1036, 10: 1318, 20: 1558, 30: 1740, 42: 1902, 52: 2000}


def test_eight_boards_equal_the_published_table() -> None:
    assert scale(8) == tuple(map(int, EIGHT.split()))


def test_twelve_boards_equal_the_published_values() -> None:
    table = scale(12)
    assert {margin: table[margin] for margin in TWELVE} == TWELVE
    assert len(table) == 53


def test_no_imp_is_worth_more_than_the_one_before_it() -> None:
    for boards in [*range(1, 65), 100, 144, MOST_BOARDS]:
        table = scale(boards)
        steps = [after - before for before, after in pairwise(table)]
        assert steps == sorted(steps, reverse=True), boards
        assert min(steps) > 0, boards
        assert (table[0], table[-1]) == (EVEN, ALL)


def test_all_points_are_won_from_the_blitz_margin_on() -> None:
    for boards in range(1, 65):
        blitz = isqrt(225 * boards - 1) + 1  # 15 · √boards, upwards to a whole number
        # One IMP less may already come to less than half a hundredth below all of them.
        assert len(scale(boards)) in (blitz, blitz + 1), boards
        assert victory_points(boards, blitz) == (Fraction(20), Fraction(0))
        assert victory_points(boards, blitz + 100) == (Fraction(20), Fraction(0))


def test_a_value_is_the_formula_to_a_few_hundredths() -> None:
    for boards in range(1, 65):
        blitz, golden = 15 * sqrt(boards), (sqrt(5) - 1) / 2
        for margin, points in enumerate(scale(boards)):
            share = min(margin / blitz, 1)
            exact = 1000 + 1000 * (1 - golden ** (3 * share)) / (1 - golden**3)
            assert -0.51 < points - exact < 3.51, (boards, margin)


def test_two_sides_share_twenty_points() -> None:
    for margin in range(-70, 71):
        own, other = victory_points(16, margin)
        assert own + other == 20
        assert victory_points(16, -margin) == (other, own)


def test_a_drawn_match_is_ten_all() -> None:
    assert victory_points(1, 0) == victory_points(1000, 0) == (Fraction(10), Fraction(10))


@pytest.mark.parametrize("boards", [0, -1, MOST_BOARDS + 1])
def test_no_scale_is_made_for_no_boards_or_too_many(boards: int) -> None:
    with pytest.raises(ValueError, match="boards"):
        victory_points(boards, 1)
