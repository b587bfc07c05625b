"""What stands on the edges of registration: hours, places, sizes, and whose rows are meant."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.credentials.slips import new_link
from clubs.members import typed_names
from clubs.members.typed_names import NameProposal
from clubs.registration import club_use, kiosk, own, presence, requests, terms, withdrawals
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.requests import RequestedEntry
from clubs.registration.terms import EntryTerms
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_requests import asked, codes
from tests.clubs.registration.test_withdrawal_requests import asks_to_leave
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import (
    AuditEntry,
    Club,
    ClubFeature,
    Credential,
    Entry,
    EntryRequest,
    Event,
    Person,
    Tournament,
    WithdrawalState,
)
from tournaments.organise.entries import NAME_LENGTH
from web.publish.alerts import alert_bar

NOON = datetime(2026, 11, 21, 12, tzinfo=timezone.get_fixed_timezone(480))
SECOND = timedelta(seconds=1)


def another_event(cast: Cast, tournament: Tournament | None = None, name: str = "双人赛") -> Event:
    plan = organise.EventPlan(name, "gongzhu", {"preset": "classic"}, 2)
    return organise.create_event(tournament or cast.tournament, cast.director, plan)


def another_tournament(cast: Cast) -> Tournament:
    starts_on, zone = cast.tournament.starts_on, cast.tournament.time_zone
    return organise.create_tournament(
        cast.club, cast.director, name="冬季赛", starts_on=starts_on, time_zone=zone
    )


@pytest.mark.parametrize(("hour", "is_open"), [(NOON - SECOND, True), (NOON, False)])
def test_an_event_closes_at_the_hour_that_was_announced(
    empty: Cast, hour: datetime, is_open: bool
) -> None:
    known = EntryTerms("public", closes_at=NOON)
    assert terms.is_open(empty.event, known, by_member=False, now=hour) is is_open


@pytest.mark.parametrize(
    ("hour", "state", "has_begun"),
    [
        (NOON - 30 * 60 * SECOND - SECOND, Event.State.PUBLISHED, False),
        (NOON - 30 * 60 * SECOND, Event.State.PUBLISHED, True),
        (NOON, Event.State.FINISHED, False),
        (NOON, Event.State.CANCELLED, False),
    ],
)
def test_the_window_to_check_in_begins_at_its_minute_in_an_event_that_is_played(
    monkeypatch: pytest.MonkeyPatch, hour: datetime, state: str, has_begun: bool
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: hour)
    event = Event(starts_at=NOON, state=state)
    assert terms.has_window_begun(event, EntryTerms(check_in_minutes=30)) is has_begun


@pytest.mark.parametrize(("letters", "problems"), [(NAME_LENGTH, 0), (NAME_LENGTH + 1, 1)])
@pytest.mark.full
def test_a_name_may_be_as_long_as_the_list_of_entries_takes(
    open_event: Cast, letters: int, problems: int
) -> None:
    try:
        requests.ask(open_event.event, asked("张" * letters))
        found: list[Any] = []
    except Refused as refused:
        found = [problem.code for problem in refused.problems]
    assert found == [Reason.ENTRY_NAME_TOO_LONG] * problems


def test_an_event_of_individuals_says_that_an_entry_is_one_player(open_event: Cast) -> None:
    with pytest.raises(Refused) as refused:
        requests.ask(open_event.event, asked("张三", "李四"))
    (problem,) = refused.value.problems
    assert dict(problem.values)["size"] == 1


@pytest.mark.full
def test_the_limit_of_one_event_is_not_that_of_another(open_event: Cast) -> None:
    full = another_event(open_event)
    terms.set_terms(full, open_event.director, EntryTerms("public", is_approved=False, places=1))
    assert requests.ask(full, asked("张三")).state == "entered"
    assert requests.ask(full, asked("李四")).state == "waiting"
    assert requests.ask(open_event.event, asked("王五")).state == "entered"
    assert requests.ask(open_event.event, asked("赵六")).state == "entered"


@pytest.mark.full
def test_the_desk_is_told_of_its_own_tournament_alone(empty: Cast) -> None:
    opened(empty)
    requests.ask(empty.event, asked("张三"))
    elsewhere = another_tournament(empty)
    another_event(empty, elsewhere)
    assert alert_bar.read([elsewhere.pk]) == []
    assert [one.count for one in alert_bar.read([empty.tournament.pk])] == [1]


@pytest.mark.full
def test_to_decide_one_withdrawal_decides_no_other(cast: Cast) -> None:
    first, second = cast.event.entries.filter(number__in=(1, 2)).order_by("number")
    cast.drawn_round()
    refused, waits = (asks_to_leave(entry, cast.director) for entry in (first, second))
    withdrawals.reject(refused, cast.director, "请到赛务台")
    waits.refresh_from_db()
    assert waits.state == WithdrawalState.OPEN


def test_without_a_day_the_code_of_the_hall_is_that_of_today(cast: Cast) -> None:
    today = presence.today(cast.tournament)
    assert presence.hall_code(cast.tournament) == presence.hall_code(cast.tournament, today)
    tomorrow = today + timedelta(days=1)
    assert presence.hall_code(cast.tournament) != presence.hall_code(cast.tournament, tomorrow)


def test_who_has_withdrawn_is_told_so_and_not_that_the_window_is_closed(cast: Cast) -> None:
    entry = cast.event.entries.get(number=1)
    organise.withdraw_entry(entry, cast.director)
    act = lambda: presence.check_in(entry, cast.director)  # noqa: E731
    assert codes(act) == [RegistrationProblem.NOT_ENTERED]


@pytest.mark.parametrize(
    ("state", "may_check_in"),
    [(Entry.State.ENTERED, True), (Entry.State.CHECKED_IN, False), (Entry.State.WITHDRAWN, False)],
)
def test_who_is_in_already_is_offered_no_check_in(state: str, may_check_in: bool) -> None:
    event = Event(starts_at=timezone.now(), state=Event.State.PUBLISHED)
    entry = Entry(event=event, state=state)
    shown = own.of_entry(entry, EntryTerms(check_in_minutes=60), is_drawn=False, leaving=None)
    assert shown.may_check_in is may_check_in
    assert shown.is_present is (state == Entry.State.CHECKED_IN)


def test_to_close_all_kiosks_closes_nothing_but_open_kiosks(cast: Cast) -> None:
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.KIOSK.value])
    elsewhere = another_tournament(cast)
    kiosk.open_kiosk(cast.tournament, cast.alice)
    closed = kiosk.kiosks(elsewhere)
    kiosk.open_kiosk(elsewhere, cast.alice)
    kiosk.close_kiosk(elsewhere, cast.director, closed.get().uid)
    link = Credential.objects.create(
        tournament=cast.tournament, kind="link", scopes=["x"], secret_hash=new_link(), user=cast.bob
    )
    before = AuditEntry.objects.filter(tournament=elsewhere).count()
    club_use.change_club(cast.club, cast.director, features=[])
    assert not kiosk.kiosks(cast.tournament).exists()
    link.refresh_from_db()
    assert link.revoked_at is None
    assert AuditEntry.objects.filter(tournament=elsewhere).count() == before


def test_where_the_register_is_not_asked_names_stand_as_they_were_typed() -> None:
    row = EntryRequest(pk=1, names=["张三"])
    assert typed_names.of_requests(Club(), [row], look_up=False) == {
        1: (NameProposal("张三", is_as_typed=True),)
    }


@pytest.mark.parametrize(("names", "shown"), [([], ()), (["三"], (NameProposal("张三", 7),))])
def test_who_asks_by_the_own_link_is_known_where_a_name_stands(
    names: list[str], shown: tuple[NameProposal, ...]
) -> None:
    row = EntryRequest(pk=1, names=names, person=Person(name="张三", number=7))
    assert typed_names.of_requests(Club(), [row], look_up=False) == {1: shown}


def test_an_entry_with_a_name_of_its_own_is_shown_by_it(open_event: Cast) -> None:
    request = requests.ask(open_event.event, asked("张三"))
    assert own.of_request(request).name == "张三"
    Entry.objects.filter(event=open_event.event).update(name="猪头队")
    assert own.of_request(EntryRequest.objects.get(pk=request.pk)).name == "猪头队"


@pytest.mark.parametrize(("team", "is_missing"), [(" ", True), ("猪头队", False)])
def test_a_team_enters_under_a_name(open_event: Cast, team: str, is_missing: bool) -> None:
    Event.objects.filter(pk=open_event.event.pk).update(form=Event.Form.TEAMS)
    wanted = RequestedEntry(("张三",), new_link(), team=team)
    found = codes(lambda: requests.ask(open_event.event, wanted))
    assert (Reason.NAME_MISSING in found) is is_missing
