"""Which kiosk is meant, which entries it awaits, and what it checks in."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from django.utils import timezone

from clubs.credentials.slips import new_link
from clubs.registration import at_the_door, club_use, kiosk, presence
from clubs.registration.refusals import RegistrationProblem
from tests.cast import Cast
from tests.clubs.registration.test_entered_names import enters, member
from tests.clubs.registration.test_kiosks import with_kiosk
from tests.clubs.registration.test_names_decided import drawn_as, second_event
from tests.clubs.registration.test_requests import codes
from tests.clubs.registration.test_whose_rows import pairs
from tournaments import organise
from tournaments.models import (
    AtTheDoor,
    AuditEntry,
    Club,
    ClubFeature,
    Credential,
    CredentialKind,
    Entry,
    EntryMember,
    Event,
    Round,
    Tournament,
    User,
)
from tournaments.record.audit import Actor
from tournaments.record.digest import sha256

GONE = [RegistrationProblem.NOT_ENTERED]


def one(cast: Cast, number: int) -> Entry:
    rows = cast.event.entries.select_related("event__tournament__club")
    return rows.get(number=number)


def newest(cast: Cast) -> Credential:
    return kiosk.kiosks(cast.tournament).order_by("-pk")[0]


def test_one_kiosk_is_closed_by_its_uid_and_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = with_kiosk(cast), with_kiosk(cast)
    here, other = (kiosk.drawn_of(link) for link in (first, second))
    assert here is not None
    assert other is not None
    assert [row.pk for row in kiosk.kiosks(cast.tournament)] == [here.pk, other.pk]
    assert not kiosk.close_kiosk(cast.tournament, cast.director, "x")
    assert kiosk.close_kiosk(cast.tournament, cast.director, other.uid)
    assert [row.pk for row in kiosk.kiosks(cast.tournament)] == [here.pk]
    closed_at = Credential.objects.get(pk=other.pk).revoked_at
    # Somebody else closes it after this one has looked.
    monkeypatch.setattr(kiosk, "kiosks", lambda _tournament: Credential.objects.all())
    assert not kiosk.close_kiosk(cast.tournament, cast.director, other.uid)
    assert Credential.objects.get(pk=other.pk).revoked_at == closed_at
    assert kiosk.drawn_of("x") is None
    assert kiosk.drawn_of(new_link()) is None


def test_a_kiosk_opens_while_its_tournament_its_club_and_its_official_are_there(
    cast: Cast,
) -> None:
    row = kiosk.drawn_of(with_kiosk(cast))
    assert row is not None
    assert kiosk.is_open(row)
    row.revoked_at = timezone.now()
    assert not kiosk.is_open(row)
    row.revoked_at = None
    club = row.own_tournament.club
    features, club.features = club.features, []
    assert not kiosk.is_open(row)
    club.features = features
    row.own_tournament.state = Tournament.State.CANCELLED
    assert not kiosk.is_open(row)
    row.own_tournament.state = Tournament.State.RUNNING
    assert kiosk.is_open(row)
    official, row.user = row.user, None
    assert not kiosk.is_open(row)
    row.user = cast.charlie
    assert not kiosk.is_open(row)
    assert official is not None
    row.user = official
    row.user.is_active = False
    assert not kiosk.is_open(row)


@pytest.mark.parametrize(
    "other",
    [
        {"kind": CredentialKind.PIN, "scopes": kiosk.SCOPES, "user": True},
        {"kind": CredentialKind.LINK, "scopes": [], "user": True},
        {"kind": CredentialKind.LINK, "scopes": kiosk.SCOPES, "user": False},
    ],
)
def test_no_other_credential_is_a_kiosk(cast: Cast, other: dict[str, object]) -> None:
    entry = None if other["user"] else cast.event.entries.first()
    user: User | None = cast.alice if other["user"] else None
    link = new_link()
    words = {"tournament": cast.tournament, "secret_hash": sha256(link), "entry": entry}
    Credential.objects.create(**{**other, "user": user, **words})
    assert kiosk.drawn_of(link) is None
    assert not kiosk.kiosks(cast.tournament).exists()


@pytest.mark.full
def test_a_kiosk_awaits_the_players_of_competitors_who_have_not_withdrawn(cast: Cast) -> None:
    organise.withdraw_entry(one(cast, 2), cast.director)
    Entry.objects.filter(pk=one(cast, 3).pk).update(kind=Entry.Kind.HOUSE)
    EntryMember.objects.filter(entry=one(cast, 4)).update(role=EntryMember.Role.CAPTAIN)
    wanted = {1, 5, 6, 7, 8}
    assert {each.number for each in kiosk.expected(cast.tournament)} == wanted
    assert {each.event for each in kiosk.expected(cast.tournament)} == {""}
    elsewhere = second_event(cast)
    enters(cast, "甲", event=elsewhere)
    shown = kiosk.expected(cast.tournament)
    assert {each.event for each in shown} == {cast.event.name, elsewhere.name}
    drawn_as(elsewhere, Round.State.DRAFT)
    assert len(kiosk.expected(cast.tournament)) == len(wanted) + 1
    Round.objects.update(state=Round.State.PUBLISHED)
    assert {each.number for each in kiosk.expected(cast.tournament)} == wanted
    Event.objects.filter(pk=cast.event.pk).update(state=Event.State.FINISHED)
    assert kiosk.expected(cast.tournament) == []


@pytest.mark.full
def test_entries_stand_by_the_pinyin_of_their_names_and_then_by_number(cast: Cast) -> None:
    Entry.objects.filter(number=8).update(name="白队")
    rows = kiosk.expected(cast.tournament)
    keys = [(each.sort, each.number) for each in rows]
    assert keys == sorted(keys)
    assert [each.number for each in rows] != sorted(each.number for each in rows)
    people = [row.person for row in EntryMember.objects.select_related("person")]
    for person in people:
        person.sort_key = "same"
        person.save(update_fields=["sort_key"])
    Entry.objects.filter(number=1).update(number=9)
    numbers = [each.number for each in kiosk.expected(cast.tournament)]
    assert numbers == [2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.full
def test_an_entry_is_found_by_its_number_by_a_name_of_its_own_and_by_its_players(
    empty: Cast,
) -> None:
    event = pairs(empty)
    organise.add_entries(event, empty.director, [["甲甲", "乙乙"], ["张三", "李四"]])
    EntryMember.objects.filter(entry__number=2).update(role=EntryMember.Role.PLAYER)
    Entry.objects.filter(number=2).update(name="红队")
    rows = kiosk.expected(empty.tournament)
    assert [(each.name, each.others) for each in sorted(rows, key=lambda each: each.number)] == [
        ("甲甲／乙乙", ("甲甲", "乙乙")),
        ("红队", ("张三", "李四")),
    ]
    found = {
        typed: sorted(each.number for each in kiosk.search(rows, typed))
        for typed in ("2", "#2", "#1", "3", "红", "张", "hong", "zhang", "ang", "z l")
    }
    assert found == {
        "2": [2],
        "#2": [2],
        "#1": [1],
        "3": [],
        "红": [2],
        "张": [2],
        "hong": [2],
        "zhang": [2],
        "ang": [],
        "z l": [2],
    }
    alone = replace(rows[0], name="张三", players=("张三",))
    assert alone.others == ()


@pytest.mark.full
def test_a_tap_checks_in_a_competitor_of_an_event_that_is_played(cast: Cast) -> None:
    with_kiosk(cast)
    here, entry = newest(cast), one(cast, 3)
    EntryMember.objects.create(
        entry=entry,
        person=one(cast, 4).members.get().person,
        role=EntryMember.Role.CAPTAIN,
        number=2,
    )
    Entry.objects.filter(pk=entry.pk).update(kind=Entry.Kind.HOUSE)
    assert codes(lambda: kiosk.check_in(here, entry.uid)) == GONE
    Entry.objects.filter(pk=entry.pk).update(kind=Entry.Kind.COMPETITOR)
    Event.objects.update(state=Event.State.FINISHED)
    assert codes(lambda: kiosk.check_in(here, entry.uid)) == GONE
    Event.objects.update(state=Event.State.PUBLISHED)
    assert codes(lambda: kiosk.check_in(here, "x")) == GONE
    shown, token = kiosk.check_in(here, entry.uid)
    assert (shown.number, shown.players, shown.is_present, bool(token)) == (
        3,
        (shown.name,),
        True,
        True,
    )
    assert not shown.is_at_door
    organise.withdraw_entry(one(cast, 5), cast.director)
    assert codes(lambda: kiosk.check_in(here, one(cast, 5).uid)) == GONE


@pytest.mark.full
def test_nobody_who_withdrew_or_was_removed_is_noted_as_present(cast: Cast) -> None:
    withdrawn, removed = one(cast, 1), one(cast, 2)
    organise.withdraw_entry(withdrawn, cast.director)
    Entry.objects.filter(pk=removed.pk).delete()
    for entry in (withdrawn, removed):
        assert codes(partial(presence.note_present, entry, cast.director)) == GONE
        assert codes(partial(presence.check_in, entry, cast.director)) == GONE
        assert codes(partial(at_the_door.note, entry, cast.director)) == GONE


@pytest.mark.full
def test_to_take_back_what_was_not_noted_is_not_logged(open_event: Cast) -> None:
    member(open_event)
    row = Entry.objects.select_related("event__tournament").get(pk=enters(open_event, "张三").pk)
    before = AuditEntry.objects.count()
    assert not presence.note_present(row, open_event.director, present=False)
    assert AuditEntry.objects.count() == before


@pytest.mark.full
def test_who_comes_to_the_door_is_noted_once_and_in_order_while_missing(cast: Cast) -> None:
    for number in (5, 2, 5):
        at_the_door.note(one(cast, number), cast.director)
    assert [row.number for row in at_the_door.waiting(cast.event)] == [5, 2]
    assert cast.tournament.log.filter(verb="come_to_door").count() == 2
    Entry.objects.filter(number=2).update(state=Entry.State.CHECKED_IN)
    assert [row.number for row in at_the_door.waiting(cast.event)] == [5]
    at_the_door.note(one(cast, 2), cast.director)
    AtTheDoor.objects.all().delete()
    at_the_door.note(one(cast, 2), cast.director)
    assert not AtTheDoor.objects.exists()
    elsewhere = second_event(cast)
    rows = Event.objects.annotate(is_anybody=at_the_door.is_anybody("pk")).order_by("pk")
    at_the_door.note(one(cast, 5), cast.director)
    assert {row.pk: row.is_anybody for row in rows} == {cast.event.pk: True, elsewhere.pk: False}
    drawn_as(cast.event, Round.State.DRAFT)
    assert not at_the_door.has_begun(cast.event)
    Round.objects.update(state=Round.State.PUBLISHED)
    assert at_the_door.has_begun(cast.event)
    assert not at_the_door.has_begun(elsewhere)


@pytest.mark.full
def test_the_kiosks_of_another_club_stay_open(cast: Cast) -> None:
    with_kiosk(cast)
    other = Club.objects.exclude(pk=cast.club.pk).get()
    Club.objects.filter(pk=other.pk).update(features=[ClubFeature.KIOSK.value])
    club_use.change_club(other, Actor.from_user(cast.charlie), features=[])
    assert kiosk.kiosks(cast.tournament).count() == 1
