"""An official competition with a played round, and its chief referee at the desk."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import official_cast
from tests.cast import Cast
from tests.kept_worlds import kept
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import official_of
from tournaments.models import Role, User


@kept
def played(cast: Cast) -> tuple[Hall, User]:
    """Every deal of a round has a result; the chief referee has no other role."""
    official_cast.make_official(cast)
    hall = Hall.of(cast)
    cast.play(hall.round)
    return hall, official_of(hall, "carol", Role.CHIEF_REFEREE)


@pytest.fixture
def competition(cast: Cast) -> tuple[Hall, User]:
    return played(cast)


@pytest.fixture
def hall(competition: tuple[Hall, User]) -> Hall:
    """A hall in which every deal of the round has a result."""
    return competition[0]


@pytest.fixture
def chief(competition: tuple[Hall, User]) -> User:
    """The chief referee, who has no other role."""
    return competition[1]


@pytest.fixture
def desk(chief: User, client: Client) -> Client:
    """The browser of the chief referee, in Chinese."""
    client.force_login(chief)
    client.cookies["django_language"] = "zh-hans"
    return client
