"""What the tablet tells of the round: the ranking at the table, next seats, and notices."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import cast as people
from tests.cast import Cast
from tests.referee.hall import WEST_TAKES_ALL, Hall, Tablet, fits
from tests.tournaments import over_boards
from tests.web.publish.penalties import fine
from tests.web.publish.reading import MINUS
from tournaments import organise
from tournaments.models import (
    AuditEntry,
    Event,
    Person,
    Round,
    Seat,
    Sitting,
)
from web.tablet.api import remembered
from web.tablet.api.round_pack import RoundPack
from web.tablet.api.table_standing import StandingAnswer


@pytest.fixture
def hall(db: None) -> Hall:
    """A hall of two tables."""
    return Hall.of(people.assemble())


@pytest.fixture
def tablet(hall: Hall, client: Client) -> Tablet:
    """The tablet of the first table."""
    return Tablet(client).opens(hall.table)


def pack_of(tablet: Tablet) -> Any:
    return fits(RoundPack, tablet.get("round").json())


def standing_of(tablet: Tablet) -> Any:
    standing = fits(StandingAnswer, tablet.get("standing").json())["standing"]
    assert bool(standing) == pack_of(tablet)["ranked"]
    return standing


def at_first_table(cast: Cast, hall: Hall) -> list[Any]:
    deals = cast.deals(hall.round)
    return [deal for deal in deals if deal.sitting.table_id == hall.table.pk]


@pytest.mark.full
def test_the_ranking_stands_as_soon_as_every_deal_of_the_table_has_a_result(
    hall: Hall, tablet: Tablet
) -> None:
    first, second = at_first_table(hall.cast, hall)
    hall.cast.post(first)
    assert standing_of(tablet) == []
    hall.cast.post(second)
    standing = standing_of(tablet)
    scores = [deal["scores"] for deal in pack_of(tablet)["deals"]]
    names = {seat["label"]: seat["name"] for seat in pack_of(tablet)["seats"]}
    sums = {names[seat]: sum(deal[seat] for deal in scores) for seat in names}
    best = max(sums, key=lambda name: sums[name])
    assert (standing[0]["rank"], standing[0]["name"]) == (1, best)
    assert standing[0]["points"] == f"+{sums[best]}"
    assert {row["name"] for row in standing} == set(names.values())


@pytest.mark.full
def test_table_points_are_told_where_they_rank(hall: Hall, tablet: Tablet) -> None:
    Event.objects.update(ranking=Event.Ranking.TABLE_POINTS)
    hall.cast.play(hall.round)
    rows = standing_of(tablet)
    told = [row["more"] for row in rows]
    # 4-2-1-0 by the places at the table: North has the pig, East all the hearts.
    assert told == ["table points 4", "table points 2", "table points 1", "table points 0"]


@pytest.mark.full
def test_a_closed_round_stays_to_be_read_and_the_next_seats_come_with_the_next(
    hall: Hall, tablet: Tablet
) -> None:
    played = {seat["name"] for seat in pack_of(tablet)["seats"]}
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    between = pack_of(tablet)
    assert between["round"] is None
    assert {row["name"] for row in standing_of(tablet)} == played
    assert between["moves"] == []
    following = hall.cast.round_in_play()
    after = pack_of(tablet)
    assert (after["round"]["number"], after["ranked"]) == (2, False)
    assert standing_of(tablet) == []
    assert {move["name"] for move in after["moves"]} == played
    seats = Seat.objects.filter(sitting__segment__match__round=following).select_related("person")
    for move in after["moves"]:
        seat = seats.select_related("sitting__table").get(person__name=move["name"])
        assert f"table {seat.sitting.table.number}" in move["text"]


@pytest.mark.full
def test_whose_seat_was_exchanged_for_a_deal_has_one_next_seat(hall: Hall, tablet: Tablet) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    following = hall.cast.round_in_play()
    told = pack_of(tablet)["moves"]
    for sitting in Sitting.objects.filter(segment__match__round=following):
        exchange = {"N": "W", "W": "N"}
        organise.exchange_seats(sitting, hall.cast.director, exchange, 1, 1, "wrong chairs")
    assert sorted(pack_of(tablet)["moves"], key=str) == sorted(told, key=str)


@pytest.mark.full
def test_what_is_corrected_after_the_round_makes_the_ranking_at_its_table_new(
    hall: Hall, tablet: Tablet
) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    before, etag = standing_of(tablet), tablet.get("round")["ETag"]
    sitting = Sitting.objects.get(segment__match__round=hall.round, table=hall.tables[1])
    swap = {"N": "E", "E": "N"}
    organise.exchange_seats(sitting, hall.cast.director, swap, 1, 2, "wrong chairs")
    assert tablet.get("round", **{"If-None-Match": etag}).status_code == 304
    organise.exchange_seats(hall.deal().sitting, hall.cast.director, swap, 1, 2, "wrong chairs")
    answer = tablet.get("round", **{"If-None-Match": etag})
    assert answer.status_code == 200
    assert standing_of(tablet) != before


@pytest.mark.full
def test_where_deals_are_compared_a_correction_elsewhere_makes_the_ranking_new(
    db: None, client: Client
) -> None:
    cast = over_boards.assemble(8, comparison=Event.Comparison.MATCHPOINTS)
    round_ = cast.round_in_play()
    hall = Hall(cast, round_, tuple(cast.tournament.tables.order_by("number")))
    first = Tablet(client).opens(hall.tables[0])
    cast.play(round_)
    organise.close_round(round_, cast.director)
    before, etag = standing_of(first), first.get("round")["ETag"]
    assert before
    elsewhere = hall.deal(1, hall.tables[1])
    cast.post(elsewhere, seen=1, reason="misread", report=WEST_TAKES_ALL)
    answer = first.get("round", **{"If-None-Match": etag})
    assert (answer.status_code, standing_of(first) == before) == (200, False)


@pytest.mark.full
def test_a_mark_of_a_namesake_makes_the_ranking_at_the_table_new(
    hall: Hall, tablet: Tablet
) -> None:
    hall.cast.play(hall.round)
    before = pack_of(tablet)["ranking"]
    seat = Seat.objects.filter(sitting=hall.deal().sitting_id)[0]
    Person.objects.filter(pk=seat.person_id).update(mark="7")
    remembered.forget()
    assert pack_of(tablet)["ranking"] != before


@pytest.mark.full
def test_a_notice_of_the_hall_reaches_the_table(hall: Hall, tablet: Tablet) -> None:
    assert pack_of(tablet)["notice"] is None
    etag = tablet.get("round")["ETag"]
    organise.set_notice(hall.cast.event, hall.cast.director, "Lunch at twelve")
    answer = tablet.get("round", **{"If-None-Match": etag})
    assert (answer.status_code, answer.json()["notice"]) == (200, "Lunch at twelve")
    organise.set_notice(hall.cast.event, hall.cast.director, "")
    assert pack_of(tablet)["notice"] is None


@pytest.mark.full
def test_a_penalty_at_the_table_is_in_the_sums_and_told_with_them(
    hall: Hall, tablet: Tablet
) -> None:
    for deal in at_first_table(hall.cast, hall):
        hall.cast.post(deal)
    east = Seat.objects.select_related("side").get(
        sitting__deals=at_first_table(hall.cast, hall)[0], label="E"
    )
    fine(hall.cast, east.side.entries.get(), Fraction(-101, 2), east.side)
    seats = {seat["label"]: seat["penalty"] for seat in pack_of(tablet)["seats"]}
    assert seats == {"N": 0, "W": 0, "S": 0, "E": -50.5}
    first = standing_of(tablet)[0]
    assert first["points"] == "+349.5"
    assert first["more"].startswith(f"with penalties of {MINUS}50.5")


def read_whole(tablet: Tablet) -> list[str]:
    """Return the statements of a ranking by which results of other tables are read."""
    with CaptureQueriesContext(connection) as captured:
        assert tablet.get("standing").status_code == 200
    asked = [query["sql"] for query in captured.captured_queries]
    return [sql for sql in asked if '"tournaments_result"' in sql]


@pytest.mark.full
@pytest.mark.databases
def test_the_whole_event_is_read_once_for_the_tables_that_were_over_then(
    hall: Hall, tablet: Tablet
) -> None:
    assert read_whole(tablet) == []
    hall.cast.play(hall.round)
    other = Tablet(Client()).opens(hall.tables[1], "another-tablet-of-this-hall")
    assert read_whole(tablet) != []
    assert (read_whole(tablet), read_whole(other)) == ([], [])
    before = standing_of(other)
    deal = hall.deal(1, hall.tables[1])
    hall.cast.post(deal, seen=1, reason="misread", report=WEST_TAKES_ALL)
    assert standing_of(other) != before
    assert read_whole(tablet) == []


@pytest.mark.full
def test_a_result_at_another_table_leaves_the_ranking_that_was_read(
    hall: Hall, tablet: Tablet
) -> None:
    for deal in at_first_table(hall.cast, hall):
        hall.cast.post(deal)
    assert read_whole(tablet) != []
    sheet = hall.sheet(hall.deal(1, hall.tables[1]))
    other = Tablet(Client()).opens(hall.tables[1], "another-tablet-of-this-hall")
    other.submits(sheet)
    other.confirms(hall.agreement(sheet))
    assert read_whole(tablet) == []


@pytest.mark.parametrize(
    ("comparison", "revision", "holds"),
    [
        (Event.Comparison.NONE, 8, True),
        (Event.Comparison.MATCHPOINTS, 7, True),
        (Event.Comparison.MATCHPOINTS, 8, False),
    ],
)
def test_where_deals_are_compared_any_result_ends_what_was_read(
    hall: Hall, comparison: str, revision: int, holds: bool
) -> None:
    last = AuditEntry.objects.order_by("-seq")[0]
    event = Event(public_revision=revision, comparison=comparison)
    kept = remembered.KeptRankings(last.pk, 7, {})
    assert kept.holds_at(hall.table, Round(event=event)) is holds
