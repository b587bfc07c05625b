"""Line-ups in the course of a round: what waits for them, what is played, what is closed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from referee.sheets import tables
from tests import teams_cast
from tests.teams_cast import Teams, codes
from tournaments import organise, results
from tournaments.base.refusals import Reason
from tournaments.checks import verification
from tournaments.models import (
    BoardSource,
    Deal,
    Event,
    Round,
    Seat,
    SitOut,
)
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.progress import event_progress
from tournaments.progress.next_step import Next, next_step
from tournaments.record.audit import Actor
from tournaments.results import event_record, queries
from tournaments.structure.line_up_rules import LineUpProblem

CAPTAIN = Actor("entry", "0" * 12)


@pytest.mark.nightly
def test_the_desk_waits_for_line_ups_reveals_them_and_closes_what_was_played(teams: Teams) -> None:
    def step() -> tuple[Next, dict[str, int]]:
        step = next_step(event_progress.progress_of(results.read(teams.event)))
        return step.code, dict(step.values)

    director = teams.cast.director
    assert step() == (Next.AWAIT_LINE_UPS, {"number": 1, "line_ups": 4})
    assert codes(lambda: organise.close_round(teams.round, director)) == [
        Reason.LINE_UPS_NOT_REVEALED
    ]
    assert codes(lambda: organise.reveal_round(teams.round, director)) == [
        LineUpProblem.NOTHING_TO_REVEAL
    ]
    assert queries.open_tables(teams.round) == [1, 2, 3, 4]
    assert queries.tables_in_use(teams.cast.tournament) == {1, 2, 3, 4}
    for number in (1, 2):
        for match in teams.round.matches.all():
            for side in (1, 2):
                teams.hand_in(teams.segment(number, match), side)
        assert step() == (Next.REVEAL_LINE_UPS, {"number": 1, "line_ups": 2})
        assert organise.reveal_round(teams.round, director) == 2
        assert step()[0] == Next.AWAIT_TABLES
        teams.play()
    assert step()[0] == Next.CLOSE_ROUND
    organise.close_round(teams.round, director)
    assert verification.verify(teams.cast.tournament) == []


@pytest.mark.full
def test_a_tablet_waits_until_its_line_ups_are_revealed(teams: Teams) -> None:
    table = teams.cast.tournament.tables.get(number=1)
    assert tables.sitting_now(table) is None
    first, second = teams.segment(1), teams.segment(2)
    teams.reveal(first)
    sitting = tables.sitting_now(table)
    assert sitting is not None
    assert (sitting.segment_id, sitting.room) == (first.pk, "open")
    teams.play()
    teams.reveal(second)
    sitting = tables.sitting_now(table)
    assert sitting is not None
    assert sitting.segment_id == second.pk


@pytest.mark.full
def test_mending_seats_of_a_part_that_was_played_leaves_the_tablet_where_it_is(
    teams: Teams,
) -> None:
    table = teams.cast.tournament.tables.get(number=1)
    teams.reveal(teams.segment(1))
    played = tables.sitting_now(table)
    assert played is not None
    teams.play()
    teams.reveal(teams.segment(2))
    swap = {"N": "S", "S": "N"}
    organise.exchange_seats(played, teams.cast.director, swap, 1, 2, "wrong chairs")
    now = tables.sitting_now(table)
    assert now is not None
    assert now.segment == teams.segment(2)


@pytest.mark.full
def test_line_ups_of_a_round_that_was_closed_meanwhile_are_not_revealed(teams: Teams) -> None:
    seen = Round.objects.select_related("event__tournament").get(pk=teams.round.pk)
    for number in (1, 2):
        teams.hand_in(teams.segment(), number)
    Round.objects.filter(pk=seen.pk).update(state=Round.State.CLOSED)
    assert codes(lambda: organise.reveal_round(seen, teams.cast.director)) == [
        LineUpProblem.NOTHING_TO_REVEAL
    ]
    assert not Seat.objects.exists()


@pytest.mark.full
def test_of_an_awarded_match_no_line_up_is_taken_and_it_is_said_why(teams: Teams) -> None:
    grounds = AwardGrounds("nobody came")
    organise.award_walkover(teams.match, teams.cast.director, teams.side(1), grounds)
    assert codes(lambda: teams.hand_in(teams.segment(), 1)) == [Reason.AWARD_STANDS]
    organise.take_back_award(teams.match, teams.cast.director, grounds)
    teams.reveal(teams.segment())
    assert codes(lambda: teams.hand_in(teams.segment(), 1)) == [LineUpProblem.REVEALED]


@pytest.mark.full
def test_a_match_whose_award_is_taken_back_after_the_close_can_be_played(
    teams: Teams, client: Client
) -> None:
    grounds, director = AwardGrounds("nobody came"), teams.cast.director
    for match in teams.round.matches.all():
        organise.award_walkover(match, director, match.sides.get(number=1), grounds)
    organise.close_round(teams.round, director)
    organise.take_back_award(teams.match, director, grounds)
    said_next = next_step(
        event_progress.progress_of(results.read(Event.objects.get(pk=teams.event.pk)))
    )
    assert (said_next.code, said_next.number) == (Next.AWAIT_LINE_UPS, 1)
    other = teams.round.matches.get(number=2)
    assert codes(lambda: teams.hand_in(teams.segment(1, other), 1)) == [
        LineUpProblem.ROUND_NOT_IN_PLAY
    ]
    for number in (1, 2):
        teams.hand_in(teams.segment(1), number)
    client.force_login(teams.cast.alice)
    page = client.get(reverse("desk_line_ups", args=[teams.round.uid])).content.decode()
    assert reverse("desk_reveal", args=[teams.segment(1).uid]) in page
    assert organise.reveal_round(Round.objects.get(pk=teams.round.pk), director) == 1
    teams.play()
    teams.reveal(teams.segment(2))
    teams.play()
    assert not queries.is_open(teams.round)
    assert verification.verify(teams.cast.tournament) == []


@pytest.mark.full
def test_two_rounds_of_teams_from_the_draw_to_the_close(db: None) -> None:
    teams = teams_cast.assemble(drawn=False, boards=BoardSource.PASSED)
    event, director = teams.event, teams.cast.director
    for number in (1, 2):
        round_ = organise.draw_round(event, director, method="swiss")
        organise.publish_round(round_, director)
        drawn = Teams(teams.cast, event, round_)
        for part in (1, 2):
            for match in round_.matches.all():
                for side in (1, 2):
                    drawn.hand_in(drawn.segment(part, match), side, shift=number - 1)
            assert organise.reveal_round(round_, director) == 2
            drawn.play()
        organise.close_round(round_, director)
        assert verification.verify(teams.cast.tournament) == []
    assert Deal.objects.filter(done=True).count() == 2 * 2 * 2 * 4
    boards = set(Deal.objects.values_list("board", flat=True))
    assert len(boards) == 8


@pytest.mark.full
def test_who_sits_out_has_no_credit_before_the_round_is_played(teams: Teams) -> None:
    late = ["晚一", "晚二", "晚三", "晚四"]
    (entry,) = organise.add_entries(teams.event, teams.cast.director, [late], names=["晚到队"])
    SitOut.objects.create(round=teams.round, entry=entry)

    def credited() -> bool:
        return any(
            away.entry == entry.uid
            for away in event_record.record(results.read(teams.event)).field.away
        )

    assert not credited()
    for number in (1, 2):
        for match in teams.round.matches.all():
            teams.reveal(teams.segment(number, match))
        teams.play()
    assert credited()
