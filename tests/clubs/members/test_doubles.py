"""Likely duplicates: proposed, told apart for good, and never merged where both take part."""

from __future__ import annotations

from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import doubles, merging
from tests import teams_cast
from tests.cast import Cast
from tests.clubs.members.test_keys import member
from tests.clubs.members.test_matching import enter
from tests.clubs.members.test_register import codes, is_clean
from tests.teams_cast import Teams
from tournaments.base.refusals import Reason
from tournaments.models import ClubEntry, LineUp, Person, ToldApart
from tournaments.persons.refusals import PersonReason
from tournaments.record.audit import Actor


def proposed(cast: Cast) -> list[list[int]]:
    return [[person.number or 0 for person in one.persons] for one in doubles.likely(cast.club)]


def three(cast: Cast) -> list[Person]:
    return [member(cast, "张三", number=number) for number in (1, 2, 3)]


def test_who_is_told_apart_is_not_proposed_again_until_it_is_taken_back(cast: Cast) -> None:
    first, second, third = three(cast)
    assert proposed(cast) == [[1, 2, 3]]
    assert doubles.tell_apart(cast.club, cast.director, [third, first]) == 1
    assert proposed(cast) == [[1, 2, 3]], "either may still be the second"
    assert doubles.tell_apart(cast.club, cast.director, [first, second, third]) == 2
    assert proposed(cast) == []
    row = ToldApart.objects.get(first=first, second=third)
    doubles.take_back(cast.club, cast.director, row.uid)
    assert proposed(cast) == [[1, 3]]
    verbs = list(ClubEntry.objects.order_by("seq").values_list("verb", flat=True))
    assert verbs[-3:] == ["tell_apart", "tell_apart", "take_back_apart"]
    assert is_clean(cast)
    assert codes(lambda: doubles.take_back(cast.club, cast.director, row.uid)) == [
        Reason.CHANGED_SINCE_PREVIEW
    ]


def test_what_is_said_of_a_double_is_said_of_its_member(cast: Cast) -> None:
    first, second, third = three(cast)
    doubles.tell_apart(cast.club, cast.director, [second, third])
    merging.merge(cast.club, cast.director, first, second)
    assert proposed(cast) == []
    merging.merge(cast.club, cast.director, first, third)
    assert not ToldApart.objects.exists(), "whoever merges has thought better of it"


def test_only_members_of_the_club_are_told_apart(cast: Cast) -> None:
    first, second, _third = three(cast)
    other = cast.charlie.memberships.get().club
    assert other is not None
    stranger = Person.objects.create(club=other, name="张三")
    for persons in ([first], [first, first], [first, stranger]):
        refused = codes(partial(doubles.tell_apart, cast.club, cast.director, persons))
        assert refused == [PersonReason.MEMBER_GONE]
    doubles.tell_apart(cast.club, cast.director, [first, second])
    uid = ToldApart.objects.get().uid
    assert codes(lambda: doubles.take_back(other, Actor.from_user(cast.charlie), uid)) == [
        Reason.CHANGED_SINCE_PREVIEW
    ]


def test_who_played_with_the_first_alone_is_left_out(cast: Cast) -> None:
    member(cast, "王五", number=1)
    member(cast, "王伍", number=2)
    enter(cast, "王五", "王伍")
    assert proposed(cast) == []
    member(cast, "王武", number=3)
    assert proposed(cast) == [[1, 2, 3]]


@pytest.mark.full
def test_a_group_is_told_apart_and_taken_back_on_the_page(cast: Cast, client: Client) -> None:
    client.force_login(cast.alice)
    first, second, third = three(cast)
    address = reverse("desk_member_doubles", args=[cast.club.uid])
    whole = [first.uid, second.uid, third.uid]
    client.post(address, {"of-1": whole, "group-1": [first.uid, third.uid], "apart": "1"})
    assert ToldApart.objects.count() == 1
    client.post(address, {"of-1": whole, "group-1": [first.uid], "apart": "1"})
    assert ToldApart.objects.count() == 3
    page = client.get(address)
    assert page.context["groups"] == []
    assert len(page.context["told"]) == 3
    client.post(address, {"back": page.context["told"][0][0]})
    assert ToldApart.objects.count() == 2
    nothing = client.post(address, {"group-1": [first.uid]}, follow=True)
    told = [str(one) for one in nothing.context["messages"]]
    assert told[-1] == "请在一组里至少勾选两个姓名。"


@pytest.mark.full
def test_what_is_done_to_one_group_keeps_the_ticks_of_others(cast: Cast, client: Client) -> None:
    client.force_login(cast.alice)
    first = three(cast)
    others = [member(cast, "李四", number=number) for number in (4, 5)]
    last = [member(cast, "王五", number=number) for number in (6, 7)]
    address = reverse("desk_member_doubles", args=[cast.club.uid])
    ticks = {"group-2": [other.uid for other in others]}
    whole = {"of-1": [person.uid for person in first], "group-1": [first[0].uid, first[2].uid]}
    answer = client.post(address, {**whole, **ticks, "apart": "1"})
    assert answer["Location"].endswith("#group-1")
    page = client.get(answer["Location"])
    assert page.context["ticked"] == {other.uid for other in others}
    assert page.content.decode().count(" checked") == 2 + 3, "those ticked, and who stays"
    assert page.context["here"] == 1
    ticks = {"group-3": [person.uid for person in last], "group-2": ticks["group-2"]}
    answer = client.post(address, {**ticks, "merge": "2"})
    parted = Person.objects.filter(number__in=(5, 7)).order_by("number")
    assert [person.same_as for person in parted] == [others[0], None]
    page = client.get(answer["Location"])
    assert page.context["ticked"] == {person.uid for person in last}


def named_in_a_line_up(teams: Teams, person: Person) -> LineUp:
    """A line-up that names somebody who has left the team since, as a stand-in may."""
    segment, side = teams.segment(), teams.side(2)
    handed_in = teams.hand_in(segment, 2)
    first, *others = handed_in.seats
    seats = [{**first, "person": person.uid}, *others]
    return LineUp.objects.create(segment=segment, side=side, version=2, seats=seats)


@pytest.mark.full
@pytest.mark.databases
def test_a_line_up_of_a_team_counts_as_taking_part(db: None) -> None:
    teams = teams_cast.assemble()
    cast, (stranger, other) = teams.cast, three(teams.cast)[:2]
    player = Person.objects.get(name="华清一")
    named_in_a_line_up(teams, stranger)
    for kept, double in ((player, stranger), (stranger, player)):
        refused = codes(partial(merge, cast, kept, double))
        assert refused == [PersonReason.MERGE_PLAY_TOGETHER]
    assert merge(cast, player, other) == other, "a member goes before a guest"
    assert codes(lambda: merge(cast, stranger, other)) == [PersonReason.MERGE_PLAY_TOGETHER]


@pytest.mark.full
@pytest.mark.databases
def test_who_rests_in_a_line_up_plays_in_the_event_all_the_same(db: None) -> None:
    teams = teams_cast.assemble()
    rests, plays = Person.objects.get(name="华清五"), Person.objects.get(name="城北一")
    teams.reveal(teams.segment())
    assert not rests.seats.exists()
    assert codes(lambda: merge(teams.cast, rests, plays)) == [PersonReason.MERGE_PLAY_TOGETHER]


def merge(cast: Cast, kept: Person, double: Person) -> Person:
    return merging.merge(cast.club, cast.director, kept, double)
