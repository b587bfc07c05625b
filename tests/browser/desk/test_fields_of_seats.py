"""What a referee is asked of each seat: two by two on a phone, in one row on a laptop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from referee.sheets import entry
from tests.browser.signed_in import DESK, PHONE
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)

CLAIM: Final = {"seat": "N", "after_trick": 9, "kind": "all", "accepted": [], "contested": True}
BOXES: Final = """(found) => [...document.querySelectorAll(found)]
  .filter((each) => each.checkVisibility())
  .map((each) => {
    const { top, left, width, height } = each.getBoundingClientRect();
    return { top: Math.round(top), left: Math.round(left), width, height };
  })"""


@pytest.fixture
def referee(
    live_server: LiveServer, hall: Hall, chromium: Browser, client: Client
) -> Iterator[Page]:
    """Bob at the desk's pages, in Chinese."""
    client.force_login(hall.cast.bob)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    with chromium.new_context(base_url=live_server.url, locale="zh-CN", bypass_csp=True) as context:
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )
        yield context.new_page()


def pages(hall: Hall) -> dict[str, tuple[str, str, int]]:
    """Return the address of each page, what it asks of the seats, and how often."""
    cast, first, second = hall.cast, hall.deal(), hall.deal(2)
    cast.post(first)
    won = {seat: cards for seat, cards in NORTH_TAKES_THE_PIG["won"].items() if seat != "N"}
    report = {"won": won, "claim": CLAIM}
    entry.submit(writer=hall.writer(), sealed=hall.sheet(second, report))
    of_first, of_second = [cast.tournament.uid, first.uid], [cast.tournament.uid, second.uid]
    adjust = reverse("referee_adjust", args=of_first)
    rule = reverse("referee_rule_case", args=[cast.tournament.uid, cast.event.uid])
    return {
        "ruling": (f"{rule}?deal={first.uid}", "#id_whom label", 1),
        "averages": (f"{adjust}?kind=averages", ".seat-fields > *", 1),
        "assigned": (f"{adjust}?kind=assigned", ".seat-fields input", 1),
        "split": (f"{adjust}?kind=split", ".seat-fields input", 1),
        "weighted": (f"{adjust}?kind=weighted", ".seat-fields input", 2),
        "correction": (reverse("referee_type", args=of_first), "[name^=won_]", 1),
        "claim": (reverse("referee_claim", args=of_second), "[name^=gets_]", 1),
    }


def rows_of(boxes: list[Any]) -> list[int]:
    """Return how many boxes stand in each row."""
    tops = [box["top"] for box in boxes]
    return [tops.count(top) for top in dict.fromkeys(tops)]


@pytest.mark.full
def test_four_seats_are_two_rows_on_a_phone_and_one_on_a_laptop(referee: Page, hall: Hall) -> None:
    asked = pages(hall)
    for size, rows in ((PHONE, [2, 2]), (DESK, [4])):
        referee.set_viewport_size(size)
        for name, (address, found, times) in asked.items():
            referee.goto(address)
            boxes = referee.evaluate(BOXES, found)
            # A claim is decided beside the felt, in half of the width.
            wanted = [2, 2] if name == "claim" else rows * times
            assert rows_of(boxes) == wanted, (name, size)
            assert min(box["height"] for box in boxes) >= 44, (name, size)
            assert referee.evaluate("document.documentElement.scrollWidth") <= size["width"], name
