"""Team matches: from two results of a board to the score of a match, as pure functions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.exact import exact
from tournaments.standings.match_scores import ByDifference, ByOutcome, ByVictoryPoints
from tournaments.standings.team_boards import (
    AVERAGES,
    AverageScore,
    BoardAdjustment,
    BoardState,
    MatchSide,
    TeamBoard,
    TeamMethod,
    abandon_match,
    board_score,
    weighted_score,
)
from tournaments.standings.team_scores import (
    AsWon,
    MatchPenalty,
    MatchPenaltyUnit,
    MatchRules,
    ScaleBoards,
    WonBy,
    knockout_winner,
    team_score,
    to_match_result,
)

WIN = ByOutcome(Fraction(2), Fraction(1), Fraction(0))
BOTH_PLUS = BoardAdjustment(AverageScore.PLUS, AverageScore.PLUS)

results = st.integers(-400, 400).map(lambda tens: tens * 10)
boards = st.builds(
    TeamBoard,
    number=st.integers(1, 64),
    open_room=results,
    closed_room=results,
    segment=st.integers(1, 3),
    turned=st.booleans(),
)
matches = st.lists(boards, min_size=1, max_size=24)


def even(count: int, first: int = 2) -> list[TeamBoard]:
    """Return boards that bring nobody anything."""
    return [TeamBoard(number, 100, 100) for number in range(first, first + count)]


def swinging(points: int, count: int) -> list[TeamBoard]:
    """Return so many boards, one of which brings the home side so many points."""
    return [TeamBoard(1, points, 0), *even(count - 1)]


def test_the_same_board_in_two_rooms_makes_a_swing_and_that_makes_imps() -> None:
    # -125 and +40 differ by 165, which lies between two steps of the table.
    score = board_score(TeamBoard(1, -125, 40), TeamMethod.IMPS)
    assert exact((score.swing, score.home, score.away)) == (-165, -4, 4)
    turned = board_score(TeamBoard(1, -125, 40, turned=True), TeamMethod.IMPS)
    assert exact((turned.swing, turned.home, turned.away)) == (165, 4, -4)


def test_twenty_imps_over_sixteen_boards_are_fifteen_to_five() -> None:
    match = [TeamBoard(1, 1490, 0), TeamBoard(2, 150, 0), *even(14, first=3)]
    score = team_score(match, MatchRules())
    assert exact((score.lead, score.home.score, score.away.score)) == (20, 15, 5)


def test_sixty_imps_over_sixteen_boards_win_everything() -> None:
    match = [*(TeamBoard(number, 2000, 0) for number in (1, 2, 3)), *even(13, first=4)]
    less, all_of_it = (
        team_score([*match[:-1], TeamBoard(16, points, 0)], MatchRules()) for points in (50, 90)
    )
    assert exact((less.lead, all_of_it.lead)) == (59, 60)
    assert less.home.total < all_of_it.home.total == 20


def test_a_match_is_provisional_until_every_board_is_decided() -> None:
    match = [TeamBoard(1, 100, 0), TeamBoard(2, 50), TeamBoard(3), TeamBoard(4, removed=True)]
    score = team_score(match, MatchRules())
    assert [board.state for board in score.boards] == [
        BoardState.COMPARED,
        BoardState.HALF_PLAYED,
        BoardState.UNPLAYED,
        BoardState.REMOVED,
    ]
    assert (score.missing, score.is_over) == ((2, 3), False)
    assert to_match_result(score, 1, ("a", "b")).scores is None
    assert not team_score([], MatchRules()).is_over


def test_the_scale_is_that_of_the_boards_that_count_or_that_were_planned() -> None:
    match = [*swinging(600, 8), *(TeamBoard(n, removed=True) for n in range(9, 17))]
    counted = team_score(match, MatchRules())
    planned = team_score(match, MatchRules(scale_boards=ScaleBoards.PLANNED))
    # 12 IMPs are 14.39 over 8 boards and 13.28 over 16.
    assert (counted.home.score, planned.home.score) == (Fraction(1439, 100), Fraction(1328, 100))


def test_both_sides_can_have_more_than_the_average_of_a_board() -> None:
    match = [TeamBoard(1, 100, 0, adjusted=BOTH_PLUS), *even(7)]
    score = team_score(match, MatchRules())
    assert exact((score.home.margin, score.away.margin, score.lead)) == (3, 3, 0)
    assert exact((score.home.won, score.away.won, score.ahead)) == (3, 3, None)
    assert score.home.score == score.away.score == Fraction(1127, 100)


@pytest.mark.parametrize("method", TeamMethod)
def test_an_average_of_a_board_is_what_the_method_says(method: TeamMethod) -> None:
    board = TeamBoard(1, adjusted=BoardAdjustment(AverageScore.PLUS, AverageScore.MINUS))
    score = board_score(board, method)
    assert (score.home, score.away) == (
        AVERAGES[method][AverageScore.PLUS],
        AVERAGES[method][AverageScore.MINUS],
    )


def test_outcomes_are_converted_before_they_are_weighted() -> None:
    # 100 is 3 IMPs, and its half would be 2.
    half, middle = Fraction(1, 2), Fraction(3, 2)
    assert weighted_score([(half, 100), (half, 0)], TeamMethod.IMPS) == BoardAdjustment(
        middle, -middle
    )
    parted = weighted_score([(half, 100), (half, 0)], TeamMethod.BOARD_A_MATCH)
    assert (parted.home, parted.away) == (Fraction(3, 2), half)
    with pytest.raises(ValueError, match="make 1"):
        weighted_score([(half, 20)], TeamMethod.IMPS)


def test_a_margin_with_a_fraction_counts_as_the_nearest_whole_one() -> None:
    scale = ByVictoryPoints()
    assert scale.points(Fraction(7, 2), 8) == scale.points(Fraction(4), 8)
    assert scale.points(Fraction(-7, 2), 8) == scale.points(Fraction(-4), 8)
    assert scale.points(Fraction(10, 3), 8) == scale.points(Fraction(3), 8)


def test_penalties_stand_in_columns_of_their_own() -> None:
    penalties = [
        MatchPenalty(MatchSide.HOME, MatchPenaltyUnit.MATCH, Fraction(-3), "slow"),
        MatchPenalty(MatchSide.AWAY, MatchPenaltyUnit.SCORE, Fraction(-1, 2), "late"),
    ]
    score = team_score(swinging(600, 8), MatchRules(), penalties)
    assert exact((score.home.margin, score.home.penalty, score.lead)) == (12, -3, 9)
    nine = team_score(swinging(400, 8), MatchRules())
    assert (score.home.score, score.away.score) == (nine.home.score, nine.away.score)
    assert score.away.total == score.away.score - Fraction(1, 2)
    assert to_match_result(score, 1, ("a", "b")).scores == (score.home.score, score.away.score)


def test_a_penalty_need_not_bring_the_other_side_forward() -> None:
    penalty = [MatchPenalty(MatchSide.HOME, MatchPenaltyUnit.MATCH, Fraction(-3))]
    alone = team_score(swinging(600, 8), MatchRules(helps=False), penalty)
    without = team_score(swinging(600, 8), MatchRules())
    assert alone.away.score == without.away.score
    assert alone.home.score < without.home.score


def test_a_match_can_count_as_its_total_points_say() -> None:
    rules = MatchRules(TeamMethod.POINTS, WIN)
    score = team_score([TeamBoard(1, 300, 0), TeamBoard(2, 0, 310)], rules)
    assert exact((score.home.won, score.away.won, score.lead)) == (300, 310, -10)
    assert exact((score.home.score, score.away.score)) == (0, 2)
    by_difference = team_score(
        [TeamBoard(1, 30, 0)], MatchRules(TeamMethod.POINTS, ByDifference(15, 10))
    )
    assert exact((by_difference.home.score, by_difference.away.score)) == (25, 5)


def test_board_a_match_counts_boards_and_not_points() -> None:
    match = [TeamBoard(1, 10, 0), TeamBoard(2, 0, 900), TeamBoard(3, 50, 50)]
    score = team_score(match, MatchRules(TeamMethod.BOARD_A_MATCH, AsWon()))
    assert exact((score.home.score, score.away.score, score.lead)) == (3, 3, 0)


def test_segments_tell_how_the_match_went() -> None:
    match = [TeamBoard(1, 600, 0), TeamBoard(2, 0, 100, segment=2), TeamBoard(3, segment=2)]
    segments = team_score(match, MatchRules()).segments
    assert exact(
        [(segment.number, segment.boards, segment.won, segment.after) for segment in segments]
    ) == [
        (1, 1, (12, 0), (12, 0)),
        (2, 1, (0, 3), (12, 3)),
    ]


@pytest.mark.parametrize(
    ("at_fault", "lead"), [(MatchSide.HOME, 12 - 6), (MatchSide.AWAY, 12 + 6), (None, 12)]
)
def test_a_match_that_was_broken_off_late_stands(at_fault: MatchSide | None, lead: int) -> None:
    match = [TeamBoard(1, 600, 0), TeamBoard(2, 0, 0), TeamBoard(3), TeamBoard(4)]
    score = team_score(abandon_match(match, at_fault), MatchRules())
    assert exact((score.is_over, score.lead)) == (True, lead)


def test_a_match_that_was_broken_off_early_is_averages_alone() -> None:
    match = [TeamBoard(1, 600, 0), *(TeamBoard(number) for number in range(2, 6))]
    score = team_score(abandon_match(match, MatchSide.HOME), MatchRules())
    # Of five boards three, half of them rounded up, are 3 IMPs for the innocent side.
    assert exact((score.is_over, score.lead, score.boards[0].swing)) == (True, -9, 600)


def test_a_knockout_is_won_by_its_boards_or_by_an_extra_deal() -> None:
    extra = [Fraction(-10)]
    ahead, level = (team_score(swinging(points, 8), MatchRules()) for points in (600, 0))
    assert knockout_winner(ahead, extra) == (MatchSide.HOME, WonBy.BOARDS)
    assert knockout_winner(level, extra) == (MatchSide.AWAY, WonBy.EXTRA_DEAL)
    assert knockout_winner(level) is None
    assert (
        knockout_winner(team_score([TeamBoard(1, 600, 0), TeamBoard(2)], MatchRules()), extra)
        is None
    )


@given(matches, st.sampled_from(TeamMethod))
def test_without_adjustments_one_side_has_what_the_other_has_not(
    match: list[TeamBoard], method: TeamMethod
) -> None:
    score = team_score(match, MatchRules(method, WIN))
    assert score.home.margin == -score.away.margin == score.lead
    assert score.home.score + score.away.score == 2
    if method is TeamMethod.BOARD_A_MATCH:
        assert score.home.won + score.away.won == 2 * len(match)
    else:
        assert score.home.won - score.away.won == score.lead


@given(matches)
def test_victory_points_of_a_match_make_twenty_and_follow_the_margin(
    match: list[TeamBoard],
) -> None:
    score = team_score(match, MatchRules())
    assert score.home.score + score.away.score == 20
    assert (score.home.score > score.away.score) == (score.lead > 0)


@given(matches)
def test_changing_rooms_and_direction_changes_nothing_for_the_sides(
    match: list[TeamBoard],
) -> None:
    other = [
        replace(
            board,
            open_room=board.closed_room,
            closed_room=board.open_room,
            turned=not board.turned,
        )
        for board in match
    ]
    assert team_score(match, MatchRules()) == team_score(other, MatchRules())


@given(matches)
def test_the_last_segment_ends_at_what_the_sides_have_won(match: list[TeamBoard]) -> None:
    score = team_score(match, MatchRules())
    assert score.segments[-1].after == (score.home.won, score.away.won)
    assert sum(segment.boards for segment in score.segments) == len(match)
