"""Fixtures and settings of every test."""

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
    """Drop the test database even if a browser still sends requests after the last test."""
    with django_db_blocker.unblock():
        databases.prepare()
    yield
    with django_db_blocker.unblock():
        databases.put_away()


@pytest.fixture(autouse=True)
def _pages_are_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test an empty cache of pages, because its database starts empty too.

    Counters of wrong codes from other tests are cleared as well.
    """
    monkeypatch.setattr(settings, "LIVE_PAUSE", 0)
    limits.clear()
    cache.forget()
    remembered.forget()
    desk_stamps.forget()
    # Kept worlds repeat their uids, which are the keys of these caches.
    call_views._waiting.forget()
    sessions._noted.forget()


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Move the clock of the program: `at(hour)` stops it there; `go_on` lets it continue."""
    moved: list[Clock] = []

    def move(hour: datetime) -> Clock:
        if not moved:
            moved.append(clock.stopped(monkeypatch, hour))
        moved[0].at = hour
        return moved[0]

    return move


@pytest.fixture(autouse=True)
def _the_language_is_that_of_the_settings() -> None:
    """Restore the language of the settings, which a page in another language leaves changed."""
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_looked_for_once() -> Iterator[None]:
    """Cache the search for static files, because every client rebuilds the middleware."""
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
    """Restore the tables after a test that commits, instead of flushing and refilling them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, FLUSH, lambda _: databases.restore())
        yield
