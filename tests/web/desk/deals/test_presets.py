"""Every set of rules at the desk: an event from the form, its deals typed at every depth."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests import preset_events
from tests.cast import Cast
from tests.preset_events import CASES, Case, Made
from tests.referee.hall import Hall
from tests.samples import sampled
from tests.web.desk.deals.test_desk_entry import address, fields, stored
from tournaments import organise, results, wording
from tournaments.base.refusals import Reason, refuse
from tournaments.checks.verification import verify
from tournaments.models import Deal, Result
from tournaments.results import event_record
from tournaments.structure import games
from web.desk.typed_sheets import typed
from web.desk.typed_sheets.typed_plays import TypedTable, as_report, lines, written

DEPTHS = ("captures", "hands", "tricks")


@pytest.fixture
def desk(client: Client) -> Client:
    """A browser in English."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def result(deal: Deal) -> Result:
    return Result.live.get(deal=deal)


def type_all(desk: Client, made: Made, hall: Hall) -> None:
    """Type the first deal as what was won, the second with the hands, the third trick by trick."""
    for number, depth in enumerate(DEPTHS, 1):
        where, sheet = address(hall, deal=hall.deal(number)), made.sheet(number)
        page = desk.get(where)
        values = sheet.typed(depth, page.context["form"].asked.blank.exposable_copies)
        stored(desk, where, **values, reason="paper")
        now = result(hall.deal(number))
        assert {name: now.facts.get(name) for name in sheet.at(depth)} == sheet.at(depth)
        assert now.settlement == made.settled(sheet.report)


@pytest.mark.full
@pytest.mark.parametrize("case", sampled(CASES, (Case("fifty", 3),)), ids=str)
def test_every_event_is_made_played_and_typed(desk: Client, cast: Cast, case: Case) -> None:
    made = preset_events.create(desk, cast, case)
    hall = Hall.of(made.cast)
    assert tuple(games.game_of(made.cast.event).seats(made.rules)) == made.seats
    type_all(desk, made, hall)
    organise.close_round(hall.round, made.cast.director)
    game, totals = games.game_of(made.cast.event), dict[str, int]()
    for number in (1, 2, 3):
        deal = hall.deal(number)
        sides = {s.label: s.side.uid for s in deal.sitting.seats.select_related("side")}
        scores = result(deal).settlement["scores"]
        for side, points in game.side_points(scores, made.rules, sides).items():
            totals[side] = totals.get(side, 0) + points
    for number in (1, 2, 3):
        where, before = address(hall, deal=hall.deal(number)), result(hall.deal(number)).facts
        form = desk.post(where, {**fields(desk.get(where)), "reason": "again"}).context["form"]
        # What is shown is what was typed: sent again it changes nothing, and is refused for that.
        unchanged = wording.problem_text(refuse(Reason.RESULT_UNCHANGED))
        assert form.errors == {"__all__": [unchanged]}
        assert form.report(before) == before
    shown_points = [
        row.rank.points for row in event_record.standings(results.read(made.cast.event))
    ]
    assert sorted(shown_points) == sorted(totals.values())
    assert verify(cast.tournament) == []


@pytest.mark.nightly
def test_the_first_pig_of_two_is_asked_where_the_next_leader_follows_from_it(
    desk: Client, cast: Cast
) -> None:
    made = preset_events.create(desk, cast, Case("qq-double"))
    hall = Hall.of(made.cast)
    where, sheet = address(hall), made.sheet(1)
    form = desk.get(where).context["form"]
    assert [field.name for field in form.beside_won][-1] == "first_pig"
    values = sheet.typed("captures", form.asked.blank.exposable_copies)
    pigless = next(seat for seat in made.seats if "SQ" not in sheet.at("captures")["won"][seat])
    form = desk.post(where, {**fields(desk.get(where)), **values, "first_pig": pigless}).context[
        "form"
    ]
    assert list(form.errors) == ["first_pig"]
    taker = next(seat for seat in made.seats if "SQ" in sheet.at("captures")["won"][seat])
    stored(desk, where, **values, first_pig=taker, reason="paper")
    assert result(hall.deal()).facts["first_pig"] == taker
    assert desk.get(where).context["form"]["first_pig"].value() == taker


@pytest.mark.parametrize(
    ("typed_line", "plays"),
    [
        ("N: S4 S5 SK S2", [["N", ["S4"]], ["W", ["S5"]], ["S", ["SK"]], ["E", ["S2"]]]),
        ("w: s44 kk 5 2 d3 h4", [["W", 2], ["S", 2], ["E", 2], ["N", 2]]),
        ("N: S4 S4 / SK", [["N", ["S4", "S4"]], ["W", ["SK"]]]),
        ("N: S4 S4 /", [["N", ["S4", "S4"]]]),
        ("N: S4 E: S5 W: S6 S: S7", [["N", ["S4"]], ["E", ["S5"]], ["W", ["S6"]], ["S", ["S7"]]]),
    ],
)
def test_tricks_of_two_decks_are_typed_card_by_card_or_pair_by_pair(
    typed_line: str, plays: list[Any]
) -> None:
    table = TypedTable(tuple("NWSE"), {seat.lower(): seat for seat in "NWSE"}, {}, most=2)
    [(_number, line)] = lines(typed_line, table)
    read = as_report(line.plays, 2)
    assert line.is_trick
    assert [seat for seat, _cards in read] == [seat for seat, _cards in plays]
    assert all(
        cards in (play, len(play)) for (_, play), (_, cards) in zip(read, plays, strict=True)
    )
    [(_number, reread)] = lines(written(read, table), table)
    assert reread == line


@pytest.mark.parametrize(
    "typed_line", ["N: S4 S4", "S4 S5 SK S2", "N: S4 S5 S6 S7 S8", "N: S444 / S5"]
)
def test_what_could_be_taken_for_another_trick_is_asked_again(typed_line: str) -> None:
    table = TypedTable(tuple("NWSE"), {seat.lower(): seat for seat in "NWSE"}, {}, most=2)
    [(_number, line)] = lines(typed_line, table)
    assert not line.is_trick


def test_a_number_is_a_seat_only_where_it_is_no_rank() -> None:
    seats = {number: number for number in "12345"}
    assert typed.parts("2: S2 3 4 3: H4 5", {}, seats) == [("2", "s2 3 4"), ("3", "h4 5")]
    assert typed.by_seat("1 H2 3; 5: DJ", {}, seats) == {
        "1": typed.TypedCards(("H2", "H3")),
        "5": typed.TypedCards(("DJ",)),
    }


def test_a_hand_is_typed_with_its_voids() -> None:
    hand = typed.cards("♠ AKQ4 ♥ 1092 ♦- ♣ -", {})
    assert hand == typed.TypedCards(("SA", "SK", "SQ", "S4", "H10", "H9", "H2"))
