"""A typed name takes the member who has it, asks where several have it, and else makes a guest."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.members import typed_names
from tests.cast import Cast
from tests.clubs.members.test_keys import member
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.entries.pasted_values import PastedLine
from tournaments.models import Alias, Event, Person
from tournaments.organise import NewEntry
from tournaments.persons import matching
from tournaments.persons.refusals import PersonReason


def enter(cast: Cast, *names: str) -> list[Person]:
    entries = organise.add_entries(cast.event, cast.director, [[name] for name in names])
    return [entry.members.get().person for entry in entries]


def refusals(cast: Cast, *names: str) -> list[object]:
    with pytest.raises(Refused) as refused:
        enter(cast, *names)
    return [problem.code for problem in refused.value.problems]


@pytest.mark.full
@pytest.mark.parametrize("typed", ["张三", "张 三", "老三", "#12", "张三 #12", "老三＃12"])
def test_a_name_or_number_takes_the_member(cast: Cast, typed: str) -> None:
    person = member(cast, "张三", number=12)
    person.aliases.create(name="老三")
    assert enter(cast, typed) == [person]


@pytest.mark.full
@pytest.mark.parametrize(
    "typed", ["Li Na", pytest.param("LI NA", marks=pytest.mark.databases), "li  na", "Ｌｉ Ｎａ"]
)
def test_capitals_and_wide_letters_of_an_alias_do_not_matter(cast: Cast, typed: str) -> None:
    person = member(cast, "李娜", number=7)
    person.aliases.create(name="Li Na")
    person.aliases.create(name="Éva")
    assert enter(cast, typed) == [person]
    cast.event.entries.filter(members__person=person).delete()
    assert enter(cast, "Éva") == [person]


def test_an_unknown_name_is_a_guest(cast: Cast) -> None:
    (person,) = enter(cast, "张三")
    assert (person.guest, person.number, person.sort_key) == (True, None, "zhang san")


def test_who_is_chosen_needs_no_name(cast: Cast) -> None:
    guest = Person.objects.create(club=cast.club, name="张三", guest=True)
    (entry,) = organise.enter(cast.event, cast.director, [NewEntry(("?",), persons=(guest.uid,))])
    assert entry.members.get().person == guest


def test_a_name_of_several_members_is_asked(cast: Cast) -> None:
    member(cast, "张三", number=12, home="城北棋社")
    second = member(cast, "张三", number=15)
    with pytest.raises(Refused) as refused:
        enter(cast, "张三")
    (problem,) = refused.value.problems
    assert problem.code is PersonReason.MEMBER_SEVERAL
    assert dict(problem.values)["numbers"] == "#12 · 城北棋社 / #15"
    assert enter(cast, "张三 #15") == [second]


def test_number_0_says_that_somebody_is_no_member(cast: Cast) -> None:
    person = member(cast, "张三", number=12)
    (guest,) = enter(cast, "张三 #0")
    assert guest != person
    assert (guest.name, guest.guest) == ("张三", True)


def test_wrong_numbers_are_refused(cast: Cast) -> None:
    member(cast, "张三", number=12)
    assert refusals(cast, "#7") == [PersonReason.MEMBER_NUMBER_UNKNOWN, Reason.ENTRY_NAME_MISSING]
    assert refusals(cast, "李四 #12") == [PersonReason.MEMBER_NUMBER_OF_OTHER]


def test_a_member_of_another_club_is_not_known(cast: Cast) -> None:
    other = cast.charlie.memberships.get().club
    assert other is not None
    stranger = Person.objects.create(club=other, name="张三", number=12, sort_key="zhang san")
    (guest,) = enter(cast, "张三")
    assert guest != stranger
    assert refusals(cast, "#12")[0] is PersonReason.MEMBER_NUMBER_UNKNOWN
    new = NewEntry(("李四",), persons=(stranger.uid,))
    (entry,) = organise.enter(cast.event, cast.director, [new])
    assert entry.members.get().person.guest


def test_one_person_twice_is_refused_with_both_names(cast: Cast) -> None:
    person = member(cast, "张三", number=12)
    person.aliases.create(name="老三")
    assert refusals(cast, "张三", "老三") == [Reason.ENTRY_NAME_TWICE]
    enter(cast, "张三")
    assert refusals(cast, "#12") == [Reason.ENTRY_NAME_TWICE]
    double = member(cast, "张叁", number=13, same_as=person)
    assert refusals(cast, "张叁") == [Reason.ENTRY_NAME_TWICE]
    Person.objects.filter(pk=double.pk).update(same_as=None)


def test_who_plays_under_an_older_name_is_refused_with_both_names(cast: Cast) -> None:
    person, double = member(cast, "张三", number=12), member(cast, "张叁", number=13)
    enter(cast, "张叁")
    Person.objects.filter(pk=double.pk).update(same_as=person)
    with pytest.raises(Refused) as refused:
        enter(cast, "张三")
    (problem,) = refused.value.problems
    assert problem.code is PersonReason.PERSON_TWICE
    assert dict(problem.values)["other"] == "张叁"


@pytest.mark.full
def test_a_removed_entry_leaves_members_and_deletes_guests(cast: Cast) -> None:
    person = member(cast, "张三", number=12)
    (_, guest) = enter(cast, "张三", "李四")
    for entry in cast.event.entries.filter(members__person__in=[person, guest]):
        removed = organise.remove_entry(entry, cast.director)
    assert Person.objects.filter(pk=person.pk).exists()
    assert not Person.objects.filter(pk=guest.pk).exists()
    organise.restore_entry(cast.event, cast.director, removed)


def test_a_captain_who_is_a_player_is_one_person(cast: Cast) -> None:
    person = member(cast, "张三", number=12)
    Event.objects.filter(pk=cast.event.pk).update(form=Event.Form.TEAMS)
    cast.event.refresh_from_db()
    cast.event.entries.all().delete()
    (entry,) = organise.add_entries(
        cast.event,
        cast.director,
        [["张三 #12", "b", "c", "d"]],
        names=["队"],
        captains=["张三"],
    )
    assert entry.members.filter(person=person).count() == 2


@pytest.mark.full
def test_the_preview_of_a_list_asks_who_is_meant(cast: Cast, client: Client) -> None:
    member(cast, "张三", number=12)
    second = member(cast, "张三", number=15)
    known = member(cast, "李四", number=3)
    client.force_login(cast.alice)
    address = reverse("desk_entries_paste", args=[cast.event.uid])
    shown = client.post(address, {"names": "张三\n李四\n王五"})
    assert shown.context["asked"] == 1
    assert [one["matched"].numbers for one in shown.context["lines"]] == [(), (3,), ()]
    sent = {
        "names": "张三\n李四\n王五",
        "line": ["张三", "李四", "王五"],
        "seen": shown.context["seen"],
        "enter": "1",
    }
    rest = client.post(address, sent)
    assert rest.status_code == 200
    assert rest.context["form"]["names"].value() == "张三", "who is asked about stays in the box"
    entered = Person.objects.filter(entry_members__entry__event=cast.event)
    assert {"李四", "王五"} <= {person.name for person in entered}
    assert not entered.filter(name="张三").exists()
    left = {"names": "张三", "line": ["张三"], "enter": "1"}
    left["seen"] = client.post(address, {"names": "张三"}).context["seen"]
    unpicked = client.post(address, left | {"pick": ""})
    assert (unpicked.context["unpicked"], unpicked.context["changed"]) == (1, False)
    assert client.post(address, left | {"pick": "0:15:张三"}).status_code == 302
    entered = Person.objects.filter(entry_members__entry__event=cast.event)
    assert {second, known} <= set(entered)
    assert entered.get(name="王五").guest


@pytest.mark.full
def test_the_preview_of_a_list_says_why_it_was_not_entered(cast: Cast, client: Client) -> None:
    person = member(cast, "曾子文", number=12)
    Alias.objects.bulk_create([Alias(person=person, name=name) for name in ("老曾", "小曾")])
    client.force_login(cast.alice)
    address = reverse("desk_entries_paste", args=[cast.event.uid])
    names = ["老曾", "小曾"]
    seen = client.post(address, {"names": "\n".join(names)}).context["seen"]
    refused = client.post(
        address, {"names": "\n".join(names), "line": names, "seen": seen, "enter": "1"}
    )
    assert (refused.status_code, refused.context["changed"]) == (200, False)
    assert "error-summary" in refused.content.decode()
    assert refused.context["form"].errors


def test_an_alias_is_the_same_name_whatever_dot_is_typed(cast: Cast) -> None:
    person = member(cast, "买买提", number=12)
    Alias.objects.create(person=person, name="阿卜杜拉•买买提")
    Alias.objects.create(person=person, name="Ａbdul")
    found = matching.match(cast.club, ["阿卜杜拉 · 买买提", "abdul"])
    assert [one.person for one in found.values()] == [person, person]


@pytest.mark.full
def test_a_file_says_in_the_cell_whom_a_name_may_mean(cast: Cast, client: Client) -> None:
    member(cast, "张三", number=12)
    member(cast, "张三", number=15)
    client.force_login(cast.alice)
    address = reverse("desk_entries_file", args=[cast.event.uid])
    file = SimpleUploadedFile("list.csv", "姓名\n张三\n李四\n".encode())
    shown = client.post(address, {"file": file})
    assert shown.context["asked"] == 1
    words = " ".join(
        candidate.words
        for line in shown.context["lines"]
        for asked in line["matched"].asked
        for candidate in asked.candidates
    )
    assert "#12" in words
    assert "#15" in words
    sent = {"book": shown.context["book"], "line": ["", "张三 #12", "李四"], "enter": "1"}
    seen = client.post(address, sent).context["seen"]
    assert client.post(address, sent | {"seen": seen}).status_code == 302


def test_candidates_for_all_names_of_a_list_are_read_at_once(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    names = ("张三", "李四", "王五")
    for number, name in enumerate(names):
        member(cast, name, number=2 * number + 1)
        member(cast, name, number=2 * number + 2)
    lines = [PastedLine(row, name, members=(name,)) for row, name in enumerate(names, 1)]
    with CaptureQueriesContext(connection) as one:
        typed_names.matched_lines(cast.club, lines[:1])
    with django_assert_num_queries(len(one)):
        found = typed_names.matched_lines(cast.club, lines)
    assert [[one.number for one in line.asked[0].candidates] for line in found] == [
        [1, 2],
        [3, 4],
        [5, 6],
    ]
