"""A thousand races of two who act at the same moment: each time one wins and the other is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from clubs.credentials import official_pins
from referee.base.handed_in import Writer
from referee.leases import leases
from referee.models import Confirmation, DeviceLease, KeptWrite
from referee.sheets import entry
from tests import cast as people
from tests.referee.hall import WEST_TAKES_ALL, Hall, Tablet
from tests.referee.sheets.test_races import log_holds, together
from tournaments.base.refusals import Reason
from tournaments.checks.recount import recount
from tournaments.models import Deal, Result, Table
from tournaments.system import attempts

pytestmark = [pytest.mark.nightly, pytest.mark.django_db(transaction=True)]

RACES = 334
TABLES = 20


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    """Tables with more deals than there are races of one kind."""
    deals = -(-RACES // TABLES)
    return Hall.of(people.assemble(players=4 * TABLES, deals_per_round=deals))


@pytest.fixture
def writers(hall: Hall) -> dict[int, Writer]:
    """The tablet of each table."""
    return {table.pk: hall.writer(table) for table in hall.tables}


def races(hall: Hall) -> list[Deal]:
    """A deal for each race."""
    return hall.cast.deals(hall.round)[:RACES]


@pytest.mark.databases
def test_of_two_confirmations_one_posts_and_the_other_is_told(
    hall: Hall, writers: dict[int, Writer]
) -> None:
    for deal in races(hall):
        writer, sheet = writers[deal.sitting.table_id], hall.sheet(deal)
        entry.submit(writer=writer, sealed=sheet)
        agreed = [hall.agreement(sheet, seat) for seat in "WS"]
        answers = together(
            *[partial(entry.confirm, writer=writer, sealed=agreement) for agreement in agreed]
        )
        assert answers.count(Reason.RESULT_CHANGED) == 1
        assert [answer.result.deal for answer in answers if answer != Reason.RESULT_CHANGED] == [
            deal
        ]
    check(hall, results=RACES, kept=RACES)


@pytest.mark.databases
def test_of_a_confirmation_and_a_correction_one_posts_and_the_other_is_told(
    hall: Hall, writers: dict[int, Writer]
) -> None:
    bob, wins = hall.official(), []
    for number, deal in enumerate(races(hall)):
        writer, sheet = writers[deal.sitting.table_id], hall.sheet(deal)
        typed = hall.sheet(deal, WEST_TAKES_ALL, recorder="referee")
        entry.submit(writer=bob, sealed=typed)
        entry.submit(writer=writer, sealed=sheet)
        at_desk, at_table = hall.agreement(typed, "referee"), hall.agreement(sheet, "W")
        calls = [
            partial(entry.confirm, writer=writer, sealed=at_table),
            partial(entry.confirm, writer=bob, sealed=at_desk, reason="seen at the table"),
        ]
        answers = together(*(calls if number % 2 else calls[::-1]))
        assert answers.count(Reason.RESULT_CHANGED) == 1
        wins += [answer.confirmation.seat for answer in answers if answer != Reason.RESULT_CHANGED]
    assert set(wins) == {"W", "referee"}
    check(hall, results=RACES, kept=RACES)


@pytest.mark.databases
def test_of_two_take_overs_by_pin_one_has_the_table_and_the_other_is_told(
    hall: Hall, settings: Settings
) -> None:
    # A PIN is to be slow to guess, and is not what is tried here.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    pin = official_pins.set_own(hall.cast.bob, hall.cast.club)
    leases_held = {table.pk: hall.lease(table) for table in hall.tables}
    for number, table in zip(range(RACES), cycle(hall.tables), strict=False):
        attempts.clear(subject=table.uid)
        lease = leases_held[table.pk]
        leases.note_contact(lease)
        requests = [
            takes_over(table, f"tablet-{number}-{letter}", pin, lease.uid) for letter in "ab"
        ]
        bodies = {answer.status_code: answer.json() for answer in together(*requests)}
        assert sorted(bodies) == [201, 409]
        assert bodies[409]["code"] == "table_taken"
        leases_held[table.pk] = DeviceLease.objects.get(table=table, released_at=None)
        assert bodies[201]["lease"] == bodies[409]["lease"] == leases_held[table.pk].uid
    assert DeviceLease.objects.count() == TABLES + RACES
    check(hall, results=0, kept=0)


def takes_over(table: Table, device: str, pin: str, seen: str) -> Callable[[], Any]:
    tablet = Tablet(Client())
    content = {"device": device, "pin": pin, "seen": seen}
    return lambda: tablet.post(f"tables/{table.code}/take-over", content)


def check(hall: Hall, *, results: int, kept: int) -> None:
    """So many results of one version each and so many things kept, and nothing else."""
    assert Result.objects.count() == Result.live.count() == results
    assert Confirmation.objects.exclude(result="").count() == results
    assert (Confirmation.objects.count(), KeptWrite.objects.count()) == (results, kept)
    assert log_holds(hall)
    assert recount(hall.cast.tournament) == []
