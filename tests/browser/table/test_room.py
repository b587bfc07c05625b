"""What an entry needs lies above its buttons, on a phone and in a low window, and can be read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet, Played
from tests.browser.table.test_the_look import LANGUAGES, WINDOWS, broken, window
from tests.referee.hall import Hall

LOW = (1366, 768)
HEIGHT = "document.documentElement.scrollHeight"
BELOW = """(selector) => {
  const bar = document.querySelector('[data-view=entry] .action-bar').getBoundingClientRect();
  return [...document.querySelectorAll(selector)]
    .map((e) => [e.textContent, e.getBoundingClientRect()])
    .filter(([, box]) => box.height && box.bottom > bar.top).map(([text]) => text);
}"""
"""What stands below the buttons, or behind them."""
CUT_PILES = """() => {
  const sides = '.seat:not([data-edge="top"], [data-edge="bottom"])';
  const isCovered = (card) => {
    const suit = card.querySelector('.card-suit').getBoundingClientRect();
    return document.elementFromPoint(suit.left + 2, suit.bottom - 4)?.closest('.card') !== card;
  };
  return [...document.querySelectorAll(`${sides} .seat-cards > .card`)]
    .filter(isCovered).map((card) => card.textContent);
}"""
"""The cards of a pile at the side whose suit lies under another card."""
CUT_RANKS = """() => [...document.querySelectorAll('.seat-cards > .card')]
  .map((card) => [card, card.querySelector('.card-rank').getBoundingClientRect()])
  .filter(([card, rank]) => rank.right - card.getBoundingClientRect().right > 1.5)
  .map(([card]) => card.textContent)"""
HIGHEST_HEARTS = tuple(f"H{rank}" for rank in ("A", "K", "Q", "J", *range(10, 2, -1)))


def windows(page: Page) -> Iterator[tuple[int, int]]:
    """Show the page in every window, and in the low one of a laptop."""
    for size in (*WINDOWS, LOW):
        page.set_viewport_size(window(size))
        yield size


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_hands_are_entered_on_one_screen_of_a_phone(
    device: Devices, hall: Hall, language: str
) -> None:
    tablet = device(locale=language, viewport=window(WINDOWS[0])).opens(hall.table).writes("S")
    deep = DeepTablet(tablet).chooses("hands")
    page, typed = tablet.page, deep.section("hands").locator('[data-part="typed"]')
    expect(deep.section("hands")).to_be_visible()
    for step in ("empty", "begun"):
        assert page.evaluate(HEIGHT) == WINDOWS[0][1], step
        assert page.evaluate(BELOW, ".entry .deck .tile, .entry .missing, .guide") == [], step
        assert broken(page, WINDOWS[0][0]) == []
        deep.deals("N", ["SQ", "H10"])
    expect(typed).to_be_hidden()
    deep.section("hands").locator('[data-part="types"]').click()
    expect(typed).to_be_focused()
    typed.fill("S AK5")
    page.keyboard.press("Enter")
    expect(deep.count("N")).to_have_text("3/13")
    plays_of_unknown_hands_fit(deep.chooses("tricks"))


def plays_of_unknown_hands_fit(deep: DeepTablet) -> None:
    """Without whole hands a phone shows a suit of the deck, and all of it above the buttons."""
    deep.section("hands").locator('[data-part="on"]').click()
    for suit in "SC":
        deep.section("play").locator(f'[data-suit="{suit}"]').click()
        expect(deep.section("play").locator(".deck .tile:visible")).to_have_count(13)
    assert deep.page.evaluate(HEIGHT) == WINDOWS[0][1]
    assert deep.page.evaluate(BELOW, ".entry .deck .tile, .entry-steps") == []


@pytest.mark.full
def test_every_card_to_tap_is_above_the_buttons_and_every_rank_of_a_pile_is_read(
    device: Devices, hall: Hall
) -> None:
    tablet = device(locale="zh-CN").opens(hall.table).writes("S")
    page = tablet.page
    deep = DeepTablet(tablet).chooses("tricks")
    for size in windows(page):
        assert page.evaluate(BELOW, ".entry .deck .tile") == [], size
    every_hand_leads_on_to_the_tricks(deep)
    deep.chooses("captures")
    tablet.gives("W", *HIGHEST_HEARTS).act("preview").click()
    expect(tablet.problems).to_have_count(1)
    for size in windows(page):
        assert page.evaluate(CUT_RANKS) == [], size
        assert page.evaluate(CUT_PILES) == [], size
        assert page.evaluate(HEIGHT) == size[1]


def every_hand_leads_on_to_the_tricks(deep: DeepTablet) -> None:
    """On a phone, where the button lies over the cards."""
    deep.page.set_viewport_size(window(WINDOWS[0]))
    played = Played.number(0)
    for seat in played.seats[:-1]:
        deep.deals(seat, played.hand(seat))
    on = deep.section("hands").locator('[data-part="on"]')
    expect(on).to_be_in_viewport(ratio=1)
    on.click()
    expect(deep.section("play")).to_be_visible()
