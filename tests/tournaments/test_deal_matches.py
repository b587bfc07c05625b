"""Team matches without duplicate boards: a number of deals, or games that end at a target."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.exact import exact
from tournaments.deal_matches import (
    DealScore,
    GameEnd,
    GameScore,
    as_result,
    deals_match,
    games_match,
    games_of,
)
from tournaments.match_scores import ByDifference, ByOutcome

WIN = ByOutcome(Fraction(2), Fraction(1), Fraction(0))
points = st.integers(-60, 60).map(lambda tens: Fraction(tens * 10))
deals = st.lists(st.builds(DealScore, st.integers(1, 2), points, points), max_size=32)


def zero_sum(*home: int, table: int = 1) -> list[DealScore]:
    """Return deals in which one side has what the other lost."""
    return [DealScore(table, Fraction(one), Fraction(-one)) for one in home]


def test_the_deals_of_all_tables_are_added() -> None:
    match = deals_match([*zero_sum(100, -40), *zero_sum(-90, table=2)], 3, WIN)
    assert exact((match.points, match.missing, match.scores)) == ((-30, 30), 0, (0, 2))


def test_penalties_change_a_match_and_stand_by_themselves() -> None:
    match = deals_match(zero_sum(20), 1, WIN, (Fraction(-50), Fraction(0)))
    assert exact((match.points, match.penalties, match.totals)) == ((20, -20), (-50, 0), (-30, -20))
    assert exact(match.scores) == (0, 2)


def test_a_match_counts_when_all_its_deals_are_played() -> None:
    match = deals_match(zero_sum(20), 16, WIN)
    assert (match.missing, match.scores) == (15, None)
    assert exact(as_result(match, 1, ("a", "b")).totals) == (20, -20)
    with pytest.raises(ValueError, match="more deals"):
        deals_match(zero_sum(1, 2), 1, WIN)


def test_a_game_ends_at_its_target_and_the_next_begins_at_nothing() -> None:
    games = games_of(zero_sum(600, 400, -999, -1), GameEnd(1000))
    assert exact([(one.points[0], one.deals, one.is_over) for one in games]) == [
        (1000, 2, True),
        (-1000, 2, True),
    ]


def test_a_game_may_end_downwards_alone() -> None:
    end = GameEnd(1000, only_down=True)
    up = [DealScore(1, Fraction(1200), Fraction(-100))]
    assert not games_of(up, end)[0].is_over
    assert games_of([*up, *zero_sum(900)], end)[0].is_over


def test_a_game_in_which_both_are_level_at_the_target_goes_on() -> None:
    level = [DealScore(1, Fraction(-1000), Fraction(-1000))]
    assert not games_of(level, GameEnd(1000))[0].is_over
    assert games_of([*level, *zero_sum(10)], GameEnd(1000))[0].is_over


def test_a_match_of_games_goes_to_who_wins_more_than_half() -> None:
    games = games_of(zero_sum(1000, -1000, 1000), GameEnd(1000))
    assert games_match(games[:2], 3, WIN).scores is None
    match = games_match(games, 3, WIN)
    assert exact((match.won, match.scores)) == ((2, 1), (2, 0))
    assert exact(as_result(match, 2, ("a", "b")).totals) == (2, 1)
    with pytest.raises(ValueError, match="game 3"):
        games_match(games_of(zero_sum(1000, 1000, 1000), GameEnd(1000)), 3, WIN)


def test_one_game_between_two_teams_is_a_match() -> None:
    match = games_match([GameScore((Fraction(1010), Fraction(-1010)), 14, True)], 1, WIN)
    assert exact(match.scores) == (2, 0)
    assert as_result(match, 1, ("a", "b")).deals == 14


@given(deals)
def test_games_keep_every_deal_in_order(played: list[DealScore]) -> None:
    games = games_of(played, GameEnd(800))
    assert sum(one.deals for one in games) == len(played)
    assert all(one.is_over for one in games[:-1])
    for side, name in enumerate(("home", "away")):
        total = sum(one.points[side] for one in games)
        assert total == sum(getattr(deal, name) for deal in played)


@given(deals, st.sampled_from([WIN, ByDifference(15, 10)]))
def test_a_match_shares_the_same_whatever_its_deals(
    played: list[DealScore], score: ByOutcome | ByDifference
) -> None:
    match = deals_match(played, len(played), score)
    assert (match.scores is None) == (not played)
    assert not match.scores or sum(match.scores) == (2 if score is WIN else 30)
