"""Requests to enter: at once, approved, refused, taken back, and the waiting list."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.credentials.slips import new_link
from clubs.members import merging, register
from clubs.members.register import MemberData
from clubs.registration import presence, requests, shut_codes, terms
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.requests import RequestedEntry
from clubs.registration.terms import EntryTerms
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import verification
from tournaments.models import (
    AuditEntry,
    Door,
    Entry,
    EntryMember,
    EntryRequest,
    Event,
    Person,
)
from tournaments.organise.absences.entry_removal import remove_entry
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import members_of
from web.publish.alerts import alert_bar


def asked(*names: str, key: str = "", person: Person | None = None) -> RequestedEntry:
    return RequestedEntry(names, key or new_link(), person=person)


def codes(act: Callable[[], object]) -> list[object]:
    with pytest.raises(Refused) as refused:
        act()
    return [problem.code for problem in refused.value.problems]


def entry_of(request: EntryRequest) -> Entry:
    assert request.entry is not None
    return request.entry


def names_of(event: Event) -> list[str]:
    rows = EntryMember.objects.filter(entry__event=event).exclude(entry__state="withdrawn")
    return list(rows.order_by("entry__number").values_list("person__name", flat=True))


def test_an_event_is_closed_until_it_is_opened(empty: Cast) -> None:
    closed = [RegistrationProblem.CLOSED]
    assert codes(lambda: requests.ask(empty.event, asked("张三"))) == closed
    opened(empty, door=Door.MEMBERS)
    assert codes(lambda: requests.ask(empty.event, asked("张三"))) == closed
    opened(empty, closes_at=timezone.now() - timedelta(minutes=1))
    assert codes(lambda: requests.ask(empty.event, asked("张三"))) == closed
    assert not EntryRequest.objects.exists()


@pytest.mark.full
def test_nobody_enters_by_himself_once_a_round_is_drawn(cast: Cast) -> None:
    opened(cast)
    cast.drawn_round()
    assert codes(lambda: requests.ask(cast.event, asked("张三"))) == [RegistrationProblem.CLOSED]


@pytest.mark.full
def test_who_asks_enters_at_once_and_a_second_press_changes_nothing(open_event: Cast) -> None:
    event = open_event.event
    first = requests.ask(event, asked("张三", key="k"))
    assert (first.state, first.names, entry_of(first).number) == ("entered", [], 1)
    before = AuditEntry.objects.count()
    assert requests.ask(event, asked("张三", key="k")) == first
    assert AuditEntry.objects.count() == before
    assert names_of(event) == ["张三"]
    assert EntryMember.objects.get().person.guest
    already = [RegistrationProblem.ENTERED_ALREADY]
    assert codes(lambda: requests.ask(event, asked("张 三"))) == already


@pytest.mark.databases
def test_a_used_key_asks_for_no_other_names(open_event: Cast) -> None:
    event = open_event.event
    first = requests.ask(event, asked("张三", key="k"))
    other = [RegistrationProblem.OTHER_NAMES]
    assert codes(lambda: requests.ask(event, asked("李四", key="k"))) == other
    assert (names_of(event), EntryRequest.objects.count()) == (["张三"], 1)
    # A request of an older version does not say what it asked.
    EntryRequest.objects.update(content="")
    assert requests.ask(event, asked("李四", key="k")) == first


@pytest.mark.full
def test_a_request_waits_for_an_official_who_approves_or_refuses(empty: Cast) -> None:
    opened(empty)
    first, second = (requests.ask(empty.event, asked(name)) for name in ("张三", "李四"))
    assert (first.state, second.state, names_of(empty.event)) == ("asked", "asked", [])
    twice = [RegistrationProblem.ASKED_ALREADY]
    assert codes(lambda: requests.ask(empty.event, asked("张三"))) == twice
    waiting = {one.kind: one.count for one in alert_bar.read([empty.tournament.pk])}
    assert waiting == {"entry": 2}
    assert entry_of(requests.approve(first, empty.director)).number == 1
    missing = [RegistrationProblem.REASON_MISSING]
    assert codes(lambda: requests.reject(second, empty.director, " ")) == missing
    requests.reject(second, empty.director, "名额给会员")
    second.refresh_from_db()
    assert (second.state, second.reason) == ("refused", "名额给会员")
    decided = [RegistrationProblem.DECIDED]
    assert codes(lambda: requests.approve(second, empty.director)) == decided
    assert codes(lambda: requests.take_back(first, empty.director)) == decided
    assert alert_bar.read([empty.tournament.pk]) == []
    assert verification.verify(empty.tournament) == []


@pytest.mark.full
def test_whoever_comes_later_waits_and_moves_up_in_the_order_of_arrival(empty: Cast) -> None:
    opened(empty, is_approved=False, places=2)
    event = empty.event
    rows = [requests.ask(event, asked(name)) for name in ("张三", "李四", "王五", "赵六")]
    assert [row.state for row in rows] == ["entered", "entered", "waiting", "waiting"]
    assert terms.numbered(event) == {rows[2].uid: 1, rows[3].uid: 2}
    organise.withdraw_entry(entry_of(rows[0]), empty.director)
    assert names_of(event) == ["李四", "王五"]
    requests.take_back(rows[3], requests.PUBLIC)
    later = requests.ask(event, asked("孙七"))
    remove_entry(event.entries.get(members__person__name="李四"), empty.director)
    assert names_of(event) == ["王五", "孙七"]
    later.refresh_from_db()
    assert later.state == "entered"


@pytest.mark.full
def test_a_higher_limit_lets_in_who_waits_but_not_after_the_draw(empty: Cast) -> None:
    opened(empty, is_approved=False, places=4)
    event = empty.event
    rows = [requests.ask(event, asked(name)) for name in "甲乙丙丁戊己"]
    opened(empty, is_approved=False, places=5)
    assert len(names_of(event)) == 5
    opened(empty, is_approved=False, places=4)
    empty.drawn_round()
    opened(empty, is_approved=False, places=9)
    rows[5].refresh_from_db()
    assert (len(names_of(event)), rows[5].state) == (5, "waiting")
    # An official may still do it by hand.
    assert requests.approve(rows[5], empty.director).state == "entered"


@pytest.mark.full
def test_approval_of_more_than_there_are_places_makes_a_waiting_list(empty: Cast) -> None:
    opened(empty, places=1)
    first, second = (requests.ask(empty.event, asked(name)) for name in ("张三", "李四"))
    done, problems = requests.approve_all(empty.event, empty.director)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (done, problems, first.state, second.state) == (2, [], "entered", "waiting")
    full = [RegistrationProblem.FULL]
    assert codes(lambda: requests.approve(second, empty.director)) == full


@pytest.mark.full
def test_corrected_names_are_checked_before_a_request_of_a_full_event_waits(
    empty: Cast, client: Client
) -> None:
    """A lone comma wiped the names, and two names for a place of one were kept."""
    opened(empty, places=1)
    first, second = (requests.ask(empty.event, asked(name)) for name in ("张三", "李四"))
    requests.approve(first, empty.director)
    wrong = [Reason.ENTRY_SIZE]
    assert codes(lambda: requests.approve(second, empty.director, ["王五", "赵六"])) == wrong
    long = [Reason.ENTRY_NAME_TOO_LONG]
    assert codes(lambda: requests.approve(second, empty.director, ["王" * 200])) == long
    second.refresh_from_db()
    assert (second.state, second.names) == ("asked", ["李四"])
    client.force_login(empty.alice)
    decide = reverse("desk_requests_decide", args=[empty.event.uid])
    client.post(decide, {"approve": second.uid, "names": "、"})
    second.refresh_from_db()
    assert (second.state, second.names) == ("waiting", ["李四"])


@pytest.mark.full
def test_a_name_of_several_members_is_asked_back_by_the_desk_that_approves(empty: Cast) -> None:
    opened(empty)
    new = [MemberData("张三", number=7), MemberData("张三", number=8)]
    register.add_members(empty.club, empty.director, new)
    request = requests.ask(empty.event, asked("张三"))
    unclear = [PersonReason.MEMBER_SEVERAL]
    assert codes(lambda: requests.approve(request, empty.director)) == unclear
    requests.approve(request, empty.director, ["张三 #8"])
    assert EntryMember.objects.get().person.number == 8


def test_a_stranger_learns_nothing_of_the_register_by_its_numbers(open_event: Cast) -> None:
    register.add_members(open_event.club, open_event.director, [MemberData("张三", number=7)])
    for typed in ("#7", "#99", "张三 #7", "李四 #7"):
        assert requests.ask(open_event.event, asked(typed)).state == "asked"


@pytest.mark.full
def test_a_member_enters_by_the_link_under_whatever_row(open_event: Cast) -> None:
    club, event = open_event.club, open_event.event
    register.add_members(club, open_event.director, [MemberData("张三"), MemberData("张珊")])
    kept, double = members_of(club).order_by("number")
    requests.ask(event, asked(kept.name, person=double))
    assert EntryMember.objects.get().person == double
    merging.merge(club, open_event.director, kept, double)
    kept.refresh_from_db()
    entered = [RegistrationProblem.ENTERED_ALREADY]
    assert codes(lambda: requests.ask(event, asked(kept.name, person=kept))) == entered


def test_names_are_checked_before_anything_is_stored(open_event: Cast) -> None:
    event = open_event.event
    assert codes(lambda: requests.ask(event, asked("张三", "李四"))) == [Reason.ENTRY_SIZE]
    assert codes(lambda: requests.ask(event, asked("x" * 121))) == [Reason.ENTRY_NAME_TOO_LONG]
    assert not EntryRequest.objects.exists()


@pytest.mark.full
def test_players_check_in_within_the_window_with_the_code(cast: Cast) -> None:
    entry = cast.event.entries.get(number=1)
    closed = [RegistrationProblem.CHECK_IN_CLOSED]
    starts_at = timezone.now() + timedelta(minutes=40)
    Event.objects.filter(pk=cast.event.pk).update(starts_at=starts_at)
    opened(cast, check_in_minutes=30, wants_code=True)
    entry = Entry.objects.select_related("event__tournament").get(pk=entry.pk)
    assert codes(lambda: presence.check_in(entry, cast.director)) == closed
    opened(cast, check_in_minutes=60, wants_code=True)
    code = presence.hall_code(cast.tournament)
    assert len(code) == 6
    wrong = str((int(code) + 1) % 10**6).zfill(6)
    act = lambda: presence.check_in(entry, cast.director, wrong)  # noqa: E731
    assert codes(act) == [RegistrationProblem.CODE_WRONG]
    spaced = f"{code[:3]} {code[3:]}"
    assert presence.check_in(entry, cast.director, spaced)
    before = AuditEntry.objects.count()
    assert not presence.check_in(entry, cast.director, wrong)
    assert AuditEntry.objects.count() == before
    organise.check_in(cast.event, cast.director, range(3, 9))
    cast.drawn_round()
    late = Entry.objects.select_related("event__tournament").get(event=cast.event, number=2)
    assert codes(lambda: presence.check_in(late, cast.director, code)) == closed


def test_wrong_codes_are_counted(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shut_codes, "MOST_WRONG", 2)
    Event.objects.filter(pk=cast.event.pk).update(starts_at=timezone.now())
    opened(cast, check_in_minutes=60, wants_code=True)
    rows = cast.event.entries.select_related("event__tournament").order_by("number")
    entry, other, third = rows[:3]
    tries = [codes(lambda: presence.check_in(entry, cast.director, "x")) for _ in range(3)]
    wrong, shut = [RegistrationProblem.CODE_WRONG], [RegistrationProblem.CODE_SHUT]
    assert tries == [wrong, wrong, shut]
    right = presence.hall_code(cast.tournament)
    assert codes(lambda: presence.check_in(entry, cast.director, right)) == shut
    # Who tries on shuts nobody else out, how many ever do.
    assert presence.check_in(other, cast.director, right)
    monkeypatch.setattr(shut_codes, "MOST_IN_HALL", 1)
    assert presence.check_in(third, cast.director, right)


def test_the_code_of_another_day_or_hall_is_another(cast: Cast) -> None:
    day = cast.tournament.starts_on
    codes_ = {presence.hall_code(cast.tournament, day + timedelta(days=n)) for n in range(20)}
    assert len(codes_) == 20


@pytest.mark.full
def test_a_blanked_member_is_named_in_no_request(empty: Cast) -> None:
    opened(empty)
    club, event = empty.club, empty.event
    register.add_members(
        club, empty.director, [MemberData("张三", number=7), MemberData("李四", number=8)]
    )
    person, other = (members_of(club).get(number=number) for number in (7, 8))
    waits, refused, others = (
        requests.ask(event, asked(name, person=asker))
        for name, asker in (("张三", person), ("#7", None), ("李四", other))
    )
    requests.reject(refused, empty.director, "名额已满")
    merging.blank(club, empty.director, person)
    rows = [(row.names, row.state) for row in EntryRequest.objects.order_by("pk")]
    assert rows == [(["***"], "taken_back"), (["***"], "refused"), (["李四"], "asked")]
    # The rows stay, and whoever knows the link reads what became of them.
    assert EntryRequest.objects.filter(pk__in=[waits.pk, others.pk]).count() == 2
    assert verification.verify(empty.tournament) == []


@pytest.mark.full
def test_a_name_of_two_is_forgotten_once_it_is_decided(empty: Cast) -> None:
    opened(empty)
    club, event = empty.club, empty.event
    new = [MemberData("张三", number=7), MemberData("张三", number=8)]
    register.add_members(club, empty.director, new)
    decided = requests.ask(event, asked("张三"))
    requests.reject(decided, empty.director, "名额已满")
    waits = requests.ask(event, asked("张三"))
    merging.blank(club, empty.director, members_of(club).get(number=7))
    rows = [(row.names, row.state) for row in EntryRequest.objects.order_by("pk")]
    assert rows == [(["***"], "refused"), (["张三"], "asked")]
    entered = entry_of(requests.approve(waits, empty.director))
    assert entered.members.get().person.number == 8


def test_the_terms_are_as_they_were_set(empty: Cast) -> None:
    wanted = EntryTerms(Door.MEMBERS, False, timezone.now(), 16, 45, True)
    assert terms.terms_of(empty.event) == EntryTerms()
    terms.set_terms(empty.event, empty.director, wanted)
    assert terms.terms_of(empty.event) == wanted
