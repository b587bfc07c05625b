"""The guide beside a deal: how it begins, and the clock of the times in which cards are exposed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Devices
from tests.browser.halls import hall_by
from tests.browser.table.test_the_look import LANGUAGES, fits, in_every_window
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall

SHUFFLES = "North shuffles, every card face down."


class GuidedTablet:
    """A tablet that is looked at for its guide and its clock."""

    def __init__(self, tablet: TabletPage) -> None:
        self.tablet = tablet
        self.line = tablet.page.locator('[data-part="guide"]')
        self.guide = tablet.page.locator("#begins")
        self.steps = self.guide.locator("li")
        self.clock = tablet.page.locator('[data-part="countdown"]')

    def start(self, seconds: int) -> Locator:
        """Open the steps, and return the button that starts the clock."""
        if not self.guide.is_visible():
            self.line.click()
        return self.guide.get_by_role("button", name=f"Start {seconds} s")

    def left(self) -> int:
        """Return how many seconds the clock shows."""
        return int(self.clock.get_by_role("timer").inner_text().split()[0])


@pytest.fixture
def huapai(transactional_db: None) -> Hall:
    """A hall whose rules know first exposures."""
    return hall_by({"preset": "huapai"}, "captures")


@pytest.fixture
def hall(huapai: Hall) -> Hall:
    """The hall of all tablets here."""
    return huapai


@pytest.fixture
def guided(tablet: TabletPage) -> GuidedTablet:
    """The tablet of the first table at the first deal."""
    return GuidedTablet(tablet)


@pytest.mark.full
def test_a_deal_is_guided_step_by_step_and_the_next_one_says_who_leads(
    guided: GuidedTablet,
) -> None:
    expect(guided.line).to_contain_text(SHUFFLES.removesuffix(", every card face down."))
    expect(guided.steps.first).to_be_hidden()
    guided.line.click()
    texts = guided.steps.all_inner_texts()
    assert texts[0] == SHUFFLES
    assert any("draws what it lacks blind" in text for text in texts)
    assert any("say your seat" in text for text in texts)
    expect(guided.start(10)).to_be_visible()
    expect(guided.start(20)).to_be_visible()
    the_menu_says(guided.tablet, SHUFFLES, "Whoever holds ♣2 leads it.")
    for card, seat in (("SQ", "N"), ("HA", "W"), ("DJ", "S"), ("C10", "E")):
        guided.tablet.exposable(card).click()
        guided.tablet.asked(seat).click()
    guided.tablet.enters().act("next").click()
    expect(guided.tablet.view("entry")).to_be_visible()
    expect(guided.steps.first).to_be_hidden()
    expect(guided.line).to_contain_text("North leads.")
    guided.line.click()
    expect(guided.steps.first).to_have_text(SHUFFLES)
    the_menu_says(guided.tablet, SHUFFLES, "North leads.")


def the_menu_says(tablet: TabletPage, first: str, last: str) -> None:
    """Go from the guide to the menu, and see how it says that the deal on the page begins."""
    tablet.page.keyboard.press("Escape")
    tablet.page.locator('[data-sheet="menu"]').click()
    steps = tablet.page.locator('[data-part="begins-steps"] li')
    expect(steps.first).to_have_text(first)
    expect(steps.last).to_have_text(last)
    tablet.page.keyboard.press("Escape")


@pytest.mark.nightly
def test_the_clock_runs_down_is_held_and_says_when_time_is_up(device: Devices, hall: Hall) -> None:
    tablet = device()
    tablet.page.clock.install()
    guided = GuidedTablet(tablet.opens(hall.table).writes("S"))
    guided.start(20).click()
    expect(guided.clock).to_contain_text("later no more")
    expect(guided.clock).to_be_in_viewport()
    tablet.page.clock.fast_forward(5_000)
    guided.clock.get_by_role("button", name="Pause").click()
    time_left = guided.left()
    assert time_left <= 15
    tablet.page.clock.fast_forward(60_000)
    assert guided.left() == time_left
    guided.clock.get_by_role("button", name="Go on").click()
    tablet.page.clock.set_system_time("2001-01-01")
    expect(guided.clock).to_be_visible()
    assert time_left - 5 <= guided.left() <= time_left, "a wrong clock does not matter"
    tablet.exposable("SQ").click()
    tablet.asked("exposed").click()
    tablet.asked("W").click()
    tablet.page.clock.fast_forward(20_000)
    expect(guided.clock.get_by_role("timer")).to_have_text("Time is up")
    guided.clock.get_by_role("button", name="Close the clock").click()
    expect(guided.clock).to_be_hidden()
    expect(tablet.exposable("SQ")).to_contain_text("Exposed · West")


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_and_its_clock_fit(device: Devices, hall: Hall, language: str) -> None:
    tablet = device(locale=language).opens(hall.table).writes("S")
    guided = GuidedTablet(tablet)
    guided.line.click()
    guided.guide.locator("li button").last.click()
    expect(guided.clock).to_be_visible()
    fits(tablet.page)
    for _size in in_every_window(tablet.page):
        tablet.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(guided.clock).to_be_in_viewport()
