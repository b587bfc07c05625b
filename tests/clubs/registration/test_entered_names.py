"""A name of the register that the public door entered: nobody's until it is confirmed."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.credentials import member_links
from clubs.credentials.slips import new_link
from clubs.members import register
from clubs.members.member_page import Visit
from clubs.members.register import MemberData, events_of
from clubs.registration import confirming, offers, presence, requests, shut_codes, terms
from clubs.registration.offers import Offered
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.terms import EntryTerms
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_requests import asked, codes, entry_of
from tournaments import organise
from tournaments.checks import verification
from tournaments.models import (
    Door,
    EnteredName,
    Entry,
    EntryMember,
    Event,
    Person,
    WithdrawalRequest,
)
from tournaments.persons import bans
from tournaments.persons.bans import BanTerms
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import all_of, canonical
from web.publish.alerts import alert_bar


def member(cast: Cast, name: str = "张三", phone: str = "139 1234 5678", **data: Any) -> Person:
    new = MemberData(name, phone=phone, **data)
    (person,) = register.add_members(cast.club, cast.director, [new])
    return person


def enters(cast: Cast, *names: str, key: str = "", event: Event | None = None) -> Entry:
    return entry_of(requests.ask(event or cast.event, asked(*names, key=key)))


def player(entry: Entry) -> Person:
    return EntryMember.objects.select_related("person__same_as").get(entry=entry, number=1).person


def states(entry: Entry) -> list[tuple[str, str]]:
    rows = EnteredName.objects.filter(player__entry=entry).order_by("pk")
    return list(rows.values_list("state", "by"))


def name_of(entry: Entry, **which: Any) -> EnteredName:
    rows = EnteredName.objects.select_related("player__person", "player__entry__event__tournament")
    return rows.get(player__entry=entry, **which)


def visit_of(person: Person) -> Visit:
    rows = frozenset(all_of(person).values_list("pk", flat=True))
    return Visit(person.club, person, rows, new_link())


def shown(person: Person) -> Offered:
    section = offers.read(visit_of(person))
    return section.content if section else Offered((), ())


def acts(key: str, what: str, client: Client | None = None, **sent: str) -> int:
    """Press a button on the page of a request; the answer's status."""
    address = reverse("entry_request_act", args=[key])
    return (client or Client()).post(address, {"what": what, **sent}).status_code


def page_of(key: str) -> str:
    """Return the words of the page of a request."""
    text = Client().get(reverse("entry_request", args=[key])).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text.replace(key, "KEY")))


@pytest.mark.full
@pytest.mark.databases
def test_a_stranger_under_a_member_s_name_is_not_the_member(open_event: Cast) -> None:
    person = member(open_event)
    entry = enters(open_event, "张三")
    assert (entry.number, player(entry).guest, states(entry)) == (1, True, [("open", "")])
    assert events_of(person) == []
    assert states(enters(open_event, "王五")) == []
    assert verification.verify(open_event.tournament) == []


@pytest.mark.full
def test_the_public_door_answers_the_same_whoever_has_the_name(empty: Cast) -> None:
    opened(empty, is_approved=False, places=5)
    member(empty)
    for phone in ("139 0000 0001", "139 0000 0002"):
        member(empty, "赵六", phone)
    banned = member(empty, "刘洋")
    day = empty.tournament.starts_on
    bans.ban(empty.club, empty.director, banned, BanTerms(day, day, "理事会", "打手势"))
    pages, wrong, again = set(), set(), set()
    for number, name in enumerate(("张三", "赵六", "刘洋", "王五"), 1):
        key = new_link()
        address = reverse("enter", args=[empty.event.uid])
        assert Client().post(address, {"key": key, "name_1": name}).status_code == 302
        said = page_of(key).replace(name, "NAME")
        pages.add(said.replace(f"您的参赛号是{number}", "").replace(f"号码为{number}", ""))
        answer = Client().post(
            reverse("entry_request_act", args=[key]),
            {"what": "digits", "player": "1", "digits": "0000"},
        )
        (problem,) = answer.context["problems"]
        wrong.add((answer.status_code, problem))
        second = Client().post(address, {"key": new_link(), "name_1": name})
        again.add((second.status_code, str(second.context["form"].errors).replace(name, "NAME")))
    assert (len({re.sub(r"\d", "", page) for page in pages}), len(wrong), len(again)) == (1, 1, 1)


@pytest.mark.full
@pytest.mark.databases
def test_the_digits_confirm_and_the_link_then_withdraws(open_event: Cast) -> None:
    person, key = member(open_event), new_link()
    entry = enters(open_event, "张三", key=key)
    assert acts(key, "digits", player="1", digits="5678") == 302
    assert (canonical(player(entry)), states(entry)) == (person, [("confirmed", "digits")])
    assert [one.event for one in events_of(person)] == [open_event.event]
    assert acts(key, "digits", player="1", digits="5678") == 302
    assert open_event.tournament.log.filter(verb="confirm_entered_name").count() == 1
    assert acts(key, "withdraw") == 302
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    assert verification.verify(open_event.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_five_wrong_digits_shut_the_link_and_no_other_until_the_desk_lifts_it(
    open_event: Cast,
) -> None:
    first, second = new_link(), new_link()
    member(open_event)
    member(open_event, "李四", "138 8765 4321")
    entry = enters(open_event, "张三", key=first)
    enters(open_event, "李四", key=second)
    for _ in range(5):
        assert acts(first, "digits", player="1", digits="0000") == 409
    assert acts(first, "digits", player="1", digits="5678") == 409
    assert states(entry) == [("open", "")]
    assert acts(second, "digits", player="1", digits="4321") == 302
    desk = Client()
    desk.force_login(open_event.alice)
    page = desk.get(reverse("desk_check_in", args=[open_event.event.uid])).content.decode()
    assert shut_codes.OF_LINK in page
    sent = {"event": open_event.event.uid, "kind": shut_codes.OF_LINK, "origin": entry.uid}
    desk.post(reverse("desk_hall_code_lift", args=[open_event.tournament.uid]), sent)
    assert acts(first, "digits", player="1", digits="5678") == 302


@pytest.mark.full
def test_strangers_of_an_address_share_their_tries_of_digits_and_known_devices_do_not(
    open_event: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shut_codes, "DIGITS_FROM_ADDRESS", 1)
    first, second = new_link(), new_link()
    person = member(open_event)
    enters(open_event, "张三", key=first)
    enters(open_event, "王五", key=second)
    assert acts(second, "digits", player="1", digits="0000") == 409
    assert acts(first, "digits", player="1", digits="5678") == 409
    (slip,) = member_links.SLIPS.draw(
        member_links.MembersOf(open_event.club, [person]), open_event.director
    )
    phone = Client()
    assert phone.get(reverse("member", args=[slip.link])).status_code == 200
    assert acts(first, "digits", phone, player="1", digits="5678") == 302


@pytest.mark.full
@pytest.mark.databases
def test_a_member_says_on_the_own_page_that_it_is_he(open_event: Cast) -> None:
    person, key = member(open_event), new_link()
    entry = enters(open_event, "张三", key=key)
    before = offers.moved(visit_of(person))
    (name,) = shown(person).names
    assert (name.event, name.number, shown(person).to_enter) == (open_event.event, 1, ())
    section = offers.read(visit_of(person))
    assert section
    assert section.asks == "tablet/door/_member_asked.html"
    sent = {"what": "me", "name": name.uid}
    for _ in range(2):
        offers.act(visit_of(person), sent)
    assert states(entry) == [("confirmed", "member")]
    (mine,) = shown(person).own
    assert (mine.entry, shown(person).names) == (entry, ())
    assert offers.moved(visit_of(person)) != before
    # The stranger's link withdraws him no longer: the desk decides, and is told whose link it is.
    assert acts(key, "withdraw") == 302
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED
    assert WithdrawalRequest.objects.get().entry == entry
    desk = Client()
    desk.force_login(open_event.alice)
    page = desk.get(reverse("desk_entries", args=[open_event.event.uid]))
    assert [row.entry for row in page.context["leaving"]] == [entry]


@pytest.mark.full
@pytest.mark.databases
def test_a_member_says_not_me_and_enters_himself(open_event: Cast) -> None:
    person = member(open_event)
    entry = enters(open_event, "张三")
    visit = visit_of(person)
    enter = {"what": "enter", "event": open_event.event.uid, "key": new_link()}
    assert codes(lambda: offers.act(visit, enter)) == [RegistrationProblem.NAME_OPEN]
    (name,) = shown(person).names
    for _ in range(2):
        offers.act(visit, {"what": "not_me", "name": name.uid})
    assert (states(entry), shown(person).names) == ([("denied", "member")], ())
    alerts = alert_bar.read([open_event.tournament.pk])
    assert [(one.kind, one.count) for one in alerts] == [("name", 1)]
    offers.act(visit, enter)
    (mine,) = shown(person).own
    assert mine.entry is not None
    assert mine.entry != entry
    names = sorted(row.person.listed_name for row in EntryMember.objects.select_related("person"))
    assert names == ["张三", f"张三 #{person.number}"]
    # Two entries of one person are refused, and the desk takes note of the guest.
    already = [PersonReason.NAME_PLAYS_ALREADY]
    assert codes(lambda: confirming.confirm(name_of(entry), open_event.director)) == already
    confirming.deny(name_of(entry), open_event.director)
    assert (states(entry), alert_bar.read([open_event.tournament.pk])) == (
        [("guest", "desk")],
        [],
    )
    assert verification.verify(open_event.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_checking_in_in_the_hall_confirms_and_taking_it_back_does_not(open_event: Cast) -> None:
    person = member(open_event)
    entry, event = enters(open_event, "张三"), open_event.event
    organise.check_in(event, open_event.director, [1])
    assert (canonical(player(entry)), states(entry)) == (person, [("confirmed", "hall")])
    organise.check_in(event, open_event.director, [1], False)
    assert (player(entry).same_as, states(entry)) == (None, [("open", "")])


@pytest.mark.full
def test_a_phone_confirms_by_the_hall_s_code_alone(open_event: Cast) -> None:
    Event.objects.update(starts_at=timezone.now() + timedelta(minutes=10))
    member(open_event)
    entry = enters(open_event, "张三")
    opened(open_event, is_approved=False, check_in_minutes=30)
    row = Entry.objects.select_related("event__tournament").get(pk=entry.pk)
    assert presence.check_in(row, requests.PUBLIC)
    assert states(entry) == [("open", "")]
    organise.check_in(open_event.event, open_event.director, [1], False)
    opened(open_event, is_approved=False, check_in_minutes=30, wants_code=True)
    assert presence.check_in(row, requests.PUBLIC, presence.hall_code(open_event.tournament))
    assert states(entry) == [("confirmed", "hall")]


@pytest.mark.full
@pytest.mark.databases
def test_the_desk_confirms_one_or_all_and_chooses_among_several(open_event: Cast) -> None:
    person = member(open_event)
    several = [member(open_event, "赵六", f"1390000000{n}") for n in (1, 2)]
    member(open_event, "李四")
    first, second, third = (enters(open_event, name) for name in ("张三", "赵六", "李四"))
    desk = Client()
    desk.force_login(open_event.alice)
    decide = reverse("desk_requests_decide", args=[open_event.event.uid])
    page = desk.get(reverse("desk_entries", args=[open_event.event.uid]))
    rows = page.context["unconfirmed"]
    assert [(row.entry, len(row.candidates)) for row in rows] == [(1, 1), (2, 2), (3, 1)]
    desk.post(decide, {"confirm": rows[0].uid})
    assert canonical(player(first)) == person
    desk.post(decide, {"confirm": rows[1].uid, "candidate": ""})
    desk.post(decide, {"confirm_all": "1"})
    assert (states(second), states(third)) == (
        [("open", ""), ("open", "")],
        [("confirmed", "desk")],
    )
    chosen = rows[1].candidates[1]
    desk.post(decide, {"confirm": rows[1].uid, "candidate": chosen.uid})
    assert canonical(player(second)) == several[1]
    assert (
        desk.get(reverse("desk_entries", args=[open_event.event.uid])).context["unconfirmed"] == []
    )


@pytest.mark.full
def test_approval_by_the_desk_confirms_and_the_link_has_to_prove_itself(empty: Cast) -> None:
    opened(empty)
    person, key = member(empty), new_link()
    request = requests.ask(empty.event, asked("张三", key=key))
    entry = entry_of(requests.approve(request, empty.director))
    assert (player(entry), states(entry)) == (person, [("confirmed", "desk")])
    acts(key, "withdraw")
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED
    acts(key, "stay")
    assert acts(key, "digits", player="1", digits="5678") == 302
    acts(key, "withdraw")
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN


@pytest.mark.full
def test_who_moves_up_by_himself_is_not_confirmed_and_who_was_approved_is(empty: Cast) -> None:
    opened(empty, is_approved=False, places=1)
    for name in ("李四", "张三"):
        member(empty, name)
    first = enters(empty, "王五")
    second = requests.ask(empty.event, asked("李四"))
    opened(empty, places=1)
    third = requests.ask(empty.event, asked("张三"))
    requests.approve(third, empty.director)
    opened(empty, places=3)
    for request in (second, third):
        request.refresh_from_db()
    assert states(first) == []
    assert states(entry_of(second)) == [("open", "")]
    assert states(entry_of(third)) == [("confirmed", "desk")]


@pytest.mark.full
def test_of_a_pair_each_name_is_confirmed_by_itself(empty: Cast) -> None:
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2, form=Event.Form.PAIRS)
    event = organise.create_event(empty.tournament, empty.director, plan)
    terms.set_terms(event, empty.director, EntryTerms(Door.PUBLIC, is_approved=False))
    person, key = member(empty), new_link()
    entry = enters(empty, "王五", "张三", key=key, event=event)
    assert acts(key, "digits", player="1", digits="5678") == 409
    assert acts(key, "digits", player="2", digits="5678") == 302
    assert name_of(entry).person == person
    assert acts(key, "withdraw") == 302
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
