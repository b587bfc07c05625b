"""The style guide fits every screen it is meant for, and fingers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.interface.guide import WINDOWS, rendered
from tests.interface.small_server import Hall

pytestmark = pytest.mark.full

SMALL = """(least) => [...document.querySelectorAll('button, a.button, summary, input, select')]
  .filter((e) => !e.closest('.standing-row'))
  .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
  .filter(([, box]) => box.height && box.height < least)
  .map(([html]) => html)"""


def _widths(page: Page) -> list[int]:
    widths = []
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        widths.append(page.evaluate("document.documentElement.scrollWidth"))
    return widths


@pytest.mark.full
@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("name", ["styleguide.html", "styleguide_table.html", "404.html"])
def test_nothing_is_wider_than_the_window(hall: Hall, page: Page, name: str, language: str) -> None:
    hall.body = rendered(name, language)
    page.goto(hall.address)
    assert _widths(page) == [width for width, _ in WINDOWS]


ROWS = """[...document.querySelectorAll('.standing-row > summary, a.standing-row')]
  .map((row) => row.getBoundingClientRect().height)"""


@pytest.mark.parametrize(("touches", "least"), [(False, 36), (True, 44)])
def test_a_row_is_as_high_as_what_points_at_it(
    hall: Hall, chromium: Browser, touches: bool, least: int
) -> None:
    hall.body = rendered("styleguide.html")
    with chromium.new_context(has_touch=touches, is_mobile=touches) as context:
        page = context.new_page()
        page.set_viewport_size({"width": 820, "height": 1180})
        page.goto(hall.address)
        assert min(page.evaluate(ROWS)) == least


HALLS = ((1920, 1080), (1366, 768), (1280, 720), (2560, 1080))
TEN_ROWS = """() => {
  const rows = document.querySelector('.hall-screen:not([hidden]) tbody');
  while (rows.children.length < 10) rows.append(rows.firstElementChild.cloneNode(true));
  return [...rows.children].map((row) => row.getBoundingClientRect().height);
}"""


@pytest.mark.parametrize(("width", "height"), HALLS)
def test_the_hall_screen_shows_ten_rows_without_scrolling(
    hall: Hall, page: Page, width: int, height: int
) -> None:
    hall.body = rendered("styleguide_hall.html")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(hall.address)
    assert min(page.evaluate(TEN_ROWS)) >= 48
    foot = page.evaluate("document.querySelector('.hall-foot').getBoundingClientRect().bottom")
    assert foot <= height


@pytest.mark.full
@pytest.mark.parametrize(("width", "height"), WINDOWS[:3])
def test_fingers_find_every_target_on_the_table_page(
    hall: Hall, page: Page, width: int, height: int
) -> None:
    hall.body = rendered("styleguide_table.html")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(hall.address)
    page.click("summary")
    assert page.evaluate(SMALL, 56) == []


@pytest.mark.full
@pytest.mark.parametrize(("width", "height"), [WINDOWS[0], WINDOWS[3]])
def test_fingers_find_every_target_elsewhere(
    hall: Hall, page: Page, width: int, height: int
) -> None:
    hall.body = rendered("styleguide.html")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(hall.address)
    boxes = "input[type=radio], input[type=checkbox]"
    page.evaluate(f"document.querySelectorAll('{boxes}').forEach((b) => b.remove())")
    assert page.evaluate(SMALL, 44) == []


@pytest.mark.full
def test_no_word_on_the_table_page_is_smaller_than_17_pixels(hall: Hall, page: Page) -> None:
    hall.body = rendered("styleguide_table.html")
    page.goto(hall.address)
    sizes = page.evaluate(
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
def test_a_whole_place_leads_to_what_stands_in_it(hall: Hall, page: Page, places: str) -> None:
    hall.body = rendered("styleguide.html")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(hall.address)
    leads = page.evaluate(WHOLE, places)
    assert leads
    assert all(leads)


TOPS = """(cards) => cards.map((card) => card.getBoundingClientRect())
  .map(({ top, left }) => [top, left])"""


@pytest.mark.full
def test_tournaments_of_one_event_stand_side_by_side(hall: Hall, page: Page) -> None:
    hall.body = rendered("styleguide.html")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(hall.address)
    first, second, *several = page.locator("#first-page .event-card").evaluate_all(TOPS)
    assert first[0] == second[0]
    assert first[1] < second[1]
    assert [card[1] for card in several] == [first[1], second[1]]
    assert several[0][0] > first[0]


ALONE = """[...document.querySelectorAll('.row > a:not([class]), .section-head > a:not(.button)')]
  .filter((link) => link.checkVisibility())
  .map((link) => link.getBoundingClientRect().height)"""


@pytest.mark.full
def test_a_finger_finds_a_link_that_stands_alone(hall: Hall, chromium: Browser) -> None:
    hall.body = rendered("styleguide.html")
    with chromium.new_context(has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(hall.address)
        assert min(page.evaluate(ALONE)) >= 43


WIDE_TABLE = """document.body.innerHTML = `
  <div class="scroll" tabindex="0"><table class="table"><tbody><tr>
    <td class="rank">1</td><th class="name" scope="row">Name</th>
    ${'<td class="number">+1234567</td>'.repeat(12)}</tr></tbody></table></div>`"""
EDGE = "getComputedStyle(document.querySelector('.name')).boxShadow"


def test_names_have_an_edge_only_where_something_was_pushed_below_them(
    hall: Hall, page: Page
) -> None:
    hall.body = rendered("styleguide.html")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(hall.address)
    page.evaluate(WIDE_TABLE)
    still = page.evaluate(EDGE)
    assert still == "none" or still.startswith("rgba(0, 0, 0, 0) 0px")
    page.evaluate("document.querySelector('.scroll').scrollLeft = 60")
    page.wait_for_function(f"!/none|rgba\\(0, 0, 0, 0\\)/.test({EDGE})")
