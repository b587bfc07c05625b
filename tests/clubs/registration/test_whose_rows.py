"""Whose rows are meant: of one event, tournament and member, where there are several."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.credentials.slips import new_link
from clubs.registration import at_the_door, confirming, kiosk, own, requests, terms, waiting
from clubs.registration.own import OwnEvent
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.requests import RequestedEntry
from clubs.registration.terms import EntryTerms, Occupancy
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_entered_names import enters, member, name_of, shown, states
from tests.clubs.registration.test_requests import asked, codes
from tests.clubs.registration.test_terms import another_event, another_tournament
from tournaments import organise
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    Club,
    ClubFeature,
    ConfirmedBy,
    Credential,
    EnteredName,
    EnteredNameState,
    Entry,
    EntryMember,
    EntryRequest,
    Event,
    Person,
    RegistrationTerms,
)
from tournaments.organise.entries import NAME_LENGTH
from tournaments.persons.refusals import PersonReason
from web.publish.alerts import alert_bar


def pairs(cast: Cast) -> Event:
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2, form=Event.Form.PAIRS)
    return organise.create_event(cast.tournament, cast.director, plan)


@pytest.mark.parametrize(
    ("entered", "waits", "is_full"), [(1, 0, False), (2, 0, True), (1, 1, True), (3, 0, True)]
)
def test_an_event_is_full_once_all_its_places_are_taken(
    entered: int, waits: int, is_full: bool
) -> None:
    assert Occupancy(entered, 2, waits, 0).is_full is is_full
    assert not Occupancy(entered, None, waits, 0).is_full


@pytest.mark.parametrize(("minutes", "told"), [(45, 45), (None, 0)])
def test_the_log_tells_when_players_may_check_in(
    empty: Cast, minutes: int | None, told: int
) -> None:
    terms.set_terms(empty.event, empty.director, EntryTerms("public", check_in_minutes=minutes))
    entry = empty.tournament.log.order_by("-seq")[0]
    assert f'"check_in_minutes":{told}' in entry.body.replace(" ", "")


def test_who_waits_at_the_door_is_named_by_the_players_in_the_order_of_their_numbers(
    empty: Cast,
) -> None:
    event = pairs(empty)
    opened(empty)
    terms.set_terms(event, empty.director, EntryTerms("public", is_approved=False))
    entry = enters(empty, "甲甲", "乙乙", event=event)
    first, second = entry.members.order_by("number")
    # The rows of a stand-in and of a captain may come before those of who plays.
    EntryMember.objects.filter(pk=first.pk).update(number=7)
    at_the_door.note(entry, empty.director)
    assert [row.name for row in at_the_door.waiting(event)] == ["乙乙／甲甲"]
    Entry.objects.filter(pk=entry.pk).update(name="红队")
    assert [row.name for row in at_the_door.waiting(event)] == ["红队"]
    assert at_the_door.waiting(empty.event) == []
    assert second.pk > first.pk


def test_a_name_that_is_gone_or_was_given_to_a_guest_is_confirmed_by_the_desk_alone(
    open_event: Cast,
) -> None:
    member(open_event)
    name = name_of(enters(open_event, "张三"))
    EnteredName.objects.filter(pk=name.pk).update(state=EnteredNameState.GUEST)
    by_member = lambda: confirming.confirm(name, open_event.director, ConfirmedBy.DIGITS)  # noqa: E731
    assert codes(by_member) == [PersonReason.NAME_DECIDED]
    confirming.confirm(name, open_event.director)
    assert states(name.player.entry) == [("confirmed", "desk")]
    EnteredName.objects.filter(pk=name.pk).delete()
    assert codes(lambda: confirming.confirm(name, open_event.director)) == [
        PersonReason.NAME_DECIDED
    ]


def test_a_kiosk_awaits_the_competitors_of_its_own_tournament(cast: Cast) -> None:
    elsewhere = another_tournament(cast)
    event = another_event(cast, elsewhere)
    terms.set_terms(event, cast.director, EntryTerms("public", is_approved=False))
    enters(cast, "甲甲", event=event)
    assert len(kiosk.expected(elsewhere)) == 1
    assert len(kiosk.expected(cast.tournament)) == cast.event.entries.count()


@pytest.mark.full
def test_a_tap_is_taken_back_at_its_own_kiosk_and_until_the_draw(cast: Cast) -> None:
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.KIOSK.value])
    entry = cast.event.entries.get(number=3)
    kiosks: list[Credential] = []
    for _each in range(2):
        kiosk.open_kiosk(cast.tournament, cast.alice)
        kiosks.append(kiosk.kiosks(cast.tournament).order_by("-pk")[0])
    here, other = kiosks
    _shown, token = kiosk.check_in(here, entry.uid)
    assert codes(lambda: kiosk.undo(other, token)) == [RegistrationProblem.UNDO_LATE]
    organise.check_in(cast.event, cast.director, [1, 2, 3, 4])
    cast.drawn_round()
    assert codes(lambda: kiosk.undo(here, token)) == [RegistrationProblem.UNDO_LATE]
    entry.refresh_from_db()
    assert entry.state == Entry.State.CHECKED_IN


def test_who_is_entered_by_somebody_else_reads_with_whom(empty: Cast) -> None:
    person, event = member(empty), pairs(empty)
    terms.set_terms(event, empty.director, EntryTerms("public", is_approved=False))
    enters(empty, "张三", "李四", event=event)
    (entered,) = shown(person).names
    assert entered.others == ("李四",)


def ask_as(cast: Cast, person: Person, event: Event | None = None) -> EntryRequest:
    return requests.ask(
        event or cast.event, RequestedEntry((person.name,), new_link(), person=person)
    )


@pytest.mark.full
def test_an_entry_is_shown_while_its_event_is_played(open_event: Cast) -> None:
    person = member(open_event)
    ask_as(open_event, person)
    assert [one.event for one in shown(person).own] == [open_event.event]
    Event.objects.filter(pk=open_event.event.pk).update(state=Event.State.FINISHED)
    assert shown(person).own == ()


@pytest.mark.full
def test_a_request_is_shown_to_who_asked_with_the_place_on_the_waiting_list(empty: Cast) -> None:
    opened(empty, is_approved=False, places=1)
    first, second, third = (
        member(empty, name, f"139 0000 000{n}") for n, name in enumerate("甲乙丙")
    )
    for person in (first, second, third):
        ask_as(empty, person)
    assert [one.waits_at for one in shown(second).own] == [1]
    assert [one.waits_at for one in shown(third).own] == [2]
    assert [one.request for one in shown(first).own] == [None]
    requests.reject(EntryRequest.objects.get(person=second), empty.director, "满员")
    assert [one.waits_at for one in shown(second).own] == [0]


@pytest.mark.parametrize(("minutes", "is_offered"), [(-1, False), (1, True), (None, True)])
def test_an_event_is_offered_until_it_closes(
    open_event: Cast, minutes: int | None, is_offered: bool
) -> None:
    person = member(open_event)
    closes_at = None if minutes is None else timezone.now() + timedelta(minutes=minutes)
    RegistrationTerms.objects.update(closes_at=closes_at)
    assert bool(shown(person).to_enter) is is_offered


def test_only_a_request_that_waits_may_be_taken_back() -> None:
    event = Event()
    for state in EntryRequest.State:
        known = OwnEvent(event, EntryRequest(event=event, state=state), None, "")
        assert known.is_open is (state in requests.OPEN)
    assert not OwnEvent(event, None, None, "").is_open


@pytest.mark.parametrize(("ahead", "may_check_in"), [(61, False), (59, True)])
def test_nobody_checks_in_before_the_window_begins(ahead: int, may_check_in: bool) -> None:
    starts_at = timezone.now() + timedelta(minutes=ahead)
    event = Event(starts_at=starts_at, state=Event.State.PUBLISHED)
    entry = Entry(event=event, state=Entry.State.ENTERED)
    known = EntryTerms(check_in_minutes=60)
    assert own.of_entry(entry, known, is_drawn=False, leaving=None).may_check_in is may_check_in
    assert not own.of_entry(entry, known, is_drawn=True, leaving=None).may_check_in


@pytest.mark.full
def test_all_who_wait_for_an_answer_are_approved_and_what_kept_the_others_is_told(
    empty: Cast,
) -> None:
    opened(empty)
    for phone in ("139 0000 0001", "139 0000 0002"):
        member(empty, "赵六", phone)
    elsewhere = another_event(empty)
    terms.set_terms(elsewhere, empty.director, EntryTerms("public"))
    requests.ask(elsewhere, asked("王五"))
    requests.reject(requests.ask(empty.event, asked("孙七")), empty.director, "满员")
    for name in ("赵六", "钱三"):
        requests.ask(empty.event, asked(name))
    assert [row.names for row in requests.asked_of(empty.event)] == [["赵六"], ["钱三"]]
    done, problems = requests.approve_all(empty.event, empty.director)
    assert (done, [problem.code for problem in problems]) == (1, [PersonReason.MEMBER_SEVERAL])


def test_what_no_desk_can_mend_refuses_the_request_at_once(
    open_event: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_words: object) -> None:
        raise Refused(refuse(Reason.ENTRIES_TOO_MANY, most=1))

    monkeypatch.setattr(waiting, "store_entry", full)
    act = lambda: requests.ask(open_event.event, asked("张三"))  # noqa: E731
    assert codes(act) == [Reason.ENTRIES_TOO_MANY]
    assert not EntryRequest.objects.exists()


def test_requests_of_another_event_take_none_of_the_places(
    empty: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "MOST_ENTRIES", 1)
    opened(empty)
    elsewhere = another_event(empty)
    terms.set_terms(elsewhere, empty.director, EntryTerms("public"))
    requests.ask(elsewhere, asked("张三"))
    requests.ask(empty.event, asked("张三"))
    assert EntryRequest.objects.count() == 2


def test_a_name_that_is_too_long_is_refused_before_the_desk_sees_it(empty: Cast) -> None:
    opened(empty)
    act = lambda: requests.ask(empty.event, asked("张" * (NAME_LENGTH + 1)))  # noqa: E731
    assert codes(act) == [Reason.ENTRY_NAME_TOO_LONG]


@pytest.mark.full
def test_the_desk_is_asked_of_no_name_in_an_event_that_was_cancelled(open_event: Cast) -> None:
    member(open_event)
    enters(open_event, "张三")
    EnteredName.objects.update(state=EnteredNameState.DENIED)
    of_names = [one for one in alert_bar.read([open_event.tournament.pk]) if one.kind == "name"]
    Event.objects.filter(pk=open_event.event.pk).update(state=Event.State.CANCELLED)
    left = [one for one in alert_bar.read([open_event.tournament.pk]) if one.kind == "name"]
    assert (len(of_names), left) == (1, [])
