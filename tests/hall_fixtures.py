"""The cast, the hall and its tablet as fixtures."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.credentials import official_pins
from tests import cast as people
from tests.cast import Cast
from tests.referee.hall import Hall, Tablet


@pytest.fixture
def cast(db: None) -> Cast:
    """Alice's club with an individual event of eight players."""
    return people.assemble()


@pytest.fixture
def transactional_cast(transactional_db: None) -> Cast:
    """The same for tests with real commits."""
    return people.assemble()


@pytest.fixture
def hall(cast: Cast) -> Hall:
    """The first round of the event in play at two tables."""
    return Hall.of(cast)


@pytest.fixture
def transactional_hall(transactional_db: None) -> Hall:
    """The same for tests with real commits."""
    return Hall.of(people.assemble())


@pytest.fixture
def stranger(client: Client) -> Tablet:
    """A browser that holds no lease."""
    return Tablet(client)


@pytest.fixture
def tablet(hall: Hall) -> Tablet:
    """The tablet of the first table."""
    return Tablet(Client()).opens(hall.table)


@pytest.fixture
def pin(hall: Hall) -> str:
    """Bob's PIN."""
    return official_pins.set_own(hall.cast.bob, hall.cast.club)
