"""The longest settlement, of a slam that counts double: all is read on a laptop, in English."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.browser.conftest import Devices
from tests.browser.deals import Played
from tests.browser.halls import hall_by
from tests.referee.hall import Hall

SLAM = 57
"""The line of the demo's deals in which West takes all, with exposed cards."""
LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    """A table whose deals are written down trick by trick."""
    return hall_by({"preset": "western", "next_lead": "first_lead"}, "tricks")


@pytest.mark.full
def test_its_page_ends_soon_below_the_felt(device: Devices, hall: Hall, live_server: Any) -> None:
    told = ("hands", "plays", "exposed")
    report = {name: Played.number(SLAM).facts[name] for name in told}
    hall.cast.post(hall.deal(), report=report)
    page = device(viewport=LAPTOP).page
    page.goto(live_server.url + reverse("deal", args=[hall.deal().uid]))
    line = page.locator(".deal-sum[open] li", has_text="slam: all scoring cards")
    box = line.bounding_box()
    assert box
    assert box["height"] < 34
    assert page.evaluate("document.documentElement.scrollHeight") <= 1110
