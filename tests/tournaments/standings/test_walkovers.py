"""Matches that are not played: walkovers, rounds sat out, withdrawals."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.exact import exact
from tournaments.standings.match_results import MatchResult, RoundSatOut, round_sums_of_results
from tournaments.standings.walkovers import (
    AWARDS,
    BOTH,
    WalkoverAward,
    score_after_mismatch,
    score_walkover,
)
from tournaments.standings.withdrawal_terms import CompensationBasis, WithdrawalOutcome
from tournaments.standings.withdrawals import withdraw_from_matches


def met(number: int, entry: str, other: str, score: int | None = None) -> MatchResult:
    """Return a match of a scale of 20; None is still to come."""
    scores = None if score is None else (Fraction(score), Fraction(20 - score))
    return MatchResult(number, (entry, other), scores)


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
    match = MatchResult(1, ("a", "b"), absent=frozenset({0}))
    assert exact(score_walkover(match, AWARDS[award]).scores) == (absent, present)


def test_where_both_stayed_away_nobody_has_anything_of_it() -> None:
    match = score_walkover(
        MatchResult(1, ("a", "b"), absent=BOTH), AWARDS[WalkoverAward.WIN_1_ABSENT_MINUS_1]
    )
    assert exact(match.scores) == (-1, -1)
    rounds = round_sums_of_results([match])
    assert not any(total.is_won for sums in rounds.values() for total in sums)


def test_who_came_cannot_have_been_absent() -> None:
    with pytest.raises(ValueError, match="absent"):
        score_walkover(MatchResult(1, ("a", "b")), AWARDS[WalkoverAward.WHOLE])


def test_a_round_sat_out_counts_and_may_be_a_win() -> None:
    rounds = round_sums_of_results(
        [], [RoundSatOut(1, "a", Fraction(12)), RoundSatOut(2, "a", Fraction(1), True)]
    )
    assert exact([(round_sum.match_points, round_sum.is_won) for round_sum in rounds["a"]]) == [
        (12, False),
        (1, True),
    ]


def test_a_withdrawal_before_half_cancels_all_matches_of_the_entry() -> None:
    matches = [met(1, "a", "b", 20), met(2, "c", "a"), met(3, "a", "d"), met(1, "c", "d", 11)]
    withdrawal = withdraw_from_matches("a", matches)
    assert (withdrawal.standing, withdrawal.matches) == (WithdrawalOutcome.CANCELLED, (matches[3],))


def test_a_withdrawal_after_half_makes_good_by_the_best_of_three() -> None:
    matches = [
        met(1, "a", "b", 2),
        met(2, "a", "c", 4),
        met(3, "a", "d"),
        met(3, "e", "a"),
        met(1, "d", "e", 19),
        met(2, "d", "b", 18),
        met(2, "e", "c", 20),
    ]
    withdrawal = withdraw_from_matches("a", matches)
    by_sides = {match.sides: match for match in withdrawal.matches}
    # d has 37 : 2 of its own; e has 21 : 2, and others 34 : 2 against a.
    assert withdrawal.best == {
        "d": CompensationBasis.OWN_AVERAGE,
        "e": CompensationBasis.OTHERS_AVERAGE,
    }
    assert exact(by_sides["a", "d"].scores) == (0, Fraction(37, 2))
    assert exact(by_sides["e", "a"].scores) == (17, 0)
    assert exact(by_sides["a", "b"].scores) == (2, 18)
    assert by_sides["e", "a"].absent == frozenset({1})


def test_the_indemnity_is_the_least_that_is_made_good() -> None:
    matches = [met(1, "a", "b", 15), met(2, "a", "c"), met(1, "c", "d", 5)]
    withdrawal = withdraw_from_matches("a", matches, accepted=True)
    assert withdrawal.best == {"c": CompensationBasis.INDEMNITY}
    assert exact(withdrawal.matches[1].scores) == (8, 12)


@given(st.fractions(0, 20, max_denominator=100))
def test_a_wrong_pairing_helps_the_innocent_side_and_costs_the_other(score: Fraction) -> None:
    assert score <= score_after_mismatch(score, at_fault=False) <= 20
    assert (score_after_mismatch(score, at_fault=True) < score) == (score > 5)


def test_an_entry_without_a_match_cannot_withdraw() -> None:
    with pytest.raises(ValueError, match="match"):
        withdraw_from_matches("z", [met(1, "a", "b", 10)])


@given(st.lists(st.one_of(st.none(), st.integers(0, 20)), min_size=15, max_size=15))
def test_a_withdrawal_touches_no_match_of_others(scores: list[int | None]) -> None:
    matches = [
        met(1, entry, other, score)
        for (entry, other), score in zip(combinations("abcdef", 2), scores, strict=True)
    ]
    withdrawal = withdraw_from_matches("a", matches)
    others = [match for match in matches if "a" not in match.sides]
    assert [match for match in withdrawal.matches if "a" not in match.sides] == others
    own = [match for match in withdrawal.matches if "a" in match.sides]
    played = [match for match in matches if "a" in match.sides and match.is_over]
    assert len(own) == (0 if 2 * len(played) < 5 else 5)
    assert all(match.is_over for match in own)
    assert set(played) <= set(own) or not own
    given_scores = [max(match.scores or ()) for match in own if match.absent]
    assert all(score >= 12 for score in given_scores)
