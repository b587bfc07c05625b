"""Guests beside the members of their names: proposed where it is certain, asked otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import doubles, guests, merging, register
from clubs.members.guests import Compared, GuestAnswer
from clubs.members.register import MemberData
from clubs.registration import confirming, requests, terms
from clubs.registration.terms import EntryTerms
from tests.cast import Cast
from tests.clubs.members.test_keys import member
from tests.clubs.members.test_matching import enter
from tests.clubs.members.test_register import is_clean
from tests.clubs.registration.test_requests import asked
from tournaments import organise
from tournaments.models import ConfirmedBy, Door, EnteredName, Event, Person, ToldApart
from tournaments.organise.stored_plans import plan_of
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import members_of

FIFTEEN = [f"来宾{sign}" for sign in "一二三四五六七八九十甲乙丙丁戊"]


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    return client


def next_evening(cast: Cast, *names: str) -> Event:
    """Return another event of the club in which these are entered."""
    event = organise.create_event(
        cast.tournament, cast.director, replace(plan_of(cast.event), name="下一晚")
    )
    organise.add_entries(event, cast.director, [[name] for name in names])
    return event


def compared(cast: Cast) -> dict[str, Compared]:
    rows = guests.compared(cast.club, list(guests.of_club(cast.club)))
    return {row.guest.name: row for row in rows}


@pytest.mark.full
@pytest.mark.databases
def test_fifteen_guests_of_two_evenings_are_fifteen_members(cast: Cast, desk: Client) -> None:
    enter(cast, *FIFTEEN)
    # As before the first evening's guests were members: the second has rows of its own.
    later = next_evening(cast, *FIFTEEN)
    for event in (cast.event, later):
        page = desk.get(address := reverse("desk_entries_guests", args=[event.uid]))
        ticked = [person.uid for person in page.context["guests"]]
        asked = [row["guest"] for row in page.context["asked"]]
        shown = {"shown": [guest.uid for guest in asked]}
        answers = {f"guest-{row['guest'].uid}": row["answer"] for row in page.context["asked"]}
        desk.post(address, {"person": ticked, **shown, **answers})
    assert members_of(cast.club).filter(name__in=FIFTEEN).count() == 15
    assert all(person.same_as for person in Person.objects.filter(guest=True, name__in=FIFTEEN))
    assert is_clean(cast)


def test_only_one_member_of_the_name_is_proposed(cast: Cast) -> None:
    enter(cast, "张三", "李四", "王五", "老六")
    one = member(cast, "张三", number=1)
    two = [member(cast, "李四", number=number) for number in (2, 3)]
    six = member(cast, "赵六", number=4)
    six.aliases.create(name="老六")
    rows = compared(cast)
    assert (rows["张三"].members, rows["张三"].proposed) == ((one,), one)
    assert (list(rows["李四"].members), rows["李四"].proposed) == (two, None)
    assert (rows["王五"].members, rows["王五"].proposed) == ((), None)
    assert rows["老六"].proposed == six


@pytest.mark.full
def test_who_met_in_an_event_is_not_proposed(cast: Cast) -> None:
    person = member(cast, "张三", number=1)
    enter(cast, "张三")
    guest = register_guest(cast, "张三")
    assert compared(cast)["张三"].proposed is None
    assert compared(cast)["张三"].members == (person,)
    doubles.tell_apart(cast.club, cast.director, [guest, person])
    assert compared(cast)["张三"].members == ()


@pytest.mark.databases
@pytest.mark.parametrize("by", [ConfirmedBy.MEMBER, ConfirmedBy.DESK])
def test_who_was_said_to_be_somebody_else_is_not_proposed(cast: Cast, by: ConfirmedBy) -> None:
    person = member(cast, "张三", number=1)
    terms.set_terms(cast.event, cast.director, EntryTerms(Door.PUBLIC, is_approved=False))
    requests.ask(cast.event, asked("张三"))
    confirming.deny(EnteredName.objects.get(), cast.director, by)
    row = compared(cast)["张三"]
    assert (row.members, row.proposed) == ((person,), None)


def register_guest(cast: Cast, name: str) -> Person:
    """Enter a guest beside a member of the name, as an import of an earlier version did."""
    (guest,) = enter(cast, "临时")
    Person.objects.filter(pk=guest.pk).update(name=name, sort_key="zhang san")
    return Person.objects.get(pk=guest.pk)


@pytest.mark.full
def test_a_member_merged_meanwhile_stops_no_other_answer(cast: Cast) -> None:
    first, second = (member(cast, name, number=n) for n, name in enumerate(("张三", "李四"), 1))
    guests_of = [register_guest(cast, name) for name in ("张三", "李四")]
    rows = [Compared(guests_of[0], (first,)), Compared(guests_of[1], (second,))]
    merging.merge(cast.club, cast.director, second, first)
    answers = {guest.uid: GuestAnswer.GUEST for guest in guests_of}
    done = guests.settle(cast.club, cast.director, rows, answers)
    assert [problem.code for problem in done.refused] == [PersonReason.MEMBER_GONE]
    assert ToldApart.objects.get().second in (guests_of[1], second)


def test_two_guests_of_one_event_are_not_both_one_member(cast: Cast) -> None:
    person = member(cast, "赵六", number=4)
    enter(cast, "老六", "小六")
    for name in ("老六", "小六"):
        person.aliases.create(name=name)
    rows = compared(cast)
    assert [rows[name].members for name in ("老六", "小六")] == [(person,)] * 2
    assert [rows[name].proposed for name in ("老六", "小六")] == [None, None]


@pytest.mark.full
def test_what_is_not_answered_stays_a_guest_and_is_said(cast: Cast, desk: Client) -> None:
    (guest,) = enter(cast, "张三")
    for number in (1, 2):
        member(cast, "张三", number=number, home="城北")
    address = reverse("desk_entries_guests", args=[cast.event.uid])
    page = desk.get(address)
    assert page.content.decode().count(" checked") == len(page.context["guests"])
    answer = desk.post(address, {"shown": [guest.uid]}, follow=True)
    assert answer.redirect_chain == [(address, 302)]
    assert "1位来宾还没有选定" in answer.content.decode()
    guest.refresh_from_db()
    assert guest.guest


def test_who_got_a_namesake_since_the_page_was_opened_is_asked(cast: Cast, desk: Client) -> None:
    (guest,) = enter(cast, "张三")
    member(cast, "张三", number=1)
    desk.post(reverse("desk_entries_guests", args=[cast.event.uid]), {"person": [guest.uid]})
    assert members_of(cast.club).filter(name="张三").count() == 1


@pytest.mark.full
@pytest.mark.parametrize("answer", [GuestAnswer.MEMBER, GuestAnswer.GUEST])
def test_somebody_else_is_told_apart_for_good(
    cast: Cast, desk: Client, answer: GuestAnswer
) -> None:
    (guest,) = enter(cast, "张三")
    person = member(cast, "张三", number=1)
    address = reverse("desk_member_guests", args=[cast.club.uid])
    desk.post(address, {"shown": [guest.uid], f"guest-{guest.uid}": answer.value})
    guest.refresh_from_db()
    assert guest.guest is (answer is GuestAnswer.GUEST)
    told = ToldApart.objects.get()
    assert {told.first, told.second} == {guest, person}
    assert desk.get(address).context["asked"] == []
    assert doubles.likely(cast.club) == []
    assert desk.get(reverse("desk_member_doubles", args=[cast.club.uid])).status_code == 200


@pytest.mark.full
def test_a_register_that_comes_later_leads_to_the_guests(cast: Cast, desk: Client) -> None:
    (guest,) = enter(cast, "张三")
    text = "编号\t姓名\t电话\n1001\t张三\t13800001234\n1002\t李四\t"
    answer = desk.post(
        reverse("desk_members_import", args=[cast.club.uid]), {"names": text, "store": "1"}
    )
    address = reverse("desk_member_guests", args=[cast.club.uid])
    assert answer["Location"] == address
    (row,) = desk.get(address).context["asked"]
    person = members_of(cast.club).get(number=1001)
    assert (row["guest"], row["answer"]) == (guest, person.uid)
    assert row["members"][0].phone_end == "1234"
    assert "13800001234" not in desk.get(address).content.decode()
    desk.post(address, {"shown": [guest.uid], f"guest-{guest.uid}": person.uid})
    guest.refresh_from_db()
    assert guest.same_as == person


@pytest.mark.full
def test_a_member_added_by_hand_leads_to_the_guest_of_the_name(cast: Cast, desk: Client) -> None:
    enter(cast, "张三")
    address = reverse("desk_member_add", args=[cast.club.uid])
    assert desk.post(address, {"name": "李四"})["Location"] == address
    answer = desk.post(address, {"name": "张 三"})
    assert answer["Location"] == reverse("desk_member_guests", args=[cast.club.uid])


class TestMerging:
    """Whoever stays keeps name, number and uid, and gets what the register lacks of him."""

    def rows(self, cast: Cast) -> tuple[Person, Person]:
        old = MemberData("张三", 3, ("老三",), "male", None, "城北", phone="13800001234")
        new = MemberData("张叁", 16, ("阿三",), "", 1950, "铁路", email="a@b.cn")
        first, second = register.add_members(cast.club, cast.director, [old, new])
        return first, second

    @pytest.mark.databases
    @pytest.mark.full
    def test_what_is_empty_is_filled_in_and_nothing_vanishes(self, cast: Cast) -> None:
        first, second = self.rows(cast)
        assert merging.proposed([second, first]) == first
        merging.merge(cast.club, cast.director, first, second)
        first.refresh_from_db()
        stored = register.data_of(first)
        assert stored == MemberData(
            "张三", 3, ("老三", "阿三"), "male", 1950, "城北", False, "13800001234", "a@b.cn"
        )
        second.refresh_from_db()
        assert register.data_of(second).phone == "", "the double keeps its own"
        assert is_clean(cast)

    def test_aliases_of_a_double_stay_its_own_when_its_member_is_saved(self, cast: Cast) -> None:
        first, second = self.rows(cast)
        merging.merge(cast.club, cast.director, first, second)
        first.refresh_from_db()
        register.change_member(first, cast.director, register.data_of(first))
        assert register.data_of(first).aliases == ("老三", "阿三")
        merging.split(cast.club, cast.director, second)
        assert register.data_of(second).aliases == ("阿三",)
        merging.merge(cast.club, cast.director, first, second)
        data = replace(register.data_of(first), aliases=("老三",))
        register.change_member(first, cast.director, data)
        assert register.data_of(first).aliases == ("老三",)

    @pytest.mark.full
    def test_the_page_asks_whose_name_stays_and_proposes_the_lowest_number(
        self, cast: Cast, desk: Client
    ) -> None:
        first, second = self.rows(cast)
        merge = reverse("desk_member_merge", args=[cast.club.uid, second.uid])
        page = desk.post(merge, {"other": first.uid}, follow=True)
        assert page.context["kept"] == first.uid
        assert "1234" in page.content.decode()
        answer = desk.post(merge, {"other": first.uid, "keep": first.uid, "sure": "1"})
        assert answer["Location"] == reverse("desk_member", args=[cast.club.uid, first.uid])
        second.refresh_from_db()
        assert second.same_as == first

    @pytest.mark.full
    def test_a_group_of_doubles_keeps_the_one_that_is_chosen(
        self, cast: Cast, desk: Client
    ) -> None:
        persons = [member(cast, "张三", number=number) for number in (9, 4, 6)]
        address = reverse("desk_member_doubles", args=[cast.club.uid])
        ((_certain, kept, known),) = desk.get(address).context["groups"]
        assert [one.number for one in known] == [4, 6, 9]
        assert kept == persons[1].uid
        ticks = {"group-1": [persons[0].uid, persons[2].uid]}
        desk.post(address, {**ticks, "keep-1": persons[0].uid, "merge": "1"})
        persons[2].refresh_from_db()
        assert persons[2].same_as == persons[0], "the one that was chosen"
        desk.post(address, {"group-1": [persons[0].uid, persons[1].uid], "merge": "1"})
        persons[0].refresh_from_db()
        assert persons[0].same_as == persons[1], "the lowest number"
