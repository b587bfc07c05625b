"""How long whoever has declared a claim has to state it."""

from __future__ import annotations

from typing import Any

import pytest

from tests import cast as people
from tests import levels_cast
from tests.referee.hall import Hall, Tablet, fits
from tournaments.models import EventRegulations, Size
from tournaments.regulations.policies import statement_seconds
from web.tablet.api.round_pack import RoundPack


@pytest.fixture
def hall(db: None) -> Hall:
    return Hall.of(people.assemble())


@pytest.fixture
def tablet(hall: Hall, client: Any) -> Tablet:
    return Tablet(client).opens(hall.table)


def told(tablet: Tablet) -> Any:
    return fits(RoundPack, tablet.get("round").json())["blank"]["statement_seconds"]


@pytest.mark.full
def test_it_is_a_minute_unless_the_regulations_say_otherwise(hall: Hall, tablet: Tablet) -> None:
    assert told(tablet) == 60
    EventRegulations.objects.create(
        event=hall.cast.event, size=Size.OFFICIAL, policies={"claim_statement": "90"}
    )
    hall.cast.event.refresh_from_db()
    assert statement_seconds(hall.cast.event) == 90


def test_nobody_claims_where_levels_are_climbed(db: None) -> None:
    assert statement_seconds(levels_cast.assemble().event) == 0
