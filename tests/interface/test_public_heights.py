"""How high the long lists of public pages are on a phone in a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser, Page

from tests.interface.guide import rendered
from tests.interface.small_server import small_server
from web.publish.pages.seats import SeatInitial, SeatLine, SeatList

THREE_SCREENS: Final = 3 * 844
ABOVE_AND_BELOW: Final = 600
"""Head and state of the event, tabs, search, initials and foot on the page of a list of seats."""
LONG: Final = "Christopher Featherstonehaugh"


@pytest.fixture(scope="module")
def phone(chromium: Browser) -> Iterator[Page]:
    """The style guide on a phone in a hand."""
    with small_server() as hall, chromium.new_context(has_touch=True, is_mobile=True) as context:
        hall.body = rendered("styleguide/styleguide.html")
        page = context.new_page()
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(hall.address)
        yield page


def listed(line: SeatLine, lines: int) -> SeatList:
    """Return the list of one line many times, in initials of eight lines."""
    letters = map(chr, range(ord("A"), ord("Z")))
    parts = [min(8, lines - start) for start in range(0, lines, 8)]
    return SeatList(
        tuple(SeatInitial(each, (line,) * part) for each, part in zip(letters, parts, strict=False))
    )


@pytest.mark.full
@pytest.mark.parametrize(
    ("line", "most"),
    [
        (SeatLine("欧阳明珠", 1, (18,), "N"), 117),
        (SeatLine("欧阳明珠", 1, (118,), "N"), 80),
        (SeatLine(LONG, 1, (118,), "N"), 56),
        (SeatLine("欧阳明珠", 1, (118,), "N", beside="林晓燕"), 56),
        (SeatLine("城北棋牌俱乐部队", 1, (118, 119), beside="江滨"), 29),
    ],
)
def test_a_list_of_seats_is_folded_before_it_is_over_three_screens(
    phone: Page, line: SeatLine, most: int
) -> None:
    for lines, is_folded in ((most, False), (most + 8, True)):
        with translation.override("en"):
            context = {"seats": listed(line, lines), "uid": "0" * 12, "all": None}
            markup = render_to_string("publish/event/_seat_list.html", context)
        phone.evaluate("(text) => document.querySelector('main').innerHTML = text", markup)
        assert phone.locator(".seat-list > li").count() == lines
        assert bool(phone.locator(".seat-fold").count()) is is_folded
        height = phone.locator("main > div").evaluate("(list) => list.offsetHeight")
        assert height <= THREE_SCREENS - ABOVE_AND_BELOW, lines


FELT = """() => {
  const felt = document.querySelector(".deal-table > .felt").getBoundingClientRect();
  const beside = document.querySelector(".deal-table > :last-child").getBoundingClientRect();
  return [felt.height, beside.left >= felt.right, Math.abs(beside.top - felt.top)];
}"""


@pytest.mark.full
def test_a_felt_without_hands_is_a_table_beside_its_sums(chromium: Browser) -> None:
    with small_server() as hall, chromium.new_context() as context:
        hall.body = rendered("styleguide/styleguide.html")
        page = context.new_page()
        page.set_viewport_size({"width": 1366, "height": 768})
        page.goto(hall.address)
        page.evaluate(
            """() => document.querySelector("main").innerHTML = `<div class="deal-table">
              <div class="felt felt-deal"><div class="felt-seat seat-n">N</div>
              <div class="felt-seat seat-s">S</div></div><div>x</div></div>`"""
        )
        height, is_beside, apart = page.evaluate(FELT)
    assert height == 480
    assert is_beside
    assert apart <= 1
