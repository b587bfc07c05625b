"""The desk says what waits while its page stays open: in the bar, in the title, by a tone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.cast import Cast
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin

PASSWORD = "north-west-south-east"
ASK = "() => document.dispatchEvent(new Event('visibilitychange'))"
COUNT = """() => {
  window.tones = 0;
  document.addEventListener("huapai:alert", () => (window.tones += 1));
}"""
TONES = "() => window.tones"


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """A tournament whose director has a password."""
    cast = people.assemble()
    cast.alice.set_password(PASSWORD)
    cast.alice.save()
    return cast


@pytest.fixture
def page(chromium: Browser, cast: Cast, live_server: LiveServer) -> Iterator[Page]:
    """The page of the event with a round in play, on which the director has tapped once."""
    cast.round_in_play()
    context = chromium.new_context(locale="en-GB", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/events/{cast.event.uid}/")
    page.get_by_label("Name", exact=False).first.fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".desk-page")).to_be_visible()
    page.locator("h1").first.click()
    page.evaluate(COUNT)
    yield page
    context.close()


def disputes(cast: Cast, number: int) -> None:
    """Hold a deal open, as a contested claim does."""
    deal = cast.deals(cast.event.rounds.get())[number]
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.hold(made, deal, "claim", origin=Origin(f"claim-{number}", "1"))


@pytest.mark.full
def test_what_is_new_is_in_the_bar_the_title_and_the_ear_until_that_is_switched_off(
    page: Page, cast: Cast
) -> None:
    assert not page.title().startswith("(")
    event = page.url
    disputes(cast, 0)
    page.evaluate(ASK)
    expect(page.locator(".alert-bar")).to_contain_text("1 deal in dispute")
    expect(page).to_have_title(f"(1) {cast.event.name} · Huapai")
    assert page.evaluate(TONES) == 1
    # Another page of the tournament says the same, and does not sound for what was heard.
    page.get_by_role("navigation").get_by_role("link", name="Check-in").click()
    expect(page).to_have_title(f"(1) Check-in · {cast.event.name} · Huapai")
    page.goto(event)
    switches_the_tone_off(page)
    disputes(cast, 1)
    page.evaluate(ASK)
    expect(page).to_have_title(f"(2) {cast.event.name} · Huapai")
    assert page.evaluate(TONES) == 0


def switches_the_tone_off(page: Page) -> None:
    """It stays so when the page is loaded again."""
    page.get_by_role("button", name="Sound on").click()
    expect(page.get_by_role("button", name="Sound off")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Sound off")).to_be_visible()
    page.locator("h1").first.click()
    page.evaluate(COUNT)


THREE: Final = """() => {
  const item = document.querySelector(".alert-bar-list > li");
  item.after(item.cloneNode(true), item.cloneNode(true));
}"""
CUT: Final = """parts => [...document.querySelectorAll(parts)]
  .filter((part) => part.getClientRects().length)
  .filter((part) => part.getBoundingClientRect().right > innerWidth
    || (getComputedStyle(part).display !== "inline" && part.scrollWidth > part.clientWidth))
  .map((part) => part.className || part.localName)"""


BAR: Final = ".alert-bar-in"
LOW: Final = 64
"""Pixels of the bar below the width of a desk, where its list is pushed along."""
PUSHED: Final = """() => {
  const list = document.querySelector(".alert-bar-list");
  const last = list.lastElementChild;
  list.scrollLeft = list.scrollWidth;
  return last.getBoundingClientRect().right - list.getBoundingClientRect().right;
}"""


@pytest.mark.full
@pytest.mark.parametrize("width", [390, 820, 1366])
def test_nothing_of_three_that_wait_is_cut(page: Page, cast: Cast, width: int) -> None:
    disputes(cast, 0)
    page.set_viewport_size({"width": width, "height": 844})
    page.reload()
    expect(page.locator(".alert-bar-list > li")).to_have_count(1)
    page.evaluate(THREE)
    expect(page.locator("[data-alert-sound]")).to_be_visible()
    if width < 960:
        box = page.locator(BAR).bounding_box()
        assert box
        assert box["height"] <= LOW
        assert page.evaluate(PUSHED) <= 1
        assert page.evaluate(CUT, BAR) == []
    else:
        assert page.evaluate(CUT, f"{BAR}, {BAR} *:not(.visually-hidden)") == []
