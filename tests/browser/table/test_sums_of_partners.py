"""Partners have the same sum: it stands once, so that a phone shows a deal of levels at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.halls import hall_of_levels
from tests.browser.levels import LevelsTablet
from tests.browser.table.test_the_look import WINDOWS, window
from tests.referee.hall import Hall


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    """A table at which two pairs play 升级 with two decks."""
    return hall_of_levels({"preset": "lianzhong-2"}, deals=2)


@pytest.mark.full
def test_the_sum_of_both_attackers_is_shown_once(device: Devices, hall: Hall) -> None:
    page = LevelsTablet(device().opens(hall.table).writes("S"))
    page.deals("N").trump("H").takes(75).last("W", "pair").kitty(10)
    page.tablet.previews()
    (column,) = page.tablet.view("result").locator(".settlement-seat").all()
    expect(column.locator("h3 > span").first).to_have_text("West 丙 · East 丁")
    expect(column.locator("li")).to_have_count(4)
    expect(page.page.locator(".levels-note .card-heart")).to_have_text("♥︎")
    page.page.set_viewport_size(window(WINDOWS[0]))
    assert page.page.evaluate("document.documentElement.scrollHeight") == WINDOWS[0][1]
