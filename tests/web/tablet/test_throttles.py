"""Wrong codes are counted by address, and are forgotten in time."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from rest_framework.request import Request
from rest_framework.views import APIView

from tests.referee.hall import DEVICE, Hall, Tablet
from tournaments.models import Table
from web.tablet.api.throttles import SchemaThrottle, WrongCodeThrottle


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(WrongCodeThrottle, "timer", lambda _: clock())
    return clock


def from_the_hall() -> Request:
    return Request(RequestFactory().post("/"))


def test_a_wrong_code_that_no_longer_counts_is_not_kept(clock: Clock) -> None:
    request, throttle = from_the_hall(), WrongCodeThrottle()
    for _ in range(100):
        throttle.count(request)
        clock.now += throttle.duration / 2

    times = cache.get(throttle.get_cache_key(request, APIView()))

    assert len(times) == 2


def test_too_many_shut_the_address_out_until_the_first_is_forgotten(clock: Clock) -> None:
    request, throttle = from_the_hall(), WrongCodeThrottle()
    for _ in range(throttle.num_requests):
        assert throttle.admits(request)
        throttle.count(request)

    assert not throttle.admits(request)
    clock.now += throttle.duration
    assert throttle.admits(request)


@pytest.mark.full
def test_one_table_is_opened_so_often_in_a_minute_and_the_others_as_before(hall: Hall) -> None:
    def opened(table: Table) -> int:
        answer = Tablet(Client()).post(f"tables/{table.code}/lease", {"device": DEVICE})
        return int(answer.status_code)

    # Nobody was heard of under any of these leases, so each is given out again.
    assert {opened(hall.table) for _ in range(20)} == {201}
    assert opened(hall.table) == 429
    assert opened(hall.tables[1]) == 201


@pytest.mark.full
def test_who_has_the_table_is_not_counted(hall: Hall, tablet: Tablet) -> None:
    for _ in range(25):
        tablet.opens(hall.table)


@pytest.mark.full
def test_the_description_of_the_api_is_not_made_without_end(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SchemaThrottle, "rate", "1/min")
    assert client.get("/api/tablet/1/schema/").status_code == 200
    assert client.get("/api/tablet/1/schema/").status_code == 429


@pytest.mark.full
def test_who_has_signed_in_is_counted_with_the_rest(
    hall: Hall, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SchemaThrottle, "rate", "1/min")
    client.force_login(hall.cast.bob)
    assert client.get("/api/tablet/1/schema/").status_code == 200
    assert client.get("/api/tablet/1/schema/").status_code == 429
