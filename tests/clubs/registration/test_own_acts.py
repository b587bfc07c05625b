"""What a player is told of one own event, and what each button of it does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clubs.credentials.devices import Guesser
from clubs.credentials.slips import new_link
from clubs.registration import confirming, own, requests, terms, withdrawals
from clubs.registration.own import NextSeats, OwnEvent
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.requests import RequestedEntry
from clubs.registration.terms import EntryTerms
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_entered_names import enters, member
from tests.clubs.registration.test_names_decided import drawn_as, second_event
from tests.clubs.registration.test_requests import asked, codes
from tests.clubs.registration.test_whose_rows import pairs
from tournaments import organise
from tournaments.models import (
    ConfirmedBy,
    Door,
    EnteredName,
    Entry,
    EntryMember,
    EntryRequest,
    Event,
    Round,
    WithdrawalRequest,
    WithdrawalState,
)

BY = Guesser("", "198.51.100.4")
CLOSED = [RegistrationProblem.CLOSED]


@pytest.mark.parametrize("state", [None, *Entry.State])
def test_an_own_event_is_what_its_entry_says(state: str | None) -> None:
    event = Event()
    entry = None if state is None else Entry(event=event, state=state)
    known = OwnEvent(event, None, entry, "")
    assert known.is_present is (state == Entry.State.CHECKED_IN)
    assert known.has_withdrawn is (state == Entry.State.WITHDRAWN)
    assert not known.is_asked_to_withdraw


@pytest.mark.parametrize("state", list(WithdrawalState))
def test_only_an_open_request_to_withdraw_awaits_the_desk(state: str) -> None:
    known = OwnEvent(Event(), None, None, "", leaving=WithdrawalRequest(state=state))
    assert known.is_asked_to_withdraw is (state == WithdrawalState.OPEN)


@pytest.mark.full
@pytest.mark.parametrize("state", list(Entry.State))
@pytest.mark.parametrize("of_event", [Event.State.PUBLISHED, Event.State.FINISHED])
def test_who_is_in_may_withdraw_while_the_event_is_played(state: str, of_event: str) -> None:
    entry = Entry(event=Event(state=of_event), state=state)
    known = own.of_entry(entry, EntryTerms(), is_drawn=False, leaving=None)
    is_in = state != Entry.State.WITHDRAWN
    assert known.may_withdraw is (is_in and of_event == Event.State.PUBLISHED)


@pytest.mark.full
def test_the_page_of_a_request_names_the_players_and_who_has_proved_the_link(
    empty: Cast,
) -> None:
    member(empty)
    member(empty, "李四", "139 0000 0002")
    event = pairs(empty)
    terms.set_terms(event, empty.director, EntryTerms("public", is_approved=False))
    request = requests.ask(event, asked("张三", "李四"))
    entry = request.entry
    assert entry is not None
    EntryMember.objects.create(
        entry=entry,
        person=EntryMember.objects.get(number=2).person,
        role=EntryMember.Role.CAPTAIN,
        number=3,
    )

    def read() -> tuple[list[tuple[str, bool]], bool, str]:
        known = own.of_request(EntryRequest.objects.get(pk=request.pk))
        return [(one.name, one.is_proved) for one in known.names], known.is_to_prove, known.name

    assert read() == ([("张三", False), ("李四", False)], True, "张三／李四")
    own.act(
        own.of_request(request),
        requests.PUBLIC,
        {"what": "digits", "player": "2", "digits": "0002"},
        by=BY,
    )
    assert read() == ([("张三", False), ("李四", True)], True, "张三／李四")
    EnteredName.objects.update(by=ConfirmedBy.DIGITS)
    assert read()[1] is False
    EnteredName.objects.update(by=ConfirmedBy.DESK)
    terms.set_terms(event, empty.director, EntryTerms("public"))
    assert read()[1] is False


@pytest.mark.full
def test_a_request_without_an_entry_has_the_name_of_the_team_or_of_its_players(
    empty: Cast,
) -> None:
    row = EntryRequest(event=empty.event, state="asked", names=["张三", "李四"])
    assert (own.of_request(row).name, own.of_request(row).waits_at) == ("张三／李四", 0)
    row.team = "红队"
    assert own.of_request(row).name == "红队"
    opened(empty, is_approved=False, places=1)
    _in, first, second = (requests.ask(empty.event, asked(name)) for name in "甲乙丙")
    assert [own.of_request(each).waits_at for each in (first, second)] == [1, 2]


@pytest.mark.full
@pytest.mark.parametrize("what", ["check_in", "withdraw", "digits", "stay", ""])
def test_without_an_entry_a_request_is_taken_back_and_nothing_else(empty: Cast, what: str) -> None:
    opened(empty)
    request = requests.ask(empty.event, asked("张三"))
    waits = own.of_request(request)
    own.act(waits, requests.PUBLIC, {"what": what}, by=BY)
    request.refresh_from_db()
    assert request.state == "asked"
    own.act(replace(waits, request=None), requests.PUBLIC, {"what": "take_back"})
    request.refresh_from_db()
    assert request.state == "asked"
    own.act(waits, requests.PUBLIC, {"what": "take_back"})
    request.refresh_from_db()
    assert request.state == "taken_back"


@pytest.mark.full
def test_digits_are_typed_by_a_link_of_the_public_door_alone(open_event: Cast) -> None:
    member(open_event)
    entry = enters(open_event, "张三")
    known = OwnEvent(open_event.event, None, entry, "")
    sent = {"what": "digits", "player": "1", "digits": "5678"}
    own.act(known, requests.PUBLIC, sent)
    own.act(known, requests.PUBLIC, sent | {"what": "x"}, by=BY)
    own.act(known, requests.PUBLIC, sent | {"what": "take_back"}, by=BY)
    assert not confirming.proved_players(entry)
    wrong = [RegistrationProblem.DIGITS_WRONG]
    assert codes(lambda: own.act(known, requests.PUBLIC, sent | {"player": "7"}, by=BY)) == wrong
    own.act(known, requests.PUBLIC, sent, by=BY)
    assert confirming.proved_players(entry) == {1}


@pytest.mark.full
def test_the_next_seats_are_those_of_the_entry_in_the_last_round_of_its_own_event(
    cast: Cast,
) -> None:
    elsewhere = second_event(cast)
    entry = cast.event.entries.select_related("event").get(number=1)
    for _each in range(3):
        drawn_as(elsewhere, Round.State.PUBLISHED)
    assert own.next_seats(entry) == NextSeats()
    cast.drawn_round()
    assert own.next_seats(entry) == NextSeats()
    round_ = cast.event.rounds.get()
    organise.publish_round(round_, cast.director)
    found = own.next_seats(entry)
    assert (found.round, [seat[0] for seat in found.seats], found.has_bye) == (1, ["甲"], False)
    other = cast.event.entries.get(number=2)
    guest = other.members.get().person
    EntryMember.objects.create(entry=entry, person=guest, role="player", number=2)
    assert [seat[0] for seat in own.next_seats(entry).seats] == ["甲"]
    Event.objects.filter(pk=cast.event.pk).update(state=Event.State.FINISHED)
    entry.event.refresh_from_db()
    assert own.next_seats(entry) == NextSeats(1)
    Event.objects.filter(pk=cast.event.pk).update(state=Event.State.PUBLISHED)
    entry.event.refresh_from_db()
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    assert own.next_seats(entry) == NextSeats(1)


@pytest.mark.full
def test_each_entry_has_its_own_last_request_to_withdraw(cast: Cast) -> None:
    first, second, third = cast.event.entries.filter(number__lte=3).order_by("number")
    rows = [
        WithdrawalRequest.objects.create(entry=entry, state=state)
        for entry, state in ((first, "refused"), (first, "open"), (second, "refused"))
    ]
    assert withdrawals.newest([first, third]) == {first.pk: rows[1]}
    assert withdrawals.open_of(first) == rows[1]
    assert withdrawals.open_of(second) is None
    assert [*withdrawals.asked_of(cast.event)] == [rows[1]]
    assert [*withdrawals.asked_of(second_event(cast))] == []


@pytest.mark.full
def test_a_member_enters_with_the_own_link_what_others_may_not(empty: Cast) -> None:
    opened(empty, door=Door.MEMBERS)
    person = member(empty)
    assert codes(lambda: requests.ask(empty.event, asked("李四"))) == CLOSED
    wanted = RequestedEntry((person.name,), new_link(), person=person)
    assert (wanted.by_member, asked("李四").by_member) == (True, False)
    assert requests.ask(empty.event, wanted).person == person
