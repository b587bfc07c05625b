"""The cast as a fixture, and counters that begin anew with each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests import cast as people
from tests.cast import Cast


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def cast(db: None) -> Cast:
    """Alice's club with an individual event of eight players."""
    return people.assemble()
