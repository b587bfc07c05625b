"""Levels that a ruling takes: they are lost at once, and the side climbs on from there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tournaments.results.test_level_matches import (
    ATTACKERS_TWO,
    DEALERS_ONE,
    DEALERS_THREE,
    Matches,
    create,
    won,
)
from tournaments import results
from tournaments.checks import recount
from tournaments.checks.verification import verify
from tournaments.models import Deal, Game, Round
from tournaments.results import game_results
from tournaments.structure import procedures
from tournaments.structure.game_slots import FirstResult, LevelPenalties, LevelPenalty, Walk
from tournaments.structure.game_standings import GameStanding

FROM_J: Mapping[str, Any] = {"preset": "standard-2", "start_level": "J", "target_level": "A"}


def of_game(matches: Matches, round_: Round) -> GameStanding:
    game = Game.objects.get(match__round=round_)
    return game_results.game_standings(results.read(matches.event))[game.pk]


def next_level(deal: Deal) -> object:
    return procedures.procedure_of(deal, lambda _deals: {}).facts.get("level")


def to_ace(**changes: Any) -> tuple[Matches, Round]:
    matches = create(rules={**FROM_J, **changes}, to_limit=True, deals_per_round=20)
    return matches, matches.begin()


@pytest.mark.full
def test_who_lost_a_level_before_the_ace_still_has_to_pass_it(db: None) -> None:
    matches, round_ = to_ace()
    north = matches.side(round_, "N")
    matches.play(round_, DEALERS_THREE)
    matches.penalise(north, -1)
    matches.play(round_, DEALERS_ONE)
    stand = of_game(matches, round_)
    assert (stand.ended, stand.totals[north.uid]) == (False, 12)
    matches.play(round_, DEALERS_ONE)
    stand = of_game(matches, round_)
    assert (stand.ended, str(stand.code), stand.totals[north.uid]) == (True, "target_passed", 13)
    assert matches.sums(round_) == ("19", "11", "4")


@pytest.mark.full
def test_a_level_lost_where_a_side_was_held_up_is_lost_from_there(db: None) -> None:
    matches, round_ = to_ace()
    west = matches.side(round_, "W")
    matches.play(round_, won("N", 200), won("N", 200))
    assert of_game(matches, round_).totals[west.uid] == 12
    matches.penalise(west, -2)
    matches.play(round_, ATTACKERS_TWO)
    stand = of_game(matches, round_)
    assert (stand.totals[west.uid], stand.reached[west.uid]) == (12, 14)


@pytest.mark.full
def test_a_level_lost_after_the_end_counts_and_nobody_plays_on(db: None) -> None:
    matches, round_ = to_ace()
    matches.play(round_, DEALERS_THREE, DEALERS_ONE)
    north = matches.side(round_, "N")
    assert of_game(matches, round_).ended
    matches.penalise(north, -2)
    stand = of_game(matches, round_)
    assert (stand.ended, stand.winners, stand.totals[north.uid]) == (True, (north.uid,), 11)
    assert matches.sums(round_) == ("17", "13", "2")
    assert len(matches.deals(round_)) == 2


@pytest.mark.full
def test_a_correction_leaves_a_penalty_where_it_was_given(db: None) -> None:
    matches, round_ = to_ace()
    matches.play(round_, DEALERS_THREE)
    north = matches.side(round_, "N")
    matches.penalise(north, -1)
    matches.play(round_, DEALERS_ONE)
    matches.post(matches.deals(round_)[0], DEALERS_ONE)
    assert of_game(matches, round_).totals[north.uid] == 9 + 1 - 1 + 1
    assert recount.recount(matches.tournament) == []
    assert verify(matches.tournament) == []


@pytest.mark.full
def test_the_next_deal_is_played_at_what_is_left(db: None) -> None:
    matches = create(deals_per_round=6)
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE)
    second, third = matches.deals(round_)[1:3]
    assert next_level(second) == "5"
    matches.penalise(matches.side(round_, "N"), -2)
    assert next_level(second) == "3"
    matches.play(round_, won("S", 60))
    assert (next_level(second), next_level(third)) == ("3", "4")


@pytest.mark.full
def test_below_the_first_level_there_is_nothing_to_play(db: None) -> None:
    matches = create(deals_per_round=6)
    round_ = matches.begin()
    matches.play(round_, won("N", 60))
    matches.penalise(matches.side(round_, "N"), -3)
    assert next_level(matches.deals(round_)[1]) == "2"
    assert matches.sums(round_)[2] == "-2"


def test_followed_deal_by_deal_a_penalty_applies_where_it_is_placed() -> None:
    """Before the first deal that had no result when it was given, played by now or not."""
    hours = [datetime(2026, 11, 21, hour, tzinfo=UTC) for hour in range(4)]
    lost = tuple(LevelPenalty(str(n), -1, hours[n]) for n in range(3))
    timed = LevelPenalties(lost, {1: FirstResult(hours[0], ""), 2: FirstResult(hours[1], "")})

    def add(state: Any, amounts: Mapping[str, int], *_more: object) -> Any:
        return [*state, *amounts]

    game: Any = SimpleNamespace(add=add)
    walk = Walk(game, None, timed)
    state: Any = []
    placed: list[tuple[int, str]] = []
    for number, deal in enumerate((1, 2, 3)):
        state = walk.before(state, deal)
        placed += [(number, side) for side in state[len(placed) :]]
    assert placed == [(before, penalty.side) for before, penalty in timed.before((1, 2, 3))]
    assert walk.rest(state) == state == ["0", "1", "2"]
