"""A name is corrected, or blanked, while its bearer is entered in another tournament."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import merging, register
from clubs.members.register import MemberData
from clubs.registration import requests
from clubs.registration.requests import RequestedEntry
from tests.cast import Cast
from tests.clubs.members.test_matching import enter
from tests.clubs.members.test_register import codes, is_clean
from tests.clubs.registration.conftest import opened
from tests.tournaments.two_events import another_tournament
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.checks.verification import verify
from tournaments.models import (
    AuditEntry,
    Entry,
    EntryMember,
    EntryRequest,
    Event,
    Person,
    Tournament,
)
from tournaments.persons import renaming
from tournaments.persons.refusals import PersonReason
from tournaments.record import club_log
from tournaments.record.audit import Actor, Verb
from tournaments.record.club_log import ClubChange
from tournaments.record.log_queries import body_of

Deed = Callable[[Cast, Person], object]

DEEDS: dict[str, Deed] = {
    "in the register": lambda cast, person: register.change_member(
        person, cast.director, MemberData("张珊", person.number)
    ),
    "at an entry": lambda cast, person: organise.rename_member(
        EntryMember.objects.get(person=person, entry__event=cast.event), cast.director, "张珊"
    ),
    "blanked": lambda cast, person: merging.blank(cast.club, cast.director, person),
}


@pytest.fixture(params=[*DEEDS.values()], ids=[*DEEDS])
def deed(request: pytest.FixtureRequest) -> Deed:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def zhang(cast: Cast) -> Person:
    person = register.add_member(cast.club, cast.director, MemberData("张三"))
    enter(cast, "张三")
    return person


def elsewhere(cast: Cast) -> Event:
    """Return an event of another tournament of the club."""
    plan = organise.EventPlan("冬季个人赛", "gongzhu", {"preset": "classic"}, 2)
    return organise.create_event(another_tournament(cast), cast.director, plan)


def before_the_lock(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let something happen when the next change of the club is about to begin."""
    change = club_log.change

    @contextmanager
    def overtaken(*args: object) -> Iterator[ClubChange]:
        monkeypatch.setattr(club_log, "change", change)
        act()
        with change(*args) as made:  # type: ignore[arg-type]
            yield made

    monkeypatch.setattr(club_log, "change", overtaken)


def test_who_is_entered_before_the_club_is_locked_is_stated_there_too(
    cast: Cast, zhang: Person, deed: Deed, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = elsewhere(cast)
    before_the_lock(monkeypatch, lambda: organise.add_entries(other, cast.director, [["张三"]]))
    deed(cast, zhang)
    assert EntryMember.objects.filter(person=zhang, entry__event=other).exists()
    assert Person.objects.get(pk=zhang.pk).name != "张三"
    assert verify(Tournament.objects.get(pk=other.tournament_id)) == []
    assert is_clean(cast)


def test_who_is_entered_while_the_tournaments_are_locked_is_looked_at_again(
    cast: Cast, zhang: Person, deed: Deed, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, lock = elsewhere(cast), renaming._lock

    def entered_meanwhile(persons: Collection[Person], names: Collection[str]) -> dict[int, Person]:
        entry = Entry.objects.create(event=other, number=1)
        EntryMember.objects.create(entry=entry, person=zhang, number=1)
        return lock(persons, names)

    monkeypatch.setattr(renaming, "_lock", entered_meanwhile)
    assert codes(lambda: deed(cast, zhang)) == [Reason.CHANGED_SINCE_PREVIEW]
    assert Person.objects.get(pk=zhang.pk).name == "张三"


@pytest.mark.parametrize("name", ["张三", "李四"], ids=["member", "guest"])
def test_who_was_blanked_meanwhile_gets_no_name_again(
    cast: Cast, zhang: Person, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = zhang if name == zhang.name else enter(cast, name)[0]
    player = EntryMember.objects.get(person=person)
    find = renaming.tournaments_with

    def blanked_meanwhile(persons: Collection[Person]) -> list[Tournament]:
        Person.objects.filter(pk=person.pk).update(name="***", blanked_at=cast.event.created_at)
        return find(persons)

    monkeypatch.setattr(renaming, "tournaments_with", blanked_meanwhile)
    actor = Actor.from_user(cast.alice)
    assert codes(lambda: organise.rename_member(player, actor, "张珊")) == [
        PersonReason.MEMBER_GONE
    ]


def asked_elsewhere(cast: Cast, person: Person) -> EntryRequest:
    """Return a member's request to enter an event of a tournament that does not know the member."""
    other = elsewhere(cast)
    opened(replace(cast, event=other))
    return requests.ask(other, RequestedEntry(("张三",), "key", person=person))


@pytest.mark.full
def test_blanking_locks_logs_and_shows_the_tournaments_of_requests(
    cast: Cast, zhang: Person, client: Client
) -> None:
    request = asked_elsewhere(cast, zhang)
    client.force_login(cast.alice)
    address = reverse("desk_member_blank", args=[cast.club.uid, zhang.uid])
    assert client.get(address).context["requests"] == 1
    merging.blank(cast.club, cast.director, zhang)
    request.refresh_from_db()
    assert (request.names, request.state) == (["***"], EntryRequest.State.TAKEN_BACK)
    (entry,) = AuditEntry.objects.filter(
        verb=Verb.BLANK_MEMBER, tournament=request.event.tournament
    )
    body = body_of(entry.body)
    assert body["details"] == {"requests": [request.uid]}
    assert (body["about"], body["facts"]) == ({"person": zhang.uid}, [])
    assert Event.objects.get(pk=request.event_id).public_revision == entry.seq
    assert verify(Tournament.objects.get(pk=request.event.tournament_id)) == []
    assert is_clean(cast)


@pytest.mark.full
def test_who_asks_to_enter_before_the_tournaments_are_locked_is_looked_at_again(
    cast: Cast, zhang: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, lock = elsewhere(cast), renaming._lock

    def asks_meanwhile(persons: Collection[Person], names: Collection[str]) -> dict[int, Person]:
        EntryRequest.objects.create(
            event=other, names=["张三"], person=zhang, state=EntryRequest.State.ASKED
        )
        return lock(persons, names)

    monkeypatch.setattr(renaming, "_lock", asks_meanwhile)
    assert codes(lambda: merging.blank(cast.club, cast.director, zhang)) == [
        Reason.CHANGED_SINCE_PREVIEW
    ]
    assert Person.objects.get(pk=zhang.pk).name == "张三"
