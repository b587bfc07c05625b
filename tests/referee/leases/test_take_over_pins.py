"""PINs at a table that is taken: wrong ones are counted, and shut nobody out who tried none."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.verbs import Verb
from referee.leases import shut_pins
from referee.models import DeviceLease
from tests.referee.hall import Hall, Tablet, fits
from tests.referee.taking_over import OTHER, heard, takes_over, told_of
from tournaments.models import Table
from web.tablet.api.errors import Refusal


@pytest.mark.full
def test_a_wrong_pin_takes_nothing_and_stands_in_the_log(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    wrong_pin = f"{(int(pin) + 1) % 1_000_000:06}"
    answer = takes_over(hall.table, wrong_pin, told_of(hall))
    refusal = fits(Refusal, answer.json())
    assert (answer.status_code, refusal["code"]) == (403, "pin_wrong")
    assert tablet.get("round").status_code == 200
    refused = hall.cast.tournament.log.get(verb=Verb.REFUSE_PIN)
    assert wrong_pin not in refused.body
    assert refused.actor == f"device:{OTHER}"


@pytest.mark.full
@pytest.mark.parametrize("is_known", [True, False])
def test_a_refused_pin_says_how_many_tries_this_device_has_left(
    hall: Hall, tablet: Tablet, pin: str, *, is_known: bool
) -> None:
    """What others tried, at this table or in the tournament, is told to nobody."""
    heard(tablet)
    wrong_pin, seen = f"{(int(pin) + 1) % 1_000_000:06}", told_of(hall)
    for number in range(3):
        assert tries(hall, hall.table, wrong_pin, f"10.0.0.{number}") == 403
    device = Tablet(Client(REMOTE_ADDR="10.0.0.9"))
    if is_known:
        device.opens(hall.tables[1], OTHER)
    said = []
    for _ in range(10):
        content = {"device": OTHER, "pin": wrong_pin, "seen": seen}
        refusal = device.post(f"tables/{hall.table.code}/take-over", content).json()
        assert refusal["code"] == "pin_wrong"
        said.append(refusal["problems"][1]["text"])
    assert said[0] == "At most 9 more tries are accepted within the hour."
    assert said[8] == "At most 1 more try is accepted within the hour."
    assert said[9].startswith("Too many wrong PINs, so none is accepted for an hour.")


@pytest.mark.full
@pytest.mark.parametrize("pin_said", ["", "abc", "1" * 13, 123456, None])
def test_what_is_no_pin_is_unreadable(hall: Hall, tablet: Tablet, pin_said: Any) -> None:
    heard(tablet)
    answer = takes_over(hall.table, pin_said, told_of(hall))
    assert (answer.status_code, answer.json()["code"]) in {(422, "unreadable"), (403, "pin_wrong")}
    assert DeviceLease.objects.get().is_open


@pytest.mark.full
@pytest.mark.databases
def test_too_many_wrong_pins_shut_the_table_out_also_for_the_right_one(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    seen = told_of(hall)
    wrong_pin = f"{(int(pin) + 1) % 1_000_000:06}"
    for _ in range(10):
        assert takes_over(hall.table, wrong_pin, seen).status_code == 403
    shut = takes_over(hall.table, pin, seen)
    assert (shut.status_code, shut.json()["code"]) == (429, "pins_shut")
    assert shut.headers["Retry-After"] == "3600"
    assert "“Sheets and tablets”" in shut.json()["text"]
    assert hall.cast.tournament.log.filter(verb=Verb.REFUSE_PIN).count() == 10
    other = Tablet(Client()).opens(hall.tables[1])
    heard(other)
    lease = hall.tables[1].leases.get()
    assert takes_over(hall.tables[1], pin, lease.uid).status_code == 201


def tries(hall: Hall, table: Table, pin: str, address: str) -> int:
    """Show a PIN at a table from an address; the answer's status."""
    seen = DeviceLease.objects.filter(table=hall.table).latest("pk").uid
    content = {"device": OTHER, "pin": pin, "seen": seen}
    where = reverse("api-take-over", args=[table.code])
    answer = Client(REMOTE_ADDR=address).post(where, content, content_type="application/json")
    return answer.status_code


@pytest.mark.nightly
def test_a_stranger_shuts_pins_for_his_own_address_and_at_the_most_at_one_table(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    wrong_pin = f"{(int(pin) + 1) % 1_000_000:06}"
    for number in range(3):
        address = f"10.0.0.{number}"
        statuses = [tries(hall, hall.table, wrong_pin, address) for _ in range(12)]
        assert statuses == [403] * 10 + [429] * 2
    # Thirty at this table: it is shut for everybody, also for addresses that tried nothing yet.
    assert tries(hall, hall.table, wrong_pin, "10.0.0.9") == 429
    assert tries(hall, hall.table, pin, "10.0.0.9") == 429
    assert hall.cast.tournament.log.filter(verb=Verb.REFUSE_PIN).count() == 30
    # What was not looked at was not counted; the other table hears everybody.
    for number in range(3):
        assert tries(hall, hall.tables[1], wrong_pin, f"10.0.0.{number}") == 403
    other = Tablet(Client()).opens(hall.tables[1])
    heard(other)
    lease = hall.tables[1].leases.get()
    assert takes_over(hall.tables[1], pin, lease.uid).status_code == 201


@pytest.mark.full
def test_whoever_goes_from_table_to_table_is_stopped_until_the_desk_says_otherwise(
    hall: Hall, tablet: Tablet, pin: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shut_pins, "MOST", 4)
    heard(tablet)
    wrong_pin = f"{(int(pin) + 1) % 1_000_000:06}"
    for number, table in enumerate([*hall.tables, *hall.tables]):
        assert tries(hall, table, wrong_pin, f"10.0.0.{number}") == 403
    assert tries(hall, hall.table, pin, "10.0.0.9") == 429
    client.force_login(hall.cast.bob)
    uid, label = hall.cast.tournament.uid, "Accept PINs again"
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert label in client.get(reverse("referee_overview", args=[uid])).content.decode()
    (everybody,) = shut_pins.shut(hall.cast.tournament)
    for _ in range(2):
        sent = {"shut": everybody.key}
        page = client.post(reverse("referee_pins", args=[uid]), sent, follow=True).content.decode()
        assert label not in page
    assert hall.cast.tournament.log.filter(verb="allow_pins").count() == 1
    assert tries(hall, hall.table, pin, "10.0.0.9") == 201


@pytest.mark.full
def test_wrong_pins_of_one_address_do_not_shut_out_another_one(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    wrong_pin = f"{(int(pin) + 1) % 1_000_000:06}"
    for _ in range(12):
        tries(hall, hall.table, wrong_pin, "10.0.0.1")
    assert tries(hall, hall.table, pin, "10.0.0.2") == 201


@pytest.mark.nightly
def test_right_pins_are_not_counted(hall: Hall, tablet: Tablet, pin: str) -> None:
    heard(tablet)
    for number in range(12):
        device = f"tablet-number-{number}"
        answer = takes_over(hall.table, pin, told_of(hall, device), device)
        assert answer.status_code == 201
        heard(Tablet(Client(), answer.json()["token"]))
