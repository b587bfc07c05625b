"""Names that nobody has confirmed: withdrawn, banned, merged, blanked, removed, or of before."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from clubs.credentials.slips import new_link
from clubs.members import merging
from clubs.registration import confirming, kiosk, offers, requests
from clubs.registration.requests import RequestedEntry
from tests.cast import Cast
from tests.clubs.registration.test_entered_names import (
    acts,
    enters,
    member,
    name_of,
    player,
    shown,
    states,
    visit_of,
)
from tests.clubs.registration.test_requests import codes
from tournaments import organise
from tournaments.checks import verification
from tournaments.models import (
    Club,
    ClubFeature,
    ConfirmedBy,
    Entry,
    Person,
)
from tournaments.organise.absences.entry_removal import (
    RemovedEntry,
    remove_entry,
    restore_entry,
)
from tournaments.persons import bans
from tournaments.persons.bans import BanTerms
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import canonical
from web.publish.alerts import alert_bar


@pytest.mark.full
def test_a_member_who_is_banned_is_left_to_the_desk_without_a_word(open_event: Cast) -> None:
    person, key = member(open_event), new_link()
    day = open_event.tournament.starts_on
    bans.ban(open_event.club, open_event.director, person, BanTerms(day, day, "理事会", "打手势"))
    entry = enters(open_event, "张三", key=key)
    assert alert_bar.read([open_event.tournament.pk]) == []
    assert acts(key, "digits", player="1", digits="5678") == 302
    organise.check_in(open_event.event, open_event.director, [1])
    assert player(entry).same_as is None
    (alert,) = alert_bar.read([open_event.tournament.pk])
    assert alert.kind == "name"
    (row,) = confirming.to_confirm(open_event.event)
    assert row.is_banned
    said = open_event.tournament.log.filter(verb="confirm_entered_name")
    assert [json.loads(entry.body)["details"] for entry in said] == [
        {"name": row.uid, "by": "digits", "left": True}
    ]
    banned = [PersonReason.BANNED_PERSON]
    assert codes(lambda: confirming.confirm(name_of(entry), open_event.director)) == banned
    confirming.confirm(name_of(entry), open_event.director, allow_banned=True)
    assert canonical(player(entry)) == person


@pytest.mark.full
def test_a_withdrawn_prank_keeps_no_member_out(open_event: Cast) -> None:
    person, key = member(open_event), new_link()
    enters(open_event, "张三", key=key)
    acts(key, "withdraw")
    assert shown(person).names == ()
    enter = {"what": "enter", "event": open_event.event.uid, "key": new_link()}
    offers.act(visit_of(person), enter)
    (mine,) = shown(person).own
    assert mine.entry is not None
    assert confirming.to_confirm(open_event.event) == []


@pytest.mark.full
def test_a_finish_names_who_is_not_confirmed(open_event: Cast) -> None:
    member(open_event)
    for name in "甲乙丙":
        enters(open_event, name)
    entry = enters(open_event, "张三")
    round_ = open_event.round_in_play()
    kinds = [one.kind for one in alert_bar.read([open_event.tournament.pk])]
    assert "name" in kinds
    open_event.play(round_)
    organise.close_round(round_, open_event.director)
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(open_event.alice)
    page = reverse("desk_finish", args=[open_event.event.uid])
    assert "1 name from the public page is not confirmed" in desk.get(page).content.decode()
    confirming.confirm(name_of(entry), open_event.director)
    assert "of the public door" not in desk.get(page).content.decode()


@pytest.mark.full
def test_merged_members_and_merged_guests_are_one(open_event: Cast) -> None:
    first, second = (member(open_event, "赵六", f"1390000000{n}") for n in (1, 2))
    entry = enters(open_event, "赵六")
    merging.merge(open_event.club, open_event.director, first, second)
    assert confirming.confirm_all(open_event.event, open_event.director) == (1, [])
    assert canonical(player(entry)) == first
    member(open_event)
    other = enters(open_event, "张三")
    guest = player(other)
    merging.merge(open_event.club, open_event.director, name_of(other).person, guest)
    assert confirming.to_confirm(open_event.event) == []


@pytest.mark.full
def test_a_blanked_member_takes_the_open_name_along_and_no_denied_one(open_event: Cast) -> None:
    person, other = member(open_event), member(open_event, "李四")
    entry, denied = enters(open_event, "张三"), enters(open_event, "李四")
    confirming.deny(name_of(denied), open_event.director, ConfirmedBy.MEMBER)
    for each in (person, other):
        merging.blank(open_event.club, open_event.director, each)
    assert [player(one).name for one in (entry, denied)] == [Person.BLANKED, "李四"]
    assert confirming.to_confirm(open_event.event) == []
    assert verification.verify(open_event.tournament) == []


@pytest.mark.full
def test_an_entry_that_was_removed_comes_back_unconfirmed(open_event: Cast) -> None:
    member(open_event)
    removed = remove_entry(enters(open_event, "张三"), open_event.director)
    assert removed.name == "张三"
    read = RemovedEntry.read(removed.as_json())
    entry = restore_entry(open_event.event, open_event.director, read)
    assert (player(entry).guest, player(entry).name, states(entry)) == (
        True,
        "张三",
        [("open", "")],
    )


@pytest.mark.full
@pytest.mark.parametrize("decision", ["confirm", "deny", "open"])
def test_an_entry_that_was_removed_comes_back_with_its_request_and_its_names(
    open_event: Cast, decision: str
) -> None:
    person = member(open_event)
    asked = requests.ask(open_event.event, RequestedEntry(("张三",), new_link()))
    assert asked.entry is not None
    if decision == "confirm":
        confirming.confirm(name_of(asked.entry), open_event.director)
    elif decision == "deny":
        confirming.deny(name_of(asked.entry), open_event.director, ConfirmedBy.MEMBER)
    before = states(asked.entry)
    removed = remove_entry(asked.entry, open_event.director)
    read = RemovedEntry.read(json.loads(json.dumps(removed.as_json())))
    assert read == removed
    entry = restore_entry(open_event.event, open_event.director, read)
    asked.refresh_from_db()
    assert (asked.entry, states(entry)) == (entry, before)
    is_member = canonical(player(entry)) == person
    assert is_member is (decision == "confirm")
    assert verification.verify(open_event.tournament) == []


@pytest.mark.full
def test_a_guest_who_was_merged_by_hand_is_withdrawn_by_no_link(open_event: Cast) -> None:
    person, key = member(open_event), new_link()
    entry = enters(open_event, "张三", key=key)
    merging.merge(open_event.club, open_event.director, person, player(entry))
    acts(key, "withdraw")
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED


@pytest.mark.full
def test_who_said_to_be_here_by_phone_is_confirmed_when_seen(open_event: Cast) -> None:
    member(open_event)
    entry = enters(open_event, "张三")
    Entry.objects.update(state=Entry.State.CHECKED_IN)
    Club.objects.filter(pk=open_event.club.pk).update(features=[ClubFeature.KIOSK.value])
    kiosk.open_kiosk(open_event.tournament, open_event.alice)
    row = kiosk.kiosks(open_event.tournament).get()
    for _ in range(2):
        kiosk.check_in(row, entry.uid)
    assert states(entry) == [("confirmed", "hall")]
    assert open_event.tournament.log.filter(verb="check_in").count() == 1


def test_an_entry_of_before_keeps_its_link(open_event: Cast) -> None:
    person = member(open_event)
    entry = organise.add_entries(open_event.event, open_event.director, [["张三"]])[0]
    assert (player(entry), confirming.may_withdraw(entry)) == (person, True)


@pytest.mark.full
def test_a_kiosk_confirms_and_its_undo_takes_it_back(open_event: Cast) -> None:
    member(open_event)
    entry = enters(open_event, "张三")
    Club.objects.filter(pk=open_event.club.pk).update(features=[ClubFeature.KIOSK.value])
    kiosk.open_kiosk(open_event.tournament, open_event.alice)
    row = kiosk.kiosks(open_event.tournament).get()
    _shown, token = kiosk.check_in(row, entry.uid)
    assert states(entry) == [("confirmed", "hall")]
    kiosk.undo(row, token)
    assert states(entry) == [("open", "")]


def test_digits_that_prove_a_link_stand_in_the_log_and_again_they_do_not(
    open_event: Cast,
) -> None:
    member(open_event)
    key = new_link()
    entry = enters(open_event, "张三", key=key)
    confirming.confirm(name_of(entry), open_event.director)
    for _ in range(2):
        assert acts(key, "digits", player="1", digits="5678") == 302
    assert states(entry) == [("confirmed", "digits")]
    logged = open_event.tournament.log.filter(verb="confirm_entered_name").order_by("seq")
    assert [json.loads(one.body)["details"]["by"] for one in logged] == ["desk", "digits"]
    assert verification.verify(open_event.tournament) == []
