"""An event of individuals that is open to everybody, without names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from clubs.registration import terms
from clubs.registration.terms import EntryTerms
from tests import cast as people
from tests.cast import Cast
from tests.kept_worlds import kept
from tournaments.models import Door


@kept
def opened(cast: Cast, **chosen: Any) -> Cast:
    terms.set_terms(cast.event, cast.director, replace(EntryTerms(Door.PUBLIC), **chosen))
    return cast


@pytest.fixture
def empty(db: None) -> Cast:
    """The cast without entries."""
    return people.assemble(players=0)


@pytest.fixture
def open_event(empty: Cast) -> Cast:
    """The same, open to everybody at once."""
    return opened(empty, is_approved=False)
