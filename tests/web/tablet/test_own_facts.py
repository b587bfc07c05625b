"""A change at one table leaves the pack of another as it is; one that concerns it shows at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.sheets import entry
from tests import cast as people
from tests.cast import Cast
from tests.referee.hall import Hall, Tablet
from tests.web.tablet.player.test_player_pages import Phone
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import BoardSet, Deal, Event
from tournaments.organise import clock_moves
from web.tablet.api import remembered

UNCHANGED = 2
"""The lease, and what the log says of its table."""


@pytest.fixture
def other(hall: Hall) -> Tablet:
    """The tablet of the second table."""
    return Tablet(Client()).opens(hall.tables[1], "another-tablet")


def asks(tablet: Tablet, stamp: str) -> Any:
    return tablet.get("round", **{"If-None-Match": stamp})


def result_at_the_second(hall: Hall, other: Tablet) -> None:
    sealed = hall.sheet(hall.deal(1, hall.tables[1]))
    other.submits(sealed)
    other.confirms(hall.agreement(sealed))


@pytest.mark.full
def test_a_result_elsewhere_costs_a_table_two_queries_and_no_pack(
    hall: Hall, tablet: Tablet, other: Tablet, django_assert_num_queries: Any
) -> None:
    stamp = tablet.get("round")["ETag"]
    result_at_the_second(hall, other)
    with django_assert_num_queries(UNCHANGED):
        answer = asks(tablet, stamp)
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", stamp)
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_program_that_was_started_anew_sends_no_equal_pack(
    hall: Hall, tablet: Tablet, other: Tablet
) -> None:
    stamp = tablet.get("round")["ETag"]
    result_at_the_second(hall, other)
    remembered.forget()
    assert asks(tablet, stamp).status_code == 304


def calls(hall: Hall, tablet: Tablet) -> None:
    assert tablet.post("calls", {"key": "k" * 16, "reason": "cards"}).status_code in {200, 201}


def renames(hall: Hall, tablet: Tablet) -> None:
    member = hall.deal().sitting.seats.get(label="N").person.entry_members.get()
    organise.rename_member(member, hall.cast.director, "新名")


def writes(hall: Hall, tablet: Tablet) -> None:
    tablet.submits(hall.sheet())


def agrees(hall: Hall, tablet: Tablet) -> None:
    sealed = hall.sheet()
    tablet.submits(sealed)
    tablet.get("round")
    tablet.confirms(hall.agreement(sealed))


@pytest.mark.full
@pytest.mark.parametrize("moves", [calls, renames, writes, agrees])
def test_what_concerns_a_table_is_sent(
    hall: Hall, tablet: Tablet, moves: Callable[[Hall, Tablet], None]
) -> None:
    before = tablet.get("round")
    moves(hall, tablet)
    after = asks(tablet, before["ETag"])
    assert (after.status_code, after["ETag"] != before["ETag"]) == (200, True)


@pytest.mark.full
def test_a_clock_that_runs_is_told_by_its_hour(hall: Hall, tablet: Tablet, other: Tablet) -> None:
    Event.objects.update(round_minutes=60)
    stamp = tablet.get("round")["ETag"]
    hall.round.event.refresh_from_db()
    clock_moves.start_clock(hall.round, hall.cast.bob, 60)
    started = asks(tablet, stamp)
    assert started.status_code == 200
    assert started.json()["clock"]["until"]
    result_at_the_second(hall, other)
    remembered.forget()
    assert asks(tablet, started["ETag"]).status_code == 304


@pytest.mark.full
def test_a_board_that_is_opened_elsewhere_is_sent_here(
    hall: Hall, tablet: Tablet, other: Tablet
) -> None:
    board_set = BoardSet.objects.create(event=hall.cast.event, number=1)
    board = board_set.boards.create(board_no=1)
    first, second = (hall.deal(1, table) for table in hall.tables)
    Deal.objects.filter(pk__in=[first.pk, second.pk]).update(board=board)
    sealed = hall.sheet()
    tablet.submits(sealed)
    tablet.confirms(hall.agreement(sealed))
    tablet.get("round")
    moved = remembered.seen(hall.tables[0]).moved
    result_at_the_second(hall, other)
    hall.tables[0].tournament.refresh_from_db()
    assert remembered.seen(hall.tables[0]).moved > moved


@pytest.mark.full
def test_a_phone_is_sent_nothing_for_another_table(
    hall: Hall, tablet: Tablet, other: Tablet, django_assert_max_num_queries: Any
) -> None:
    Event.objects.filter(pk=hall.cast.event.pk).update(proof="phone")
    event = Event.objects.select_related("tournament").get(pk=hall.cast.event.pk)
    west = Phone(hall, event, "W")
    address = reverse("player_live", args=[west.link])
    stamp = west.client.get(address)["ETag"]
    other.submits(hall.sheet(hall.deal(1, hall.tables[1])))
    with django_assert_max_num_queries(3):
        answer = west.client.get(address, headers={"if-none-match": stamp})
    assert answer.status_code == 304
    tablet.submits(hall.sheet())
    assert west.client.get(address, headers={"if-none-match": stamp}).status_code == 200


def test_the_log_says_whom_a_change_moves(hall: Hall, tablet: Tablet) -> None:
    tablet.submits(hall.sheet())
    body = json.loads(hall.cast.tournament.log.latest("seq").body)
    assert body["moves"] == [hall.table.uid]


def test_a_match_of_several_tables_moves_all_of_them(db: None) -> None:
    cast: Cast = people.assemble()
    hall = Hall.of(cast)
    Event.objects.update(segments=2)
    writer = hall.writer()
    entry.submit(writer=writer, sealed=hall.sheet())
    body = json.loads(cast.tournament.log.latest("seq").body)
    assert body["moves"] == [hall.table.uid]
