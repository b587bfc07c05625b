"""停赛 in teams: the team is drawn, and its line-up refuses the person."""

from __future__ import annotations

from functools import partial

import pytest

from tests import teams_cast
from tests.suspending import member, suspend
from tests.teams_cast import Teams, codes
from tournaments import organise
from tournaments.line_ups import line_up_state
from tournaments.models import Entry, Seat


@pytest.fixture
def teams(db: None) -> Teams:
    """Four teams of five in the first of two segments."""
    return teams_cast.assemble()


def entry(teams: Teams) -> Entry:
    return teams.side(1).entries.select_related("event__tournament").get()


@pytest.mark.databases
@pytest.mark.full
def test_a_line_up_refuses_who_is_suspended(teams: Teams) -> None:
    person, seats = member(entry(teams)), teams.seats(teams.segment(), 1)
    assert person.uid in seats.values()
    suspend(teams.cast, entry(teams), 1, person=person)
    assert person.uid not in line_up_state.players(entry(teams), 1)
    assert person.uid in line_up_state.players(entry(teams), 2)
    hand_in = partial(
        organise.hand_in_line_up, teams.segment(), teams.side(1), teams.cast.director, seats
    )
    assert codes(hand_in) == ["line_up_suspended"]
    teams.hand_in(teams.segment(), 1)


@pytest.mark.full
def test_a_line_up_of_before_is_not_revealed_with_who_is_suspended_since(teams: Teams) -> None:
    for number in (1, 2):
        teams.hand_in(teams.segment(), number)
    suspend(teams.cast, entry(teams), 1, person=member(entry(teams)))
    director = teams.cast.director
    for reveal in (
        partial(organise.reveal_line_ups, teams.segment(), director),
        partial(organise.reveal_round, teams.round, director),
    ):
        assert codes(reveal) == ["line_up_suspended"]
    teams.hand_in(teams.segment(), 1)
    organise.reveal_line_ups(teams.segment(), director)


@pytest.mark.full
def test_the_rest_of_a_round_are_the_segments_that_are_not_revealed(teams: Teams) -> None:
    """A table that has begun is never stopped."""
    teams.reveal(teams.segment())
    person = member(entry(teams))
    suspend(teams.cast, entry(teams), 1, person=person)
    assert Seat.objects.filter(person=person).exists()
    teams.play()
    assert line_up_state.proposal(teams.segment(2), teams.side(1), entry(teams)) is None
