"""How a deal begins, on the page of its table: who shuffles, cuts and leads."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.tablet import TabletPage

pytestmark = pytest.mark.full


def begins(tablet: TabletPage) -> list[str]:
    """Open the menu, and return what it says of the deal on the page."""
    tablet.page.locator('[data-sheet="menu"]').click()
    steps = tablet.page.locator('[data-part="begins-steps"] li')
    expect(steps.first).to_be_visible()
    said = steps.all_inner_texts()
    tablet.page.keyboard.press("Escape")
    return said


def test_the_menu_says_how_the_deal_begins(tablet: TabletPage) -> None:
    first = begins(tablet)
    assert first[0] == "North shuffles, every card face down."
    assert first[-1] == "Whoever holds ♣2 leads it."


def test_who_took_the_pig_begins_and_leads_the_next_deal(tablet: TabletPage) -> None:
    tablet.enters().act("next").click()
    expect(tablet.view("entry")).to_be_visible()
    said = begins(tablet)
    assert said[0] == "North shuffles, every card face down."
    assert said[-1] == "North leads."
