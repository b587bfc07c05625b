"""The event in which the tests of arrivals are late."""

from __future__ import annotations

import pytest

from tests import cast as people
from tests.cast import Cast
from tests.kept_worlds import kept
from tests.referee.arrivals.lateness import official
from tournaments import organise
from tournaments.models import Role
from tournaments.standings.match_scores import Order


@pytest.fixture
def cast(db: None) -> Cast:
    """An official individual event of four players, ranked by table points, in play."""
    return assemble()


@kept
def assemble() -> Cast:
    cast = people.assemble(players=4).changed(ranking=Order.TABLE_POINTS)
    official(cast.event)
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE)
    cast.event.refresh_from_db()
    return cast
