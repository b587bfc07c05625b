"""What every test stands on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError
from django.db import connection, connections
from django.test import TransactionTestCase
from django.utils import timezone, translation
from pytest_django import DjangoDbBlocker

from referee.desk import call_views
from referee.tablet.api import pack_stamps
from tests import clock, run_profile
from tests.clock import At, Clock
from tournaments.credentials import sessions
from tournaments.publish import cache
from tournaments.record import guards
from tournaments.views import desk_stamps

pytest_plugins = ["tests.services.fixtures"]
FLUSH = "_fixture_teardown"
AGAIN = 3


def pytest_configure(config: pytest.Config) -> None:
    run_profile.load(config)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A browser may still be asking when the last test is over; its database goes all the same."""
    yield
    if settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(autouse=True)
def _pages_are_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database of a test begins anew, and its pages with it; none is shown for a newer one."""
    monkeypatch.setattr(settings, "LIVE_PAUSE", 0)
    cache.forget()
    pack_stamps.forget()
    desk_stamps.forget()
    # Kept worlds repeat their uids, by which these are remembered.
    call_views._waiting.forget()
    sessions._noted.forget()


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Move the clock of the program: `at(hour)`; it stands there, or goes on by `go_on`."""
    moved: list[Clock] = []

    def move(hour: datetime) -> Clock:
        if not moved:
            moved.append(clock.stopped(monkeypatch, hour))
        moved[0].at = hour
        return moved[0]

    return move


@pytest.fixture(autouse=True)
def _the_language_is_that_of_the_settings() -> None:
    """A page asked in another language leaves it to whatever comes next in its thread."""
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(scope="session", autouse=True)
def _a_flush_lifts_the_guards() -> Iterator[None]:
    """A flush empties the tables, which the guards refuse; its end installs them again."""
    flush = getattr(TransactionTestCase, FLUSH)

    def lift_and_flush(case: TransactionTestCase) -> Any:
        for each in connections.all():
            guards.remove(each)
        for _ in range(AGAIN):
            try:
                return flush(case)
            except CommandError:
                # A page that was just closed still had a question on its way, and the two waited
                # for each other.
                continue
        return flush(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, FLUSH, lift_and_flush)
        yield
