"""The cast as a fixture, and throttle counters that are reset for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from tests import cast as people
from tests.cast import Cast
from tournaments.models import Round
from web.publish import cache


@pytest.fixture
def cast(db: None) -> Cast:
    """Alice's club with an individual event of eight players."""
    return people.assemble()


@pytest.fixture
def round_(cast: Cast) -> Round:
    """The first round of the event, in play."""
    return cast.round_in_play()


@pytest.fixture
def english(client: Client) -> Client:
    """A reader of English."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def long_kept(settings: Settings) -> Iterator[None]:
    """No page is kept at first, and each may be shown for as long as can be."""
    settings.LIVE_PAUSE = 100_000
    cache.forget()
    yield
    cache.forget()
