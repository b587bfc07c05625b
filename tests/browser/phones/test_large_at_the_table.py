"""大字 at a table: nothing of the heap is cut off, and a card's name stands in one line."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import Devices
from tests.referee.hall import Hall

TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 844}
LARGE = "document.querySelector('[data-set=size][data-value=large]').click()"
USUAL = "document.querySelector('[data-set=size]:not([data-value=large])').click()"
CUT_OFF = """() => {
  const shown = [...document.querySelectorAll('.entry[data-lies="open"] .on-table .card')];
  return shown.map((card) => {
    const { left, top, right, bottom } = card.getBoundingClientRect();
    const box = card.closest(".compass-middle").getBoundingClientRect();
    return Math.max(box.left - left, box.top - top, right - box.right, bottom - box.bottom);
  });
}"""
"""By how many pixels each card of the heap stands over its room."""
BROKEN = """() => {
  const tiles = [...document.querySelectorAll(".card-grid .tile")].filter((e) => e.offsetHeight);
  return tiles.filter((tile) => {
    const suit = tile.querySelector(".card-suit").getBoundingClientRect();
    const rank = tile.querySelector(".card-rank").getBoundingClientRect();
    const box = tile.getBoundingClientRect();
    return rank.top >= suit.bottom || suit.left < box.left || rank.right > box.right;
  }).map((tile) => tile.textContent);
}"""
"""The tiles whose suit and rank are not beside each other, or stand over the tile."""


@pytest.mark.full
def test_large_letters_cut_no_card_off_and_break_no_name(hall: Hall, device: Devices) -> None:
    tablet = device(viewport=TABLET, locale="zh-CN").opens(hall.table).writes("S")
    page = tablet.page
    page.evaluate(LARGE)
    over = page.evaluate(CUT_OFF)
    assert (len(over), max(over) <= 1) == (16, True)
    assert page.evaluate(BROKEN) == []
    page.set_viewport_size(PHONE)
    assert page.evaluate(BROKEN) == []
    page.evaluate(USUAL)
    assert page.evaluate(BROKEN) == []
