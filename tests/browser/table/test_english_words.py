"""English words are longer: none is cut, and the longest sum stands above the names."""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.table.test_the_look import WINDOWS, in_every_window
from tests.browser.tablet import TabletPage

HEIGHT: Final = "document.documentElement.scrollHeight"
CUT: Final = """() => [...document.querySelectorAll(".card-name, .guide-line")].filter(
  (each) => each.checkVisibility() && !each.closest(".visually-hidden") && (
    each.scrollHeight > each.clientHeight ||
    (each.matches(".tile .card-name") && each.scrollWidth > each.clientWidth)
  ),
).map((each) => each.textContent)"""
ON_TABLETS: Final = [height for width, height in WINDOWS if width > 600]


@pytest.mark.full
def test_no_name_is_cut_and_a_slam_is_confirmed_on_one_screen(tablet: TabletPage) -> None:
    for window in in_every_window(tablet.page):
        assert tablet.page.evaluate(CUT) == [], window
    tablet.rest("E").previews().sends()
    assert heights(tablet) == ON_TABLETS
    tablet.confirms("N").sees_done()
    assert heights(tablet) == ON_TABLETS


def heights(tablet: TabletPage) -> list[int]:
    """Return how high the page is on a tablet that stands, and on a laptop."""
    shown = [tablet.page.evaluate(HEIGHT) for _window in in_every_window(tablet.page)]
    return [height for height, (width, _) in zip(shown, WINDOWS, strict=True) if width > 600]
