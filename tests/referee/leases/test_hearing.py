"""When tablets were heard is kept in memory by a process that serves; one thread writes it."""

from __future__ import annotations

from datetime import timedelta
from types import ModuleType

import pytest
from django.db import OperationalError, connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.request import Request

from referee.base.refusals import CodedRefusal
from referee.leases import leases
from referee.leases.leases import HeardNotes, LastHeard
from referee.models import DeviceLease
from tests.referee.hall import DEVICE, Hall, Tablet
from tournaments.system import deferred_writes, installation
from tournaments.system.deferred_writes import Afterwards
from web.tablet import api_urls, earlier_api_urls
from web.tablet.api.request_forms import waiting_of


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Afterwards:
    """What a process that serves has; here the test writes where its thread would."""
    made = Afterwards()
    monkeypatch.setattr(leases, "heard_notes", HeardNotes())
    monkeypatch.setattr(deferred_writes, "_afterwards", made)
    return made


def _stored(lease: DeviceLease) -> DeviceLease:
    return DeviceLease.objects.get(pk=lease.pk)


def _long_ago(lease: DeviceLease) -> DeviceLease:
    """Let a lease be one that was heard some time ago."""
    DeviceLease.objects.filter(pk=lease.pk).update(heard_at=timezone.now() - timedelta(minutes=1))
    return _stored(lease)


def test_who_only_reads_writes_nothing(
    hall: Hall, later: Afterwards, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    lease = _long_ago(hall.lease())
    before = lease.heard_at
    with django_assert_num_queries(0):  # type: ignore[operator]
        leases.note_contact(lease, 3)
        leases.note_contact(lease, 2)
    assert _stored(lease).heard_at == before
    later.do()
    stored = _stored(lease)
    assert (stored.heard_at, stored.waiting) == (lease.heard_at, 2)


def test_the_first_time_is_written_at_once(hall: Hall, later: Afterwards) -> None:
    opened = leases.open_table(table=hall.table, device=DEVICE)
    leases.note_contact(opened.lease)
    assert _stored(opened.lease).heard_at is not None
    with pytest.raises(CodedRefusal):
        leases.open_table(table=hall.table, device=DEVICE)


def test_what_is_not_written_yet_counts_all_the_same(hall: Hall, later: Afterwards) -> None:
    lease = _long_ago(hall.lease())
    leases.note_contact(lease, 7)
    heard = lease.heard_at
    reread = _stored(lease)
    leases.note_contact(reread)
    assert (reread.heard_at, reread.waiting) == (heard, 7), "noted a moment ago"
    with pytest.raises(CodedRefusal) as turned:
        leases.open_table(table=hall.table, device="another")
    assert heard is not None
    assert turned.value.extras["heard_at"] == heard.isoformat()
    opened = leases.take_over(
        table=hall.table, device="another", official=hall.cast.bob, seen=lease.uid
    )
    left_behind = leases.left_behind(opened.lease)
    assert left_behind is not None
    assert (left_behind.heard_at, left_behind.waiting) == (heard, 7)
    assert (_stored(lease).heard_at, _stored(lease).waiting) == (heard, 7)


def test_a_database_that_is_busy_loses_no_note(
    hall: Hall, later: Afterwards, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lease = _long_ago(hall.lease())
    leases.note_contact(lease, 1)
    with monkeypatch.context() as busy:
        busy.setattr(connection, "close", lambda: None, raising=False)
        busy.setattr(leases, "_write_heard", _is_busy)
        later.do()
    assert "busy with other writers" in caplog.text
    leases.note_contact(lease, 2)
    later.do()
    assert _stored(lease).waiting == 2
    assert leases.heard_notes.kept(lease.pk) is None


def _is_busy(*_: object) -> None:
    raise OperationalError("busy with other writers")


def test_what_another_process_heard_later_stands(hall: Hall, later: Afterwards) -> None:
    lease = _long_ago(hall.lease())
    now = timezone.now()
    leases.heard_notes.keep(lease.pk, LastHeard(now - timedelta(seconds=9), 4))
    DeviceLease.objects.filter(pk=lease.pk).update(heard_at=now, waiting=0)
    leases.heard_notes.write()
    assert (_stored(lease).heard_at, _stored(lease).waiting) == (now, 0)


def test_a_note_that_comes_while_another_is_written_is_written_the_next_time(
    hall: Hall, later: Afterwards, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = _long_ago(hall.lease())
    leases.note_contact(lease, 1)
    write = leases._write_heard

    def meanwhile(key: int, heard: LastHeard) -> None:
        write(key, heard)
        monkeypatch.setattr(leases, "_write_heard", write)
        leases.note_contact(lease, 5)

    monkeypatch.setattr(leases, "_write_heard", meanwhile)
    later.do()
    assert _stored(lease).waiting == 1
    later.do()
    assert _stored(lease).waiting == 5


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_the_thread_writes_and_an_end_waits_for_it(
    hall: Hall, tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deferred_writes, "EVERY", 600)
    monkeypatch.setattr(deferred_writes, "PATIENCE", 60)
    tablet.opens(hall.table)
    lease = DeviceLease.objects.get()
    deferred_writes.begin()
    try:
        assert tablet.get("round").status_code == 200
        assert _stored(lease).heard_at is not None
        tablet.get("round", **{"Huapai-Waiting": "3"})
        assert leases.heard_notes.kept(lease.pk) is not None
    finally:
        deferred_writes.end()
    assert _stored(lease).waiting == 3


@pytest.mark.full
def test_the_page_of_the_codes_leaves_its_address_to_be_written(
    hall: Hall, later: Afterwards
) -> None:
    desk = Client()
    desk.force_login(hall.cast.alice)
    # Django asks SQLite once, inside a savepoint, whether it knows JSON.
    assert connection.features.supports_json_field
    with CaptureQueriesContext(connection) as queries:
        assert desk.get(f"/desk/tournaments/{hall.cast.tournament.uid}/codes/").status_code == 200
    writes = ("INSERT", "UPDATE", "DELETE", "SAVEPOINT")
    assert not [
        query["sql"] for query in queries.captured_queries if query["sql"].startswith(writes)
    ]
    assert installation.current().address == ""
    later.do()
    assert installation.current().address == "http://testserver/"


@pytest.mark.parametrize("urls", [api_urls, earlier_api_urls])
def test_an_item_that_is_handed_over_is_counted_at_no_address(urls: ModuleType) -> None:
    """Those of 0.2, to which a page of that time sends, are others."""
    counted = {}
    for pattern in urls.urlpatterns:
        request = RequestFactory().post(f"/api/{pattern.pattern}", headers={"Huapai-Waiting": "3"})
        counted[str(pattern.pattern)] = waiting_of(Request(request))
    handed_over = {path for path, count in counted.items() if count == 2}
    assert handed_over == {"sheets", "confirmations"}
    assert set(counted.values()) == {2, 3}
