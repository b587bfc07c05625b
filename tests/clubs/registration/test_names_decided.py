"""Which name is decided, of which entry and event, and which others stay as they are."""

from __future__ import annotations

from functools import partial

import pytest

from clubs.credentials.devices import Guesser
from clubs.registration import confirming, offers, terms
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.terms import EntryTerms
from tests.cast import Cast
from tests.clubs.registration.test_entered_names import (
    enters,
    member,
    name_of,
    shown,
    states,
    visit_of,
)
from tests.clubs.registration.test_requests import codes
from tests.clubs.registration.test_terms import another_event
from tests.clubs.registration.test_whose_rows import pairs
from tournaments import organise
from tournaments.models import (
    ConfirmedBy,
    Contact,
    EnteredName,
    EnteredNameState,
    Entry,
    EntryMember,
    Event,
    Group,
    Person,
    Round,
)
from tournaments.persons import bans
from tournaments.persons.bans import BanTerms
from tournaments.persons.refusals import PersonReason

PHONE = Guesser("", "198.51.100.4")
WRONG = [RegistrationProblem.DIGITS_WRONG]


def second_event(cast: Cast) -> Event:
    """Return another event that everybody may enter at once."""
    event = another_event(cast)
    terms.set_terms(event, cast.director, EntryTerms("public", is_approved=False))
    return event


def denials(cast: Cast) -> int:
    return cast.tournament.log.filter(verb="deny_entered_name").count()


def several(cast: Cast) -> tuple[Entry, Person, Person]:
    """Return the entry of a name that two members have, and both."""
    first, second = (member(cast, "赵六", f"139 0000 000{n}") for n in (1, 2))
    return enters(cast, "赵六"), first, second


@pytest.mark.full
def test_who_denied_a_name_is_not_asked_again_after_a_check_out(open_event: Cast) -> None:
    entry, first, _second = several(open_event)
    confirming.deny(name_of(entry, person=first), open_event.director, ConfirmedBy.MEMBER)
    for present, other in ((True, ("confirmed", "hall")), (False, ("open", ""))):
        organise.check_in(entry.event, open_event.director, [entry.number], present=present)
        assert states(entry) == [("denied", "member"), other]


@pytest.mark.full
def test_a_member_denies_the_own_name_once_and_none_that_is_decided(open_event: Cast) -> None:
    entry, first, second = several(open_event)
    mine, others = (name_of(entry, person=person) for person in (first, second))
    for _ in range(2):
        confirming.deny(mine, open_event.director, ConfirmedBy.MEMBER)
    assert states(entry) == [("denied", "member"), ("open", "")]
    assert denials(open_event) == 1
    for _ in range(2):
        confirming.deny(mine, open_event.director)
    assert states(entry) == [("guest", "desk"), ("guest", "desk")]
    assert denials(open_event) == 2
    confirming.deny(others, open_event.director, ConfirmedBy.MEMBER)
    assert states(entry) == [("guest", "desk"), ("guest", "desk")]
    assert denials(open_event) == 2


@pytest.mark.full
def test_a_name_that_was_confirmed_is_denied_by_nobody_and_that_of_another_is(
    open_event: Cast,
) -> None:
    member(open_event)
    member(open_event, "李四")
    confirmed, other = (name_of(enters(open_event, name)) for name in ("张三", "李四"))
    confirming.confirm(confirmed, open_event.director)
    refused = [PersonReason.NAME_DECIDED]
    assert codes(lambda: confirming.deny(confirmed, open_event.director)) == refused
    confirming.deny(other, open_event.director)
    assert states(other.player.entry) == [("guest", "desk")]
    assert states(confirmed.player.entry) == [("confirmed", "desk")]


@pytest.mark.full
def test_who_is_banned_and_confirms_leaves_one_name_to_the_desk(open_event: Cast) -> None:
    person = member(open_event)
    member(open_event, "李四")
    day = open_event.tournament.starts_on
    bans.ban(open_event.club, open_event.director, person, BanTerms(day, day, "理事会", "打手势"))
    banned, other = enters(open_event, "张三"), enters(open_event, "李四")
    confirming.confirm(name_of(banned), open_event.director, ConfirmedBy.MEMBER)
    assert states(banned) == [("open", "member")]
    assert states(other) == [("open", "")]
    asked = confirming.to_confirm(open_event.event)
    assert [(row.is_banned, row.by) for row in asked] == [(True, "member"), (False, "")]


@pytest.mark.full
def test_a_member_who_plays_already_is_told_so_and_the_desk_too(open_event: Cast) -> None:
    person = member(open_event)
    entry = enters(open_event, "张三")
    guest = EntryMember.objects.get(entry=enters(open_event, "王五"))
    EntryMember.objects.filter(pk=guest.pk).update(person=person)
    plays = [PersonReason.NAME_PLAYS_ALREADY]
    by_member = lambda: confirming.confirm(name_of(entry), open_event.director, ConfirmedBy.MEMBER)  # noqa: E731
    assert codes(by_member) == plays
    assert states(entry) == [("open", "")]
    done, problems = confirming.confirm_all(open_event.event, open_event.director)
    assert (done, [problem.code for problem in problems]) == (0, plays)


@pytest.mark.full
def test_the_names_of_one_event_are_listed_and_confirmed_and_no_others(open_event: Cast) -> None:
    member(open_event)
    member(open_event, "李四")
    elsewhere = second_event(open_event)
    here, there = enters(open_event, "张三"), enters(open_event, "李四", event=elsewhere)
    assert [row.name for row in confirming.to_confirm(open_event.event)] == ["张三"]
    assert confirming.named(open_event.event, name_of(here).uid) == name_of(here)
    assert confirming.named(open_event.event, name_of(there).uid) is None
    assert confirming.named(open_event.event, "x") is None
    assert confirming.confirm_all(open_event.event, open_event.director) == (1, [])
    assert states(there) == [("open", "")]


@pytest.mark.full
def test_the_desk_decides_what_is_open_or_was_denied_and_nothing_else(open_event: Cast) -> None:
    entry, first, second = several(open_event)
    confirming.deny(name_of(entry, person=first), open_event.director, ConfirmedBy.MEMBER)
    (row,) = confirming.to_confirm(open_event.event)
    assert ([each.number for each in row.candidates], row.is_denied) == ([second.number], False)
    confirming.deny(name_of(entry, person=second), open_event.director, ConfirmedBy.MEMBER)
    (row,) = confirming.to_confirm(open_event.event)
    both = [first.number, second.number]
    assert ([each.number for each in row.candidates], row.is_denied) == (both, True)
    confirming.deny(name_of(entry, person=second), open_event.director)
    assert confirming.to_confirm(open_event.event) == []


def drawn_as(event: Event, state: str) -> None:
    """Store a round of an event without tables."""
    group = Group.objects.get(stage__event=event)
    number = event.rounds.count() + 1
    Round.objects.create(event=event, group=group, number=number, state=state)


def reminders(*events: Event) -> list[str]:
    rows = confirming.waiting_in(Event.objects.filter(pk__in=[each.pk for each in events]))
    return list(rows.order_by("pk").values_list("player__person__name", flat=True))


@pytest.mark.full
def test_the_desk_is_reminded_of_an_open_name_once_its_own_event_is_drawn(
    open_event: Cast,
) -> None:
    for name in ("张三", "李四"):
        member(open_event, name)
    elsewhere = second_event(open_event)
    enters(open_event, "张三")
    denied = enters(open_event, "李四", event=elsewhere)
    confirming.deny(name_of(denied), open_event.director, ConfirmedBy.MEMBER)
    assert reminders(open_event.event) == []
    assert reminders(elsewhere) == ["李四"]
    drawn_as(open_event.event, Round.State.CANCELLED)
    drawn_as(elsewhere, Round.State.DRAFT)
    assert reminders(open_event.event) == []
    drawn_as(open_event.event, Round.State.DRAFT)
    assert reminders(open_event.event) == ["张三"]
    assert reminders(open_event.event, elsewhere) == ["张三", "李四"]


@pytest.mark.full
def test_digits_prove_the_player_of_the_own_entry_as_the_member_whose_they_are(
    open_event: Cast,
) -> None:
    person, other = member(open_event), member(open_event, "李四", "138 8765 4321")
    elsewhere = second_event(open_event)
    entry, there = enters(open_event, "张三"), enters(open_event, "李四", event=elsewhere)
    assert codes(lambda: confirming.prove(entry, 1, "4321", PHONE)) == WRONG
    assert (states(entry), states(there)) == ([("open", "")], [("open", "")])
    confirming.confirm(name_of(there), open_event.director)
    confirming.prove(entry, 1, "5678", PHONE)
    assert states(entry) == [("confirmed", "digits")]
    assert states(there) == [("confirmed", "desk")]
    assert name_of(entry).person == person
    assert name_of(there).person == other


@pytest.mark.full
@pytest.mark.parametrize("state", [EnteredNameState.GUEST, EnteredNameState.DENIED])
def test_no_digits_prove_a_name_that_was_denied(open_event: Cast, state: str) -> None:
    member(open_event)
    entry = enters(open_event, "张三")
    EnteredName.objects.update(state=state)
    assert codes(lambda: confirming.prove(entry, 1, "5678", PHONE)) == WRONG


@pytest.mark.full
@pytest.mark.parametrize(("phone", "is_right"), [("5678", True), ("678", False)])
def test_a_telephone_number_has_four_digits_at_least(
    open_event: Cast, phone: str, *, is_right: bool
) -> None:
    person = member(open_event)
    entry = enters(open_event, "张三")
    Contact.objects.filter(person=person).update(phone=phone)
    if is_right:
        confirming.prove(entry, 1, phone, PHONE)
    else:
        assert codes(lambda: confirming.prove(entry, 1, phone, PHONE)) == WRONG
    assert bool(confirming.proved_players(entry)) is is_right


@pytest.mark.full
def test_the_link_of_an_entry_has_proved_its_own_players_and_only_by_digits(
    open_event: Cast,
) -> None:
    event = pairs(open_event)
    terms.set_terms(event, open_event.director, EntryTerms("public", is_approved=False))
    for name, phone in (("张三", "139 0000 0001"), ("李四", "139 0000 0002")):
        member(open_event, name, phone)
    member(open_event, "赵六", "139 0000 0003")
    pair = enters(open_event, "张三", "李四", event=event)
    alone = enters(open_event, "赵六")
    assert confirming.may_withdraw(pair)
    confirming.confirm(name_of(pair, player__number=1), open_event.director)
    assert (confirming.may_withdraw(pair), confirming.may_withdraw(alone)) == (False, True)
    confirming.prove(pair, 2, "0002", PHONE)
    assert confirming.proved_players(pair) == {2}
    assert confirming.proved_players(alone) == frozenset()
    assert (confirming.may_withdraw(pair), confirming.may_withdraw(alone)) == (True, True)
    confirming.confirm(name_of(alone), open_event.director)
    assert not confirming.may_withdraw(alone)


@pytest.mark.full
def test_a_member_decides_the_name_that_was_chosen_and_no_other_s(open_event: Cast) -> None:
    person, other = member(open_event), member(open_event, "李四")
    elsewhere = second_event(open_event)
    first = enters(open_event, "张三")
    second = enters(open_event, "张三", event=elsewhere)
    others = enters(open_event, "李四")
    assert [one.event for one in shown(person).names] == [open_event.event, elsewhere]
    assert [one.number for one in shown(other).names] == [others.number]
    missing = [RegistrationProblem.NOT_ENTERED]
    for what in ("me", "not_me"):
        sent = {"what": what, "name": name_of(others).uid}
        assert codes(partial(offers.act, visit_of(person), sent)) == missing
    offers.act(visit_of(person), {"what": "not_me", "name": name_of(second).uid})
    assert (states(first), states(second)) == ([("open", "")], [("denied", "member")])
    assert states(others) == [("open", "")]
