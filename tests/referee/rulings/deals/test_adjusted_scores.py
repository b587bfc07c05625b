"""Adjusted scores: averages for either direction of a board, given at the desk and taken back."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.refusals import Code
from referee.rulings import adjusted_scores, corrections
from referee.rulings.adjusted_scores import AdjustedScore
from tests import teams_cast
from tests.cast import NORTH_TAKES_THE_PIG, Cast, account
from tests.referee.hall import WEST_TAKES_ALL, Hall
from tests.tournaments import over_boards
from tests.web.publish.reading import read
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused, Stale
from tournaments.checks.recount import recount
from tournaments.checks.verification import verify
from tournaments.models import Comparison, Deal, Form, Result, Role, Sitting
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Actor, Verb, change
from tournaments.results import event_record, queries
from tournaments.standings.team_boards import AverageScore
from web.publish.documents import Subject
from web.publish.printed import scoresheets

pytestmark = pytest.mark.django_db
PLUS, EVEN, MINUS = AverageScore.PLUS, AverageScore.EVEN, AverageScore.MINUS
GIVEN = {
    "average_ns": "average_plus",
    "average_ew": "average_minus",
    "reason": "a card was missing",
}


def hall_of(**changes: Any) -> Hall:
    return Hall.of(over_boards.assemble(**changes))


def record(deal: Deal, report: Mapping[str, Any]) -> None:
    with change(deal.event.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        facts = ledger.Report(Result.Kind.PLAYED, report)
        ledger.post(made, deal, facts, seen=0, origin=ledger.Origin("sheet", "sheet"))


def play(hall: Hall) -> None:
    """Let east-west win every deal at the second table, and less so at the first."""
    for table, report in zip(hall.tables, (NORTH_TAKES_THE_PIG, WEST_TAKES_ALL), strict=True):
        for number in (1, 2):
            record(hall.deal(number, table), report)


def give(hall: Hall, ns: AverageScore, ew: AverageScore, number: int = 1) -> Result:
    deal = hall.deal(number)
    score = AdjustedScore(ns, ew, "a card was missing", "L12")
    return adjusted_scores.give(deal, hall.cast.bob, score, seen=deal.version)


def points(hall: Hall, number: int = 1) -> dict[str, Fraction]:
    """What a deal of the first table counts for who sits north and for who sits east."""
    deal = hall.deal(number)
    sides = {seat.side.entries.get().uid: seat.label for seat in deal.sitting.seats.all()}
    scored = event_record.record(results.read(hall.cast.event)).field.scored
    points = {
        sides[scored_deal.entry]: scored_deal.points
        for scored_deal in scored
        if scored_deal.deal == deal.uid
    }
    # Of partners who are one entry the last seat was kept.
    return {"ns" if seat in "NS" else "ew": Fraction(value) for seat, value in points.items()}


@pytest.mark.full
@pytest.mark.parametrize(
    ("ns", "ew", "counts"),
    [(PLUS, MINUS, (3, -3)), (PLUS, PLUS, (3, 3)), (EVEN, MINUS, (0, -3)), (EVEN, EVEN, (0, 0))],
)
def test_against_the_datum_averages_are_three_imps(
    ns: AverageScore, ew: AverageScore, counts: tuple[int, int]
) -> None:
    hall = hall_of()
    play(hall)
    result = give(hall, ns, ew)
    assert points(hall) == dict(zip(("ns", "ew"), map(Fraction, counts), strict=True))
    assert (result.version, result.kind) == (2, Result.Kind.AVERAGE)
    assert result.retires is not None
    assert not recount(hall.cast.tournament)
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("ns", "ew", "parts"),
    [(PLUS, MINUS, (100, 0)), (MINUS, PLUS, (40, 60)), (EVEN, EVEN, (50, 50))],
)
def test_of_matchpoints_averages_are_parts_or_the_own_average(
    ns: AverageScore, ew: AverageScore, parts: tuple[int, int]
) -> None:
    # North-south of the first table has all of its other board, which is more than 60 percent.
    hall = hall_of(comparison=Comparison.MATCHPOINTS)
    play(hall)
    give(hall, ns, ew)
    most = 2
    assert points(hall) == {
        name: Fraction(part * most, 100) for name, part in zip(("ns", "ew"), parts, strict=True)
    }


@pytest.mark.full
def test_each_for_himself_has_what_his_direction_was_given() -> None:
    hall = hall_of(entries=8, form=Form.INDIVIDUAL, comparison=Comparison.DATUM_IMP)
    play(hall)
    give(hall, PLUS, MINUS)
    # West has −8 on the other board, which West of the second table won whole.
    assert points(hall) == {"ns": 3, "ew": -8}


@pytest.mark.full
def test_of_a_board_that_was_never_played_too_and_taken_back_nothing_is_left() -> None:
    hall = hall_of()
    give(hall, EVEN, PLUS)
    assert (hall.deal().version, hall.deal().done) == (1, True)
    adjusted_scores.take_back(hall.deal(), hall.cast.bob, "played after all", seen=1)
    assert (hall.deal().version, hall.deal().done) == (2, False)
    record_again = {"kind": Result.Kind.RETRACTED}
    assert hall.deal().results.filter(**record_again).count() == 1


@pytest.mark.full
def test_taken_back_the_result_before_counts_again() -> None:
    hall = hall_of()
    play(hall)
    before = points(hall)
    give(hall, PLUS, MINUS)
    give(hall, EVEN, EVEN)
    adjusted_scores.take_back(hall.deal(), hall.cast.bob, "found the card", seen=3)
    assert points(hall) == before
    live = queries.live_results([hall.deal()])[hall.deal().pk]
    assert (live.kind, live.facts, live.version) == (Result.Kind.PLAYED, NORTH_TAKES_THE_PIG, 4)
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_what_is_refused(cast: Cast) -> None:
    plain, bob = Hall.of(cast), cast.bob
    score = AdjustedScore(PLUS, MINUS, "")
    with pytest.raises(Refused) as refused:
        adjusted_scores.give(plain.deal(), bob, score, seen=0)
    assert [problem.code for problem in refused.value.problems] == [Reason.REASON_MISSING]
    with pytest.raises(Refused) as refused:
        adjusted_scores.take_back(plain.deal(), bob, " ", seen=0)
    assert {problem.code for problem in refused.value.problems} == {
        Reason.REASON_MISSING,
        Code.NOT_ADJUSTED,
    }


@pytest.mark.full
def test_who_has_seen_another_result_is_told() -> None:
    hall = hall_of()
    play(hall)
    with pytest.raises(Stale):
        adjusted_scores.give(hall.deal(), hall.cast.bob, AdjustedScore(PLUS, MINUS, "so"), seen=0)


@pytest.fixture
def desk(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def address(hall: Hall, name: str) -> str:
    return reverse(name, args=[hall.cast.tournament.uid, hall.deal().uid])


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.nightly
def test_the_desk_gives_one_and_takes_it_back(desk: Client) -> None:
    hall = hall_of()
    play(hall)
    desk.force_login(hall.cast.bob)
    page = desk.get(address(hall, "referee_deal"))
    assert page.context["restoring"] is None
    where = address(hall, "referee_adjust")
    assert where in text(page)
    assert "North-South " in text(desk.get(where))
    missing = {"average_ns", "average_ew", "reason"}
    assert desk.post(where, {"seen": 1}).context["form"].errors.keys() == missing
    # Without having been shown it is not given.
    sent = GIVEN | {"seen": 1, "article": "L12"}
    shown = desk.post(where, sent | {"apply": "1"})
    assert [(change.before, change.after) for change in shown.context["preview"].places] == [
        (3, 3),
        (-3, -3),
    ]
    sent["previewed"] = shown.context["form"].data["previewed"]
    assert hall.deal().version == 1
    stale = desk.post(where, sent | {"seen": 0, "apply": "1"})
    assert (stale.status_code, hall.deal().version) == (200, 1)
    assert desk.post(where, sent | {"apply": "1"}).status_code == 302
    page_text = text(desk.get(address(hall, "referee_deal")))
    assert "adjusted score: North-South average plus, East-West average minus (L12)" in page_text
    back = address(hall, "referee_restore")
    assert desk.post(back, {"seen": 2}).context["form"].errors.keys() == {"reason"}
    assert desk.post(back, {"seen": 2, "reason": "found"}).status_code == 302
    assert hall.deal().version == 3


@pytest.mark.full
def test_a_scorer_may_not(desk: Client) -> None:
    hall, dave = hall_of(), account("dave")
    organise.grant_role(Actor.from_user(hall.cast.alice), hall.cast.tournament, dave, Role.SCORER)
    for name in ("referee_adjust", "referee_restore"):
        desk.logout()
        stranger = desk.post(address(hall, name), {})
        assert (stranger.status_code, reverse("login") in stranger.content.decode()) == (403, True)
        desk.force_login(dave)
        assert desk.post(address(hall, name), {}).status_code == 403
        desk.force_login(hall.cast.charlie)
        assert desk.post(address(hall, name), {}).status_code == 404


@pytest.mark.full
def test_the_public_pages_and_the_scoresheet_say_it_in_words(desk: Client) -> None:
    hall = hall_of()
    play(hall)
    give(hall, PLUS, EVEN)
    organise.close_round(hall.round, hall.cast.director)
    label = "North-South average plus, East-West average (L12)"
    deal = text(desk.get(reverse("deal", args=[hall.deal().uid])))
    assert f"Nobody scores by the cards of this deal: adjusted score: {label}." in deal
    board = read(desk, reverse("board", args=[hall.cast.event.uid, 1, 1]))
    assert "North-South average plus, East-West average +" in board.replace(" — ", " ")
    assert "+3 : 0" in board
    paper = scoresheets.scoresheets.prepare(Subject(hall.cast.event, round=hall.round))
    assert label in str(paper.input) or "平均加" in str(paper.input)


@pytest.mark.full
def test_of_two_rooms_it_takes_the_place_of_the_board(desk: Client) -> None:
    teams = teams_cast.assemble(segments=1, boards="made", comparison=Comparison.IMP)
    matches = list(teams.round.matches.order_by("number"))
    for match in matches:
        teams.reveal(match.segments.get(number=1))
    for deal in teams.cast.deals(teams.round):
        record(deal, NORTH_TAKES_THE_PIG)
    deals = Deal.objects.filter(sitting__segment__match=matches[0], board__board_no=1)
    closed = deals.select_related("event").get(sitting__room=Sitting.Room.CLOSED)
    score = AdjustedScore(PLUS, MINUS, "fouled")
    adjusted_scores.give(closed, teams.cast.bob, score, seen=closed.version)
    open_ = deals.select_related("event").get(sitting__room=Sitting.Room.OPEN)
    # What becomes of the other room changes nothing.
    corrections.rule(open_, teams.cast.bob, Result.Kind.NOT_PLAYED, "fouled", seen=1)
    organise.close_round(teams.round, teams.cast.director)
    # In the closed room the visiting side sits north-south.
    page = desk.get(reverse("board", args=[teams.event.uid, 1, 1])).context["page"]
    assert [(match.counts, match.is_adjusted) for match in page.matches] == [
        ((-3, 3), True),
        ((0, 0), False),
    ]
