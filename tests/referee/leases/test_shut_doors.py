"""Nobody can block a table, or the PINs of a tournament, for others; what is blocked stays so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from clubs.credentials import six_digits
from clubs.credentials.devices import DEVICE as COOKIE
from clubs.credentials.devices import MOST_OF_TABLE, Guesser
from referee.leases import shut_pins
from referee.models import DeviceLease
from tests.referee.hall import DEVICE, Hall, Tablet
from tests.referee.taking_over import OTHER, heard
from tournaments.models import Table

PHONE = "10.0.0.66"
OFFICIAL = "10.0.0.7"


@pytest.fixture(autouse=True)
def _hashed_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(six_digits, "ROUNDS", 1)


def wrong(pin: str) -> str:
    """Return a PIN that is nobody's."""
    return f"{(int(pin) + 1) % 1_000_000:06}"


def lease(table: Table) -> str:
    """Return the newest lease of a table; where it has none, a name that none has."""
    lease = DeviceLease.objects.filter(table=table).order_by("-pk").first()
    return lease.uid if lease else "0" * 12


def takes_over(table: Table, pin: str, address: str, device: str = OTHER) -> int:
    """Ask for a table with a PIN from an address; the answer's status."""
    content = {"device": device, "pin": pin, "seen": lease(table)}
    where = reverse("api-take-over", args=[table.code])
    client = Client(REMOTE_ADDR=address)
    return client.post(where, content, content_type="application/json").status_code


def opens(table: Table, address: str, device: str = DEVICE) -> int:
    """Open a table from an address; the answer's status."""
    where = f"tables/{table.code}/lease"
    return int(Tablet(Client(REMOTE_ADDR=address)).post(where, {"device": device}).status_code)


def lift_all(hall: Hall, client: Client) -> None:
    """Press the button of everybody who is shut out."""
    for one in shut_pins.shut(hall.cast.tournament):
        client.post(reverse("referee_pins", args=[hall.cast.tournament.uid]), {"shut": one.key})


@pytest.mark.full
@pytest.mark.databases
def test_each_who_is_shut_out_is_let_in_by_itself(
    hall: Hall, tablet: Tablet, pin: str, client: Client
) -> None:
    heard(tablet)
    for address in (PHONE, OFFICIAL):
        for _ in range(11):
            takes_over(hall.table, wrong(pin), address)
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    overview = reverse("referee_overview", args=[hall.cast.tournament.uid])
    for address in (PHONE, OFFICIAL):
        shut = f"Unknown devices at table 1 from the network address {address}"
        assert shut in client.get(overview).content.decode()
    one = next(one for one in shut_pins.shut(hall.cast.tournament) if one.who == PHONE)
    where = reverse("referee_pins", args=[hall.cast.tournament.uid])
    pages = [client.post(where, {"shut": one.key}, follow=True).content.decode() for _ in range(2)]
    assert "PINs are accepted again." in pages[0]
    assert "PINs are accepted there already." in pages[1]
    assert f"from the network address {OFFICIAL}" in pages[1]
    assert [takes_over(hall.table, pin, each) for each in (OFFICIAL, PHONE)] == [429, 201]
    lifted = hall.cast.tournament.log.get(verb="allow_pins")
    assert '"table":1' in lifted.body.replace(" ", "")


def more_tables(hall: Hall, number: int) -> Iterator[Table]:
    """Make tables until there are so many, those of the hall among them."""
    yield from hall.tables
    for index in range(len(hall.tables), number):
        code = f"{index:02}AB"
        yield Table.objects.create(tournament=hall.cast.tournament, number=index + 1, code=code)


@pytest.mark.full
@pytest.mark.parametrize("address", [PHONE, OFFICIAL])
def test_25_take_overs_from_one_phone_do_not_shut_a_free_table(
    hall: Hall, pin: str, address: str
) -> None:
    statuses = [takes_over(hall.table, wrong(pin), PHONE) for _ in range(25)]
    assert statuses == [403] * 10 + [429] * 15
    assert opens(hall.table, address) == 201


@pytest.mark.full
def test_25_take_overs_from_one_phone_do_not_shut_a_table_that_is_taken(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    for _ in range(25):
        takes_over(hall.table, wrong(pin), PHONE)
    assert takes_over(hall.table, pin, OFFICIAL) == 201


@pytest.mark.full
def test_openings_from_one_phone_do_not_shut_the_table_for_another_one(hall: Hall) -> None:
    # Nobody was heard of under any of these leases, so each is given out again.
    assert [opens(hall.table, PHONE) for _ in range(25)] == [201] * 20 + [429] * 5
    assert opens(hall.table, OFFICIAL) == 201


@pytest.mark.nightly
def test_one_phone_with_13_codes_does_not_shut_the_pins_of_the_tournament(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    statuses = [
        takes_over(table, wrong(pin), PHONE) for table in more_tables(hall, 13) for _ in range(10)
    ]
    assert statuses == [403] * 20 + [429] * 110
    assert takes_over(hall.table, pin, OFFICIAL) == 201


@pytest.mark.nightly
def test_where_a_right_pin_came_from_an_address_it_is_that_of_a_hall(
    hall: Hall, tablet: Tablet, pin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shut_pins, "MOST_FROM_HALL", 23)
    heard(tablet)
    assert takes_over(hall.table, pin, PHONE) == 201
    tables = list(more_tables(hall, 4))
    statuses = [takes_over(table, wrong(pin), PHONE) for table in tables for _ in range(10)]
    assert (statuses.count(403), statuses.count(429)) == (23, 17)


@pytest.mark.nightly
def test_the_desk_says_that_an_address_is_shut_and_opens_it(
    hall: Hall, tablet: Tablet, pin: str, client: Client
) -> None:
    heard(tablet)
    tables = list(more_tables(hall, 4))
    for table in tables:
        for _ in range(10):
            takes_over(table, wrong(pin), PHONE)
    assert takes_over(tables[3], pin, PHONE) == 429
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    uid = hall.cast.tournament.uid
    page = client.get(reverse("referee_overview", args=[uid])).content.decode()
    assert page.count("Accept PINs again") == 3, "of the address, and at two tables"
    assert f"Unknown devices at the network address {PHONE}" in page
    lift_all(hall, client)
    assert (
        "Accept PINs again"
        not in client.get(reverse("referee_overview", args=[uid])).content.decode()
    )
    assert takes_over(tables[3], pin, PHONE) == 201


@pytest.mark.full
def test_a_release_at_the_desk_clears_the_counters_of_its_table_and_no_others(
    hall: Hall, tablet: Tablet, pin: str, client: Client
) -> None:
    heard(tablet)
    heard(Tablet(Client()).opens(hall.tables[1]))
    for table in hall.tables:
        for _ in range(10):
            assert takes_over(table, wrong(pin), PHONE) == 403
    shut = shut_pins.shut(hall.cast.tournament)
    (of_address,) = [one for one in shut if one.kind == shut_pins.FROM_ADDRESS]
    shut_pins.lift(hall.cast.tournament, hall.cast.bob, of_address.key)
    client.force_login(hall.cast.bob)
    released = [hall.cast.tournament.uid, lease(hall.table)]
    assert client.post(reverse("referee_release", args=released)).status_code == 302
    assert takes_over(hall.table, wrong(pin), PHONE) == 403
    assert takes_over(hall.tables[1], pin, PHONE) == 429


@pytest.mark.full
def test_a_release_at_the_desk_clears_the_openings_of_its_table(hall: Hall, client: Client) -> None:
    for _ in range(21):
        opens(hall.table, PHONE)
    client.force_login(hall.cast.bob)
    released = [hall.cast.tournament.uid, lease(hall.table)]
    client.post(reverse("referee_release", args=released))
    assert opens(hall.table, PHONE) == 201


@pytest.mark.full
def test_throttles_of_200_tables_do_not_open_what_was_shut(
    hall: Hall, tablet: Tablet, pin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shut_pins, "MOST", 3)
    heard(tablet)
    for number in range(3):
        assert takes_over(hall.table, wrong(pin), f"10.0.1.{number}") == 403
    for number in range(200):
        for scope in ("preview", "write", "opening"):
            cache.set(f"throttle_{scope}_{number}", [1.0], 60)
    assert takes_over(hall.table, pin, OFFICIAL) == 429
    assert shut_pins.shut(hall.cast.tournament)


def test_the_cache_keeps_the_throttles_of_a_full_hall() -> None:
    for number in range(2_000):
        cache.set(f"throttle_write_{number}", [1.0], 60)
    assert cache.get("throttle_write_0") == [1.0]


@pytest.mark.full
def test_a_try_that_one_count_refuses_is_counted_by_none(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    for _ in range(15):
        takes_over(hall.table, wrong(pin), PHONE)
    counts = [limit.used for limit in shut_pins.limits(hall.table, Guesser("", PHONE))]
    assert counts == [10, 10, 10, 10]


def tablet_of_the_evening(table: Table) -> Client:
    """Return a tablet that opened a table and gave it back."""
    tablet = Tablet(Client(REMOTE_ADDR=PHONE)).opens(table)
    heard(tablet)
    tablet.post("lease/release", {})
    return tablet.client


def seeks(client: Client, code: str) -> int:
    """Ask for the page of a table by its code; the answer's status."""
    return client.get(reverse("find_table"), {"code": code}).status_code


@pytest.mark.full
def test_wrong_table_codes_of_an_address_shut_no_tablet_that_opened_a_table(hall: Hall) -> None:
    known, stranger = tablet_of_the_evening(hall.table), Client(REMOTE_ADDR=PHONE)
    statuses = {seeks(stranger, f"WR{number:02}") for number in range(30)}
    assert statuses == {404}
    assert seeks(stranger, hall.table.code) == 429
    assert opens(hall.tables[1], PHONE) == 429
    assert seeks(known, hall.tables[1].code) == 302
    where = f"tables/{hall.tables[1].code}/lease"
    assert Tablet(known).post(where, {"device": OTHER}).status_code == 201


@pytest.mark.full
def test_a_known_tablet_that_guesses_codes_is_slowed_by_itself(hall: Hall) -> None:
    known = tablet_of_the_evening(hall.table)
    statuses = [seeks(known, f"WR{number:02}") for number in range(31)]
    assert statuses == [404] * 30 + [429]
    assert seeks(Client(REMOTE_ADDR=PHONE), hall.table.code) == 302


@pytest.mark.full
@pytest.mark.databases
def test_a_known_tablet_is_shut_after_ten_wrong_pins_and_shuts_nobody(
    hall: Hall, pin: str, client: Client
) -> None:
    known = tablet_of_the_evening(hall.table)
    heard(Tablet(Client()).opens(hall.tables[1]))

    def shows(shown: str) -> int:
        content = {"device": OTHER, "pin": shown, "seen": lease(hall.tables[1])}
        where = reverse("api-take-over", args=[hall.tables[1].code])
        return known.post(where, content, content_type="application/json").status_code

    assert [shows(wrong(pin)) for _ in range(11)] == [403] * 10 + [429]
    assert shows(pin) == 429
    assert takes_over(hall.tables[1], pin, PHONE) == 201
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    uid = hall.cast.tournament.uid
    page = client.get(reverse("referee_overview", args=[uid])).content.decode()
    assert "A known device" in page
    lift_all(hall, client)
    assert shows(pin) == 201
    assert hall.cast.tournament.log.filter(verb="allow_pins").count() == 1


@pytest.mark.full
def test_what_strangers_spend_keeps_no_pin_from_a_known_tablet(
    hall: Hall, pin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shut_pins, "MOST", 3)
    known = tablet_of_the_evening(hall.table)
    heard(Tablet(Client()).opens(hall.tables[1]))
    for number in range(3):
        takes_over(hall.tables[1], wrong(pin), f"10.0.1.{number}")
    assert takes_over(hall.tables[1], pin, OFFICIAL) == 429
    content = {"device": OTHER, "pin": pin, "seen": lease(hall.tables[1])}
    where = reverse("api-take-over", args=[hall.tables[1].code])
    assert known.post(where, content, content_type="application/json").status_code == 201


@pytest.mark.full
def test_a_table_makes_few_devices_known_in_an_hour(hall: Hall) -> None:
    def becomes_known() -> bool:
        tablet = Tablet(Client()).opens(hall.table)
        tablet.post("lease/release", {})
        return COOKIE in tablet.client.cookies

    known = [becomes_known() for _ in range(MOST_OF_TABLE + 1)]
    assert known == [True] * MOST_OF_TABLE + [False]
