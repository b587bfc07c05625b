"""Requests at the same moment: one place, one entry, one withdrawal."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from clubs.members import merging, register
from clubs.members.register import MemberData
from clubs.registration import presence, requests, terms, withdrawals
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.requests import RequestedEntry
from clubs.registration.terms import EntryTerms
from tests import cast as casts
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_requests import asked, codes, names_of
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks import verification
from tournaments.models import (
    Door,
    Entry,
    EntryRequest,
    Event,
    WithdrawalRequest,
)
from tournaments.persons.same import members_of
from tournaments.record.audit import Actor, Change


@pytest.mark.databases
def test_a_form_that_enters_two_tournaments_at_once_enters_one(
    open_event: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither sees the other's request when it looks: the database refuses the second."""
    cast = open_event
    elsewhere = organise.create_tournament(
        cast.club,
        cast.director,
        name="冬季赛",
        starts_on=cast.tournament.starts_on,
        time_zone="Asia/Shanghai",
    )
    plan = organise.EventPlan("个人赛", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(elsewhere, cast.director, plan)
    terms.set_terms(event, cast.director, EntryTerms(Door.PUBLIC, is_approved=False))
    requests.ask(cast.event, asked("张三", key="k"))
    stored, looked = requests._stored, []

    def too_early(event: Event, form: RequestedEntry) -> EntryRequest | None:
        looked.append(event)
        # Once before the lock, once under it.
        return stored(event, form) if len(looked) > 2 else None

    monkeypatch.setattr(requests, "_stored", too_early)
    other = [RegistrationProblem.OTHER_EVENT]
    assert codes(lambda: requests.ask(event, asked("张三", key="k"))) == other
    assert names_of(event) == []
    assert EntryRequest.objects.count() == 1


def both(*acts: Callable[[], object]) -> list[Any]:
    """Do these at the same moment; return what came of each."""
    start = threading.Barrier(len(acts))
    found: list[Any] = [None] * len(acts)

    def run(place: int) -> None:
        try:
            start.wait(10)
            found[place] = acts[place]()
        except Refused as refused:
            found[place] = [problem.code for problem in refused.problems]
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return found


@pytest.fixture
def transactional_empty(transactional_db: None) -> Cast:
    return casts.assemble(players=0)


@pytest.mark.full
@pytest.mark.databases
def test_two_at_once_for_the_last_place(transactional_empty: Cast) -> None:
    cast = opened(transactional_empty, is_approved=False, places=1)
    found = both(*(lambda name=name: requests.ask(cast.event, asked(name)) for name in "甲乙"))
    assert sorted(row.state for row in found) == ["entered", "waiting"]
    assert cast.event.entries.count() == 1


@pytest.mark.databases
def test_the_same_request_twice_at_once(transactional_empty: Cast) -> None:
    cast = opened(transactional_empty, is_approved=False)
    found = both(*(lambda: requests.ask(cast.event, asked("甲", key="k")) for _ in range(2)))
    assert found[0] == found[1]
    assert cast.event.entries.count() == 1


@pytest.mark.full
@pytest.mark.databases
def test_a_withdrawal_during_the_draw(transactional_cast: Cast) -> None:
    cast = transactional_cast
    entry = cast.event.entries.get(number=1)
    _request, round_ = both(lambda: withdrawals.withdraw(entry, cast.director), cast.drawn_round)
    drawn = round_.matches.filter(sides__entries=entry).exists()
    drawn |= round_.sit_outs.filter(entry=entry).exists()
    state = Entry.objects.get(pk=entry.pk).state
    asked_ = WithdrawalRequest.objects.filter(entry=entry, state="open").count()
    assert (state == Entry.State.WITHDRAWN, asked_) in ((True, 0), (False, 1))
    assert drawn == bool(asked_)


@pytest.mark.full
@pytest.mark.databases
def test_a_check_in_during_a_merge(transactional_cast: Cast) -> None:
    cast = transactional_cast
    person = cast.event.entries.get(number=1).members.get().person
    register.add_members(cast.club, cast.director, [MemberData("张三")])
    register.make_members(cast.club, cast.director, [person])
    kept = members_of(cast.club).get(name="张三")
    entry = Entry.objects.select_related("event__tournament").get(event=cast.event, number=1)
    both(
        lambda: presence.note_present(entry, cast.director),
        lambda: merging.merge(cast.club, cast.director, kept, person),
    )
    entry.refresh_from_db()
    person.refresh_from_db()
    assert (entry.state, person.same_as) == (Entry.State.CHECKED_IN, kept)
    assert entry.members.count() == 1
    assert verification.verify(cast.tournament) == []


def tapped_twice(monkeypatch: pytest.MonkeyPatch, module: Any, act: Callable[[], None]) -> None:
    """Do something whose twin, sent at the same moment, takes the lock first."""
    change = module.change

    @contextmanager
    def overtaken(*args: Any) -> Iterator[Change]:
        monkeypatch.setattr(module, "change", change)
        act()
        with change(*args) as made:
            yield made

    monkeypatch.setattr(module, "change", overtaken)
    act()


def test_a_request_that_is_taken_back_by_two_taps_at_once_is_taken_back_once(
    empty: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(empty)
    request = requests.ask(empty.event, asked("张三"))
    tapped_twice(monkeypatch, requests, lambda: requests.take_back(request, requests.PUBLIC))
    request.refresh_from_db()
    assert request.state == EntryRequest.State.TAKEN_BACK
    assert empty.tournament.log.filter(verb="take_entry_request_back").count() == 1


def test_a_wish_to_withdraw_that_is_taken_back_by_two_taps_at_once_is_taken_back_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = cast.event.entries.get(number=1)
    cast.drawn_round()
    withdrawals.withdraw(entry, Actor("entry", entry.uid))
    tapped_twice(
        monkeypatch,
        withdrawals,
        lambda: withdrawals.take_back(entry, Actor("entry", entry.uid)),
    )
    assert withdrawals.open_of(entry) is None
    assert cast.tournament.log.filter(verb="take_withdrawal_request_back").count() == 1
