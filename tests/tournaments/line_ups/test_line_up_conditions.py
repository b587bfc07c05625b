"""Line-ups of one match among others: both sides of each condition."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from scoring.game import find_game
from tests import teams_cast
from tests.teams_cast import Teams, codes
from tests.tournaments.rows_written import written
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.line_ups import line_up_state
from tournaments.models import (
    EntryMember,
    Event,
    Group,
    LineUp,
    LineUpOrder,
    Match,
    Round,
    RoundState,
    RuleSet,
    Stage,
)
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.organise.handing_in import line_up_deadlines, line_ups
from tournaments.record.audit import Actor
from tournaments.structure.line_up_rules import LineUpProblem

CAPTAIN = Actor("entry", "0" * 12)
WHY = AwardGrounds("x")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def beside(teams: Teams) -> Match:
    """Return the second match; a round that was withdrawn stands beside its own."""
    group = Group.objects.get(stage__event=teams.event)
    Round.objects.create(event=teams.event, group=group, number=2, state=RoundState.CANCELLED)
    return teams.round.matches.get(number=2)


def reasons(problems: Any) -> list[str]:
    return [problem.code for problem in problems]


@pytest.mark.full
def test_a_round_waits_for_its_line_ups(teams: Teams) -> None:
    assert codes(lambda: organise.close_round(teams.round, teams.cast.director)) == [
        Reason.LINE_UPS_NOT_REVEALED
    ]


@pytest.mark.full
@pytest.mark.parametrize(("gone", "found"), [(0, None), (1, None), (2, LineUpProblem.TOO_FEW)])
def test_a_team_of_as_many_as_are_wanted_can_hand_in(
    teams: Teams, gone: int, found: str | None
) -> None:
    entry = teams.side(1).entries.get()
    players = entry.members.filter(role=EntryMember.Role.PLAYER).order_by("number")
    entry.members.filter(pk__in=[row.pk for row in players[:gone]]).update(from_round=2)
    wrong = organise.hand_in_problem(teams.segment(), teams.side(1), entry)
    assert (wrong and wrong.code) == found


@pytest.mark.full
def test_a_team_that_left_hands_nothing_in(teams: Teams) -> None:
    entry = teams.side(1).entries.get()
    type(entry).objects.filter(pk=entry.pk).update(state="withdrawn", to_round=0)
    entry.refresh_from_db()
    wrong = organise.hand_in_problem(teams.segment(), teams.side(1), entry)
    assert wrong is not None
    assert wrong.code == LineUpProblem.TEAM_WITHDRAWN


@pytest.mark.full
def test_line_ups_that_are_in_are_revealed_by_match(teams: Teams) -> None:
    other, director = beside(teams), teams.cast.director
    for number in (1, 2):
        teams.hand_in(teams.segment(), number)
    teams.hand_in(teams.segment(1, other), 1)
    assert organise.reveal_round(teams.round, director) == 1
    assert LineUp.objects.filter(revealed_at=None).count() == 1
    assert codes(lambda: organise.reveal_round(teams.round, director)) == [
        LineUpProblem.NOTHING_TO_REVEAL
    ]
    teams.hand_in(teams.segment(1, other), 2)
    for number in (1, 2):
        teams.hand_in(teams.segment(2), number)
    assert organise.reveal_round(teams.round, director) == 1
    assert LineUp.objects.filter(revealed_at=None).count() == 2
    teams.play()
    assert organise.reveal_round(teams.round, director) == 1


@pytest.mark.full
def test_line_ups_of_an_awarded_match_are_not_revealed(teams: Teams) -> None:
    other, director = beside(teams), teams.cast.director
    for match in (teams.match, other):
        for number in (1, 2):
            teams.hand_in(teams.segment(1, match), number)
    organise.award_walkover(teams.match, director, teams.side(1), WHY)
    assert organise.reveal_round(teams.round, director) == 1
    assert codes(lambda: teams.hand_in(teams.segment(), 1)) == [Reason.AWARD_STANDS]
    assert codes(lambda: organise.reveal_line_ups(teams.segment(), director)) == [
        Reason.AWARD_STANDS
    ]


@pytest.mark.full
def test_what_another_match_plays_holds_nobody_up(teams: Teams) -> None:
    teams.reveal(teams.segment(1, beside(teams)))
    teams.hand_in(teams.segment(), 1)
    assert codes(lambda: organise.reveal_line_ups(teams.segment(), teams.cast.director)) == [
        LineUpProblem.MISSING
    ]
    teams.hand_in(teams.segment(), 2)
    found = written(lambda: organise.reveal_line_ups(teams.segment(), teams.cast.director))
    assert found == {"~lineup": 2, "+seat": 8, "+deal": 4}


@pytest.mark.full
def test_a_line_up_is_one_more_of_its_side(teams: Teams) -> None:
    beside(teams)
    found = written(lambda: teams.hand_in(teams.segment(), 2))
    assert found == {"+lineup": 1}
    assert teams.hand_in(teams.segment(), 1).version == 1
    assert teams.hand_in(teams.segment(), 2).version == 2


@pytest.mark.full
@pytest.mark.parametrize(
    ("kind", "shift", "versions"),
    [("entry", 0, 1), ("entry", 1, 2), ("user", 0, 2), ("user", 1, 2)],
)
def test_the_same_from_a_captain_again_is_no_new_line_up(
    teams: Teams, kind: str, shift: int, versions: int
) -> None:
    segment, side = teams.segment(), teams.side(1)
    actor = CAPTAIN if kind == "entry" else teams.cast.director
    teams.hand_in(segment, 2)
    organise.hand_in_line_up(segment, side, actor, teams.seats(segment, 1))
    organise.hand_in_line_up(segment, side, actor, teams.seats(segment, 1, shift=shift))
    assert segment.line_ups.filter(side=side).count() == versions


@pytest.mark.full
@pytest.mark.parametrize(
    ("due", "only_late", "found"),
    [
        (None, False, None),
        (NOON, False, None),
        (NOON, True, None),
        (None, True, LineUpProblem.NOT_LATE),
    ],
)
def test_a_line_up_of_before_is_taken_of_the_late_or_of_anybody(
    teams: Teams, due: datetime | None, only_late: bool, found: str | None
) -> None:
    beside(teams)
    teams.reveal(teams.segment(1))
    teams.play()
    segment, director = teams.segment(2), teams.cast.director
    type(segment).objects.filter(pk=segment.pk).update(line_ups_due=due)

    def take() -> LineUp:
        return organise.default_line_up(segment, teams.side(1), director, only_late=only_late)

    if found:
        assert codes(take) == [found]
    else:
        assert take().version == 1
        assert codes(take) == [LineUpProblem.IN_MEANWHILE]


@pytest.mark.full
def test_a_side_of_another_match_hands_nothing_in(teams: Teams) -> None:
    side = teams.side(1, beside(teams))
    wrong = line_ups._line_up_problems(teams.segment(), side, {})
    assert reasons(wrong) == [LineUpProblem.NOT_YOURS]
    alone = teams.match.sides.create(number=3)
    assert reasons(line_ups._line_up_problems(teams.segment(), alone, {})) == [
        LineUpProblem.NOT_YOURS
    ]


def test_the_seats_of_a_match_are_those_of_the_rules_of_its_stage() -> None:
    game = find_game("gongzhu")

    def rules(**more: Any) -> RuleSet:
        stored = game.rules({"preset": "classic", **more}).as_dict()
        return RuleSet(game="gongzhu", rules=stored)

    event = Event(game="gongzhu", ruleset=rules())
    for own, seats in ((None, 4), (rules(players=5), 5)):
        stage = Stage(event=event, ruleset=own)
        match = Match(round=Round(event=event, group=Group(stage=stage)))
        assert len(list(line_ups._seat_labels(event, match))) == seats


@pytest.mark.full
def test_an_hour_is_set_for_the_next_line_ups_of_one_match_or_of_all(teams: Teams) -> None:
    other, director = beside(teams), teams.cast.director

    def set_hour(match: Match | None = None) -> Any:
        return written(lambda: organise.set_line_up_hour(teams.round, director, NOON, match))

    assert set_hour(other) == {"~segment": 1}
    assert teams.segment(1, other).line_ups_due == NOON
    assert set_hour() == {"~segment": 1}
    assert teams.segment(1).line_ups_due == NOON
    teams.reveal(teams.segment(1))
    teams.play()
    assert set_hour() == {"~segment": 1}
    organise.award_walkover(other, director, other.sides.get(number=1), WHY)
    assert codes(lambda: set_hour(other)) == [LineUpProblem.NONE_AWAITED]


@pytest.mark.full
@pytest.mark.parametrize(
    ("order", "form", "segments", "found"),
    [
        (LineUpOrder.ALTERNATING, "teams", True, []),
        (LineUpOrder.ALTERNATING, "pairs", True, [LineUpProblem.RIGHT_NOT_CHOSEN]),
        (LineUpOrder.ALTERNATING, "teams", False, [LineUpProblem.RIGHT_NOT_CHOSEN]),
        (LineUpOrder.BLIND, "teams", True, [LineUpProblem.RIGHT_NOT_CHOSEN]),
        (LineUpOrder.HOME_SECOND, "teams", True, [LineUpProblem.RIGHT_NOT_CHOSEN]),
    ],
)
def test_the_seating_right_is_chosen_where_it_alternates(
    teams: Teams, order: str, form: str, segments: bool, found: list[str]
) -> None:
    beside(teams)
    Event.objects.filter(pk=teams.event.pk).update(line_up_order=order)
    event = Event.objects.get(pk=teams.event.pk)
    event.form = form
    match = Match.objects.select_related("round__event").get(pk=teams.match.pk)
    match.round.event = event
    if not segments:
        match.segments.all().delete()
    assert reasons(line_up_deadlines._right_problems(event, match)) == found


@pytest.mark.full
def test_the_seating_right_of_one_match_is_chosen_until_its_first_line_up(db: None) -> None:
    teams = teams_cast.assemble(line_up_order=LineUpOrder.ALTERNATING)
    other, director = beside(teams), teams.cast.director
    teams.hand_in(teams.segment(1, other), 2)
    found = written(lambda: organise.choose_seating_right(teams.match, director, 2))
    assert found == {"~match": 1}
    assert codes(lambda: organise.choose_seating_right(other, director, 2)) == [
        LineUpProblem.RIGHT_FIXED
    ]
    Round.objects.filter(pk=teams.round.pk).update(state=RoundState.CLOSED)
    assert codes(lambda: organise.choose_seating_right(teams.match, director, 1)) == [
        LineUpProblem.ROUND_NOT_IN_PLAY
    ]


@pytest.mark.full
@pytest.mark.parametrize("at_desk", [True, False])
def test_who_hands_in_first_mends_a_slip_at_the_desk_alone(db: None, *, at_desk: bool) -> None:
    teams = teams_cast.assemble(line_up_order=LineUpOrder.AWAY_SECOND)
    segment, side = teams.segment(), teams.side(1)
    actor = teams.cast.director if at_desk else CAPTAIN

    def hand_in(shift: int) -> LineUp:
        return organise.hand_in_line_up(segment, side, actor, teams.seats(segment, 1, shift=shift))

    assert codes(lambda: teams.hand_in(segment, 2)) == [LineUpProblem.OTHER_FIRST]
    hand_in(0)
    if at_desk:
        assert hand_in(1).version == 2
    else:
        assert codes(lambda: hand_in(1)) == [LineUpProblem.FIXED]
    teams.hand_in(segment, 2)
    assert codes(lambda: hand_in(1)) == [LineUpProblem.FIXED]


@pytest.mark.full
def test_a_pair_sits_in_its_other_half_match_as_it_was_named_there(
    teams: Teams, monkeypatch: pytest.MonkeyPatch
) -> None:
    segment, side = teams.segment(), teams.side(1)
    seats = teams.seats(segment, 1)
    (place, person), (_second, other) = list(seats.items())[:2]
    for twin, found in (
        (None, []),
        ({place: person}, []),
        ({place: other}, [LineUpProblem.AS_IN_TWIN]),
        ({place: "somebody who is gone"}, []),
    ):
        monkeypatch.setattr(line_up_state, "as_in_twin", lambda *_, twin=twin: twin)
        assert reasons(line_ups._line_up_problems(segment, side, seats)) == found
