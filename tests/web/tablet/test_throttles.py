"""Wrong codes are counted by address, and are forgotten in time."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone
from rest_framework.request import Request

from tests.referee.hall import DEVICE, Hall, Tablet
from tournaments.models import AttemptCount, Table
from web.tablet.api.throttles import SchemaThrottle, WrongCodeThrottle


def from_the_hall() -> Request:
    return Request(RequestFactory().post("/"))


def a_minute_later() -> None:
    AttemptCount.objects.update(ends_at=timezone.now())


@pytest.mark.django_db
def test_a_wrong_code_that_no_longer_counts_is_not_kept() -> None:
    request, throttle = from_the_hall(), WrongCodeThrottle()
    for _ in range(5):
        throttle.count(request)
        a_minute_later()
    throttle.count(request)
    assert [row.count for row in AttemptCount.objects.all()] == [1]


@pytest.mark.django_db
def test_too_many_shut_the_address_out_until_the_first_is_forgotten() -> None:
    request, throttle = from_the_hall(), WrongCodeThrottle()
    for _ in range(throttle.MOST):
        assert throttle.admits(request)
        throttle.count(request)

    assert not throttle.admits(request)
    elsewhere = Request(RequestFactory().post("/", REMOTE_ADDR="10.0.0.9"))
    assert throttle.admits(elsewhere)
    a_minute_later()
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
