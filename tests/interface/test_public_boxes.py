"""Where the parts of public pages stand, measured in the style guide."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.interface.guide import rendered
from tests.interface.small_server import small_server

PHONE, LAPTOP, WALL = (390, 844), (1366, 768), (1920, 1080)
Opens = Callable[..., Page]


@pytest.fixture(scope="module")
def opens(chromium: Browser) -> Iterator[Opens]:
    """Open a page of the style guide at a size of the window."""
    with small_server() as hall, chromium.new_context() as context:
        page = context.new_page()

        def at(size: tuple[int, int], name: str = "styleguide/styleguide.html") -> Page:
            hall.body = rendered(name)
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(hall.address)
            return page

        yield at


COLUMNS = """() => {
  const right = (part) => Math.round(part.getBoundingClientRect().right);
  const list = document.querySelector(".standings");
  const edges = (row) => [".standing-more", ".standing-total", ".change"]
    .map((cell) => row.querySelector(cell)).filter((cell) => cell.checkVisibility()).map(right);
  const rows = [".standings-head", ".standing-row > summary"];
  return rows.map((row) => edges(list.querySelector(row)));
}"""


@pytest.mark.full
def test_headings_of_standings_stand_above_their_numbers(opens: Opens) -> None:
    for size, columns in ((PHONE, 2), (LAPTOP, 3)):
        heading, row = opens(size).evaluate(COLUMNS)
        assert len(row) == columns
        assert heading == row, size
