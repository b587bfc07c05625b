"""The pages of the register: search, adding, merging, lists in and out, and those of an event."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.members import register
from clubs.members.comparing import DoubtAnswer, MemberDoubt
from clubs.members.register import MemberData
from tests import cast as people
from tests.cast import Cast
from tests.clubs.members.test_keys import member
from tests.clubs.members.test_matching import enter
from tournaments import organise
from tournaments.models import Club, ClubFeature, Event, Membership, Person, Role, RoleLimit, User
from tournaments.organise.stored_plans import plan_of
from tournaments.persons.same import members_of
from web.desk.members.register import PAGE


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    return client


def at(cast: Cast, name: str, *rest: str) -> str:
    return reverse(name, args=[cast.club.uid, *rest])


@pytest.mark.full
@pytest.mark.databases
def test_the_register_is_sorted_searched_and_paged(cast: Cast, desk: Client) -> None:
    new = [MemberData(f"王{number}") for number in range(PAGE)]
    register.add_members(cast.club, cast.director, [*new, MemberData("曾志伟")])
    first = desk.get(at(cast, "desk_members"))
    assert len(first.context["rows"]) == PAGE
    second = desk.get(at(cast, "desk_members"), {"page": "2"})
    assert [person.name for person, *_ in second.context["rows"]] == ["曾志伟"]
    found = desk.get(at(cast, "desk_members"), {"q": "zengzhi"})
    assert [person.name for person, *_ in found.context["rows"]] == ["曾志伟"]
    assert desk.get(at(cast, "desk_members"), {"q": "nobody"}).context["rows"] == []


@pytest.mark.full
def test_a_member_is_added_and_changed(cast: Cast, desk: Client) -> None:
    sent = {"name": "张三", "aliases": "老三、阿三", "phone": "123", "number": "7"}
    assert desk.post(at(cast, "desk_member_add"), sent).status_code == 302
    person = members_of(cast.club).get()
    page = desk.get(at(cast, "desk_member", person.uid))
    assert page.context["form"]["aliases"].value() == "老三，阿三"
    changed = sent | {"name": "张珊", "birth_year": "1200"}
    wrong = desk.post(at(cast, "desk_member", person.uid), changed)
    assert list(wrong.context["form"].errors) == ["birth_year"]
    assert wrong.context["form"]["name"].value() == "张珊"
    changed["birth_year"] = "1960"
    assert desk.post(at(cast, "desk_member", person.uid), changed).status_code == 302
    person.refresh_from_db()
    assert (person.name, person.birth_year, person.number) == ("张珊", 1960, 7)


def test_contact_is_for_officials_of_the_club_alone(cast: Cast, client: Client) -> None:
    (person,) = register.add_members(cast.club, cast.director, [MemberData("张三", phone="4711")])
    client.force_login(cast.bob)
    assert client.get(at(cast, "desk_member", person.uid)).status_code == 404
    Membership.objects.create(user=cast.bob, club=cast.club, role=Role.REFEREE)
    assert client.get(at(cast, "desk_member", person.uid)).status_code == 403
    Membership.objects.create(user=cast.bob, club=cast.club, role=Role.DIRECTOR)
    assert b"4711" in client.get(at(cast, "desk_member", person.uid)).content


@pytest.mark.full
def test_two_are_merged_and_parted_on_the_page_of_one(cast: Cast, desk: Client) -> None:
    person, other = member(cast, "张三", number=1), member(cast, "张叁", number=2)
    page = desk.get(at(cast, "desk_member", person.uid), {"with": "zhangsan"})
    assert [row.pk for row, _event in page.context["others"]] == [other.pk]
    merge = at(cast, "desk_member_merge", person.uid)
    asks = desk.post(merge, {"other": other.uid}, follow=True)
    assert members_of(cast.club).count() == 2
    assert [one.name for one in asks.context["merging"]] == ["张三", "张叁"]
    assert "张三和张叁是同一人吗" in asks.content.decode()
    desk.post(merge, {"other": other.uid, "sure": "1"})
    other.refresh_from_db()
    assert other.same_as == person
    assert desk.get(at(cast, "desk_member", other.uid)).status_code == 404
    desk.post(at(cast, "desk_member_split", other.uid))
    other.refresh_from_db()
    assert other.same_as is None


def test_a_second_of_a_name_is_added_once_that_is_confirmed(cast: Cast, desk: Client) -> None:
    first = member(cast, "韩雪", number=12, home="城北棋社")
    address, sent = at(cast, "desk_member_add"), {"name": "韩 雪"}
    page = desk.post(address, sent)
    assert (page.status_code, members_of(cast.club).count()) == (200, 1)
    assert [one.number for one in page.context["namesakes"]] == [12]
    assert at(cast, "desk_member", first.uid) in page.content.decode()
    assert 'name="sure"' in page.content.decode()
    assert desk.post(address, sent | {"sure": "1"}).status_code == 302
    assert members_of(cast.club).count() == 2


@pytest.mark.full
def test_consent_is_asked_where_the_club_shows_members(cast: Cast, desk: Client) -> None:
    person = member(cast, "张三", number=1)
    pages = [at(cast, "desk_member_add"), at(cast, "desk_member", person.uid)]
    assert not any("shown" in desk.get(page).context["form"].fields for page in pages)
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.SEASONS.value])
    assert all("shown" in desk.get(page).context["form"].fields for page in pages)
    Club.objects.filter(pk=cast.club.pk).update(features=[])
    Person.objects.filter(pk=person.pk).update(shown=True)
    form = desk.get(pages[1]).context["form"]
    assert form["shown"].value() is True


@pytest.mark.full
def test_likely_doubles_are_merged_where_they_are_ticked(cast: Cast, desk: Client) -> None:
    persons = [member(cast, "张三", number=number) for number in (1, 2, 3)]
    page = desk.get(at(cast, "desk_member_doubles"))
    assert len(page.context["groups"]) == 1
    desk.post(at(cast, "desk_member_doubles"), {"group-1": [persons[0].uid, persons[2].uid]})
    assert list(members_of(cast.club).order_by("number")) == persons[:2]


@pytest.mark.full
def test_blanking_says_what_it_does_and_does_it(cast: Cast, desk: Client) -> None:
    person = member(cast, "张三", number=1)
    enter(cast, "张三")
    said = desk.get(at(cast, "desk_member_blank", person.uid))
    assert said.context["events"] == 1
    # Members of a committee are typed, and their rows are never changed.
    assert re.search("申诉委员|appeals with their committees", said.content.decode())
    assert desk.post(at(cast, "desk_member_blank", person.uid)).status_code == 302
    for address in (
        reverse("event", args=[cast.event.uid]),
        reverse("desk_entries", args=[cast.event.uid]),
        at(cast, "desk_members"),
    ):
        assert "张三" not in desk.get(address).content.decode()


@pytest.mark.full
@pytest.mark.parametrize("suffix", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_an_export_holds_what_an_import_reads(
    cast: Cast, desk: Client, suffix: str, language: str
) -> None:
    data = [
        MemberData(
            "张三", 1, ("老三", "阿三"), "male", 1950, "城北", True, "+86 1", "a@b.cn", "晚"
        ),
        MemberData("=李四", 2, (), "female"),
    ]
    register.add_members(cast.club, cast.director, data)
    headers = {"accept-language": language}
    content = desk.get(at(cast, f"desk_members_{suffix}"), headers=headers).content
    same = desk.post(
        at(cast, "desk_members_import"), {"file": SimpleUploadedFile("a", content)}
    ).context
    assert (same["same"], same["wrong"]) == (2, 0)
    Person.objects.filter(club=cast.club).update(number=None, guest=True)
    text = same["text"]["names"].value()
    assert desk.post(at(cast, "desk_members_import"), {"names": text, "store": "1"}).status_code
    stored = members_of(cast.club).order_by("number")
    assert [register.data_of(person) for person in stored] == data


@pytest.mark.full
def test_a_list_is_read_line_by_line_before_it_is_stored(cast: Cast, desk: Client) -> None:
    member(cast, "张三", number=1)
    member(cast, "李四", number=2)
    member(cast, "李四", number=3)
    text = (
        "编号\t姓名\t性别\t出生年\n1\t张珊\t女\t1950\n\t李四\t\t\n\t王五\tx\t12\n2\t\t\t\n2\t\t\t"
    )
    shown = desk.post(at(cast, "desk_members_import"), {"names": text})
    assert shown.status_code == 200
    lines = [row.line for row in shown.context["lines"]]
    wrong = {line.row: [code.name for code, _ in line.problems] for line in lines}
    assert wrong == {
        2: [],
        3: ["SEVERAL"],
        4: ["SEX", "YEAR"],
        5: [],
        6: ["TWICE", "NUMBER_TWICE"],
    }
    mended = "编号\t姓名\t性别\n1\t张珊\t女\n\t王五\t"
    sent = {"names": mended, "store": "1", MemberDoubt.RENAMED: DoubtAnswer.SAME}
    desk.post(at(cast, "desk_members_import"), sent)
    names = dict(members_of(cast.club).values_list("number", "name"))
    assert names == {1: "张珊", 2: "李四", 3: "李四", 4: "王五"}


@pytest.mark.full
def test_guests_of_an_event_are_taken_into_the_register(cast: Cast, desk: Client) -> None:
    first, second = enter(cast, "张三", "李四")
    names = desk.get(reverse("desk_entries", args=[cast.event.uid]))
    assert names.context["guests"] >= 2
    address = reverse("desk_entries_guests", args=[cast.event.uid])
    assert first in desk.get(address).context["guests"]
    desk.post(address, {"person": [first.uid]})
    assert list(members_of(cast.club)) == [first]
    second.refresh_from_db()
    assert second.guest


def second_event(cast: Cast) -> Event:
    """Return another event of the same form in the same tournament, with nobody in it."""
    plan = replace(plan_of(cast.event), name="下一场")
    return organise.create_event(cast.tournament, cast.director, plan)


@pytest.mark.full
def test_those_of_an_earlier_event_are_entered_with_ticks(cast: Cast, desk: Client) -> None:
    again = second_event(cast)
    address = reverse("desk_entries_earlier", args=[again.uid])
    assert list(desk.get(address).context["page"]) == [cast.event]
    query = f"{address}?of={cast.event.uid}"
    rows = desk.get(query).context["rows"]
    assert all(row["ticked"] for row in rows)
    assert desk.post(query).status_code == 200
    desk.post(query, {"entry": [row["entry"].uid for row in rows[:3]]})
    persons = Person.objects.filter(entry_members__entry__event=again)
    assert persons.count() == 3
    assert persons.filter(entry_members__entry__event=cast.event).count() == 3
    assert sum(row["there"] for row in desk.get(query).context["rows"]) == 3


class TestEarlierOfAnotherTournament:
    """A director of one tournament enters nobody from one that is not shown to the account."""

    @pytest.fixture
    def draft(self, cast: Cast) -> Event:
        """A draft event of another tournament of the club."""
        other = organise.create_tournament(
            cast.club,
            cast.director,
            name="秘密赛",
            starts_on=cast.tournament.starts_on,
            time_zone="Asia/Shanghai",
        )
        event = organise.create_event(other, cast.director, plan_of(cast.event))
        organise.add_entries(event, cast.director, [["隐名甲"], ["隐名乙"]])
        earlier = cast.event.created_at - timedelta(days=1)
        Event.objects.filter(pk=event.pk).update(created_at=earlier)
        return event

    @pytest.fixture
    def dora(self, cast: Cast) -> User:
        """A director of the tournament alone."""
        dora = people.account("dora")
        Membership.objects.create(user=dora, tournament=cast.tournament, role=Role.DIRECTOR)
        return dora

    def listed(self, client: Client, event: Event) -> list[Event]:
        address = reverse("desk_entries_earlier", args=[event.uid])
        return list(client.get(address).context["page"])

    @pytest.mark.full
    def test_it_is_neither_listed_nor_read_nor_entered(
        self, cast: Cast, draft: Event, dora: User, client: Client
    ) -> None:
        client.force_login(dora)
        assert self.listed(client, cast.event) == []
        address = reverse("desk_entries_earlier", args=[cast.event.uid]) + f"?of={draft.uid}"
        entry = draft.entries.first()
        assert entry
        assert client.get(address).status_code == 404
        assert client.post(address, {"entry": [entry.uid]}).status_code == 404

    @pytest.mark.full
    def test_who_directs_the_club_enters_from_it(
        self, cast: Cast, draft: Event, desk: Client
    ) -> None:
        assert self.listed(desk, cast.event) == [draft]
        address = reverse("desk_entries_earlier", args=[cast.event.uid]) + f"?of={draft.uid}"
        assert "隐名甲" in desk.get(address).content.decode()

    @pytest.mark.full
    def test_a_role_limited_to_one_event_reads_no_other(
        self, cast: Cast, draft: Event, dora: User, client: Client
    ) -> None:
        again = second_event(cast)
        held = dora.memberships.get()
        client.force_login(dora)
        assert self.listed(client, again) == [cast.event]
        RoleLimit.objects.create(membership=held, event=again)
        assert self.listed(client, again) == []
        there = Membership.objects.create(
            user=dora, tournament=draft.tournament, role=Role.DIRECTOR
        )
        assert self.listed(client, again) == [draft]
        there.delete()
        assert self.listed(client, again) == []


@pytest.mark.full
def test_pages_make_few_queries(
    cast: Cast, desk: Client, django_assert_max_num_queries: object
) -> None:
    for number in range(1, 30):
        member(cast, f"王{number}", number=number)
    person = member(cast, "张三", number=30)
    enter(cast, "张三")
    for address in (
        at(cast, "desk_members"),
        at(cast, "desk_members") + "?q=wang",
        at(cast, "desk_member", person.uid),
        at(cast, "desk_member", person.uid) + "?with=wang",
        at(cast, "desk_member_add"),
        at(cast, "desk_member_doubles"),
        at(cast, "desk_members_import"),
        at(cast, "desk_members_csv"),
        at(cast, "desk_member_blank", person.uid),
        reverse("desk_entries_guests", args=[cast.event.uid]),
        reverse("desk_entries_earlier", args=[cast.event.uid]),
    ):
        with django_assert_max_num_queries(16, info=address):  # type: ignore[operator]
            assert desk.get(address).status_code == 200
