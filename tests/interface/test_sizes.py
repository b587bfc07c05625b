"""The style guide fits every screen it is meant for, and fingers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Page

from tests.interface.guide import WINDOWS, rendered
from tests.interface.small_server import Hall, small_server
from tests.samples import sampled

SMALL = """(least) => [...document.querySelectorAll('button, a.button, summary, input, select')]
  .filter((e) => !e.closest('.standing-row') && !['radio', 'checkbox'].includes(e.type))
  .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
  .filter(([, box]) => box.height && box.height < least)
  .map(([html]) => html)"""
Opens = Callable[..., Page]


@pytest.fixture(scope="module")
def opens(chromium: Browser) -> Iterator[Opens]:
    """Open a page of the style guide, once for all that look at it, at a size of the window."""
    faults: list[str] = []
    with small_server() as hall, chromium.new_context() as context:
        context.on("weberror", lambda error: faults.append(str(error.error)))

        @cache
        def opened(name: str, language: str) -> Page:
            hall.body = rendered(name, language)
            page = context.new_page()
            page.goto(hall.address)
            return page

        def at(
            size: tuple[int, int],
            name: str = "styleguide/styleguide.html",
            language: str = "zh-hans",
        ) -> Page:
            page = opened(name, language)
            page.set_viewport_size({"width": size[0], "height": size[1]})
            return page

        yield at
    assert not faults


@pytest.fixture(scope="module")
def touched(chromium: Browser) -> Iterator[Page]:
    """The style guide on what is held in a hand."""
    with small_server() as hall, chromium.new_context(has_touch=True, is_mobile=True) as context:
        hall.body = rendered("styleguide/styleguide.html")
        page = context.new_page()
        page.goto(hall.address)
        yield page


@pytest.mark.full
@pytest.mark.parametrize("language", sampled(["zh-hans", "en"], ["zh-hans"]))
@pytest.mark.parametrize(
    "name", ["styleguide/styleguide.html", "styleguide/styleguide_table.html", "404.html"]
)
def test_nothing_is_wider_than_the_window(opens: Opens, name: str, language: str) -> None:
    for size in WINDOWS:
        page = opens(size, name, language)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]


ROWS = """[...document.querySelectorAll('.standing-row > summary, a.standing-row')]
  .map((row) => row.getBoundingClientRect().height)"""


@pytest.mark.full
def test_a_row_is_as_high_as_what_points_at_it(opens: Opens, touched: Page) -> None:
    touched.set_viewport_size({"width": 820, "height": 1180})
    assert min(opens((820, 1180)).evaluate(ROWS)) == 36
    assert min(touched.evaluate(ROWS)) == 44


HALLS = ((1920, 1080), (1366, 768), (1280, 720), (2560, 1080))
TEN_ROWS = """() => {
  const rows = document.querySelector('.hall-screen:not([hidden]) tbody');
  while (rows.children.length < 10) rows.append(rows.firstElementChild.cloneNode(true));
  return [...rows.children].map((row) => row.getBoundingClientRect().height);
}"""


@pytest.mark.full
def test_the_hall_screen_shows_ten_rows_without_scrolling(opens: Opens) -> None:
    for size in HALLS:
        page = opens(size, "styleguide/styleguide_hall.html")
        assert min(page.evaluate(TEN_ROWS)) >= 48, size
        foot = page.evaluate("document.querySelector('.hall-foot').getBoundingClientRect().bottom")
        assert foot <= size[1], size


@pytest.mark.full
def test_fingers_find_every_target_on_the_table_page(opens: Opens) -> None:
    for size in WINDOWS[:3]:
        page = opens(size, "styleguide/styleguide_table.html")
        page.evaluate("document.querySelector('summary').parentElement.open = true")
        # On a phone 52 cards and their seats are one screen.
        assert page.evaluate(SMALL, 44 if size[0] < 600 else 56) == [], size


@pytest.mark.full
def test_fingers_find_every_target_elsewhere(opens: Opens) -> None:
    for size in (WINDOWS[0], WINDOWS[3]):
        assert opens(size).evaluate(SMALL, 44) == [], size


@pytest.mark.full
def test_no_word_on_the_table_page_is_smaller_than_17_pixels(opens: Opens) -> None:
    sizes = opens(WINDOWS[1], "styleguide/styleguide_table.html").evaluate(
        """[...document.querySelectorAll('.table-page *')]
          .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim()))
          .map((e) => parseFloat(getComputedStyle(e).fontSize))"""
    )
    assert min(sizes) >= 17


WHOLE = """(cells) => [...document.querySelectorAll(cells)].map((cell) => {
  cell.scrollIntoView({ block: "center" });
  const box = cell.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.bottom - 4);
  return at.closest("a") !== null && cell.contains(at);
})"""
LEADING = (".podium-list > li:has(> a)", ".felt-seat:has(> a)", ".open-list > li:has(> a)")


@pytest.mark.full
@pytest.mark.parametrize("places", LEADING)
def test_a_whole_place_leads_to_what_stands_in_it(opens: Opens, places: str) -> None:
    page = opens(WINDOWS[0])
    page.bring_to_front()
    leads = page.evaluate(WHOLE, places)
    assert leads
    assert all(leads)


TOPS = """(cards) => cards.map((card) => card.getBoundingClientRect())
  .map(({ top, left }) => [top, left])"""


@pytest.mark.full
def test_tournaments_of_one_event_stand_side_by_side(opens: Opens) -> None:
    cards = opens((1366, 768)).locator("#first-page .event-card")
    first, second, *several = cards.evaluate_all(TOPS)
    assert first[0] == second[0]
    assert first[1] < second[1]
    assert [card[1] for card in several] == [first[1], second[1]]
    assert several[0][0] > first[0]


WIDTHS = """() => {
  const part = document.querySelector("#first-page .home-part");
  const [, one, other] = part.children;
  other.remove();
  const widths = [one.querySelector(".event-card").offsetWidth, part.offsetWidth];
  one.after(other);
  return widths;
}"""


@pytest.mark.full
def test_a_card_that_would_stand_alone_has_the_whole_width(opens: Opens) -> None:
    for size in ((1366, 768), (820, 1180), (390, 844)):
        card, part = opens(size).evaluate(WIDTHS)
        assert card == part


PARTS_ALONE = """() => {
  const part = document.querySelector("#first-page .home-part");
  const [, one, other] = part.children;
  other.remove();
  const box = (name) => one.querySelector(name).getBoundingClientRect();
  const found = {
    words: box(".event-name").left, leader: box(".event-card-leader").left,
    top: box(".event-card-leader").top - box(".event-name").top,
    middle: box(".event-card").left + box(".event-card").width / 2,
  };
  one.after(other);
  return found;
}"""


@pytest.mark.full
@pytest.mark.parametrize(("size", "is_beside"), [((1366, 768), True), ((390, 844), False)])
def test_a_card_with_the_whole_width_says_who_leads_beside_its_words(
    opens: Opens, size: tuple[int, int], is_beside: bool
) -> None:
    found = opens(size).evaluate(PARTS_ALONE)
    assert (found["leader"] > found["middle"]) is is_beside
    assert (found["top"] < 10) is is_beside
    assert is_beside or found["leader"] == found["words"]


ALONE = """[...document.querySelectorAll('.row > a:not([class]), .section-head > a:not(.button)')]
  .filter((link) => link.checkVisibility())
  .map((link) => link.getBoundingClientRect().height)"""


@pytest.mark.full
def test_a_finger_finds_a_link_that_stands_alone(touched: Page) -> None:
    touched.set_viewport_size({"width": 390, "height": 844})
    assert min(touched.evaluate(ALONE)) >= 43


WIDE_TABLE = """document.body.innerHTML = `
  <div class="scroll" tabindex="0"><table class="table"><tbody><tr>
    <td class="rank">1</td><th class="name" scope="row">Name</th>
    ${'<td class="number">+1234567</td>'.repeat(12)}</tr></tbody></table></div>`"""
EDGE = "getComputedStyle(document.querySelector('.name')).boxShadow"


@pytest.mark.full
def test_names_have_an_edge_only_where_something_was_pushed_below_them(
    hall: Hall, page: Page
) -> None:
    hall.body = rendered("styleguide/styleguide.html")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(hall.address)
    page.evaluate(WIDE_TABLE)
    still = page.evaluate(EDGE)
    assert still == "none" or still.startswith("rgba(0, 0, 0, 0) 0px")
    page.evaluate("document.querySelector('.scroll').scrollLeft = 60")
    page.wait_for_function(f"!/none|rgba\\(0, 0, 0, 0\\)/.test({EDGE})")
