"""What every test stands on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest
from django.conf import settings
from django.core.cache import cache as limits
from django.test import TransactionTestCase
from django.utils import timezone, translation
from pytest_django import DjangoDbBlocker
from whitenoise.middleware import WhiteNoiseMiddleware

from clubs.credentials import sessions
from tests import clock, run_profile
from tests.clock import At, Clock
from tests.services import databases
from web.desk.calls import views as call_views
from web.desk.rounds import desk_stamps
from web.publish import cache
from web.tablet.api import remembered

pytest_plugins = ["tests.services.fixtures", "tests.hall_fixtures"]
FLUSH = "_fixture_teardown"


def pytest_configure(config: pytest.Config) -> None:
    run_profile.load(config)


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A browser may still be asking when the last test is over; its database goes all the same."""
    with django_db_blocker.unblock():
        databases.prepare()
    yield
    with django_db_blocker.unblock():
        databases.put_away()


@pytest.fixture(autouse=True)
def _pages_are_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database of a test begins anew, and its pages with it; none is shown for a newer one.

    Nor is anybody slowed for the wrong codes that another test typed from the same address.
    """
    monkeypatch.setattr(settings, "LIVE_PAUSE", 0)
    limits.clear()
    cache.forget()
    remembered.forget()
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
def _static_files_are_looked_for_once() -> Iterator[None]:
    """Every client of a test builds the middleware anew, and the files are what they were."""
    found: dict[str, dict[str, object]] = {}
    look = WhiteNoiseMiddleware.add_files_from_finders

    def look_once(middleware: WhiteNoiseMiddleware) -> None:
        if middleware.static_prefix not in found:
            look(middleware)
            found[middleware.static_prefix] = dict(middleware.files)
        middleware.files.update(found[middleware.static_prefix])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", look_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _a_test_that_commits_is_put_right() -> Iterator[None]:
    """Its tables are made what they were, instead of flushed and filled again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, FLUSH, lambda _: databases.restore())
        yield
