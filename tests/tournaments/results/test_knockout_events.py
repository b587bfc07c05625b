"""Events that are played as a knockout: drawn, played, decided, corrected, finished."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests import teams_cast
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.tournaments import over_boards
from tests.tournaments.drawing import codes, pairs_cast
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.checks import recount, redraws, verification
from tournaments.models import DrawMethod, Event, Match, Ranking, Result, Round, Stage
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.progress import event_progress, prize_list
from tournaments.progress.next_step import Next, next_step
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import event_record, queries
from tournaments.results.event_record import StandingsRow
from tournaments.results.knockouts import Knockout

WHY = AwardGrounds("it was so")
PRIZES = {"ties": "divided", "tie_breaks": [], "unit": "元"}
TURNED = {"N": "W", "W": "N", "S": "E", "E": "S"}


def knockout_cast(pairs: int, **options: object) -> Cast:
    """The cast with pairs in a knockout."""
    cast = pairs_cast(pairs)
    Event.objects.update(draw_method=DrawMethod.KNOCKOUT)
    Stage.objects.update(knockout=options)
    cast.event.refresh_from_db()
    return cast


def standing(cast: Cast) -> Knockout:
    knockout = event_record.knockout_of(
        results.read(cast.event.stages.get().event), cast.event.stages.get()
    )
    assert knockout is not None
    return knockout


def in_play(cast: Cast) -> Round:
    round_ = organise.draw_round(cast.event, cast.director)
    organise.publish_round(round_, cast.director)
    return round_


def won_by_first(cast: Cast, round_: Round) -> None:
    """Let the first side of every match win it without play, and close the round."""
    for match in round_.matches.all():
        organise.award_walkover(match, cast.director, match.sides.get(number=1), WHY)
    organise.close_round(round_, cast.director)


def pairs_of(round_: Round) -> list[list[int]]:
    return [
        [side.entries.get().number for side in match.sides.order_by("number")]
        for match in round_.matches.order_by("number")
    ]


def step(cast: Cast) -> Next:
    cast.event.refresh_from_db()
    return next_step(event_progress.progress_of(results.read(cast.event))).code


@pytest.mark.full
def test_a_knockout_runs_from_its_first_round_to_its_places(db: None) -> None:
    cast = knockout_cast(6)
    first = in_play(cast)
    assert pairs_of(first) == [[4, 5], [3, 6]]
    assert list(first.matches.order_by("number").values_list("code", flat=True)) == ["W1.2", "W1.4"]
    assert sorted(first.sit_outs.values_list("entry__number", flat=True)) == [1, 2]
    won_by_first(cast, first)
    second = in_play(cast)
    assert pairs_of(second) == [[1, 4], [2, 3]]
    won_by_first(cast, second)
    final = in_play(cast)
    assert pairs_of(final) == [[1, 2]]
    assert redraws.redraw(final).is_equal
    won_by_first(cast, final)
    knockout = standing(cast)
    assert knockout.is_over
    assert [(place.first, place.last, place.entries) for place in knockout.places] == [
        (1, 1, ("1",)),
        (2, 2, ("2",)),
        (3, 4, ("4", "3")),
        (5, 6, ("5", "6")),
    ]
    assert step(cast) == Next.FINISH_EVENT
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == ["knockout_over"]
    organise.finish_event(cast.event, cast.director)
    assert [row.rank.place for row in event_record.standings(results.read(cast.event))] == [
        1,
        2,
        3,
        3,
        5,
        5,
    ]
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_who_plays_in_the_first_round_already_does_not_sit_out(db: None, client: Client) -> None:
    cast = knockout_cast(5)
    first = in_play(cast)
    assert pairs_of(first) == [[4, 5], [2, 3]], "the second and the third await nobody"
    assert [sit_out.entry.number for sit_out in first.sit_outs.all()] == [1]
    page = client.get(
        reverse("round", args=[cast.event.uid, 1]), headers={"accept-language": "en"}
    ).content.decode()
    assert page.count("nobody to meet in the first round") == 3
    assert "won match W1.3" not in page
    cast.play(first)
    organise.close_round(first, cast.director)
    assert [match.code for match in in_play(cast).matches.all()] == ["W2.1"], (
        "nothing is played twice"
    )


@pytest.mark.nightly
def test_a_double_knockout_lets_everybody_lose_once(db: None) -> None:
    cast = knockout_cast(4, kind="double")
    for _ in range(6):
        if standing(cast).is_over:
            break
        won_by_first(cast, in_play(cast))
    assert [place.entries for place in standing(cast).places] == [("1",), ("2",), ("4",), ("3",)]
    assert step(cast) == Next.FINISH_EVENT


@pytest.mark.full
def test_a_level_match_is_decided_before_the_round_is_closed(db: None) -> None:
    cast = knockout_cast(2)
    Event.objects.update(deals_per_round=2)
    cast.event.refresh_from_db()
    round_ = in_play(cast)
    deal, other = cast.deals(round_)
    cast.post(deal)
    turned = {TURNED[seat]: cards for seat, cards in NORTH_TAKES_THE_PIG["won"].items()}
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = Report(Result.Kind.PLAYED, {"won": turned})
        ledger.post(made, other, report, seen=0, origin=Origin(uid="sheet", label="sheet"))
    match = round_.matches.get()
    assert [played.match.key for played in standing(cast).level] == [match.pk]
    assert step(cast) == Next.DECIDE_MATCHES
    with pytest.raises(Refused) as refused:
        organise.close_round(round_, cast.director)
    assert codes(refused) == ["knockout_level"]
    organise.decide_match(
        match, cast.director, match.sides.get(number=2), AwardGrounds("an extra deal")
    )
    organise.close_round(round_, cast.director)
    assert standing(cast).results == {"W1.1": "2"}
    assert standing(cast).is_over


@pytest.mark.full
def test_who_has_withdrawn_loses_the_next_match_without_play(db: None) -> None:
    cast = knockout_cast(4)
    won_by_first(cast, in_play(cast))
    entry = cast.event.entries.get(number=1)
    organise.withdraw_entry(entry, cast.director)
    knockout = standing(cast)
    assert knockout.is_over
    assert knockout.places[0].entries == ("2",)


def after_a_finalist_left(excused: bool) -> list[tuple[int, str]]:
    """The standings of a knockout of four of which the first seed left before the final."""
    cast = knockout_cast(4)
    won_by_first(cast, in_play(cast))
    entry = cast.event.entries.get(number=1)
    organise.withdraw_entry(entry, cast.director, excused=excused, reason="ill")
    organise.set_prizes(cast.event, cast.director, {**PRIZES, "amounts": ["3", "2"]})
    rows = event_record.standings(results.read(cast.event))
    cast.event.refresh_from_db()
    numbers = [row.row.competitor.number for row in prize_list.prize_rows(results.read(cast.event))]
    assert numbers == [row.competitor.number for row in rows if row.rank.place < 3]
    (group,) = event_record.stage_standings(
        results.read(cast.event.stages.get().event), cast.event.stages.get()
    ).values()
    assert placed(group) == placed(rows)
    return placed(rows)


def placed(rows: Sequence[StandingsRow]) -> list[tuple[int, str]]:
    return [(row.competitor.number, row.rank.shown_place) for row in rows]


@pytest.mark.full
def test_a_finalist_who_leaves_for_an_accepted_reason_keeps_the_place(db: None) -> None:
    assert after_a_finalist_left(excused=True) == [(2, "1"), (1, "2"), (3, "3"), (4, "3")]


@pytest.mark.full
def test_without_a_reason_those_below_a_finalist_move_up(db: None) -> None:
    assert after_a_finalist_left(excused=False) == [(2, "1"), (3, "2"), (4, "2"), (1, "–")]


@pytest.mark.full
def test_an_award_is_made_once_and_taken_back(db: None) -> None:
    cast = knockout_cast(2)
    round_ = in_play(cast)
    match = round_.matches.get()
    winner = match.sides.get(number=2)
    with pytest.raises(Refused) as refused:
        organise.award_walkover(match, cast.director, winner, AwardGrounds(" "))
    assert codes(refused) == ["reason_missing"]
    award = organise.award_walkover(match, cast.director, winner, WHY)
    assert queries.open_deals(round_) == 0
    assert standing(cast).results == {"W1.1": "2"}
    with pytest.raises(Refused) as refused:
        organise.award_walkover(match, cast.director, winner, WHY)
    assert codes(refused) == ["award_stands"]
    # Fifty for each deal of the match, also where the bracket asks only who has won.
    assert award.won == -award.lost == 50 * cast.event.deals_per_round
    organise.take_back_award(match, cast.director, WHY)
    assert queries.open_deals(round_) == cast.event.deals_per_round
    assert standing(cast).results == {}
    with pytest.raises(Refused) as refused:
        organise.take_back_award(match, cast.director, WHY)
    assert codes(refused) == ["award_missing"]
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_a_knockout_needs_a_winner_and_decides_only_what_is_level(db: None) -> None:
    cast = knockout_cast(2)
    match = in_play(cast).matches.get()
    with pytest.raises(Refused) as refused:
        organise.award_both_absent(match, cast.director, WHY)
    assert codes(refused) == ["knockout_needs_winner"]
    with pytest.raises(Refused) as refused:
        organise.decide_match(match, cast.director, match.sides.get(number=1), WHY)
    assert codes(refused) == ["match_not_level"]


@pytest.mark.full
def test_a_changed_result_leads_to_a_warning_and_to_no_new_draw(db: None) -> None:
    cast = knockout_cast(4)
    first = in_play(cast)
    won_by_first(cast, first)
    final = in_play(cast)
    changed = first.matches.get(code="W1.1")
    organise.take_back_award(changed, cast.director, WHY)
    organise.award_walkover(changed, cast.director, changed.sides.get(number=2), WHY)
    knockout = standing(cast)
    assert [played.match.code for played in knockout.astray] == ["W2.1"]
    assert pairs_of(final) == [[1, 2]]
    assert Match.objects.filter(round=final).count() == 1


def team_cast() -> Cast:
    """The cast with four teams in a knockout, in two rooms."""
    cast = people.assemble(players=0, deals_per_round=2)
    Event.objects.update(form=Event.Form.TEAMS, rooms=2, draw_method=DrawMethod.KNOCKOUT)
    cast.event.refresh_from_db()
    teams = [[f"{name}{n}" for n in "一二三四"] for name in teams_cast.TEAMS]
    organise.add_entries(cast.event, cast.director, teams, names=list(teams_cast.TEAMS))
    return cast


@pytest.mark.nightly
def test_teams_play_a_knockout_and_who_does_not_come_needs_no_line_up(db: None) -> None:
    cast = team_cast()
    round_ = in_play(cast)
    first, other = round_.matches.order_by("number")
    organise.award_walkover(first, cast.director, first.sides.get(number=2), WHY)
    teams = teams_cast.Teams(cast, cast.event, round_)
    teams.reveal(teams.segment(1, other))
    teams.play()
    # Both rooms have come to the same, so that neither side is ahead.
    assert [played.match.key for played in standing(cast).level] == [other.pk]
    organise.decide_match(other, cast.director, other.sides.get(number=1), AwardGrounds("a lot"))
    organise.close_round(round_, cast.director)
    assert step(cast) == Next.DRAW_MATCHES
    final = in_play(cast)
    assert pairs_of(final) == [[4, 2]]
    won_by_first(cast, final)
    assert [place.entries for place in standing(cast).places] == [("4",), ("2",), ("1", "3")]
    assert step(cast) == Next.FINISH_EVENT
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_an_award_in_a_closed_round_is_no_difference_to_what_was_published(db: None) -> None:
    cast = knockout_cast(2)
    Event.objects.update(ranking=Event.Ranking.TABLE_POINTS)
    cast.event.refresh_from_db()
    round_ = in_play(cast)
    cast.play(round_)
    organise.close_round(round_, cast.director)
    match = round_.matches.get()
    won = int(standing(cast).results["W1.1"])
    behind = match.sides.exclude(entries__number=won).get()
    organise.award_walkover(match, cast.director, behind, WHY)
    assert standing(cast).results == {"W1.1": str(behind.entries.get().number)}
    assert recount.recount_shown(cast.tournament) == []


def places(cast: Cast) -> dict[int, tuple[int, bool]]:
    """The places of everybody as all may know them, and whether they are shared."""
    known = event_record.public_record(
        results.read(Event.objects.get(pk=cast.event.pk))
    ).standings()
    return {row.competitor.number: (row.rank.place, row.rank.shared) for row in known}


@pytest.mark.full
def test_who_awaits_the_match_for_the_third_place_shares_that(db: None) -> None:
    cast = knockout_cast(4, third_place=True)
    first = in_play(cast)
    match = first.matches.order_by("number")[0]
    organise.award_walkover(match, cast.director, match.sides.get(number=1), WHY)
    first_entry, second_entry = pairs_of(first)[0]
    # Three are still to be placed before or beside him.
    assert places(cast)[second_entry] == (4, False)
    assert places(cast)[first_entry] == (1, True)
    match = first.matches.order_by("number")[1]
    organise.award_walkover(match, cast.director, match.sides.get(number=1), WHY)
    assert sorted(places(cast).values()) == [(1, True), (1, True), (3, True), (3, True)]
    organise.close_round(first, cast.director)
    won_by_first(cast, in_play(cast))
    assert sorted(places(cast).values()) == [(n, False) for n in (1, 2, 3, 4)]


@pytest.mark.full
def test_places_stand_still_in_a_round_over_boards(db: None) -> None:
    cast = over_boards.assemble(
        4, draw_method=DrawMethod.KNOCKOUT, ranking=Ranking.POINTS, rounds_planned=2
    )
    first = in_play(cast)
    match = first.matches.order_by("number")[0]
    organise.award_walkover(match, cast.director, match.sides.get(number=1), WHY)
    assert {place for place, _ in places(cast).values()} == {1}
    match = first.matches.order_by("number")[1]
    organise.award_walkover(match, cast.director, match.sides.get(number=1), WHY)
    organise.close_round(first, cast.director)
    assert sorted(place for place, _ in places(cast).values()) == [1, 1, 3, 3]
    final = in_play(cast)
    organise.award_walkover(
        final.matches.get(), cast.director, final.matches.get().sides.get(number=1), WHY
    )
    assert sorted(place for place, _ in places(cast).values()) == [1, 1, 3, 3]
    organise.close_round(final, cast.director)
    assert sorted(place for place, _ in places(cast).values()) == [1, 2, 3, 3]
