"""Standings as a pure function: sums, shared places, exact adjustments."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import Adjusted, RoundSum, Scored, by_total_points

ENTRIES = ("a", "b", "c", "d", "e")

scores = st.lists(
    st.builds(
        Scored,
        entry=st.sampled_from(ENTRIES),
        round=st.integers(1, 4),
        deal=st.text("0123456789", min_size=1, max_size=3),
        points=st.integers(-400, 400),
    ),
    max_size=40,
)
adjustments = st.lists(
    st.builds(
        Adjusted,
        entry=st.sampled_from(ENTRIES),
        amount=st.fractions(-50, 50, max_denominator=12),
        reason=st.just("late"),
    ),
    max_size=6,
)


def test_the_highest_total_is_first_and_equal_totals_share_the_better_place() -> None:
    scored = [Scored("a", 1, "x", -40), Scored("b", 1, "x", 100), Scored("c", 1, "x", -40)]
    ranks = by_total_points(["a", "b", "c", "d"], scored)
    assert [(rank.place, rank.shared, rank.entry) for rank in ranks] == [
        (1, False, "b"),
        (2, False, "d"),
        (3, True, "a"),
        (3, True, "c"),
    ]


def test_a_row_opens_to_the_sum_of_its_rounds() -> None:
    scored = [Scored("a", 2, "x", 30), Scored("a", 1, "y", -10), Scored("a", 2, "z", 5)]
    (rank,) = by_total_points(["a"], scored)
    assert rank.rounds == (RoundSum(1, 1, -10), RoundSum(2, 2, 35))
    assert (rank.deals, rank.points, int(rank.total)) == (3, 25, 25)


def test_adjustments_stand_apart_from_points_with_their_reasons() -> None:
    late = Adjusted("a", Fraction(-1, 3), "late")
    (rank,) = by_total_points(["a"], [Scored("a", 1, "x", 1)], [late])
    assert (rank.points, rank.adjustments, rank.total) == (1, Fraction(-1, 3), Fraction(2, 3))
    assert rank.reasons == (late,)


@pytest.mark.parametrize("thirds", [1, 3])
def test_a_tie_of_fractions_is_a_tie(thirds: int) -> None:
    parts = [Adjusted("a", Fraction(1, 10))] * (3 * thirds)
    ranks = by_total_points(["a", "b"], [], [*parts, Adjusted("b", Fraction(3 * thirds, 10))])
    assert [(rank.place, rank.shared) for rank in ranks] == [(1, True), (1, True)]


def test_who_has_not_played_is_ranked_with_nothing() -> None:
    (rank,) = by_total_points(["a"], [])
    assert (rank.place, rank.deals, int(rank.total), len(rank.rounds)) == (1, 0, 0, 0)


def test_nobody_gives_no_rows() -> None:
    assert by_total_points([], []) == ()


@given(scores, adjustments)
def test_every_total_is_the_plain_sum_of_what_was_given(
    scored: list[Scored], adjusted: list[Adjusted]
) -> None:
    for rank in by_total_points(ENTRIES, scored, adjusted):
        points = sum(one.points for one in scored if one.entry == rank.entry)
        amounts = sum((one.amount for one in adjusted if one.entry == rank.entry), Fraction(0))
        assert rank.total == points + amounts
        assert rank.points == sum(one.points for one in rank.rounds)
        assert rank.deals == sum(one.deals for one in rank.rounds)


@given(scores, adjustments)
def test_a_place_is_one_more_than_how_many_are_better(
    scored: list[Scored], adjusted: list[Adjusted]
) -> None:
    ranks = by_total_points(ENTRIES, scored, adjusted)
    assert sorted(rank.entry for rank in ranks) == sorted(ENTRIES)
    totals = [rank.total for rank in ranks]
    assert totals == sorted(totals, reverse=True)
    places = Counter(rank.place for rank in ranks)
    for rank in ranks:
        assert rank.place == 1 + sum(total > rank.total for total in totals)
        assert rank.shared == (places[rank.place] > 1)


@given(scores, adjustments, st.randoms(use_true_random=False))
def test_the_order_in_which_results_arrive_decides_nothing(
    scored: list[Scored], adjusted: list[Adjusted], chance: random.Random
) -> None:
    shuffled = chance.sample(scored, len(scored))
    assert by_total_points(ENTRIES, shuffled, adjusted) == by_total_points(
        ENTRIES, scored, adjusted
    )
