"""A round is started: what the desk calls reaches tablet and wall, and every open page follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments import organise

PASSWORD = "north-west-south-east"
ASK = "() => document.dispatchEvent(new Event('visibilitychange'))"

CALLS: Final = {
    "To your seats": "To your seats, please: the round is about to begin.",
    "Begin": "The round begins. Please play.",
    "Two minutes left": "Two minutes left. Finish your deal, and begin no other.",
    "Stop": "Time. Finish the deal that has begun, then stop.",
}


@pytest.fixture
def office(chromium: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    """The browser of the desk, at the size of a laptop."""
    size = ViewportSize(width=1366, height=768)
    context = chromium.new_context(locale="en-GB", viewport=size, base_url=live_server.url)
    yield context
    context.close()


@pytest.fixture
def desk(office: BrowserContext, hall: Hall) -> Page:
    """The page of the event at the desk, where its director has signed in."""
    hall.cast.alice.set_password(PASSWORD)
    hall.cast.alice.save()
    page = office.new_page()
    page.goto(f"/desk/events/{hall.cast.event.uid}/")
    page.get_by_label("Name", exact=False).first.fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".announcements")).to_be_visible()
    return page


@pytest.fixture
def wall(office: BrowserContext, hall: Hall) -> Page:
    """The hall screen of the event."""
    page = office.new_page()
    page.goto(f"/e/{hall.cast.event.uid}/hall/standings/")
    return page


@pytest.mark.full
def test_what_is_called_at_the_desk_reaches_tablet_and_wall(
    desk: Page, wall: Page, tablet: TabletPage
) -> None:
    everywhere = (wall, tablet.page)
    for button, words in CALLS.items():
        with desk.expect_navigation():
            desk.locator(".announcements").get_by_role("button", name=button, exact=True).click()
        expect(desk.locator(".announcements [aria-pressed=true]")).to_have_text(button)
        reaches(words, everywhere)
    with desk.expect_navigation():
        desk.get_by_role("button", name="Start the clock").click()
    wall.evaluate(ASK)
    expect(wall.locator("[data-clock=running]").first).to_be_visible()
    with desk.expect_navigation():
        desk.get_by_role("button", name="Call time").click()
    reaches("Time!", everywhere)


def reaches(words: str, pages: Iterable[Page]) -> None:
    """Wait until every page says so."""
    for page in pages:
        page.evaluate(ASK)
        expect(page.locator("body")).to_contain_text(words, timeout=30_000)


@pytest.mark.nightly
def test_the_rail_of_every_open_page_follows(desk: Page, hall: Hall) -> None:
    rail = desk.locator(".rail")
    expect(rail.get_by_role("link", name="Round 1")).to_contain_text("in play")
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    desk.goto(f"/desk/events/{hall.cast.event.uid}/settings/")
    expect(rail.get_by_role("link", name="Round 1")).to_contain_text("closed")
    organise.draw_round(hall.cast.event, hall.cast.director, seed="next")
    desk.evaluate(ASK)
    expect(rail.get_by_role("link", name="Round 2")).to_contain_text("draft", timeout=30_000)
    expect(rail.locator("[aria-current=page]")).to_have_text("Settings")
