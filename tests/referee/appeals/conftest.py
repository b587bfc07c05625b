"""An official competition with a round that was played, and its chief referee at the desk."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import official_cast
from tests.cast import Cast
from tests.referee.hall import Hall
from tests.referee.rulings.test_cases import official_of
from tournaments.models import Role, User


@pytest.fixture
def hall(cast: Cast) -> Hall:
    """A hall in which every deal of the round has a result."""
    official_cast.make_official(cast)
    hall = Hall.of(cast)
    cast.play(hall.round)
    return hall


@pytest.fixture
def chief(hall: Hall) -> User:
    """The chief referee, who has no other role."""
    return official_of(hall, "carol", Role.CHIEF_REFEREE)


@pytest.fixture
def desk(chief: User, client: Client) -> Client:
    """The browser of the chief referee, in Chinese."""
    client.force_login(chief)
    client.cookies["django_language"] = "zh-hans"
    return client
