"""What one member sees and does on the own page: the own rows, of the own club's events."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.credentials.devices import Guesser
from clubs.credentials.slips import LINK, new_link
from clubs.registration import offers, requests, terms
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.terms import EntryTerms
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_entered_names import enters, member, name_of, shown, visit_of
from tests.clubs.registration.test_names_decided import drawn_as, second_event
from tests.clubs.registration.test_requests import asked, codes
from tests.clubs.registration.test_whose_rows import ask_as, pairs
from tournaments import organise
from tournaments.models import (
    Club,
    ConfirmedBy,
    Door,
    EnteredName,
    Entry,
    EntryMember,
    EntryRequest,
    Event,
    Person,
    RegistrationTerms,
    Round,
    WithdrawalRequest,
)
from tournaments.record.audit import Actor

NOON = datetime(2026, 11, 21, 12, tzinfo=timezone.get_fixed_timezone(480))
SECOND = timedelta(seconds=1)
BY = Guesser("", "198.51.100.4")
CLOSED = [RegistrationProblem.CLOSED]


def event_of_another_club(cast: Cast) -> Event:
    """Return an event of another club that everybody may enter."""
    club = Club.objects.exclude(pk=cast.club.pk).get()
    actor = Actor.from_user(cast.charlie)
    there = organise.create_tournament(
        club, actor, name="南赛", starts_on=cast.tournament.starts_on, time_zone="Asia/Shanghai"
    )
    plan = organise.EventPlan("个人赛", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(there, actor, plan)
    terms.set_terms(event, actor, EntryTerms("public"))
    return event


def moving(**values: Any) -> offers._Moving:
    row: dict[str, Any] = dict.fromkeys(field.name for field in fields(offers._Moving))
    return offers._Moving(**(row | values))


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({}, (False, False)),
        ({"closes_at": NOON + SECOND}, (False, False)),
        ({"closes_at": NOON}, (True, False)),
        ({"starts_at": NOON + 60 * SECOND, "check_in_minutes": 1}, (False, True)),
        ({"starts_at": NOON + 61 * SECOND, "check_in_minutes": 1}, (False, False)),
        ({"starts_at": NOON}, (False, False)),
        ({"check_in_minutes": 1}, (False, False)),
    ],
)
def test_the_section_changes_at_the_second_when_an_event_closes_or_the_window_opens(
    values: dict[str, Any], found: tuple[bool, bool]
) -> None:
    assert moving(**values).by_the_hour(NOON) == found


def noted(person: Person) -> tuple[bool, ...]:
    """Return what the values of the section say that it may contain."""
    visit = visit_of(person)
    offers.moved(visit)
    known = visit.notes[offers.NAME]
    return (known.may_enter, known.has_entry, known.has_asked, known.has_name)


@pytest.mark.full
def test_the_section_notes_what_it_has_to_read(empty: Cast) -> None:
    opened(empty)
    person, other = member(empty), member(empty, "李四")
    assert noted(person) == (True, False, False, False)
    request = ask_as(empty, person)
    assert noted(person) == (True, False, True, False)
    requests.approve(request, empty.director)
    assert noted(person) == (True, True, True, False)
    assert noted(other) == (True, False, False, False)
    drawn_as(empty.event, Round.State.CANCELLED)
    assert noted(other) == (True, False, False, False)
    drawn_as(empty.event, Round.State.DRAFT)
    assert noted(other) == (False, False, False, False)
    Round.objects.all().delete()
    opened(empty, is_approved=False)
    enters(empty, "李四")
    assert noted(other) == (True, False, False, True)
    EnteredName.objects.update(by=ConfirmedBy.DIGITS)
    assert noted(other) == (True, False, False, False)
    terms.set_terms(empty.event, empty.director, EntryTerms(""))
    assert noted(other)[0] is False


@pytest.mark.full
def test_the_section_changes_by_what_is_the_own_and_by_the_events_of_the_club(
    empty: Cast,
) -> None:
    opened(empty, is_approved=False)
    person, other = member(empty), member(empty, "李四")
    seen = offers.moved(visit_of(person))
    away = event_of_another_club(empty)
    requests.ask(away, asked("王五"))
    assert offers.moved(visit_of(person)) == seen
    rows = [ask_as(empty, other), ask_as(empty, person)]
    theirs, mine = (row.entry for row in rows)
    assert theirs is not None
    assert mine is not None
    seen = offers.moved(visit_of(person))
    for entry, is_own in ((theirs, False), (mine, True)):
        WithdrawalRequest.objects.create(entry=entry)
        assert (offers.moved(visit_of(person)) != seen) is is_own


@pytest.mark.full
def test_what_moves_in_one_event_moves_nothing_in_another(empty: Cast) -> None:
    opened(empty, is_approved=False)
    person, elsewhere = member(empty), second_event(empty)
    ask_as(empty, person)
    WithdrawalRequest.objects.create(entry=Entry.objects.get())
    # The values of the other event are in the second row.
    values = str(offers.moved(visit_of(person)))
    first, second = values.split("), (")
    assert str(RegistrationTerms.objects.get(event=elsewhere).pk) in second
    assert "open" in first
    assert "open" not in second
    seen = offers.moved(visit_of(person))
    EntryRequest.objects.update(decided_at=None)
    assert offers.moved(visit_of(person)) != seen
    withdrawn = enters(empty, "赵六")
    Entry.objects.filter(pk=withdrawn.pk).update(state=Entry.State.WITHDRAWN)
    seen = offers.moved(visit_of(person))
    EntryRequest.objects.filter(entry=withdrawn).update(entry=None)
    Entry.objects.filter(pk=withdrawn.pk).delete()
    assert offers.moved(visit_of(person)) == seen


def offered(person: Person) -> set[Event]:
    return {one.event for one in shown(person).to_enter}


@pytest.mark.full
def test_an_event_is_offered_that_the_club_plays_that_is_open_and_not_drawn(empty: Cast) -> None:
    opened(empty)
    person, elsewhere = member(empty), second_event(empty)
    away = event_of_another_club(empty)
    both = {empty.event, elsewhere}
    assert offered(person) == both
    drawn_as(elsewhere, Round.State.CANCELLED)
    assert offered(person) == both
    drawn_as(elsewhere, Round.State.DRAFT)
    assert offered(person) == {empty.event}
    Round.objects.all().delete()
    for state in (Event.State.FINISHED, Event.State.CANCELLED):
        Event.objects.filter(pk=empty.event.pk).update(state=state)
        assert offered(person) == {elsewhere}
    Event.objects.update(state=Event.State.PUBLISHED)
    terms.set_terms(empty.event, empty.director, EntryTerms(Door.CLOSED))
    assert offered(person) == {elsewhere}
    act = lambda: offers.act(visit_of(person), {"what": "enter", "event": away.uid})  # noqa: E731
    assert codes(act) == CLOSED
    offers.act(visit_of(person), {"what": "enter", "event": elsewhere.uid})
    assert EntryRequest.objects.get().event == elsewhere


@pytest.mark.full
def test_an_offered_event_tells_how_full_it_is(cast: Cast) -> None:
    opened(cast, places=9)
    elsewhere = second_event(cast)
    requests.ask(elsewhere, asked("张三"))
    person = member(cast, "王五")
    Entry.objects.filter(number=1).update(state=Entry.State.WITHDRAWN)
    Entry.objects.filter(event=cast.event, number=2).update(kind=Entry.Kind.HOUSE)
    rows = [requests.ask(cast.event, asked(name)) for name in ("张三", "李四", "赵六", "孙七")]
    for row, state in zip(rows, ("waiting", "refused", "asked", "asked"), strict=True):
        EntryRequest.objects.filter(pk=row.pk).update(state=state)
    (standing,) = (one.standing for one in shown(person).to_enter if one.event == cast.event)
    assert standing == terms.Occupancy(6, 9, 1, 2)
    assert terms.standing(cast.event, terms.terms_of(cast.event)) == standing
    assert standing.free == 2


@pytest.mark.full
def test_own_is_what_the_member_plays_in_this_club_where_registration_is_open(
    empty: Cast,
) -> None:
    opened(empty, is_approved=False)
    person, other, elsewhere = member(empty), member(empty, "李四"), second_event(empty)
    ask_as(empty, person)
    ask_as(empty, other, elsewhere)
    assert [one.event for one in shown(person).own] == [empty.event]
    assert [one.event for one in shown(other).own] == [elsewhere]
    withdraw = {"what": "withdraw", "event": elsewhere.uid}
    act = lambda: offers.act(visit_of(person), withdraw)  # noqa: E731
    assert codes(act) == [RegistrationProblem.NOT_ENTERED]
    away = Club.objects.exclude(pk=empty.club.pk).get()
    assert offers.read(replace(visit_of(person), club=away)) is None
    drawn_as(empty.event, Round.State.CANCELLED)
    drawn_as(elsewhere, Round.State.DRAFT)
    assert [one.is_drawn for one in shown(person).own] == [False]
    assert [one.is_drawn for one in shown(other).own] == [True]
    ask_as(empty, other)
    offers.act(visit_of(other), {"what": "withdraw", "event": elsewhere.uid})
    states = {one.event: one.is_asked_to_withdraw for one in shown(other).own}
    assert states == {empty.event: False, elsewhere: True}
    RegistrationTerms.objects.filter(event=empty.event).delete()
    assert shown(person).own == ()


@pytest.mark.full
def test_a_request_is_shown_to_who_made_it_while_its_event_is_played(empty: Cast) -> None:
    opened(empty)
    person, other = member(empty), member(empty, "李四")
    elsewhere = second_event(empty)
    terms.set_terms(elsewhere, empty.director, EntryTerms("public", False, None, 1))
    for name in ("王五", "赵六"):
        requests.ask(elsewhere, asked(name))
    refused = ask_as(empty, person)
    requests.reject(refused, empty.director, "满员")
    again = ask_as(empty, person)
    assert [one.request for one in shown(person).own] == [again]
    assert shown(other).own == ()
    EntryRequest.objects.filter(pk=again.pk).update(state=EntryRequest.State.WAITING)
    assert [one.waits_at for one in shown(person).own] == [1]
    requests.approve(again, empty.director)
    assert [one.request for one in shown(person).own] == [None]
    Event.objects.filter(pk=empty.event.pk).update(state=Event.State.FINISHED)
    assert shown(person).own == ()
    ask = ask_as(empty, other, elsewhere)
    assert [one.waits_at for one in shown(other).own] == [2]
    Event.objects.filter(pk=elsewhere.pk).update(state=Event.State.FINISHED)
    assert (ask.state, shown(other).own) == ("waiting", ())


@pytest.mark.full
def test_the_key_of_a_form_is_kept_until_it_has_made_a_request(empty: Cast) -> None:
    opened(empty)
    requests.ask(empty.event, asked("王五"))
    person, key = member(empty), new_link()

    def offer(**typed: str) -> offers.OpenEvent:
        section = offers.read(replace(visit_of(person), typed=typed))
        assert section is not None
        found: offers.OpenEvent
        (found,) = section.content.to_enter
        return found

    assert offer(event=empty.event.uid, key=key).key == key
    assert offer(event="x", key=key).key != key
    assert LINK.fullmatch(offer().key)
    requests.ask(empty.event, asked("赵六", key=key))
    fresh = offer(event=empty.event.uid, key=key).key
    assert fresh != key
    assert LINK.fullmatch(fresh)


@pytest.mark.full
def test_who_was_entered_by_others_reads_the_partners_and_no_captain(empty: Cast) -> None:
    person, event = member(empty), pairs(empty)
    terms.set_terms(event, empty.director, EntryTerms("public", is_approved=False))
    entry = enters(empty, "张三", "李四", event=event)
    captain = EntryMember.objects.get(entry=entry, number=2)
    EntryMember.objects.create(
        entry=entry, person=captain.person, role=EntryMember.Role.CAPTAIN, number=3
    )
    assert [one.others for one in shown(person).names] == [("李四",)]
    EnteredName.objects.update(by=ConfirmedBy.MEMBER)
    assert shown(person).names == ()
    EnteredName.objects.update(by=ConfirmedBy.NOBODY)
    Event.objects.update(state=Event.State.CANCELLED)
    assert shown(person).names == ()
    assert name_of(entry).person == person
