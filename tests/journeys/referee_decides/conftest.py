"""A hall of an official competition in real browsers: tablets at its tables, and the referee's."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.browser import conftest as browsers
from tests.browser.conftest import Devices
from tests.journeys.referee_decides import hall_tablets
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import make_official

device = browsers.device


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    """The first round of an official individual event in play at two tables."""
    hall = Hall.of(people.assemble())
    make_official(hall)
    return hall


@pytest.fixture
def referee(hall: Hall, device: Devices, live_server: LiveServer) -> Page:
    """Bob's tablet, on the desk's pages."""
    return hall_tablets.of_an_official(device, live_server.url, hall.cast.bob)
