"""What a link may write has a ceiling: requests to enter and to withdraw, in turn for ever."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from clubs.credentials.slips import new_link
from clubs.members.member_page import Visit
from clubs.registration import offers, own, requests, withdrawals
from clubs.registration.refusals import RegistrationProblem
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_offers import visit
from tests.clubs.registration.test_requests import asked, codes
from tournaments.base.refusals import Reason
from tournaments.models import AuditEntry, Door, Entry, EntryRequest, Event, WithdrawalRequest
from tournaments.record.digest import sha256

__all__ = ["visit"]


def link_of(entry: Entry) -> str:
    """Return the link of the request that became an entry."""
    key = new_link()
    EntryRequest.objects.create(
        event=entry.event, names=[], secret_hash=sha256(key), state="entered", entry=entry
    )
    return key


@pytest.mark.full
def test_a_link_does_not_write_into_the_log_for_ever(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own, "MOST_TURNS", 4)
    opened(cast)
    cast.drawn_round()
    address = reverse("entry_request_act", args=[link_of(cast.event.entries.get(number=1))])
    before = AuditEntry.objects.count()
    answers = [
        client.post(address, {"what": what}).status_code for what in ("withdraw", "stay") * 5
    ]
    assert answers == [302] * 4 + [409] * 6
    assert AuditEntry.objects.count() == before + 4
    # Whoever shares the hall is not shut out.
    other = reverse("entry_request_act", args=[link_of(cast.event.entries.get(number=2))])
    assert client.post(other, {"what": "withdraw"}).status_code == 302


@pytest.mark.full
def test_a_member_does_not_ask_and_take_back_for_ever(
    empty: Cast, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offers, "MOST_REQUESTS", 2)
    opened(empty, door=Door.MEMBERS)
    sent = {"event": empty.event.uid}
    for _ in range(2):
        offers.act(visit, sent | {"what": "enter"})
        offers.act(visit, sent | {"what": "take_back"})
    again = lambda: offers.act(visit, sent | {"what": "enter"})  # noqa: E731
    assert codes(again) == [RegistrationProblem.TOO_MANY]


@pytest.mark.full
@pytest.mark.parametrize("state", [Event.State.FINISHED, Event.State.CANCELLED])
def test_nobody_withdraws_from_an_event_that_is_over(cast: Cast, state: str) -> None:
    entry = cast.event.entries.get(number=1)
    for _turn in range(2):
        Event.objects.filter(pk=cast.event.pk).update(state=state)
        over = [RegistrationProblem.WITHDRAWING_CLOSED]
        assert codes(lambda: withdrawals.withdraw(entry, cast.director)) == over
        Event.objects.filter(pk=cast.event.pk).update(state=Event.State.PUBLISHED)
        if not cast.event.rounds.exists():
            cast.drawn_round()
    assert not WithdrawalRequest.objects.exists()
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.ENTERED


@pytest.mark.full
def test_an_event_takes_so_many_requests(empty: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MOST_ENTRIES", 2)
    opened(empty)
    first, _second = (requests.ask(empty.event, asked(name)) for name in "甲乙")
    third = asked("丙")
    assert codes(lambda: requests.ask(empty.event, third)) == [Reason.ENTRIES_TOO_MANY]
    # What was decided makes room.
    requests.approve(first, empty.director)
    requests.ask(empty.event, third)
    assert EntryRequest.objects.count() == 3
