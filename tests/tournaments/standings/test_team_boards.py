"""Team matches: from two results of a board to the score of a match, as pure functions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.exact import exact
from tournaments.standings.match_scores import ByDifference, ByVictoryPoints
from tournaments.standings.team_boards import (
    AVERAGES,
    AverageScore,
    BoardAdjustment,
    BoardState,
    TeamBoard,
    TeamMethod,
    board_score,
    gains,
)

SCALE = ByVictoryPoints()
BOTH_PLUS = BoardAdjustment(AverageScore.PLUS, AverageScore.PLUS)

results = st.integers(-400, 400).map(lambda tens: tens * 10)
boards = st.builds(
    TeamBoard,
    number=st.integers(1, 64),
    open_room=results,
    closed_room=results,
    segment=st.integers(1, 3),
    turned=st.booleans(),
    adjusted=st.none(),
    removed=st.just(False),
)
matches = st.lists(boards, min_size=1, max_size=24)


def test_the_same_board_in_two_rooms_makes_a_swing_and_that_makes_imps() -> None:
    # -125 and +40 differ by 165, which lies between two steps of the table.
    score = board_score(TeamBoard(1, -125, 40), TeamMethod.IMPS)
    assert exact((score.swing, score.home, score.away)) == (-165, -4, 4)
    turned = board_score(TeamBoard(1, -125, 40, turned=True), TeamMethod.IMPS)
    assert exact((turned.swing, turned.home, turned.away)) == (165, 4, -4)


@pytest.mark.parametrize("method", TeamMethod)
def test_an_average_of_a_board_is_what_the_method_says(method: TeamMethod) -> None:
    board = TeamBoard(1, adjusted=BoardAdjustment(AverageScore.PLUS, AverageScore.MINUS))
    score = board_score(board, method)
    assert (score.home, score.away) == (
        AVERAGES[method][AverageScore.PLUS],
        AVERAGES[method][AverageScore.MINUS],
    )


def test_a_margin_with_a_fraction_counts_as_the_nearest_whole_one() -> None:
    scale = ByVictoryPoints()
    assert scale.points(Fraction(7, 2), 8) == scale.points(Fraction(4), 8)
    assert scale.points(Fraction(-7, 2), 8) == scale.points(Fraction(-4), 8)
    assert scale.points(Fraction(10, 3), 8) == scale.points(Fraction(3), 8)


def test_twenty_imps_over_sixteen_boards_are_fifteen_to_five() -> None:
    assert exact((SCALE.points(Fraction(20), 16), SCALE.points(Fraction(-20), 16))) == (15, 5)


def test_sixty_imps_over_sixteen_boards_win_everything() -> None:
    assert SCALE.points(Fraction(59), 16) < SCALE.points(Fraction(60), 16) == 20


def test_the_scale_is_that_of_the_number_of_boards() -> None:
    assert SCALE.points(Fraction(12), 8) == Fraction(1439, 100)
    assert SCALE.points(Fraction(12), 16) == Fraction(1328, 100)


def test_a_difference_is_added_to_the_base() -> None:
    scale = ByDifference(15, 10)
    assert exact((scale.points(Fraction(30)), scale.points(Fraction(-30)))) == (25, 5)


def test_a_board_is_decided_by_two_results_an_adjustment_or_its_removal() -> None:
    match = [TeamBoard(1, 100, 0), TeamBoard(2, 50), TeamBoard(3), TeamBoard(4, removed=True)]
    assert [board.state for board in match] == [
        BoardState.COMPARED,
        BoardState.HALF_PLAYED,
        BoardState.UNPLAYED,
        BoardState.REMOVED,
    ]
    assert [board.state.is_decided for board in match] == [True, False, False, True]
    assert TeamBoard(1, 100, 0, adjusted=BOTH_PLUS).state is BoardState.ADJUSTED


def test_both_sides_can_have_more_than_the_average_of_a_board() -> None:
    score = board_score(TeamBoard(1, 100, 0, adjusted=BOTH_PLUS), TeamMethod.IMPS)
    assert exact((score.home, score.away)) == (3, 3)
    assert exact(gains([score], TeamMethod.IMPS)) == (3, 3)


def test_board_a_match_counts_boards_and_not_points() -> None:
    match = [TeamBoard(1, 10, 0), TeamBoard(2, 0, 900), TeamBoard(3, 50, 50)]
    scores = [board_score(board, TeamMethod.BOARD_A_MATCH) for board in match]
    assert exact(gains(scores, TeamMethod.BOARD_A_MATCH)) == (3, 3)


@pytest.mark.full
@given(matches, st.sampled_from(TeamMethod))
def test_without_adjustments_one_side_has_what_the_other_has_not(
    match: list[TeamBoard], method: TeamMethod
) -> None:
    scores = [board_score(board, method) for board in match]
    won, theirs = gains(scores, method)
    if method is TeamMethod.BOARD_A_MATCH:
        assert won + theirs == 2 * len(match)
    else:
        assert all(score.home == -score.away for score in scores)
        assert won - theirs == sum(score.home for score in scores)


@pytest.mark.full
@given(matches)
def test_victory_points_of_a_match_make_twenty_and_follow_the_margin(
    match: list[TeamBoard],
) -> None:
    lead = sum((board_score(board, TeamMethod.IMPS).home for board in match), Fraction(0))
    home, away = SCALE.points(lead, len(match)), SCALE.points(-lead, len(match))
    assert home + away == 20
    assert (home > away) == (lead > 0)


@pytest.mark.full
@given(boards, st.sampled_from(TeamMethod))
def test_changing_rooms_and_direction_changes_nothing_for_the_sides(
    board: TeamBoard, method: TeamMethod
) -> None:
    other = board._replace(
        open_room=board.closed_room, closed_room=board.open_room, turned=not board.turned
    )
    assert board_score(board, method) == board_score(other, method)
