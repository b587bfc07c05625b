"""A table whose seats were corrected for some deals still has all its deals, on every screen."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.sheets import tables
from tests import cast as people
from tests import teams_cast
from tests.referee.hall import Hall, Tablet
from tests.tournaments.organise.played.test_table_repairs import tables as tables_of
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import Seat, Sitting, Table
from tournaments.organise import table_repairs
from tournaments.organise.table_repairs import TableExchange

SWAP = {"N": "W", "W": "N"}


@pytest.fixture
def hall(db: None) -> Hall:
    """A hall with four deals a round."""
    return Hall.of(people.assemble(deals_per_round=4))


@pytest.fixture
def tablet(hall: Hall) -> Tablet:
    """The tablet of the first table."""
    return Tablet(Client()).opens(hall.table)


def correct(hall: Hall, first: int, last: int) -> None:
    sitting = hall.deal(first).sitting
    organise.exchange_seats(sitting, hall.cast.director, SWAP, first, last, "wrong chairs")


def pack_of(tablet: Tablet) -> Any:
    return tablet.get("round").json()


@pytest.mark.full
def test_the_tablet_keeps_the_deals_before_a_correction(hall: Hall, tablet: Tablet) -> None:
    hall.cast.post(hall.deal(1))
    correct(hall, 1, 1)
    pack = pack_of(tablet)
    assert [deal["play_order"] for deal in pack["deals"]] == [1, 2, 3, 4]
    assert [deal["state"] for deal in pack["deals"]] == ["done", "open", "open", "open"]
    assert [deal["moved"] for deal in pack["deals"]] == [SWAP, {}, {}, {}]
    north, west = (names_now(pack)[label] for label in "NW")
    assert [deal["sat"] for deal in pack["deals"]] == [{"N": west, "W": north}, {}, {}, {}]
    assert [bool(deal["begins"]) for deal in pack["deals"]] == [False, True, True, True]
    assert not pack["ranked"]
    assert tables.deals_without_sheet(hall.table) == (2, 3, 4)


@pytest.mark.full
def test_who_sat_at_the_other_table_is_named_in_the_deals_that_were_his(
    hall: Hall, tablet: Tablet
) -> None:
    """The other table's deals are its own: nobody who sits here now sat otherwise."""
    for table in hall.tables:
        hall.cast.post(hall.deal(1, table))
    here, there = names_now(pack_of(tablet)), names(hall, 1, hall.tables[1])
    one, other = tables_of(hall.round)
    exchange = TableExchange(one, other, 1, 1, {"E": "E"})
    table_repairs.exchange_tables(exchange, hall.cast.director, "wrong table")
    pack = pack_of(tablet)
    assert names_now(pack) == here
    assert [deal["sat"] for deal in pack["deals"]] == [{"E": there["E"]}, {}, {}, {}]
    assert [deal["moved"] for deal in pack["deals"]] == [{}, {}, {}, {}]


@pytest.mark.full
def test_a_deal_in_the_middle_is_entered_by_who_sits_there(hall: Hall, tablet: Tablet) -> None:
    correct(hall, 2, 3)
    now: dict[int, dict[str, str]] = {}
    published = names(hall, 1)
    for number in (1, 2, 3, 4):
        pack = pack_of(tablet)
        now[number] = names_now(pack)
        assert [deal["play_order"] for deal in pack["deals"]] == [1, 2, 3, 4]
        sheet = hall.sheet(hall.deal(number))
        tablet.submits(sheet)
        tablet.confirms(hall.agreement(sheet))
    swapped = published | {"N": published["W"], "W": published["N"]}
    assert now == {1: published, 2: swapped, 3: swapped, 4: published}
    pack = pack_of(tablet)
    assert pack["ranked"]
    assert [deal["moved"] for deal in pack["deals"]] == [{}, SWAP, SWAP, {}]
    assert len(tablet.get("standing").json()["standing"]) == 4
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_part_of_a_team_match_shows_its_own_deals(db: None) -> None:
    teams = teams_cast.assemble(segments=2, deals=8)
    table = teams.cast.tournament.tables.get(number=1)
    teams.reveal(teams.segment(1))
    teams.play()
    teams.reveal(teams.segment(2))
    tablet = Tablet(Client()).opens(table)
    assert len(pack_of(tablet)["deals"]) == 4
    sitting = tables.sitting_now(table)
    assert sitting is not None
    organise.exchange_seats(sitting, teams.cast.director, {"N": "S", "S": "N"}, 1, 1, "chairs")
    deals = pack_of(tablet)["deals"]
    assert [(deal["play_order"], deal["state"]) for deal in deals] == [
        (number, "open") for number in (1, 2, 3, 4)
    ]


@pytest.mark.full
def test_the_desk_goes_from_every_deal_of_a_table_to_every_other(hall: Hall) -> None:
    client = Client()
    client.force_login(hall.cast.bob)
    correct(hall, 2, 3)
    deals = [hall.deal(number) for number in (1, 2, 3, 4)]
    assert Sitting.objects.filter(deals__in=deals).distinct().count() == 3
    addresses = [
        reverse("referee_type", args=[hall.cast.tournament.uid, deal.uid]) for deal in deals
    ]
    for address in addresses:
        page = client.get(address).content.decode()
        assert [other for other in addresses if f'href="{other}"' in page] == addresses


def names_now(pack: Any) -> dict[str, str]:
    return {seat["label"]: seat["name"] for seat in pack["seats"]}


def names(hall: Hall, number: int, table: Table | None = None) -> dict[str, str]:
    seats = Seat.objects.filter(sitting=hall.deal(number, table).sitting)
    return dict(seats.values_list("label", "person__name"))
