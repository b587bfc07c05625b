"""The 盘 of a match of two rooms: with the penalties they make what the match comes to (GZ-42)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests import teams_cast
from tests.teams_cast import Teams
from tests.tournaments import duplicate
from tests.tournaments.duplicate import Hall
from tests.web.publish.papers import pages, untold
from tests.web.publish.penalties import fine
from tests.web.publish.reading import MINUS, read
from tournaments import organise, results
from tournaments.models import (
    Board,
    Comparison,
    Event,
    EventRegulations,
    Match,
    Ranking,
    Result,
    Room,
)
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.results.match_results import MatchSets, results_by_match, sets_by_match
from web.publish import documents
from web.publish.documents import Subject


@pytest.fixture
def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture(params=[Comparison.IMP, Comparison.BOARD])
def boards(request: pytest.FixtureRequest, db: None) -> Iterator[tuple[Hall, Match, list[Board]]]:
    """Two teams in two rooms over four boards, two a 盘."""
    wanted = {"comparison": request.param, "ranking": Ranking.VP_20, "rooms": 2}
    if request.param == Comparison.BOARD:
        wanted["ranking"] = Ranking.POINTS
    with duplicate.hall(2, 4, **wanted) as hall:
        EventRegulations.objects.create(event=hall.event, board_set_deals=2)
        played = hall.boards(1, 4)
        yield hall, hall.match(hall.round(1), [1], [2], played), played


def exact(*values: int) -> tuple[Fraction, ...]:
    """Return whole numbers as what they are compared with."""
    return tuple(map(Fraction, values))


def sets_of(event: Event) -> MatchSets:
    (found,) = sets_by_match(results.read(Event.objects.get(pk=event.pk))).values()
    return found


@pytest.mark.full
@pytest.mark.parametrize("boards", [Comparison.IMP], indirect=True)
def test_imps_of_the_sets_make_the_match(boards: tuple[Hall, Match, list[Board]]) -> None:
    hall, match, (first, second, third, fourth) = boards
    hall.two_rooms(match, first, 8, 5)
    hall.two_rooms(match, second, 5, 13)
    hall.two_rooms(match, third, 13, 5)
    hall.two_rooms(match, fourth, 7, 7)
    found = sets_of(hall.event)
    assert [(one.first, one.last) for one in found.sets] == [(1, 2), (3, 4)]
    # +30 in the open room, +30 in the closed: a swing of 60. Then −30 and −130: one of −160.
    assert [(*one.rooms, one.difference) for one in found.sets] == [
        exact(0, -100, -100),
        exact(140, 20, 160),
    ]
    assert [one.counts for one in found.sets] == [exact(2, 4), exact(4, 0)]
    assert found.total == exact(6, 4)


@pytest.mark.full
def test_the_sets_make_what_the_match_counts(boards: tuple[Hall, Match, list[Board]]) -> None:
    hall, match, played = boards
    for at, board in enumerate(played):
        hall.two_rooms(match, board, 3 + 2 * at, 9 - 3 * at)
    snapshot = results.read(Event.objects.get(pk=hall.event.pk))
    (kept,) = results_by_match(snapshot, snapshot.stages[0]).values()
    assert sets_of(hall.event).total == (kept.totals or kept.scores)


@pytest.mark.full
def test_a_board_that_misses_a_room_counts_nothing_yet(
    boards: tuple[Hall, Match, list[Board]],
) -> None:
    hall, match, (first, *_others) = boards
    hall.play(hall.deal(match, first, Room.OPEN), 12)
    found = sets_of(hall.event)
    assert [(*one.rooms, *one.counts) for one in found.sets] == [exact(0, 0, 0, 0)] * 2


def test_one_set_is_no_part_of_a_match(boards: tuple[Hall, Match, list[Board]]) -> None:
    hall, _match, _boards = boards
    EventRegulations.objects.update(board_set_deals=16)
    assert sets_by_match(results.read(Event.objects.get(pk=hall.event.pk))) == {}


@pytest.fixture
def teams(db: None) -> Teams:
    """A match of points in two rooms, four deals in each, two a 盘, all played."""
    teams = teams_cast.assemble(rooms=2, segments=1, deals=4)
    EventRegulations.objects.create(event=teams.event, board_set_deals=2)
    for match in teams.round.matches.all():
        teams.reveal(teams.segment(1, match))
    teams.play()
    return teams


def home_points(teams: Teams) -> tuple[Fraction, Fraction]:
    """Add up the scores of both rooms by hand, the home side first."""
    found = [Fraction(0), Fraction(0)]
    sides = [teams.side(number).pk for number in (1, 2)]
    for result in Result.live.filter(deal__sitting__segment__match=teams.match):
        for seat in result.deal.sitting.seats.all():
            found[sides.index(seat.side_id)] += result.settlement["scores"][seat.label]
    return found[0], found[1]


def match_sets(teams: Teams) -> MatchSets:
    snapshot = results.read(Event.objects.get(pk=teams.event.pk))
    return sets_by_match(snapshot)[teams.match.pk]


@pytest.mark.full
def test_points_of_both_rooms_and_penalties_make_the_match(teams: Teams) -> None:
    home, away = home_points(teams)
    found = match_sets(teams)
    assert [(one.number, one.first, one.last) for one in found.sets] == [(1, 1, 2), (2, 3, 4)]
    assert found.total == (home, away)
    assert sum(one.difference for one in found.sets) == home - away
    fine(teams.cast, teams.side(2).entries.get(), -50, teams.side(2))
    assert match_sets(teams).total == (home, away - 50)


@pytest.mark.full
def test_a_match_that_was_awarded_after_its_deals_has_no_sets(teams: Teams) -> None:
    grounds = AwardGrounds("the other side left")
    organise.award_walkover(teams.match, teams.cast.director, teams.side(2), grounds)
    snapshot = results.read(Event.objects.get(pk=teams.event.pk))
    assert teams.match.pk not in sets_by_match(snapshot)


@pytest.mark.full
def test_public_pages_the_desk_and_the_paper_tell_the_sets(teams: Teams, english: Client) -> None:
    fine(teams.cast, teams.side(2).entries.get(), -50, teams.side(2))
    english.force_login(teams.cast.alice)
    uid = teams.event.uid
    for address in (
        reverse("round", args=[uid, 1]),
        reverse("round_table", args=[uid, 1, 1]),
        reverse("desk_matches", args=[teams.round.uid]),
    ):
        page = read(english, address)
        assert "Sets of the match; rooms and swing as 华清队 has them" in page
        assert "Set 2 (deals 3–4)" in page
        assert f"Penalties 0 : {MINUS}50" in page
    made = documents.find("round_results")
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=teams.event.pk)
    subject = Subject(event, "http://192.0.2.7:8000/", teams.round)
    text = "".join(pages(made.render(made.prepare(subject).input, untold)))
    assert f"0 : {MINUS}50" in text
