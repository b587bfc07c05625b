"""The seating right that goes from side to side: who hands in second, and who chooses."""

from __future__ import annotations

from functools import partial

import pytest
from django.utils import timezone

from tests import teams_cast
from tests.teams_cast import Teams, codes
from tests.tournaments.line_ups.test_line_up_hours import late_count, minutes, overdue
from tournaments import organise, results
from tournaments.checks import verification
from tournaments.line_ups import line_up_state
from tournaments.models import AuditEntry, Event, Round
from tournaments.record.audit import Actor
from tournaments.rights import sealed_access
from tournaments.structure import segments
from tournaments.structure.line_up_rules import LineUpProblem, second

CAPTAIN = Actor("entry", "0" * 12)


ALTERNATING = Event.LineUpOrder.ALTERNATING


@pytest.mark.parametrize(
    ("order", "home_right", "sides"),
    [
        ("alternating", 1, [1, 2, 1, 2]),
        ("alternating", 2, [2, 1, 2, 1]),
        ("home_second", 2, [1, 1, 1, 1]),
        ("away_second", 1, [2, 2, 2, 2]),
        ("blind", 1, [None] * 4),
    ],
)
def test_the_seating_right_goes_from_side_to_side_where_it_is_to(
    order: str, home_right: int, sides: list[int | None]
) -> None:
    assert [second(order, part, home_right) for part in range(1, 5)] == sides


@pytest.fixture
def teams(db: None) -> Teams:
    return teams_cast.assemble(line_up_minutes=10)


@pytest.fixture
def alternating(db: None) -> Teams:
    return teams_cast.assemble(line_up_order=ALTERNATING)


@pytest.mark.full
@pytest.mark.parametrize(("home_right", "first"), [(1, 2), (2, 1)])
def test_who_hands_in_first_and_reads_what_goes_by_the_segment(
    alternating: Teams, home_right: int, first: int
) -> None:
    teams = alternating
    organise.choose_seating_right(teams.match, teams.cast.director, home_right)
    for number in (1, 2):
        segment, knows = teams.segment(number), 3 - first
        assert segments.second_of(segment) == knows
        assert codes(partial(teams.hand_in, segment, knows)) == [LineUpProblem.OTHER_FIRST]
        side, seats = teams.side(first), teams.seats(segment, first)
        organise.hand_in_line_up(segment, side, CAPTAIN, seats)
        readers = [teams.side(number).entries.get() for number in (first, knows)]
        assert [set(sealed_access.line_ups(segment, reader)) for reader in readers] == [
            {first},
            {first},
        ]
        teams.hand_in(segment, knows)
        assert [set(sealed_access.line_ups(segment, reader)) for reader in readers] == [
            {first},
            {1, 2},
        ]
        assert sealed_access.line_ups(segment) == {}
        organise.reveal_line_ups(segment, teams.cast.director)
        teams.play()
        first = 3 - first
    assert verification.verify(teams.cast.tournament) == []


@pytest.mark.full
def test_the_choice_of_the_home_side_is_noted_before_the_first_line_up_only(
    alternating: Teams,
) -> None:
    teams, director = alternating, alternating.cast.director
    organise.choose_seating_right(teams.match, director, 2)
    assert teams.match.home_right == 2
    teams.hand_in(teams.segment(), 1)
    assert codes(lambda: organise.choose_seating_right(teams.match, director, 1)) == [
        LineUpProblem.RIGHT_FIXED
    ]
    other = teams.round.matches.get(number=2)
    Round.objects.filter(pk=teams.round.pk).update(state=Round.State.CLOSED)
    assert codes(lambda: organise.choose_seating_right(other, director, 2)) == [
        LineUpProblem.ROUND_NOT_IN_PLAY
    ]
    assert AuditEntry.objects.filter(verb="choose_seating_right").count() == 1


def test_where_the_right_does_not_change_hands_there_is_nothing_to_choose(teams: Teams) -> None:
    assert codes(lambda: organise.choose_seating_right(teams.match, teams.cast.director, 2)) == [
        LineUpProblem.RIGHT_NOT_CHOSEN
    ]


@pytest.mark.full
def test_mending_seats_of_a_segment_moves_no_seating_right(alternating: Teams) -> None:
    teams = alternating
    for number in (2, 1):
        teams.hand_in(teams.segment(), number)
    organise.reveal_line_ups(teams.segment(), teams.cast.director)
    teams.play()
    sitting = teams.segment().sittings.get(room="open")
    swap = {"N": "S", "S": "N"}
    organise.exchange_seats(sitting, teams.cast.director, swap, 1, 1, "wrong chairs")
    last = teams.match.segments.order_by("number")[2]
    assert segments.second_of(last) == 2
    (stands, _other) = line_up_state.line_up_states(results.read(teams.round.event), teams.round)
    assert [segment.second for segment in stands.segments][2] == 2


@pytest.mark.full
def test_a_side_with_the_seating_right_that_had_to_wait_is_taken_last(db: None) -> None:
    teams = teams_cast.assemble(line_up_order=Event.LineUpOrder.AWAY_SECOND)
    for number in (1, 2):
        teams.hand_in(teams.segment(), number)
    organise.reveal_line_ups(teams.segment(), teams.cast.director)
    teams.play()
    overdue(teams, 30, 2)
    defaults = organise.take_defaults(teams.round, teams.cast.director)
    assert defaults.taken == ("华清队",)
    assert late_count(teams.round) == 0
    later = timezone.now() + minutes(6)
    assert late_count(teams.round, later) == 1
