"""Nothing on a page of the desk or on the wall of seats moves once it can be seen."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests import cast as people
from tests.browser import signed_in
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)
page = signed_in.page
SIZES: Final = ((390, 844), (820, 1180), (1366, 768))
MOST: Final = 0.01
PLAYERS: Final = 116
SETTLED: Final = 700
"""Milliseconds until the scripts of a page have run and its faces are there."""
NOTED: Final = """(() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    // What comes while the page is still read is laid out as it comes.
    const { domInteractive } = performance.getEntriesByType("navigation")[0];
    for (const { value, sources, startTime } of list.getEntries()) {
      const moved = sources.map(({ node }) => node && (node.className || node.nodeName));
      if (domInteractive && startTime > domInteractive) shifts.push([value, moved]);
    }
  }).observe({ type: "layout-shift", buffered: true });
})()"""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.assemble(players=PLAYERS)


def moves(page: Page, where: str) -> list[object]:
    """Return what moves on a page once it was read."""
    page.goto(where)
    page.wait_for_timeout(SETTLED)
    return [shift for shift in page.evaluate("shifts") if shift[0] > MOST]


@pytest.mark.full
def test_a_page_does_not_move_when_it_has_loaded(page: Page, cast: Cast) -> None:
    """The wall showed all its screens until its script hid them, and kept no room for its clock."""
    cast.round_in_play()
    names = ("hall_seating", "desk_event", "desk_entries", "desk_slips")
    page.add_init_script(NOTED)
    moved = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for name in names:
            where = reverse(name, args=[cast.event.uid])
            # On a loaded machine the last part of a page may be painted after all of it was read;
            # what a script or a face moves it moves every time.
            found = [moves(page, where) for _ in range(3 if moves(page, where) else 0)]
            moved += [(name, width, found)] if found and all(found) else []
    assert moved == []


@pytest.mark.full
def test_the_names_on_the_wall_of_seats_lie_apart_in_the_hand(page: Page, cast: Cast) -> None:
    cast.round_in_play()
    page.set_viewport_size(signed_in.PHONE)
    page.goto(reverse("hall_seating", args=[cast.event.uid]))
    tops: list[float] = page.locator(".hall-by-name th:visible").evaluate_all(
        "names => names.map((name) => name.getBoundingClientRect().top)"
    )
    assert len(tops) > 20
    assert all(below - above >= 24 for above, below in pairwise(tops))
