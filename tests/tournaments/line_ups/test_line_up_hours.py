"""By when line-ups have to be in, who has the seating right when, and what becomes of the late."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import teams_cast
from tests.cast import Cast
from tests.teams_cast import Teams, codes
from tests.tournaments import threes as half_matches
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import verification
from tournaments.line_ups import late_line_ups, line_up_state
from tournaments.models import AuditEntry, EntryMember, Event, Match, Ranking, Round, Segment
from tournaments.organise import EventPlan
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.progress import event_progress
from tournaments.progress.next_step import Next, next_step
from tournaments.regulations import late_line_ups as late_penalties
from tournaments.structure.line_up_deadlines import late, own_hour
from tournaments.structure.line_up_places import LineUpProblem

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ALTERNATING = Event.LineUpOrder.ALTERNATING


def late_count(round_: Round, now: datetime | None = None) -> int:
    """Return how many line-ups of a round are late."""
    states = line_up_state.line_up_states(results.read(round_.event), round_)
    return len(late_line_ups.late_teams(states, now or timezone.now()))


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


@pytest.mark.parametrize(
    ("after", "handed_in", "steps"),
    [(0, None, None), (0.1, None, 1), (5, None, 1), (5.1, None, 2), (60, 11, 3), (60, 0, None)],
)
def test_every_five_minutes_that_have_begun_count_up_to_when_it_came(
    after: float, handed_in: float | None, steps: int | None
) -> None:
    at = None if handed_in is None else NOON + minutes(handed_in)
    lateness = late(NOON, at, NOON + minutes(after))
    assert (lateness.steps if lateness else None) == steps


def test_who_waits_for_the_other_side_is_not_late_before_it_is_in() -> None:
    assert own_hour(NOON, hands_in_second=True, other_at=None) is None
    for came, due in ((-30, 0), (-2, 3), (20, 25)):
        hour = own_hour(NOON, hands_in_second=True, other_at=NOON + minutes(came))
        assert hour == NOON + minutes(due)
    assert own_hour(None, hands_in_second=True, other_at=NOON) is None


@pytest.fixture
def teams(db: None) -> Teams:
    return teams_cast.assemble(line_up_minutes=10)


def overdue(teams: Teams, by: float, number: int = 1) -> None:
    """Let the hour of a segment have passed so many minutes ago."""
    due = timezone.now() - minutes(by)
    Segment.objects.filter(match__round=teams.round, number=number).update(line_ups_due=due)


def hour_of(teams: Teams, number: int, match: Match | None = None) -> datetime | None:
    return teams.segment(number, match).line_ups_due


@pytest.mark.full
def test_the_hour_is_named_when_a_round_is_published_and_when_a_segment_is_over(
    db: None,
) -> None:
    teams = teams_cast.assemble(drawn=False, line_up_minutes=10)
    director = teams.cast.director
    round_ = organise.draw_round(teams.event, director, method="swiss")
    assert not Segment.objects.exclude(line_ups_due=None).exists()
    before = timezone.now()
    organise.publish_round(round_, director)
    teams = replace(teams, round=round_)
    due = hour_of(teams, 1)
    assert due is not None
    assert before + minutes(10) <= due <= timezone.now() + minutes(10)
    assert hour_of(teams, 2) is None
    assert f'"line_ups_due":"{due.isoformat()}"' in AuditEntry.objects.latest("pk").body
    teams.reveal(teams.segment(1))
    *others, last = [deal for deal in teams.cast.deals(round_) if not deal.done]
    for deal in others:
        teams.cast.post(deal)
    assert hour_of(teams, 2) is None
    teams.cast.post(last)
    assert hour_of(teams, 2) is not None
    other = round_.matches.get(number=2)
    assert hour_of(teams, 2, other) is None
    assert verification.verify(teams.cast.tournament) == []


@pytest.mark.full
def test_without_a_deadline_nothing_is_named_and_one_that_stands_is_not_moved(teams: Teams) -> None:
    named = NOON + timedelta(days=1)
    assert organise.set_line_up_hour(teams.round, teams.cast.director, named, teams.match) == 1
    teams.reveal(teams.segment(1))
    assert organise.set_line_up_hour(teams.round, teams.cast.director, named, teams.match) == 1
    teams.play()
    assert hour_of(teams, 2) == named
    Event.objects.filter(pk=teams.event.pk).update(line_up_minutes=None)
    other = teams.round.matches.get(number=2)
    teams.reveal(teams.segment(1, other))
    teams.play()
    assert hour_of(teams, 2, other) is None


@pytest.mark.full
def test_the_desk_names_another_hour_for_a_match_or_for_all_and_the_log_keeps_it(
    teams: Teams,
) -> None:
    director, other = teams.cast.director, teams.round.matches.get(number=2)
    teams.reveal(teams.segment(1))
    assert organise.set_line_up_hour(teams.round, director, NOON) == 2
    assert [hour_of(teams, 2), hour_of(teams, 1, other)] == [NOON, NOON]
    assert organise.set_line_up_hour(teams.round, director, None, other) == 1
    assert [hour_of(teams, 2), hour_of(teams, 1, other)] == [NOON, None]
    verbs = AuditEntry.objects.filter(verb="set_line_up_hour").order_by("pk")
    assert [NOON.isoformat() in verb.body for verb in verbs] == [True, False]
    grounds = AwardGrounds("nobody came")
    organise.award_walkover(other, director, other.sides.get(number=1), grounds)
    assert codes(lambda: organise.set_line_up_hour(teams.round, director, NOON, other)) == [
        LineUpProblem.NONE_AWAITED
    ]
    Round.objects.filter(pk=teams.round.pk).update(state=Round.State.CLOSED)
    assert codes(lambda: organise.set_line_up_hour(teams.round, director, NOON)) == [
        LineUpProblem.NONE_AWAITED
    ]


@pytest.mark.full
def test_after_the_hour_a_line_up_is_taken_and_marked(teams: Teams) -> None:
    overdue(teams, 7)
    teams.hand_in(teams.segment(), 1)
    (stands, _other) = line_up_state.line_up_states(results.read(teams.round.event), teams.round)
    now = timezone.now() + minutes(60)
    home, away = (stands.segments[0].late(number, now) for number in (1, 2))
    assert home is not None
    assert away is not None
    assert (home.is_in, home.minutes, home.steps) == (True, 8, 2)
    assert (away.is_in, away.steps) == (False, 14)


@pytest.mark.full
def test_the_next_step_says_how_many_are_late(teams: Teams) -> None:
    def step() -> tuple[Next, int]:
        step = next_step(event_progress.progress_of(results.read(teams.event)))
        return step.code, dict(step.values).get("late", 0)

    assert step()[0] == Next.AWAIT_LINE_UPS
    overdue(teams, 1)
    assert step() == (Next.LATE_LINE_UPS, 4)
    teams.hand_in(teams.segment(), 1)
    assert step() == (Next.LATE_LINE_UPS, 3)
    teams.hand_in(teams.segment(), 2)
    assert step()[0] == Next.REVEAL_LINE_UPS
    organise.reveal_line_ups(teams.segment(), teams.cast.director)
    assert step() == (Next.LATE_LINE_UPS, 2)
    organise.set_line_up_hour(teams.round, teams.cast.director, None)
    assert step()[0] == Next.AWAIT_TABLES


def test_lateness_costs_no_query_beside_the_read_of_the_event(teams: Teams) -> None:
    snapshot = results.read(teams.event)
    with CaptureQueriesContext(connection) as asked:
        states = line_up_state.line_up_states(snapshot, teams.round)
        assert late_line_ups.late_teams(states, timezone.now()) == []
    assert len(asked.captured_queries) == 0


@pytest.mark.full
def test_all_who_are_late_play_as_last_time_and_who_cannot_is_named(teams: Teams) -> None:
    director, other = teams.cast.director, teams.round.matches.get(number=2)
    assert codes(lambda: organise.take_defaults(teams.round, director)) == [LineUpProblem.NONE_LATE]
    teams.reveal(teams.segment(1), shift=1)
    teams.play()
    overdue(teams, 1, 2)
    overdue(teams, 1, 1)
    teams.hand_in(teams.segment(2), 1)
    defaults = organise.take_defaults(teams.round, director)
    assert defaults.taken == ("城北队",)
    named = [(name, [problem.code for problem in why]) for name, why in defaults.without]
    assert named == [(f"{name}队", [LineUpProblem.NONE_BEFORE]) for name in ("铁路", "师大")]
    assert not other.segments.filter(line_ups__isnull=False).exists()
    organise.reveal_line_ups(teams.segment(2), director)


@pytest.mark.full
def test_what_has_come_in_meanwhile_is_not_replaced_by_the_line_up_before(teams: Teams) -> None:
    teams.reveal(teams.segment(1))
    teams.play()
    teams.hand_in(teams.segment(2), 1, shift=1)
    side = teams.side(1)
    assert codes(lambda: organise.default_line_up(teams.segment(2), side, teams.cast.director)) == [
        LineUpProblem.IN_MEANWHILE
    ]


@pytest.mark.full
def test_who_does_not_play_in_the_round_is_named(teams: Teams) -> None:
    entry, director = teams.side(1).entries.get(), teams.cast.director
    organise.stand_in(entry, director, "替补", 2)
    (away,) = line_up_state.not_in_round(entry, 1)
    seats = dict(teams.seats(teams.segment(), 1))
    seats[next(iter(seats))] = away
    with pytest.raises(Refused) as refused:
        organise.hand_in_line_up(teams.segment(), teams.side(1), director, seats)
    (problem,) = refused.value.problems
    assert problem.code == LineUpProblem.NOT_IN_ROUND
    assert dict(problem.values) == {"name": "替补", "number": 1}


def test_a_team_with_too_few_players_is_told_how_many_are_wanted(teams: Teams) -> None:
    entry = teams.side(1).entries.get()
    seats = teams.seats(teams.segment(), 1)
    gone = entry.members.filter(role=EntryMember.Role.PLAYER)[:2]
    entry.members.filter(pk__in=[member.pk for member in gone]).update(from_round=2)
    assert codes(
        lambda: organise.hand_in_line_up(teams.segment(), teams.side(1), teams.cast.director, seats)
    ) == [LineUpProblem.TOO_FEW]


@pytest.mark.full
@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ({"ranking": Ranking.VP_20, "comparison": "imp", "boards": "passed"}, Fraction(-1, 2)),
        ({"ranking": Ranking.WDL_2_1_0}, Fraction(0)),
        ({"ranking": Ranking.TABLE_POINTS}, Fraction(-1, 2)),
        ({"ranking": Ranking.POINTS, "comparison": "imp", "boards": "passed"}, Fraction(-2)),
        ({"ranking": Ranking.POINTS}, Fraction(-40)),
    ],
)
def test_the_usual_penalty_goes_by_what_the_standings_count(
    db: None, settings: dict[str, Any], points: Fraction
) -> None:
    event = teams_cast.assemble(drawn=False, **settings).event
    lateness = late(NOON, None, NOON + minutes(6))
    assert lateness is not None
    assert late_penalties.penalty(event, lateness) == points


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"line_up_order": ALTERNATING}, Reason.RIGHT_IN_ONE_SEGMENT),
        ({"form": "pairs", "line_up_minutes": 10}, Reason.LINE_UPS_WITHOUT_TEAMS),
    ],
)
def test_what_means_nothing_is_refused_in_the_plan(
    teams: Teams, changed: dict[str, Any], reason: Reason
) -> None:
    rules = {"preset": "huapai-pairs"}
    plan = EventPlan("Cup", "gongzhu", rules, form="teams", ranking=Ranking.POINTS)
    refusals = codes(
        lambda: organise.create_event(
            teams.cast.tournament, teams.cast.director, replace(plan, **changed)
        )
    )
    assert refusals == [reason]
    fits = replace(plan, segments=2, line_up_order=ALTERNATING, line_up_minutes=10)
    event = organise.create_event(teams.cast.tournament, teams.cast.director, fits)
    assert (event.line_up_order, event.line_up_minutes) == (ALTERNATING, 10)


@pytest.mark.nightly
def test_three_teams_of_half_matches_have_one_hour_and_each_is_late_once(db: None) -> None:
    with half_matches.event(5, line_up_minutes=10) as threes:
        for number in (1, 2):
            round_ = threes.draw()
            assert Segment.objects.filter(match__round=round_, line_ups_due=None).count() == 0
            match, *_others = threes.three(round_)
            assert organise.set_line_up_hour(round_, threes.director, None, match) == 3
            assert organise.set_line_up_hour(round_, threes.director, NOON, match) == 3
            assert late_count(round_, NOON + minutes(1)) == 3
            if number == 2:
                Segment.objects.filter(match__round=round_).update(line_ups_due=NOON - minutes(9e5))
                assert len(organise.take_defaults(round_, threes.director).taken) == 5
                assert organise.reveal_round(round_, threes.director) == 4
                return
            threes.line_up(round_)
            threes.play(round_)
            organise.close_round(round_, threes.director)


@pytest.mark.full
def test_a_deadline_of_line_ups_sets_none_where_no_line_up_is_to_come(cast: Cast) -> None:
    timed = cast.changed(line_up_minutes=10)
    assert timed.post(timed.deals(timed.round_in_play())[0]).version == 1
    assert "line_ups_due" not in timed.tournament.log.order_by("-seq")[0].body
