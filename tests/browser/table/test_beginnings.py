"""How a deal begins, on the page of its table: who shuffles, cuts and leads."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.tablet import TabletPage

pytestmark = pytest.mark.full


def begins(tablet: TabletPage, first: str, last: str) -> None:
    """Open the menu, and see what it says of the deal on the page.

    A deal is done with the answer to its confirmation; how the next one begins comes after that.
    """
    tablet.page.locator('[data-sheet="menu"]').click()
    steps = tablet.page.locator('[data-part="begins-steps"] li')
    expect(steps.first).to_have_text(first)
    expect(steps.last).to_have_text(last)
    tablet.page.keyboard.press("Escape")


def test_the_menu_says_how_the_deal_begins(tablet: TabletPage) -> None:
    begins(tablet, "North shuffles, every card face down.", "Whoever holds ♣2 leads it.")


def test_who_took_the_pig_begins_and_leads_the_next_deal(tablet: TabletPage) -> None:
    tablet.enters().act("next").click()
    expect(tablet.view("entry")).to_be_visible()
    begins(tablet, "North shuffles, every card face down.", "North leads.")
