"""When tablets were heard is kept in memory by a process that serves; one thread writes it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from referee import hearing, leases
from referee.hearing import Heard, Keeper
from referee.models import DeviceLease
from tests.referee.hall import DEVICE, Hall, Tablet


@pytest.fixture
def keeper(monkeypatch: pytest.MonkeyPatch) -> Keeper:
    """What a process that serves has; here the test writes where its thread would."""
    made = Keeper()
    monkeypatch.setattr(hearing, "_keeper", made)
    return made


def _stored(lease: DeviceLease) -> DeviceLease:
    return DeviceLease.objects.get(pk=lease.pk)


def _long_ago(lease: DeviceLease) -> DeviceLease:
    """Let a lease be one that was heard some time ago."""
    DeviceLease.objects.filter(pk=lease.pk).update(heard_at=timezone.now() - timedelta(minutes=1))
    return _stored(lease)


def test_who_only_reads_writes_nothing(
    hall: Hall, keeper: Keeper, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    lease = _long_ago(hall.lease())
    before = lease.heard_at
    with django_assert_num_queries(0):  # type: ignore[operator]
        leases.hear(lease, 3)
        leases.hear(lease, 2)
    assert _stored(lease).heard_at == before
    keeper.write()
    stored = _stored(lease)
    assert (stored.heard_at, stored.waiting) == (lease.heard_at, 2)


def test_the_first_time_is_written_at_once(hall: Hall, keeper: Keeper) -> None:
    opened = leases.open_table(table=hall.table, device=DEVICE)
    leases.hear(opened.lease)
    assert _stored(opened.lease).heard_at is not None
    with pytest.raises(leases.Turned):
        leases.open_table(table=hall.table, device=DEVICE)


def test_what_is_not_written_yet_counts_all_the_same(hall: Hall, keeper: Keeper) -> None:
    lease = _long_ago(hall.lease())
    leases.hear(lease, 7)
    heard = lease.heard_at
    again = _stored(lease)
    leases.hear(again)
    assert (again.heard_at, again.waiting) == (heard, 7), "noted a moment ago"
    with pytest.raises(leases.Turned) as turned:
        leases.open_table(table=hall.table, device="another")
    assert heard is not None
    assert turned.value.extras["heard_at"] == heard.isoformat()
    taken = leases.take_over(
        table=hall.table, device="another", official=hall.cast.bob, seen=lease.uid
    )
    left = leases.left_behind(taken.lease)
    assert left is not None
    assert (left.heard_at, left.waiting) == (heard, 7)
    assert (_stored(lease).heard_at, _stored(lease).waiting) == (heard, 7)


def test_a_database_that_is_busy_loses_no_note(
    hall: Hall, keeper: Keeper, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lease = _long_ago(hall.lease())
    leases.hear(lease, 1)
    with monkeypatch.context() as busy:
        busy.setattr(hearing, "close_old_connections", lambda: None)
        busy.setattr(hearing.connection, "close", lambda: None, raising=False)
        busy.setattr(hearing, "_write", _is_busy)
        keeper._try()
    assert "busy with other writers" in caplog.text
    leases.hear(lease, 2)
    keeper.write()
    assert _stored(lease).waiting == 2
    assert keeper.kept(lease) is None


def _is_busy(*_: object) -> None:
    raise OperationalError("busy with other writers")


def test_what_another_process_heard_later_stands(hall: Hall, keeper: Keeper) -> None:
    lease = _long_ago(hall.lease())
    now = timezone.now()
    keeper.keep(lease, Heard(now - timedelta(seconds=9), 4))
    DeviceLease.objects.filter(pk=lease.pk).update(heard_at=now, waiting=0)
    keeper.write()
    assert (_stored(lease).heard_at, _stored(lease).waiting) == (now, 0)


def test_a_note_that_comes_while_another_is_written_is_written_the_next_time(
    hall: Hall, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = _long_ago(hall.lease())
    leases.hear(lease, 1)
    write = hearing._write

    def meanwhile(key: int, heard: Heard) -> None:
        write(key, heard)
        monkeypatch.setattr(hearing, "_write", write)
        leases.hear(lease, 5)

    monkeypatch.setattr(hearing, "_write", meanwhile)
    keeper.write()
    assert _stored(lease).waiting == 1
    keeper.write()
    assert _stored(lease).waiting == 5


@pytest.mark.django_db(transaction=True)
def test_the_thread_writes_and_an_end_waits_for_it(hall: Hall, tablet: Tablet) -> None:
    tablet.opens(hall.table)
    lease = DeviceLease.objects.get()
    hearing.begin()
    try:
        assert tablet.get("round").status_code == 200
        assert _stored(lease).heard_at is not None
        tablet.get("round", **{"Huapai-Waiting": "3"})
        assert hearing._keeper is not None
        assert hearing._keeper.kept(lease) is not None
    finally:
        hearing.end()
    assert _stored(lease).waiting == 3
