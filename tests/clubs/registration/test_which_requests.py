"""Which requests count, which are decided, and who stands at the edge of a limit."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from clubs.credentials.slips import new_link
from clubs.members import merging
from clubs.registration import requests, shut_codes, terms, waiting, withdrawals
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.requests import RequestedEntry
from clubs.registration.shut_codes import Shut
from clubs.registration.terms import EntryTerms
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_entered_names import enters, member, states
from tests.clubs.registration.test_names_decided import drawn_as, second_event
from tests.clubs.registration.test_requests import asked, codes, names_of
from tests.clubs.registration.test_terms import another_event, another_tournament
from tests.clubs.registration.test_whose_rows import ask_as, pairs
from tests.clubs.registration.test_withdrawal_requests import asks_to_leave
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.models import (
    AttemptCount,
    EnteredNameState,
    Entry,
    EntryMember,
    EntryRequest,
    Event,
    Person,
    RegistrationTerms,
    Round,
    WithdrawalRequest,
)

ENTERED = RegistrationProblem.ENTERED_ALREADY
ASKED = RegistrationProblem.ASKED_ALREADY


def test_a_request_enters_the_one_who_stays_of_two_rows() -> None:
    kept = Person(uid="kept")
    askers = (None, kept, Person(uid="double", same_as=kept))
    named = [
        waiting.new_entry(EntryRequest(names=["张三"], person=each)).persons for each in askers
    ]
    assert named == [(), ("kept",), ("kept",)]


@pytest.mark.full
@pytest.mark.parametrize(
    ("taken", "waits", "most", "problem"),
    [
        (0, 0, 1, None),
        (1, 0, 1, ENTERED),
        (0, 1, 1, ASKED),
        (1, 0, 2, None),
        (2, 0, 2, ENTERED),
        (1, 1, 2, ASKED),
        (0, 1, 2, None),
        (0, 2, 2, ASKED),
    ],
)
def test_a_name_is_entered_and_asked_for_as_often_as_members_have_it(
    taken: int, waits: int, most: int, problem: RegistrationProblem | None
) -> None:
    assert requests._typed_problem(taken, waits, most) == problem


@pytest.mark.parametrize(
    ("kind", "is_of_digits"),
    [
        (shut_codes.OF_LINK, True),
        (shut_codes.DIGITS_OF_DEVICE, True),
        (shut_codes.OF_ADDRESS, True),
        (shut_codes.OF_STRANGERS, True),
        (shut_codes.OF_ENTRY, False),
        (shut_codes.OF_DEVICE, False),
        (shut_codes.FROM_ADDRESS, False),
        (shut_codes.IN_HALL, False),
    ],
)
def test_a_lockout_is_of_digits_or_of_the_code_of_the_hall(
    kind: str, *, is_of_digits: bool
) -> None:
    assert Shut(kind, "", "").is_of_digits is is_of_digits


def test_a_lockout_names_the_entry_or_the_address_and_no_device(cast: Cast) -> None:
    entry, other = cast.event.entries.filter(number__in=(3, 4)).order_by("number")
    elsewhere = another_tournament(cast)
    ends_at = timezone.now() + timedelta(hours=1)
    spent = {
        (shut_codes.OF_ENTRY, entry.uid): shut_codes.MOST_WRONG,
        (shut_codes.OF_LINK, entry.uid): shut_codes.MOST_DIGITS,
        (shut_codes.OF_DEVICE, "link:x"): shut_codes.MOST_WRONG,
        (shut_codes.FROM_ADDRESS, "198.51.100.4"): shut_codes.MOST_FROM_ADDRESS,
        (shut_codes.OF_ADDRESS, "198.51.100.5"): shut_codes.DIGITS_FROM_ADDRESS,
    }
    almost = {(shut_codes.OF_ENTRY, other.uid): shut_codes.MOST_WRONG - 1}
    for (kind, origin), count in (spent | almost).items():
        about = {"kind": kind, "origin": origin, "ends_at": ends_at}
        AttemptCount.objects.create(subject=cast.tournament.uid, count=count, **about)
    found = {(one.kind, one.origin): one.who for one in shut_codes.shut(cast.tournament)}
    name = f"{cast.event.name} 3"
    assert found == dict(zip(spent, (name, name, "", "198.51.100.4", "198.51.100.5"), strict=True))
    assert shut_codes.shut(elsewhere) == []
    lift = partial(shut_codes.lift, cast.tournament, cast.director, shut_codes.OF_ENTRY)
    assert not lift(other.uid)
    assert [lift(entry.uid) for _ in range(2)] == [True, False]
    left = {(one.kind, one.origin) for one in shut_codes.shut(cast.tournament)}
    assert left == set(spent) - {(shut_codes.OF_ENTRY, entry.uid)}


def test_an_event_takes_requests_up_to_its_ceiling_and_counts_open_ones(
    empty: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "MOST_ENTRIES", 2)
    opened(empty)
    first, _second = (requests.ask(empty.event, asked(name)) for name in "甲乙")
    many = [Reason.ENTRIES_TOO_MANY]
    assert codes(lambda: requests.ask(empty.event, asked("丙"))) == many
    requests.reject(first, empty.director, "满员")
    assert requests.ask(empty.event, asked("丙")).state == "asked"


def test_a_request_that_an_official_decides_names_as_many_as_play(empty: Cast) -> None:
    opened(empty)
    event = pairs(empty)
    terms.set_terms(event, empty.director, EntryTerms("public"))
    size = [Reason.ENTRY_SIZE]
    assert codes(lambda: requests.ask(empty.event, asked("甲", "乙"))) == size
    assert codes(lambda: requests.ask(event, asked("甲"))) == size
    named = RequestedEntry(("甲",), new_link(), team="")
    assert requests.ask(empty.event, named).names == ["甲"]


@pytest.mark.full
def test_a_name_is_taken_by_open_requests_and_entries_of_the_same_event(empty: Cast) -> None:
    opened(empty)
    event = second_event(empty)
    enters(empty, "甲", event=event)
    waits = requests.ask(empty.event, asked("甲"))
    assert codes(lambda: requests.ask(empty.event, asked("甲"))) == [ASKED]
    assert codes(lambda: requests.ask(event, asked("甲"))) == [ENTERED]
    requests.reject(waits, empty.director, "满员")
    assert requests.ask(empty.event, asked("甲")).state == "asked"
    assert requests.ask(event, asked("乙")).state == "entered"
    twice = pairs(empty)
    terms.set_terms(twice, empty.director, EntryTerms("public"))
    assert codes(lambda: requests.ask(twice, asked("丁", "丁"))) == [ENTERED]


@pytest.mark.full
def test_a_member_asks_once_in_each_event_by_the_own_link(empty: Cast) -> None:
    opened(empty)
    person, other, event = member(empty), member(empty, "李四"), second_event(empty)
    ask_as(empty, person, event)
    ask_as(empty, other)
    ask_as(empty, person)
    assert codes(lambda: ask_as(empty, person, event)) == [ENTERED]
    assert codes(lambda: ask_as(empty, person)) == [ASKED]
    entry = enters(empty, "赵六", event=event)
    third = member(empty, "赵六", "139 0000 0006")
    EntryMember.objects.filter(entry=entry).update(person=third)
    assert ask_as(empty, third).state == "asked"


@pytest.mark.full
def test_a_name_left_open_in_one_event_keeps_no_member_out_of_another(open_event: Cast) -> None:
    person, event = member(open_event), second_event(open_event)
    enters(open_event, "张三", event=event)
    assert ask_as(open_event, person).state == "entered"
    assert codes(lambda: ask_as(open_event, person, event)) == [RegistrationProblem.NAME_OPEN]


@pytest.mark.full
def test_who_asks_twice_by_the_own_link_beside_a_namesake_is_one_too_many(empty: Cast) -> None:
    opened(empty)
    person = member(empty)
    requests.ask(empty.event, asked("张三"))
    assert codes(lambda: ask_as(empty, person)) == [ASKED]


@pytest.mark.full
def test_a_request_is_taken_back_by_itself_and_once(empty: Cast) -> None:
    opened(empty)
    first, second = (requests.ask(empty.event, asked(name)) for name in "甲乙")
    for _ in range(2):
        requests.take_back(first, requests.PUBLIC)
    second.refresh_from_db()
    assert second.state == "asked"
    requests.take_back(second, requests.PUBLIC)
    second.refresh_from_db()
    assert second.state == "taken_back"


@pytest.mark.full
def test_a_key_is_used_by_its_own_request_alone(empty: Cast) -> None:
    opened(empty)
    key = new_link()
    requests.ask(empty.event, asked("甲"))
    assert not requests.is_used(key)
    requests.ask(empty.event, asked("乙", key=key))
    assert requests.is_used(key)


@pytest.mark.full
def test_who_comes_while_others_wait_waits_too_even_for_a_free_place(empty: Cast) -> None:
    opened(empty, is_approved=False, places=1)
    rows = [requests.ask(empty.event, asked(name)) for name in "甲乙"]
    assert [row.state for row in rows] == ["entered", "waiting"]
    # The one who waits cannot be entered now, so that the list does not move up.
    RegistrationTerms.objects.update(places=3)
    assert requests.ask(empty.event, asked("丙")).state == "waiting"
    EntryRequest.objects.filter(pk=rows[1].pk).delete()
    EntryRequest.objects.filter(state="waiting").delete()
    assert requests.ask(empty.event, asked("丁")).state == "entered"
    event = second_event(empty)
    EntryRequest.objects.filter(event=empty.event).update(state="waiting")
    assert requests.ask(event, asked("戊")).state == "entered"


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "drawn", "moves_up"),
    [
        (Event.State.PUBLISHED, None, True),
        (Event.State.PUBLISHED, Round.State.CANCELLED, True),
        (Event.State.PUBLISHED, Round.State.DRAFT, False),
        (Event.State.FINISHED, None, False),
    ],
)
def test_the_waiting_list_moves_up_before_the_draw_of_an_event_that_is_played(
    empty: Cast, state: str, drawn: str | None, *, moves_up: bool
) -> None:
    opened(empty, is_approved=False, places=1)
    for name in "甲乙":
        requests.ask(empty.event, asked(name))
    if drawn:
        drawn_as(empty.event, drawn)
    Event.objects.filter(pk=empty.event.pk).update(state=state)
    empty.event.refresh_from_db()
    terms.set_terms(empty.event, empty.director, EntryTerms("public", False, None, 2))
    assert names_of(empty.event) == (["甲", "乙"] if moves_up else ["甲"])


@pytest.mark.full
def test_house_players_and_who_withdrew_take_no_place(cast: Cast) -> None:
    terms.set_terms(cast.event, cast.director, EntryTerms("public", False, None, 7))
    assert (waiting.entered(cast.event), waiting.has_place(cast.event)) == (8, False)
    Entry.objects.filter(number=1).update(kind=Entry.Kind.HOUSE)
    assert (waiting.entered(cast.event), waiting.has_place(cast.event)) == (7, False)
    Entry.objects.filter(number=2).update(state=Entry.State.WITHDRAWN)
    assert (waiting.entered(cast.event), waiting.has_place(cast.event)) == (6, True)
    RegistrationTerms.objects.update(places=None)
    assert waiting.has_place(cast.event)


@pytest.mark.full
def test_who_was_merged_while_waiting_is_entered_as_the_one_who_stays(empty: Cast) -> None:
    opened(empty)
    kept, double = member(empty), member(empty, "张珊", "139 0000 0009")
    request = ask_as(empty, double)
    merging.merge(empty.club, empty.director, kept, double)
    requests.approve(EntryRequest.objects.get(pk=request.pk), empty.director)
    assert EntryMember.objects.get().person == kept


@pytest.mark.full
def test_the_names_of_an_approved_entry_are_those_of_its_players(empty: Cast) -> None:
    opened(empty)
    for name in ("张三", "李四"):
        member(empty, name)
    first, second = (requests.ask(empty.event, asked(name)) for name in ("张三", "李四"))
    entry = requests.approve(first, empty.director).entry
    assert entry is not None
    assert states(entry) == [(EnteredNameState.CONFIRMED, "desk")]
    second.refresh_from_db()
    assert (second.state, second.names, second.entry) == ("asked", ["李四"], None)


@pytest.mark.full
@pytest.mark.parametrize(("places", "told"), [(12, 12), (None, 0)])
def test_the_log_tells_how_many_places_an_event_has(
    empty: Cast, places: int | None, told: int
) -> None:
    terms.set_terms(empty.event, empty.director, EntryTerms("public", places=places))
    entry = empty.tournament.log.order_by("-seq")[0]
    assert f'"places":{told}' in entry.body.replace(" ", "")


def test_the_window_to_check_in_needs_a_start_and_its_minutes() -> None:
    noon = timezone.now()
    assert terms.window_opens(noon, 30) == noon - timedelta(minutes=30)
    assert terms.window_opens(noon, None) is None
    assert terms.window_opens(None, 30) is None


@pytest.mark.full
@pytest.mark.parametrize("by_member", [True, False])
def test_an_event_is_open_by_its_door_while_it_is_played(empty: Cast, *, by_member: bool) -> None:
    def doors() -> list[bool]:
        known = [EntryTerms(door) for door in ("", "members", "public")]
        return [terms.is_open(empty.event, each, by_member=by_member) for each in known]

    assert doors() == [False, by_member, True]
    empty.event.state = Event.State.FINISHED
    assert doors() == [False] * 3


@pytest.mark.full
def test_the_code_of_the_hall_is_wanted_where_an_event_that_is_not_over_wants_it(
    empty: Cast,
) -> None:
    elsewhere = another_tournament(empty)
    event = another_event(empty, elsewhere)
    opened(empty, wants_code=True)
    terms.set_terms(event, empty.director, EntryTerms("public"))
    assert terms.code_is_wanted(empty.tournament)
    assert not terms.code_is_wanted(elsewhere)
    for state in (Event.State.FINISHED, Event.State.CANCELLED):
        Event.objects.filter(pk=empty.event.pk).update(state=state)
        assert not terms.code_is_wanted(empty.tournament)


@pytest.mark.full
def test_nobody_withdraws_from_an_event_that_is_over_or_after_the_entry_was_removed(
    cast: Cast,
) -> None:
    over, removed = cast.event.entries.filter(number__lte=2).order_by("number")
    Entry.objects.filter(pk=removed.pk).delete()
    gone = [RegistrationProblem.NOT_ENTERED]
    assert codes(lambda: withdrawals.withdraw(removed, cast.director)) == gone
    Event.objects.update(state=Event.State.FINISHED)
    closed = [RegistrationProblem.WITHDRAWING_CLOSED]
    assert codes(lambda: withdrawals.withdraw(over, cast.director)) == closed
    over.refresh_from_db()
    assert over.state == Entry.State.ENTERED


@pytest.mark.full
def test_a_request_to_withdraw_is_decided_once(cast: Cast) -> None:
    first, second = cast.event.entries.filter(number__lte=2).order_by("number")
    drawn_as(cast.event, Round.State.CANCELLED)
    assert withdrawals.withdraw(first, cast.director) is None
    drawn_as(cast.event, Round.State.DRAFT)
    request = asks_to_leave(second, cast.director, "家中有事")
    assert withdrawals.withdraw(second, cast.director, by_link=True) == request
    missing = [RegistrationProblem.REASON_MISSING]
    assert codes(lambda: withdrawals.reject(request, cast.director, " ")) == missing
    withdrawals.reject(request, cast.director, "请到赛务台")
    decided = [RegistrationProblem.DECIDED]
    assert codes(lambda: withdrawals.reject(request, cast.director, "再见")) == decided
    assert [*WithdrawalRequest.objects.values_list("reason", "state")] == [
        ("请到赛务台", "refused")
    ]
    assert withdrawals.withdraw(first, cast.director) is None
    assert WithdrawalRequest.objects.count() == 1


@pytest.mark.full
def test_the_place_on_the_waiting_list_is_that_in_the_own_event(empty: Cast) -> None:
    opened(empty, is_approved=False, places=1)
    event = second_event(empty)
    terms.set_terms(event, empty.director, EntryTerms("public", False, None, 1))
    rows = [requests.ask(event, asked(name)) for name in "甲乙"]
    here = [requests.ask(empty.event, asked(name)) for name in "丙丁戊"]
    assert terms.numbered(event) == {rows[1].uid: 1}
    assert terms.numbered(empty.event) == {here[1].uid: 1, here[2].uid: 2}
    organise.withdraw_entry(Entry.objects.get(event=empty.event), empty.director)
    assert names_of(empty.event) == ["丁"]
    assert names_of(event) == ["甲"]
