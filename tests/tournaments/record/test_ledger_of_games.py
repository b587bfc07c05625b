"""What a result or a penalty does to the games (局) of its match, and to no other."""

from __future__ import annotations

import pytest

from tests import games_cast
from tests.games_cast import LITTLE, NORTH_SOUTH_LOSE, InGames


@pytest.fixture
def teams(db: None) -> InGames:
    """Two teams in two rooms, whose penalties count towards the limit."""
    teams = games_cast.assemble(rules={"preset": "huapai-pairs", "penalties": "towards_limit"})
    teams.show()
    return teams


def ended(teams: InGames) -> list[bool]:
    return [teams.has_ended(room) for room in ("open", "closed")]


def made(teams: InGames) -> list[list[bool]]:
    """Return which deals of each room are done."""
    return [[deal.done for deal in teams.deals(room)] for room in ("open", "closed")]


@pytest.mark.full
def test_a_result_makes_the_next_deal_of_its_own_game_until_that_has_ended(teams: InGames) -> None:
    assert (made(teams), ended(teams)) == ([[False], [False]], [False, False])
    teams.play_in("open", LITTLE)
    assert (made(teams), ended(teams)) == ([[True, False], [False]], [False, False])
    teams.play_in("open", NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE)
    assert (made(teams), ended(teams)) == ([[True] * 3, [False]], [True, False])
    at = teams.games[0].ended_at
    teams.play_in("closed", LITTLE)
    assert (made(teams), ended(teams)) == ([[True] * 3, [True, False]], [True, False])
    assert teams.games[0].ended_at == at


@pytest.mark.full
def test_a_penalty_that_reaches_the_limit_ends_the_game_of_its_room(teams: InGames) -> None:
    teams.play_in("open", NORTH_SOUTH_LOSE)
    teams.play_in("closed", LITTLE)
    teams.penalise("open", teams.side(1), -449)
    assert ended(teams) == [False, False]
    teams.penalise("open", teams.side(1), -1)
    assert ended(teams) == [True, False]
