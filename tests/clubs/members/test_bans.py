"""禁赛 of a club: asked about at entry, told to officials alone, and over by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.members import register
from clubs.members.register import MemberData
from clubs.registration import requests
from clubs.registration.requests import RequestedEntry
from tests.cast import Cast
from tests.sequences.page_forms import forms_of
from tests.tournaments.drawing import codes
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.models import ClubBan, EntryRequest, Event, Person, RegistrationTerms
from tournaments.persons import bans
from tournaments.persons.bans import BanTerms

TERMS = BanTerms(date(2026, 11, 1), date(2027, 10, 31), "理事会", "打手势")
"""The tournament of the cast is on 21 November 2026."""


@pytest.fixture
def person(cast: Cast) -> Person:
    """Somebody in the register who plays in no event yet."""
    register.add_members(cast.club, cast.director, [MemberData("刘洋")])
    return cast.club.persons.get(name="刘洋")


@pytest.mark.databases
@pytest.mark.full
def test_who_is_banned_is_entered_only_where_an_official_says_so(
    cast: Cast, person: Person
) -> None:
    bans.ban(cast.club, cast.director, person, TERMS)
    with pytest.raises(Refused) as refused:
        organise.add_entries(cast.event, cast.director, [["刘洋"]])
    assert codes(refused) == ["banned_person"]
    new = [organise.NewEntry(("刘洋",))]
    organise.enter(cast.event, cast.director, new, allow_banned=True)


@pytest.mark.full
@pytest.mark.parametrize(
    "terms",
    [
        replace(TERMS, until_day=date(2026, 11, 20)),
        replace(TERMS, from_day=date(2026, 11, 22)),
    ],
)
def test_on_other_days_nobody_is_asked(cast: Cast, person: Person, terms: BanTerms) -> None:
    bans.ban(cast.club, cast.director, person, terms)
    organise.add_entries(cast.event, cast.director, [["刘洋"]])


@pytest.mark.full
def test_a_ban_that_was_lifted_is_over(cast: Cast, person: Person) -> None:
    long = replace(TERMS, until_day=date(2099, 1, 1))
    row = bans.ban(cast.club, cast.director, person, long)
    logged = cast.club.log.count()
    assert bans.ban(cast.club, cast.director, person, long) == row
    cast.club.refresh_from_db()
    assert bans.ban(cast.club, cast.director, person, long) == row
    assert cast.club.log.count() == logged
    bans.lift(row, cast.director)
    with pytest.raises(Refused) as refused:
        bans.lift(row, cast.director)
    assert codes(refused) == ["ban_over"]
    organise.add_entries(cast.event, cast.director, [["刘洋"]])


@pytest.mark.full
def test_a_ban_needs_days_in_order_a_decision_and_a_reason(cast: Cast, person: Person) -> None:
    terms = BanTerms(date(2026, 11, 2), date(2026, 11, 1), " ", " ")
    with pytest.raises(Refused) as refused:
        bans.ban(cast.club, cast.director, person, terms)
    assert codes(refused) == ["ban_days", "reason_missing", "reason_missing"]


@pytest.mark.full
def test_by_the_own_link_it_is_left_to_the_desk_without_a_word(cast: Cast, person: Person) -> None:
    bans.ban(cast.club, cast.director, person, TERMS)
    RegistrationTerms.objects.create(event=cast.event, door="public", is_approved=False)
    request = requests.ask(cast.event, RequestedEntry(("刘洋",), "k" * 20, person=person))
    assert (request.state, request.entry) == (EntryRequest.State.ASKED, None)
    with pytest.raises(Refused) as refused:
        requests.approve(request, cast.director)
    assert codes(refused) == ["banned_person"]


@pytest.mark.full
def test_the_desk_asks_and_enters_all_the_same(client: Client, cast: Cast, person: Person) -> None:
    bans.ban(cast.club, cast.director, person, TERMS)
    client.force_login(cast.alice)
    address = reverse("desk_entry_add", args=[cast.event.uid])
    asked = client.post(address, {"name": "刘洋"}).content.decode()
    assert "allow_banned" in asked
    assert "刘洋" in asked
    client.post(address, {"name": "刘洋", "allow_banned": "on"})
    assert cast.event.entries.filter(members__person=person).exists()


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def banned(cast: Cast, person: Person) -> Person:
    bans.ban(cast.club, cast.director, person, TERMS)
    return person


def shown(path: str, page: Any, button: str) -> tuple[str, dict[str, Any]]:
    """Return where the form with a button or field is sent, and what it sends as it is shown."""
    for form in forms_of(page.content.decode(), path):
        if button in form.fields or button in [name for name, _value, _to in form.buttons]:
            return form.action, {name: each.shown for name, each in form.fields.items()}
    raise AssertionError(button)


def is_entered(cast: Cast, person: Person) -> bool:
    return cast.event.entries.filter(members__person=person).exists()


@pytest.mark.full
def test_a_pasted_list_asks_and_enters_all_the_same(
    cast: Cast, desk: Client, banned: Person
) -> None:
    path = reverse("desk_entries_paste", args=[cast.event.uid])
    action, sent = shown(path, desk.post(path, {"names": "刘洋\n王新"}), "enter")
    asked = desk.post(action, {**sent, "enter": "1"})
    assert not is_entered(cast, banned)
    action, sent = shown(path, asked, "allow_banned")
    desk.post(action, {**sent, "enter": "1", "allow_banned": "on"})
    assert is_entered(cast, banned)


@pytest.mark.full
def test_a_list_of_a_file_asks_and_enters_all_the_same(
    cast: Cast, desk: Client, banned: Person
) -> None:
    path = reverse("desk_entries_file", args=[cast.event.uid])
    file = SimpleUploadedFile("list.csv", "姓名\n刘洋\n王新\n".encode())
    action, sent = shown(path, desk.post(path, {"file": file}), "enter")
    asked = desk.post(action, {**sent, "enter": "1"})
    assert not is_entered(cast, banned)
    action, sent = shown(path, asked, "allow_banned")
    desk.post(action, {**sent, "enter": "1", "allow_banned": "on"})
    assert is_entered(cast, banned)


@pytest.mark.full
@pytest.mark.databases
def test_a_stand_in_who_is_banned_is_asked_about(cast: Cast, desk: Client, banned: Person) -> None:
    path = reverse("desk_entry", args=[cast.event.uid, 1])
    action, sent = shown(path, desk.get(path), "from_round")
    asked = desk.post(action, {**sent, "name": "刘洋", "from_round": "1"})
    assert not is_entered(cast, banned)
    action, sent = shown(path, asked, "allow_banned")
    assert desk.post(action, {**sent, "allow_banned": "on"}).status_code == 302
    assert is_entered(cast, banned)


@pytest.mark.full
@pytest.mark.databases
def test_the_next_evening_and_an_earlier_event_ask_too(
    cast: Cast, desk: Client, person: Person
) -> None:
    organise.add_entries(cast.event, cast.director, [["刘洋"]])
    cast.closed_round()
    organise.finish_event(cast.event, cast.director)
    bans.ban(cast.club, cast.director, person, TERMS)
    path = reverse("desk_tournament_repeat", args=[cast.tournament.uid])
    action, sent = shown(path, desk.get(path), "starts_on")
    asked = desk.post(action, {**sent, "starts_on": "2026-11-28"})
    assert asked.status_code == 200
    action, sent = shown(path, asked, "allow_banned")
    assert desk.post(action, {**sent, "allow_banned": "on"}).status_code == 302
    later = Event.objects.exclude(pk=cast.event.pk).get(tournament__club=cast.club)
    assert later.entries.filter(members__person=person).exists()
    plan = organise.EventPlan("第二项", "gongzhu", {"preset": "classic"}, 2)
    third = organise.create_event(later.tournament, cast.director, plan)
    path = reverse("desk_entries_earlier", args=[third.uid]) + f"?of={cast.event.uid}"
    entry = cast.event.entries.get(members__person=person)
    asked = desk.post(path, {"entry": entry.uid})
    assert "allow_banned" in asked.content.decode()
    assert desk.post(path, {"entry": entry.uid, "allow_banned": "1"}).status_code == 302
    assert third.entries.filter(members__person=person).exists()


@pytest.mark.full
def test_a_request_of_who_is_banned_is_approved_all_the_same(
    cast: Cast, desk: Client, banned: Person
) -> None:
    RegistrationTerms.objects.create(event=cast.event, door="members")
    row = requests.ask(cast.event, RequestedEntry(("刘洋",), "k" * 20, person=banned))
    decide = reverse("desk_requests_decide", args=[cast.event.uid])
    asked = desk.post(decide, {"approve": row.uid}, follow=True)
    assert "allow_banned" in asked.content.decode()
    desk.post(decide, {"approve": row.uid, "allow_banned": "1"})
    assert is_entered(cast, banned)


@pytest.mark.full
def test_the_owner_bans_and_lifts_on_a_page_of_the_member(
    client: Client, cast: Cast, person: Person
) -> None:
    address = reverse("desk_member_bans", args=[cast.club.uid, person.uid])
    client.force_login(cast.alice)
    filled = {"from_day": "2026-11-01", "until_day": "2099-10-31", "decided_by": "理事会"}
    client.post(address, {**filled, "ban": "1"})
    assert not ClubBan.objects.exists()
    wrong = {**filled, "until_day": "2026-10-01", "reason": "打手势", "ban": "1"}
    assert list(client.post(address, wrong).context["form"].errors) == ["until_day"]
    client.post(address, {**filled, "reason": "打手势", "ban": "1"})
    row = ClubBan.objects.get()
    assert "打手势" in client.get(address).content.decode()
    client.post(address, {"lift": row.uid})
    assert ClubBan.objects.get().lifted_on is not None
