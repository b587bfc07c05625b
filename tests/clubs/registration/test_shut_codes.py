"""Wrong codes of the hall shut out who types them, and nobody else, until an official lifts it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.credentials import devices, member_links
from clubs.registration import presence, shut_codes
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_ceilings import link_of
from tournaments.models import AttemptCount, Entry, Event

HALL = "198.51.100.4"


@pytest.fixture
def door(cast: Cast) -> Cast:
    """The cast before its check-in, by the public door and with the hall's code."""
    Event.objects.filter(pk=cast.event.pk).update(starts_at=timezone.now())
    return opened(cast, check_in_minutes=60, wants_code=True)


def phone(address: str = HALL) -> Client:
    return Client(REMOTE_ADDR=address)


def known_phone(cast: Cast, entry: Entry) -> Client:
    """Return a phone of the hall that opened its own member's link."""
    person = entry.members.get(number=1).person
    (slip,) = member_links.SLIPS.draw(member_links.MembersOf(cast.club, [person]), cast.director)
    client = phone()
    assert client.get(reverse("member", args=[slip.link])).status_code == 200
    return client


def types(client: Client, link: str, code: str) -> int:
    """Check in by the link of a request; the answer's status."""
    address = reverse("entry_request_act", args=[link])
    return client.post(address, {"what": "check_in", "code": code}).status_code


def links(cast: Cast) -> list[str]:
    return [link_of(entry) for entry in cast.event.entries.order_by("number")]


@pytest.mark.full
@pytest.mark.databases
def test_an_entry_is_shut_after_ten_wrong_codes_and_no_other(door: Cast) -> None:
    first, second, *_ = links(door)
    right = presence.hall_code(door.tournament)
    assert [types(phone(), first, "x") for _ in range(10)] == [409] * 10
    assert types(phone(), first, right) == 409
    assert types(phone(), second, right) == 302
    AttemptCount.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert types(phone(), first, right) == 302


@pytest.mark.full
def test_strangers_of_an_address_share_attempts_and_spend_nobody_else_s(
    door: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shut_codes, "MOST_FROM_ADDRESS", 3)
    one, two, three, four, five, *_ = links(door)
    right = presence.hall_code(door.tournament)
    fourth = door.event.entries.get(number=4)
    known = known_phone(door, fourth)
    assert {types(phone(), link, "x") for link in (one, two, one)} == {409}
    assert types(phone(), three, right) == 409
    # Whoever opened a link of the own is told from them; so is another address.
    assert types(known, three, right) == 302
    assert types(phone("203.0.113.9"), four, right) == 302
    row = door.event.entries.select_related("event__tournament").get(number=5)
    assert presence.check_in(row, door.director, right)
    assert types(phone(), five, right) == 302


@pytest.mark.full
def test_strangers_of_all_addresses_spend_the_total_and_it_stops_them_alone(
    door: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shut_codes, "MOST_IN_HALL", 2)
    one, two, three, *_ = links(door)
    right = presence.hall_code(door.tournament)
    for number in range(2):
        types(phone(f"203.0.113.{number}"), one, "x")
    assert types(phone(), two, right) == 409
    assert types(known_phone(door, door.event.entries.get(number=3)), three, right) == 302


@pytest.mark.full
def test_a_known_device_is_shut_after_ten_wrong_codes_for_whatever_entries(
    door: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shut_codes, "MOST_WRONG", 2)
    one, two, three, four, *_ = links(door)
    right = presence.hall_code(door.tournament)
    guesser = known_phone(door, door.event.entries.get(number=1))
    assert [types(guesser, link, "x") for link in (one, two)] == [409, 409]
    assert types(guesser, three, right) == 409
    assert types(phone(), three, right) == 302
    # Without its cookie it is a stranger; the same link gives it the same name again.
    name = devices.DEVICE
    before = guesser.cookies[name].value
    del guesser.cookies[name]
    assert types(guesser, four, right) == 302
    assert before


@pytest.mark.full
def test_a_forged_cookie_is_none(door: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shut_codes, "MOST_FROM_ADDRESS", 1)
    one, two, *_ = links(door)
    types(phone(), one, "x")
    forger = phone()
    forger.cookies[devices.DEVICE] = "link:000000000000"
    assert types(forger, two, presence.hall_code(door.tournament)) == 409


@pytest.mark.full
def test_the_desk_says_who_is_shut_out_and_lifts_each_by_a_button(door: Cast) -> None:
    one, two, *_ = links(door)
    for link in (one, two):
        for _ in range(10):
            types(phone(), link, "x")
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(door.bob)
    page = reverse("desk_check_in", args=[door.event.uid])
    assert desk.get(page).content.decode().count("Accept codes again") == 2
    entry = door.event.entries.get(number=1)
    sent = {"event": door.event.uid, "kind": shut_codes.OF_ENTRY, "origin": entry.uid}
    lift = reverse("desk_hall_code_lift", args=[door.tournament.uid])
    for _ in range(2):
        assert desk.post(lift, sent)["Location"] == page
    assert desk.get(page).content.decode().count("Accept codes again") == 1
    assert door.tournament.log.filter(verb="allow_hall_codes").count() == 1
    right = presence.hall_code(door.tournament)
    assert [types(phone(), link, right) for link in (one, two)] == [302, 409]
