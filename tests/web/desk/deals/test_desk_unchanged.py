"""The desk asks every few seconds; where nothing is new, three queries say so."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.models import CallReason, DeviceLease
from tests.referee.hall import Hall, Tablet
from tournaments.models import Event, Round
from tournaments.organise import clock_moves

MOST = 3
"""The session, the account, and what it asks for."""


@pytest.fixture
def desk(hall: Hall) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(hall.cast.alice)
    return client


def unchanged(desk: Client, address: str, queries: Any) -> str:
    """Ask until the answer is known, and then once more for nothing; the stamp."""
    stamp = str(desk.get(address)["ETag"])
    with queries(MOST):
        answer = desk.get(address, headers={"if-none-match": stamp})
    assert answer.status_code == 304
    return stamp


def sends(desk: Client, address: str, stamp: str) -> int:
    return int(desk.get(address, headers={"if-none-match": stamp}).status_code)


@pytest.mark.full
def test_the_tables_of_a_round(
    hall: Hall, tablet: Tablet, desk: Client, django_assert_max_num_queries: Any
) -> None:
    tablet.submits(hall.sheet())
    address = reverse("desk_round_live", args=[hall.round.uid])
    stamp = unchanged(desk, address, django_assert_max_num_queries)
    sealed = hall.sheet(hall.deal(2))
    tablet.submits(sealed)
    assert sends(desk, address, stamp) == 200


@pytest.mark.full
def test_what_is_heard_of_a_tablet_is_in_no_log_and_seen_all_the_same(
    hall: Hall, tablet: Tablet, desk: Client, django_assert_max_num_queries: Any
) -> None:
    address = reverse("desk_round_live", args=[hall.round.uid])
    stamp = unchanged(desk, address, django_assert_max_num_queries)
    DeviceLease.objects.update(waiting=3)
    assert sends(desk, address, stamp) == 200
    stamp = unchanged(desk, address, django_assert_max_num_queries)
    DeviceLease.objects.update(heard_at=timezone.now() + timedelta(minutes=2))
    assert sends(desk, address, stamp) == 200


@pytest.mark.full
def test_the_hour_at_which_the_time_is_over_is_known(
    hall: Hall, desk: Client, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    Event.objects.update(round_minutes=60)
    hall.round.event.refresh_from_db()
    clock_moves.start_clock(hall.round, hall.cast.bob, 60)
    address = reverse("desk_round_live", args=[hall.round.uid])
    unchanged(desk, address, django_assert_max_num_queries)
    addresses: list[str] = []
    later = timezone.now() + timedelta(hours=2)

    def noted(round_: Round, *_reported: object) -> str:
        addresses.append(round_.uid)
        return "another"

    monkeypatch.setattr("web.desk.rounds.desk_stamps.stamp", noted)
    monkeypatch.setattr("web.desk.rounds.event_page.timezone.now", lambda: later)
    desk.get(address)
    assert addresses


@pytest.mark.full
def test_the_queue_of_calls(
    hall: Hall, desk: Client, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = hall.lease()
    calls.call_referee(lease, "a-call-of-the-table", CallDetails(CallReason.CARDS, "", ""))
    address = reverse("referee_calls_live", args=[hall.cast.tournament.uid])
    stamp = unchanged(desk, address, django_assert_max_num_queries)
    now = timezone.now()
    monkeypatch.setattr("web.desk.calls.views.timezone.now", lambda: now + timedelta(minutes=1))
    assert sends(desk, address, stamp) == 200


@pytest.mark.full
def test_who_may_not_is_told_so_as_before(hall: Hall, client: Client) -> None:
    address = reverse("desk_round_live", args=[hall.round.uid])
    client.force_login(hall.cast.charlie)
    assert client.get(address).status_code == 404
    queue = reverse("referee_calls_live", args=[hall.cast.tournament.uid])
    hall.cast.tournament.memberships.update(role="scorer")
    client.force_login(hall.cast.bob)
    assert client.get(address).status_code == 200
    assert client.get(queue).status_code == 403
