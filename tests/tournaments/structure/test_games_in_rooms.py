"""局 of teams: every room of a segment plays a game of its own, and games won make the match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from referee.rulings import listed_penalties, penalties
from tests import games_cast
from tests.cast import Cast
from tests.games_cast import EAST_WEST_LOSE, LITTLE, NORTH_SOUTH_LOSE, InGames
from tests.tournaments.organise.planning.test_plans import created, proposed
from tests.tournaments.results.test_level_matches import DEALERS_ONE, DEALERS_THREE
from tournaments import organise, results
from tournaments.base.refusals import PlanReason, Refused
from tournaments.checks import recount
from tournaments.checks.verification import verify
from tournaments.formats.templates import template_of
from tournaments.models import Adjustment, Result, Seat
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.results import event_record
from tournaments.structure import games, procedures

TO_SIX = {"preset": "standard-2", "target_level": "6", "must_play": []}


@pytest.fixture
def teams(db: None) -> InGames:
    cast = games_cast.assemble()
    cast.show()
    return cast


@pytest.mark.full
def test_each_room_begins_a_game_of_its_own(teams: InGames) -> None:
    assert [game.number for game in teams.games] == [1, 2]
    assert [len(teams.deals(room)) for room in ("open", "closed")] == [1, 1]
    teams.play_in("open", NORTH_SOUTH_LOSE)
    assert [len(teams.deals(room)) for room in ("open", "closed")] == [2, 1]


@pytest.mark.full
def test_a_game_won_by_each_is_a_draw_however_many_points_they_had(teams: InGames) -> None:
    home, away = teams.side(1).uid, teams.side(2).uid
    teams.play_in("open", NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE)
    stand = teams.stand("open")
    assert (stand.pigs, stand.winners, str(stand.code)) == ((home,), (away,), "low_reached")
    assert dict(stand.totals) == {home: -1100, away: 200}
    assert teams.sums() == ("None", "None", "0", "1")
    # The home side sits west and east there: −300 −550 −550 to the visitors.
    teams.play_in("closed", LITTLE, NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE)
    stand = teams.stand("closed")
    assert (stand.pigs, dict(stand.totals)) == ((away,), {home: 150, away: -1400})
    assert teams.sums() == ("1", "1", "1", "1")
    assert (recount.recount(teams.cast.tournament), verify(teams.cast.tournament)) == ([], [])
    assert recount.recount_shown(teams.cast.tournament) == []


@pytest.mark.full
def test_who_wins_both_rooms_wins_the_match(teams: InGames) -> None:
    teams.play_in("open", EAST_WEST_LOSE, EAST_WEST_LOSE)
    teams.play_in("closed", NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE)
    assert teams.sums() == ("2", "0", "2", "0")
    organise.close_round(teams.round, teams.cast.director)
    assert recount.recount_shown(teams.cast.tournament) == []


@pytest.mark.full
def test_a_game_that_time_ends_goes_to_who_is_ahead(teams: InGames) -> None:
    teams.play_in("open", LITTLE)
    teams.not_played("open")
    stand = teams.stand("open")
    assert (stand.ended, stand.winners, stand.pigs) == (True, (teams.side(2).uid,), ())
    # In the other room nothing was played: nobody is ahead, and each has half of the game.
    teams.not_played("closed")
    assert teams.sums() == ("0", "2", "1/2", "3/2")


@pytest.mark.full
def test_a_correction_makes_the_game_of_one_room_longer_and_shorter(teams: InGames) -> None:
    teams.play_in("open", NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE)
    teams.play_in("closed", NORTH_SOUTH_LOSE)
    closed = [deal.done for deal in teams.deals("closed")]
    teams.post(teams.deals("open")[0], LITTLE)
    assert [deal.done for deal in teams.deals("open")] == [True, True, False]
    assert not teams.has_ended("open")
    teams.post(teams.deals("open")[0], NORTH_SOUTH_LOSE)
    left = teams.deals("open")[2].results.get()
    assert (left.kind, left.origin_label) == (Result.Kind.NOT_PLAYED, "game")
    assert teams.has_ended("open")
    assert [deal.done for deal in teams.deals("closed")] == closed
    assert recount.recount(teams.cast.tournament) == []


@pytest.mark.full
def test_a_penalty_counts_in_the_room_in_which_it_was_given(teams: InGames) -> None:
    home = teams.side(1)
    teams.play_in("open", LITTLE)
    teams.play_in("closed", LITTLE)
    for room in ("open", "closed"):
        teams.not_played(room)
    assert teams.sums() == ("1", "1", "1", "1")
    assert (teams.stand("closed").totals[home.uid], teams.stand("open").totals[home.uid]) == (
        -50,
        -300,
    )
    teams.penalise("closed", home, -300)
    assert teams.stand("closed").totals[home.uid] == -350
    assert teams.stand("open").totals[home.uid] == -300
    assert teams.sums() == ("0", "2", "0", "2")


@pytest.mark.full
def test_a_penalty_is_given_to_a_seat_and_its_effect_is_foreseen(teams: InGames) -> None:
    for room in ("open", "closed"):
        teams.play_in(room, LITTLE)
        teams.not_played(room)
    seat = Seat.objects.get(sitting=teams.deals("closed")[0].sitting, label="W")
    whom = penalties.target(teams.event, f"seat:{seat.uid}")
    assert whom is not None
    effect = penalties.effect(results.read(teams.event), whom, -300, "late")
    assert sorted(str(effect.after.match_points) for effect in effect) == ["0", "2"]
    penalties.give(whom, teams.cast.alice, -300, "late")
    row = Adjustment.objects.get()
    assert row.deal is not None
    assert row.deal.game == teams.games[1]
    assert teams.sums() == ("0", "2", "0", "2")
    assert penalties.effect(results.read(teams.event), whom, -1, "again") == ()
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
def test_every_segment_begins_anew(db: None) -> None:
    teams = games_cast.assemble(segments=2)
    teams.show(1)
    teams.play_in("open", NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE)
    with pytest.raises(Refused):
        teams.show(2)
    teams.play_in("closed", LITTLE)
    teams.not_played("closed")
    assert teams.sums() == ("None", "None", "1", "1")
    teams.show(2, shift=1)
    assert [game.number for game in teams.games] == [1, 2, 3, 4]
    first = teams.deals("open", 2)[0]
    assert procedures.procedure_of(first, lambda _deals: {}).first_deal
    teams.play_in("open", EAST_WEST_LOSE, EAST_WEST_LOSE, part=2)
    teams.play_in("closed", NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE, part=2)
    assert teams.sums() == ("2", "0", "3", "1")
    # A correction in a segment that is over reaches only its own game.
    teams.post(teams.deals("closed")[0], EAST_WEST_LOSE)
    assert teams.sums() == ("1", "1", "2", "2")
    assert [len(teams.deals("open", part)) for part in (1, 2)] == [2, 2]
    assert (recount.recount(teams.cast.tournament), verify(teams.cast.tournament)) == ([], [])


@pytest.mark.full
def test_a_seat_of_each_segment_can_be_fined(db: None) -> None:
    teams = games_cast.assemble(segments=2, rooms=1)
    teams.show(1)
    teams.play_in("only", NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE)
    teams.show(2)
    snapshot = results.read(teams.event)
    seats = [seat for seat in listed_penalties.played_seats(snapshot) if seat.label == "N"]
    assert len({seat.game for seat in seats}) == 2


def levels(**changes: Any) -> InGames:
    wanted = {"game": "shengji", "rules": TO_SIX, "ranking": "vp_15_10", **changes}
    teams = games_cast.assemble(**wanted)
    teams.show()
    return teams


@pytest.mark.full
def test_levels_of_both_rooms_add_up_to_the_victory_points(db: None) -> None:
    teams = levels()
    # Home deals in the open room: from 2 to past 6 in two deals. The visitors had none.
    teams.play_in("open", DEALERS_THREE, DEALERS_THREE)
    assert (teams.stand("open").ended, teams.sums()[2:]) == (True, ("5", "0"))
    # In the closed room the visitors sit north-south: three and one, and then it is time.
    teams.play_in("closed", DEALERS_THREE, DEALERS_ONE)
    teams.not_played("closed")
    assert teams.sums() == ("16", "14", "5", "4")
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
def test_a_level_is_lost_in_the_room_of_the_seat(db: None) -> None:
    teams = levels()
    away = teams.side(2)
    teams.play_in("open", DEALERS_ONE)
    teams.play_in("closed", DEALERS_THREE)
    teams.penalise("closed", away, -1)
    opens, closes = (teams.deals(room)[1] for room in ("open", "closed"))
    begins = [procedures.procedure_of(deal, lambda _deals: {}).facts for deal in (opens, closes)]
    assert [facts["level"] for facts in begins] == ["3", "4"]
    for room in ("open", "closed"):
        teams.not_played(room)
    assert teams.sums() == ("14", "16", "1", "2")


@pytest.mark.parametrize(("rooms", "segments"), [(2, 1), (1, 2), (2, 3)])
def test_the_sum_of_points_cannot_rank_several_games(db: None, rooms: int, segments: int) -> None:
    teams = games_cast.assemble(rooms=1)
    wanted = replace(games_cast.plan(), rooms=rooms, segments=segments, ranking="points")
    with pytest.raises(Refused) as refused:
        organise.create_event(teams.cast.tournament, teams.cast.director, wanted)
    assert {problem.code for problem in refused.value.problems} == {PlanReason.POINTS_OF_GAMES}


@pytest.mark.full
def test_a_stage_may_have_shorter_games(db: None) -> None:
    teams = games_cast.assemble()
    stage = teams.event.stages.get()
    stage.deals_per_round = 1
    stage.save()
    teams.show()
    teams.play_in("open", LITTLE)
    assert teams.stand("open").ended
    assert len(teams.deals("open")) == 1


@pytest.mark.full
def test_published_standings_say_the_same_when_counted_again(teams: InGames) -> None:
    teams.play_in("open", NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE)
    teams.play_in("closed", EAST_WEST_LOSE, EAST_WEST_LOSE)
    organise.close_round(teams.round, teams.cast.director)
    assert [str(row.rank.total) for row in event_record.standings(results.read(teams.event))] == [
        "2",
        "0",
    ]
    assert recount.recount_shown(teams.cast.tournament) == []


@pytest.mark.full
def test_penalties_towards_the_limit_end_the_game_of_their_room_alone(db: None) -> None:
    rules = {"preset": "huapai-pairs", "penalties": "towards_limit"}
    teams = games_cast.assemble(rules=rules)
    teams.show()
    home = teams.side(1)
    teams.play_in("open", NORTH_SOUTH_LOSE)
    teams.play_in("closed", LITTLE)
    teams.penalise("open", home, -450)
    # −550 and −450 in the open room; −50 in the closed one.
    assert teams.stand("open").pigs == (home.uid,)
    assert [teams.has_ended(room) for room in ("open", "closed")] == [True, False]
    assert [deal.done for deal in teams.deals("closed")] == [True, False]
    assert (recount.recount(teams.cast.tournament), verify(teams.cast.tournament)) == ([], [])


@pytest.mark.full
def test_one_game_between_two_teams_is_whole(db: None) -> None:
    teams = games_cast.assemble(rooms=1)
    teams.show(shift=2)
    seats = teams.deals("only")[0].sitting.seats.order_by("label")
    # The first two of each team rest.
    assert sorted(seats.values_list("person__name", flat=True)) == [
        "华清三",
        "华清四",
        "城北三",
        "城北四",
    ]
    teams.play_in("only", NORTH_SOUTH_LOSE)
    assert teams.sums() == ("None", "None", "-550", "100")
    teams.penalise("only", teams.side(2), -700)
    teams.play_in("only", NORTH_SOUTH_LOSE)
    stand = teams.stand("only")
    # A penalty counts at the end of the game: −1100 against +200 − 700.
    assert (stand.pigs, stand.winners) == ((teams.side(1).uid,), (teams.side(2).uid,))
    assert teams.sums() == ("0", "2", "-1100", "-500")
    organise.close_round(teams.round, teams.cast.director)
    assert [str(row.rank.total) for row in event_record.standings(results.read(teams.event))] == [
        "2",
        "0",
    ]
    assert (recount.recount_shown(teams.cast.tournament), verify(teams.cast.tournament)) == ([], [])


@pytest.mark.full
def test_a_game_each_does_not_say_who_goes_on(db: None) -> None:
    teams = games_cast.assemble(draw_method="knockout", drawn=False)
    organise.draw_round(teams.event, teams.cast.director, seed="s")
    round_ = teams.event.rounds.get()
    organise.publish_round(round_, teams.cast.director)
    teams = replace(teams, round=round_)
    teams.show()
    for room in ("open", "closed"):
        teams.play_in(room, NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE)
    assert teams.sums()[2:] == ("1", "1")
    with pytest.raises(Refused):
        organise.close_round(round_, teams.cast.director)
    reason = AwardGrounds("an extra deal")
    organise.decide_match(teams.match, teams.cast.director, teams.side(2), reason)
    organise.close_round(round_, teams.cast.director)
    places = [row.rank.place for row in event_record.standings(results.read(teams.event))]
    assert places == [1, 2]
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
def test_who_does_not_come_to_a_match_of_games_loses_it(teams: InGames) -> None:
    teams.play_in("open", EAST_WEST_LOSE)
    organise.award_walkover(teams.match, teams.cast.director, teams.side(2), AwardGrounds("left"))
    row = event_record.standings(results.read(teams.event))[0]
    assert row.rank.entry == teams.side(2).entries.get().uid
    assert str(row.rank.total) == "2"
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("key", "segments", "expected"),
    [
        ("teams_games", "3", ("gongzhu", "wdl_2_1_0", 2, 3)),
        ("teams_level_games", "1", ("shengji", "vp_15_10", 2, 1)),
        ("teams_game", "2", ("gongzhu", "wdl_2_1_0", 1, 2)),
    ],
)
def test_templates_make_such_events(
    client: Client, cast: Cast, key: str, segments: str, expected: tuple[str | int, ...]
) -> None:
    sent = proposed(template_of(key)) | {"segments": segments, "deals_per_round": "25"}
    event = created(client, cast, sent)
    assert (event.game, event.ranking, event.rooms, event.segments) == expected
    assert games.of_several_games(event)
    assert event.deals_per_round == 25
