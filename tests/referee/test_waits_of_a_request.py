"""Another program keeps the database: every way that writes is told so, and waits its time once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db import OperationalError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.credentials.slips import new_link
from clubs.registration import presence
from config.serving.password_hashing import BoundedPBKDF2PasswordHasher
from config.storage import queued_writes, request_waits
from config.storage.queued_writes import Patience
from tests import cast as people
from tests.cast import Cast
from tests.clubs.credentials.test_signing_in import OLD, sign_in, with_factor
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_ceilings import link_of
from tests.clubs.registration.test_kiosks import with_kiosk
from tests.config.serving.test_locked_database import locked_by_another
from tests.referee.hall import Hall, Tablet
from tests.referee.leases.test_shut_doors import lease
from tests.referee.taking_over import OTHER
from tests.referee.test_busy_database import _impatient, written_by_another
from tournaments.models import Event, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

_soon = _impatient
LONG_AGO = 100.0
BUSY = 503

Way = Callable[[], Any]


@pytest.fixture
def hall(db: None) -> Hall:
    return Hall.of(people.assemble(players=4, deals_per_round=2))


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that each wait was given."""
    asked: list[float] = []
    seconds = Patience.seconds

    def noted(asking: Patience) -> float:
        asked.append(seconds(asking))
        return asked[-1]

    monkeypatch.setattr(Patience, "seconds", noted)
    return asked


def posted(client: Client, name: str, *named: str, **sent: str) -> Way:
    address = reverse(name, args=named)
    kind: dict[str, Any] = {"content_type": "application/json"} if name.startswith("api-") else {}
    return lambda: client.post(address, sent, **kind)


@pytest.fixture
def door(cast: Cast) -> Cast:
    Event.objects.filter(pk=cast.event.pk).update(starts_at=timezone.now() + timedelta(minutes=9))
    return opened(cast, check_in_minutes=60, wants_code=True)


def ways(cast: Cast) -> Iterator[tuple[str, Way]]:
    """Yield requests by which strangers, players and officials write."""
    cast.bob.set_password(OLD)
    cast.bob.save()
    yield "sign in", posted(Client(), "login", username="bob", password="wrong")
    yield "sign in rightly", posted(Client(), "login", username="bob", password=OLD)
    signed_in = Client()
    signed_in.force_login(cast.alice)
    yield "sign out", posted(signed_in, "logout")
    entry = cast.event.entries.order_by("number")[0]
    entering = {"key": new_link(), "name_1": "赵六"}
    yield "enter", posted(Client(), "enter", cast.event.uid, **entering)
    checked_in = {"what": "check_in", "code": "x"}
    yield "code of the hall", posted(Client(), "entry_request_act", link_of(entry), **checked_in)
    yield "kiosk", posted(Client(), "kiosk_check_in", with_kiosk(cast), entry=entry.uid)
    with_factor(cast.bob)
    second = Client()
    assert sign_in(second) == reverse("login_code")
    yield "second factor", posted(second, "login_code", code="000000")


@pytest.mark.full
@pytest.mark.sqlite
def test_every_way_that_writes_waits_its_time_once_and_is_told(
    door: Cast, given: list[float]
) -> None:
    presence.hall_code(door.tournament)
    told = {}
    for name, way in list(ways(door)):
        # What is stored without hindrance ends what was in vain.
        Tournament.objects.update(place=name)
        given.clear()
        with locked_by_another(), request_waits.of_request(time.monotonic()):
            told[name] = way().status_code, sum(given) <= queued_writes.OF_REQUESTS
    assert told == dict.fromkeys(told, (BUSY, True))


@pytest.mark.full
@pytest.mark.sqlite
def test_what_a_request_stood_in_the_queue_counts_while_others_wait_in_vain(
    hall: Hall, given: list[float]
) -> None:
    Tablet(Client()).opens(hall.table)
    sent = {"device": OTHER, "pin": "000000", "seen": lease(hall.table)}
    takes_over = posted(Client(), "api-take-over", hall.table.code, **sent)
    given.clear()
    with locked_by_another():
        with request_waits.of_request(time.monotonic() - LONG_AGO):
            assert takes_over().status_code == BUSY
        assert given == [queued_writes.OF_REQUESTS]
        with request_waits.of_request(time.monotonic() - LONG_AGO):
            assert takes_over().status_code == BUSY
        assert given[1:] == [0]
        with request_waits.of_request(time.monotonic()):
            assert takes_over().status_code == BUSY
    assert given[2] == pytest.approx(queued_writes.OF_REQUESTS, abs=0.1)
    with request_waits.of_request(time.monotonic() - LONG_AGO):
        assert takes_over().status_code == 403


@pytest.mark.full
@pytest.mark.databases
def test_a_second_wait_of_a_request_gets_what_the_first_has_left(hall: Hall) -> None:
    waiting = queued_writes.waits
    with written_by_another(hall.cast.tournament), request_waits.of_request(time.monotonic()):
        for _ in range(2):
            assert waiting.seconds() in {queued_writes.OF_REQUESTS, 0}
            with pytest.raises(OperationalError), transaction.atomic():
                Tournament.objects.select_for_update().get(pk=hall.cast.tournament.pk)
            assert waiting.seconds() == 0
    assert Tournament.objects.update(place="here")
    assert waiting.seconds() == queued_writes.OF_REQUESTS


@pytest.mark.full
@pytest.mark.sqlite
def test_no_password_is_hashed_for_a_request_that_can_store_nothing(hall: Hall) -> None:
    hasher = BoundedPBKDF2PasswordHasher()
    with locked_by_another(), request_waits.of_request(time.monotonic() - LONG_AGO):
        assert hasher.encode("a", "salt", 1)
        with pytest.raises(OperationalError):
            Tournament.objects.update(place="here")
        with pytest.raises(queued_writes.Busy):
            hasher.encode("a", "salt", 1)
    assert make_password("a", "salt")
