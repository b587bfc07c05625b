"""Matches that are not played: walkovers, rounds sat out, withdrawals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.unplayed_terms import (
    AWARDS,
    CompensationBasis,
    WalkoverAward,
    WalkoverScores,
    WithdrawalOutcome,
    WithdrawalRules,
    best_compensation,
    score_after_mismatch,
    withdrawal_outcome,
)


@pytest.mark.parametrize(
    ("award", "present", "absent"),
    [
        (WalkoverAward.INDEMNITY, 12, 0),
        (WalkoverAward.EIGHTEEN, 18, 0),
        (WalkoverAward.WHOLE, 20, 0),
        (WalkoverAward.WIN_1, 1, 0),
        (WalkoverAward.WIN_1_ABSENT_MINUS_1, 1, -1),
        (WalkoverAward.WIN_2, 2, 0),
        (WalkoverAward.WIN_3, 3, 0),
    ],
)
def test_a_walkover_counts_as_its_award_says(
    award: WalkoverAward, present: int, absent: int
) -> None:
    assert AWARDS[award] == WalkoverScores(Fraction(present), Fraction(absent))


@pytest.mark.full
@given(st.fractions(0, 20, max_denominator=100))
def test_a_wrong_pairing_helps_the_innocent_side_and_costs_the_other(score: Fraction) -> None:
    assert score <= score_after_mismatch(score, at_fault=False) <= 20
    assert (score_after_mismatch(score, at_fault=True) < score) == (score > 5)


@pytest.mark.parametrize(
    ("played", "matches", "outcome"),
    [
        (1, 3, WithdrawalOutcome.CANCELLED),
        (2, 4, WithdrawalOutcome.STAND),
        (2, 5, WithdrawalOutcome.CANCELLED),
        (3, 5, WithdrawalOutcome.STAND),
    ],
)
def test_a_withdrawal_before_half_cancels_all_matches_of_the_entry(
    played: int, matches: int, outcome: WithdrawalOutcome
) -> None:
    assert withdrawal_outcome(played, matches, WithdrawalRules()) is outcome


@pytest.mark.parametrize(
    ("own", "theirs", "best", "score"),
    [
        (Fraction(37, 2), Fraction(3), CompensationBasis.OWN_AVERAGE, Fraction(37, 2)),
        (Fraction(21, 2), Fraction(3), CompensationBasis.OTHERS_AVERAGE, Fraction(17)),
        (Fraction(5), Fraction(15), CompensationBasis.INDEMNITY, Fraction(12)),
        (None, None, CompensationBasis.INDEMNITY, Fraction(12)),
    ],
)
def test_a_withdrawal_after_half_makes_good_by_the_best_of_three(
    own: Fraction | None, theirs: Fraction | None, best: CompensationBasis, score: Fraction
) -> None:
    assert best_compensation(own, theirs, WithdrawalRules()) == (best, score)
