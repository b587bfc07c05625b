"""A database that others keep busy: who writes is told so in time, and a repeat is only read."""

from __future__ import annotations

import html
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakSet

import pytest
from django.db import connection, transaction
from django.db.backends.signals import connection_created
from django.test import Client
from django.urls import reverse

from config.storage import queued_writes, request_waits
from referee.models import Sheet
from tests import cast as people
from tests.referee.hall import Hall, Tablet
from tournaments.models import Tournament
from tournaments.system import storage_problems
from tournaments.system.storage_problems import DatabaseProblem

pytestmark = pytest.mark.django_db(transaction=True)

LONG = 60


@pytest.fixture
def hall(db: None) -> Hall:
    return Hall.of(people.assemble(players=4, deals_per_round=2))


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch, db: None) -> Iterator[None]:
    """Wait as a web process does, only not for so long."""
    monkeypatch.setattr(queued_writes, "OF_REQUESTS", 1)
    monkeypatch.setattr(queued_writes, "waits", queued_writes.Patience())
    monkeypatch.setattr(request_waits, "_limited", WeakSet())
    connection.close()
    request_waits.limit()
    yield
    connection_created.disconnect(dispatch_uid=request_waits.__name__)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


@contextmanager
def written_by_another(tournament: Tournament) -> Iterator[None]:
    """Hold the lock of a tournament in another thread."""
    is_held, is_over = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                Tournament.objects.select_for_update().get(pk=tournament.pk)
                is_held.set()
                is_over.wait(LONG)
        finally:
            connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert is_held.wait(LONG)
    try:
        yield
    finally:
        is_over.set()
        holder.join()


@pytest.mark.full
@pytest.mark.databases
def test_a_sheet_is_told_that_the_database_is_busy_and_a_repeat_is_answered(
    hall: Hall, client: Client
) -> None:
    tablet = Tablet(client).opens(hall.table)
    first, second = hall.sheet(hall.deal(1)), hall.sheet(hall.deal(2))
    before = tablet.submits(first)
    agreement = hall.agreement(first, "W")
    confirmed = tablet.confirms(agreement)
    with written_by_another(hall.cast.tournament):
        refused = tablet.sends("sheets", second)
        assert tablet.submits(first)["sheet"] == before["sheet"]
        assert tablet.confirms(agreement) == confirmed
    assert (refused.status_code, refused.json()["code"]) == (503, DatabaseProblem.BUSY)
    assert refused["Retry-After"] == str(storage_problems.BUSY_AGAIN)
    assert not Sheet.objects.filter(key=second.key).exists()
    assert tablet.submits(second)


@pytest.mark.full
@pytest.mark.databases
def test_a_page_is_told_that_the_database_is_busy(hall: Hall, client: Client) -> None:
    client.force_login(hall.cast.alice)
    client.cookies["django_language"] = "en"
    address = reverse("desk_close", args=[hall.round.uid])
    with written_by_another(hall.cast.tournament):
        page = client.post(address)
    assert page.status_code == 503
    assert page["Retry-After"] == str(storage_problems.BUSY_AGAIN)
    said = html.unescape(page.content.decode())
    assert "Busy just now" in said
    assert "nothing was changed" in said


@pytest.mark.full
@pytest.mark.sqlite
def test_after_one_who_waited_in_vain_the_others_wait_a_moment_only(hall: Hall) -> None:
    queued_writes.waits.most = 3
    with written_by_another(hall.cast.tournament):
        assert queued_writes.waits.seconds() == 3
        with pytest.raises(Exception, match="busy with other writers for 3 seconds"):
            Tournament.objects.update(place="here")
        assert queued_writes.waits.seconds() == queued_writes.IMPATIENCE
    Tournament.objects.update(place="here")
    assert queued_writes.waits.seconds() == 3
