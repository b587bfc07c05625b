"""The tables of a round at the desk: low tiles, four in a row, the deals when one is opened."""

from __future__ import annotations

import json
from typing import Final

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.browser.signed_in import DESK
from tests.cast import Cast
from tournaments.base.refusals import refuse
from tournaments.models import Deal, Hold, Installation
from tournaments.system.storage_problems import CopyProblem

pytestmark = pytest.mark.django_db(transaction=True)

MANY: Final = 29
TALL: Final = 137
"""Pixels that a tile of four names may have."""
PLAYERS: Final = 118
"""Two more than sit at so many tables, so that somebody sits out."""
LONGEST: Final = 1800
"""Pixels of the page of such an event in its second round, with what stands below the tables and
a backup that failed above them.
"""
LONGEST_ON_A_PHONE: Final = 2600
BETWEEN: Final = 12
"""Pixels between two folds below the tables, at most."""
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
ABOVE: Final = 240
"""Pixels of a phone above the heading of a page: the head, what waits and the rail."""
HEADING: Final = """() => ({
  above: document.querySelector("h1").getBoundingClientRect().top,
  bar: document.querySelector(".alert-bar-in").getBoundingClientRect().height,
  wide: document.documentElement.scrollWidth,
})"""
BOXES: Final = """() => {
  const list = document.querySelector(".desk-tiles");
  const boxes = [...list.children].map((tile) => tile.getBoundingClientRect());
  return {
    tiles: boxes.length,
    tallest: Math.max(...boxes.map((box) => box.height)),
    first: boxes.filter((box) => box.top === boxes[0].top).length,
    wide: document.documentElement.scrollWidth,
    page: document.documentElement.scrollHeight,
    apart: gaps([...document.querySelectorAll(".event-desk .fold")]),
  };
  function gaps(folds) {
    const below = folds.map((fold) => fold.getBoundingClientRect())
      .filter((box) => box.left === boxes[0].left);
    return below.slice(1).map((box, n) => box.top - below[n].bottom);
  }
}"""


@pytest.mark.full
def test_twenty_nine_tables_are_low_tiles_and_open_to_their_deals(
    live_server: LiveServer, chromium: Browser, client: Client
) -> None:
    cast = people.assemble(players=PLAYERS, deals_per_round=1)
    cast.closed_round()
    cast.round_in_play()
    fault = json.dumps(refuse(CopyProblem.AWAY, folder="/copies").as_json())
    Installation.objects.update_or_create(defaults={"copies_to": "/copies", "copy_fault": fault})
    client.force_login(cast.alice)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    with chromium.new_context(
        base_url=live_server.url, viewport=DESK, locale="en-GB", bypass_csp=True
    ) as context:
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )
        page = context.new_page()
        page.goto(f"/desk/events/{cast.event.uid}/")
        tile = page.locator(".desk-tiles > li").first
        expect(tile.locator(".state")).to_have_count(1)
        expect(tile.locator(".deal-link").first).to_be_hidden()
        expect(page.get_by_text("A copy failed")).to_be_visible()
        _is_short(page)
        tile.locator("summary").click()
        expect(tile.locator(".deal-link").first).to_be_visible()
        _see_the_heading_on_a_phone(page, cast)


def _is_short(page: Page) -> None:
    """Measure the tables of the page at the desk, and what stands below them."""
    boxes = page.evaluate(BOXES)
    assert boxes["tiles"] == MANY
    assert boxes["tallest"] <= TALL
    assert boxes["first"] == 4
    assert boxes["wide"] <= DESK["width"]
    assert boxes["page"] <= LONGEST
    assert len(boxes["apart"]) >= 3
    assert all(0 <= gap <= BETWEEN for gap in boxes["apart"])


def _see_the_heading_on_a_phone(page: Page, cast: Cast) -> None:
    """Reload the page with three things that wait, and measure what stands above its heading."""
    Installation.objects.update(copies_to="", copy_fault="")
    deals = Deal.objects.filter(event=cast.event).order_by("-pk")
    for deal, code in zip(deals, ("one", "two", "three"), strict=False):
        Hold.objects.create(tournament=cast.tournament, deal=deal, code=code, origin_uid=code)
    page.set_viewport_size(PHONE)
    page.reload()
    expect(page.locator(".alert-bar-list")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= LONGEST_ON_A_PHONE
    phone = page.evaluate(HEADING)
    assert phone["above"] <= ABOVE
    assert phone["bar"] <= 48
    assert phone["wide"] == PHONE["width"]
