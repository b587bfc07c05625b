"""Two members of one name play in one event; from then on lists have the number behind the name."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import merging, register
from clubs.registration import requests
from clubs.registration.refusals import RegistrationProblem
from tests.cast import Cast
from tests.clubs.members.test_entered_meanwhile import elsewhere
from tests.clubs.members.test_keys import member
from tests.clubs.members.test_matching import enter, refusals
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_requests import asked, codes
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.checks import verification
from tournaments.entries.list_problems import ListProblem
from tournaments.entries.roster import roster
from tournaments.jobs.models import Job, JobState
from tournaments.jobs.registry import Attempt
from tournaments.models import EntryMember, Event, Person, Seat, Tournament
from tournaments.organise.stand_ins import stand_in
from tournaments.persons import entering, marks, namesakes, renaming
from tournaments.persons.locking import lock_persons
from tournaments.record.audit import Verb
from tournaments.results import event_record, reading


@pytest.fixture
def two(cast: Cast) -> tuple[Person, Person]:
    return member(cast, "韩雪", number=12, home="城北棋社"), member(cast, "韩雪", number=37)


def listed(event: Event) -> list[str]:
    return [entrant.name for entrant in roster(event)][-2:]


@pytest.mark.full
def test_two_members_of_one_name_enter_and_are_told_apart(
    cast: Cast, two: tuple[Person, Person]
) -> None:
    assert enter(cast, "韩雪 #12") == [two[0]]
    assert listed(cast.event)[-1] == "韩雪"
    assert enter(cast, "韩雪 #37") == [two[1]]
    assert listed(cast.event) == ["韩雪 #12", "韩雪 #37"]
    names = [each.name for each in event_record.competitors(reading.read(cast.event)).values()]
    assert names[-2:] == ["韩雪 #12", "韩雪 #37"]
    assert verification.verify(cast.tournament) == []


def test_they_enter_in_one_list_too_and_nobody_twice(
    cast: Cast, two: tuple[Person, Person]
) -> None:
    assert refusals(cast, "韩雪 #12", "韩雪 #12") == [Reason.ENTRY_NAME_TWICE]
    assert enter(cast, "韩雪 #12", "韩雪 #37") == list(two)
    assert refusals(cast, "#37") == [Reason.ENTRY_NAME_TWICE]
    assert listed(cast.event) == ["韩雪 #12", "韩雪 #37"]


def test_a_double_of_whoever_takes_part_is_not_another(
    cast: Cast, two: tuple[Person, Person]
) -> None:
    enter(cast, "韩雪 #37")
    Person.objects.filter(pk=two[1].pk).update(same_as=two[0])
    assert refusals(cast, "韩雪 #12") == [Reason.ENTRY_NAME_TWICE]


def test_a_guest_has_no_number_and_is_refused(cast: Cast, two: tuple[Person, Person]) -> None:
    enter(cast, "韩雪 #12")
    assert refusals(cast, "韩雪 #0") == [Reason.ENTRY_NAME_TWICE]


@pytest.mark.full
def test_seats_say_who_of_the_two_sits_there(cast: Cast, two: tuple[Person, Person]) -> None:
    enter(cast, "韩雪 #12", "韩雪 #37", "壬", "癸")
    cast.round_in_play()
    seats = Seat.objects.filter(person__in=two).select_related("person")
    assert {seat.person.listed_name for seat in seats} <= {"韩雪 #12", "韩雪 #37"}
    names = reading.read(cast.event).names
    assert [names[person.pk] for person in two] == ["韩雪 #12", "韩雪 #37"]


def test_a_stand_in_has_the_name_of_a_player(cast: Cast, two: tuple[Person, Person]) -> None:
    enter(cast, "韩雪 #12")
    first = cast.event.entries.order_by("number")[0]
    stand_in(first, cast.director, "韩雪 #37", 1)
    two[1].refresh_from_db()
    assert two[1].listed_name == "韩雪 #37"


@pytest.mark.full
def test_a_member_is_renamed_to_the_name_of_another(cast: Cast, two: tuple[Person, Person]) -> None:
    other = member(cast, "韩学", number=40)
    enter(cast, "韩雪 #12", "韩学")
    row = EntryMember.objects.get(person=other)
    renaming.rename_member(row, cast.director, "韩雪")
    assert listed(cast.event) == ["韩雪 #12", "韩雪 #40"]
    row = EntryMember.objects.get(person=other)
    renaming.rename_member(row, cast.director, "韩学")
    assert listed(cast.event)[-1] == "韩学"


@pytest.mark.full
def test_nobody_is_marked_without_a_lock(
    cast: Cast, two: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = member(cast, "韩学", number=40)
    enter(cast, "韩雪 #12")

    def renamed_meanwhile(wanted: Collection[int]) -> dict[int, Person]:
        Person.objects.filter(pk=other.pk).update(name="韩雪")
        return lock_persons(wanted)

    monkeypatch.setattr(entering, "lock_persons", renamed_meanwhile)
    assert refusals(cast, "韩学") == [Reason.CHANGED_SINCE_PREVIEW]
    assert Person.objects.get(pk=two[0].pk).mark == ""
    monkeypatch.undo()
    Person.objects.filter(pk=other.pk).update(name="韩雪")
    assert enter(cast, "韩雪 #40") == [other]
    assert listed(cast.event) == ["韩雪 #12", "韩雪 #40"]


@pytest.mark.full
def test_the_mark_follows_the_number_and_goes_with_the_name(
    cast: Cast, two: tuple[Person, Person]
) -> None:
    enter(cast, "韩雪 #12", "韩雪 #37")
    first, second = (Person.objects.get(pk=person.pk) for person in two)
    register.change_member(first, cast.director, replace(register.data_of(first), number=5))
    assert listed(cast.event)[0] == "韩雪 #5"
    merging.blank(cast.club, cast.director, second)
    assert listed(cast.event)[1] == "***"


def revision(event: Event) -> int:
    return Event.objects.get(pk=event.pk).public_revision


def run_jobs() -> None:
    for job in Job.objects.filter(kind=namesakes.SHOW_MARKS, state=JobState.QUEUED):
        marks.make(
            Attempt(job.uid, job.kind, job.payload, job.about, 1), lambda _done, _all: None
        )()


@pytest.mark.full
def test_pages_of_another_tournament_follow_a_mark(cast: Cast, two: tuple[Person, Person]) -> None:
    other = elsewhere(cast)
    organise.add_entries(other, cast.director, [["韩雪 #12"]])
    enter(cast, "韩雪 #12")
    assert not Job.objects.filter(kind=namesakes.SHOW_MARKS).exists()
    before = revision(other)
    enter(cast, "韩雪 #37")
    (job,) = Job.objects.filter(kind=namesakes.SHOW_MARKS)
    assert (job.about, job.payload) == (other.tournament.uid, {"persons": [two[0].uid]})
    run_jobs()
    entry = other.tournament.log.latest("seq")
    assert before < revision(other) == entry.seq
    assert (entry.actor, entry.verb) == ("system:huapai", Verb.RENAME_PERSON)
    assert listed(other) == ["韩雪 #12"]
    EntryMember.objects.filter(entry__event=other).delete()
    run_jobs()
    assert other.tournament.log.latest("seq") == entry, "nobody of theirs plays there any more"
    assert verification.verify(Tournament.objects.get(pk=other.tournament_id)) == []


@pytest.mark.full
def test_pages_of_a_tournament_follow_a_number_that_is_a_mark(
    cast: Cast, two: tuple[Person, Person]
) -> None:
    enter(cast, "韩雪 #12", "韩雪 #37")
    (first, _second), before = (
        Person.objects.filter(name="韩雪").order_by("pk"),
        revision(cast.event),
    )
    register.change_member(first, cast.director, replace(register.data_of(first), home="北城"))
    assert revision(cast.event) == before
    register.change_member(first, cast.director, replace(register.data_of(first), number=5))
    assert revision(cast.event) > before


@pytest.mark.full
def test_a_pasted_list_asks_for_both(
    cast: Cast, two: tuple[Person, Person], client: Client
) -> None:
    client.force_login(cast.alice)
    address = reverse("desk_entries_paste", args=[cast.event.uid])
    answer = client.post(address, {"names": "韩雪\n韩雪"})
    page = answer.content.decode()
    assert page.count('name="pick"') == 2
    seen = answer.context["seen"]
    picks = ["0:12:韩雪", "1:37:韩雪"]
    lines = {"names": "韩雪\n韩雪", "line": ["韩雪", "韩雪"], "pick": picks, "seen": seen}
    answer = client.post(address, {**lines, "enter": "1"})
    assert answer.status_code == 302
    assert listed(cast.event) == ["韩雪 #12", "韩雪 #37"]
    again = client.post(address, {"names": "韩雪 #12\n韩雪#12"}).context["pasted"]
    assert [line.left_out.code for line in again.lines] == [ListProblem.LEFT_TAKEN] * 2


def test_a_name_of_one_member_stands_in_a_pasted_list_once(cast: Cast, client: Client) -> None:
    member(cast, "韩雪", number=12)
    client.force_login(cast.alice)
    address = reverse("desk_entries_paste", args=[cast.event.uid])
    pasted = client.post(address, {"names": "韩雪\n韩雪"}).context["pasted"]
    assert [line.is_entry for line in pasted.lines] == [True, False]


@pytest.mark.full
def test_both_ask_by_their_links(cast: Cast, two: tuple[Person, Person]) -> None:
    opened(cast)
    first, second = two
    requests.ask(cast.event, asked("韩雪", person=first))
    request = requests.ask(cast.event, asked("韩雪", person=second))
    again = [RegistrationProblem.ASKED_ALREADY]
    assert codes(lambda: requests.ask(cast.event, asked("韩雪", person=second))) == again
    for row in requests.asked_of(cast.event):
        requests.approve(row, cast.director)
    request.refresh_from_db()
    assert request.state == "entered"
    assert listed(cast.event) == ["韩雪 #12", "韩雪 #37"]


def test_a_stranger_is_told_of_a_name_that_takes_part_whoever_has_it(
    cast: Cast, two: tuple[Person, Person]
) -> None:
    opened(cast)
    organise.add_entries(cast.event, cast.director, [["韩雪 #12"], ["林黛"]])
    for name in ("韩雪", "林黛"):
        entered = [RegistrationProblem.ENTERED_ALREADY]
        assert codes(lambda: requests.ask(cast.event, asked(name))) == entered  # noqa: B023
    # Who asks by the own link is known.
    assert requests.ask(cast.event, asked("韩雪", person=two[1])).state == "asked"
