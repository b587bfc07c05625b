"""All trumps of 升级 are above the buttons of a phone, each of a finger's height."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.halls import hall_of_levels
from tests.browser.levels import LevelsTablet
from tests.browser.table.test_boxes import CUT_OFF
from tests.browser.table.test_room import BELOW, HEIGHT
from tests.browser.table.test_the_look import LANGUAGES, WINDOWS, window
from tests.referee.hall import Hall

RULES = {"preset": "lianzhong-2", "always_trump": ["2"], "start_level": "5"}
TRUMPS = 13 + 3 + 3 + 2
"""The suit, three cards of the level, three of the rank that is trump always, two jokers."""
TILES = """() => [...document.querySelectorAll('.entry .deck .tile')]
  .filter((tile) => tile.offsetHeight)
  .map((tile) => [tile.offsetHeight, tile.offsetWidth, tile.scrollWidth - tile.clientWidth])"""
BUTTON = {
    "en-GB": ("Lead these cards", "Follow with these cards"),
    "zh-CN": ("领出这些牌", "跟出这些牌"),
}
READ = """() => [...document.querySelectorAll('.entry .on-table')]
  .flatMap((play) => [...play.querySelectorAll('.card')].slice(0, -1))
  .map((card) => card.offsetWidth)"""
"""How much is seen of each card that another one lies on."""


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    """A table that plays with two decks, every play written down, 2 always trump."""
    return hall_of_levels(RULES, "tricks", deals=1)


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trump_is_in_sight_on_a_phone_when_a_trump_of_another_suit_was_led(
    device: Devices, hall: Hall, language: str
) -> None:
    page = LevelsTablet(device(locale=language).opens(hall.table).writes("S"))
    page.page.set_viewport_size(window(WINDOWS[0]))
    page.deals("N").trump("S")
    page.part("deck").locator('[data-dealt="H2"]').dblclick()
    expect(page.part("played")).to_have_text(BUTTON[language][0])
    page.part("played").click()
    expect(page.part("played")).to_have_text(BUTTON[language][1])
    expect(page.part("suits").locator('[aria-pressed="true"]')).to_have_attribute("data-suit", "T")
    trumps_have_room(page.page, TRUMPS)
    for card in ("SA", "S9", "D2"):
        page.part("deck").locator(f'[data-dealt="{card}"]').dblclick()
    assert max(page.page.evaluate(CUT_OFF)) <= 1
    assert min(page.page.evaluate(READ)) >= 8
    trumps_have_room(page.page, TRUMPS)


def trumps_have_room(page: Page, count: int) -> None:
    """Check each tile, and that none stands below the buttons."""
    tiles = page.evaluate(TILES)
    assert len(tiles) == count
    assert all(height >= 44 and width >= 44 and over <= 0 for height, width, over in tiles)
    assert page.evaluate(BELOW, ".entry .deck .tile, .entry .deck + .row") == []
    assert page.evaluate(HEIGHT) == WINDOWS[0][1]


SIGN = """() => {
  const box = (found) => document.querySelector(found).getBoundingClientRect();
  const [sign, seat] = [box('[data-view="entry"] > .guide'), box('.entry .seat[data-edge="top"]')];
  return [sign.left - seat.right, sign.bottom - seat.top, seat.left + seat.right - innerWidth];
}"""
"""Between the frame of the seat on top and the sign; whether they are level; off the middle."""


@pytest.mark.full
@pytest.mark.parametrize("width", [360, 390])
def test_the_sign_on_the_felt_covers_no_corner_of_the_seat_on_top(
    device: Devices, hall: Hall, width: int
) -> None:
    page = LevelsTablet(device(locale="zh-CN").opens(hall.table).writes("S"))
    page.page.set_viewport_size({"width": width, "height": 844})
    page.deals("N").trump("S")
    between, level, off = page.page.evaluate(SIGN)
    assert between >= 0
    assert level > 0
    assert abs(off) <= 1
