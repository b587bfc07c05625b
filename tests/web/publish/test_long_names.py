"""Long Latin names on a phone, a tablet and a wall: whole words, and no number under them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.cast import Cast
from tournaments import organise
from tournaments.models import Event

GIVEN: Final = ("Maximilian", "Anastasia", "Jean-Baptiste", "Bartholomew")
FAMILY: Final = ("Featherstonehaugh", "Schwarzenegger", "Oberhuemer-Steinbach", "Radhakrishnan")
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
WALL: Final[ViewportSize] = {"width": 1920, "height": 1080}
LAPTOP: Final[ViewportSize] = {"width": 1366, "height": 768}
SCREENS: Final = 3

OVERPRINTED: Final = """() => {
  const seen = (node) => node.checkVisibility() && node.getBoundingClientRect().width > 0;
  const bad = [];
  const rows = ".standing-row, .table-tile-seat, .person-round summary";
  for (const row of document.querySelectorAll(rows)) {
    const name = row.querySelector(".standing-name, .table-tile-name, .person-round-words");
    if (!name || !seen(name)) continue;
    const box = name.getBoundingClientRect();
    for (const number of row.querySelectorAll(".standing-total, .change, .number")) {
      if (!seen(number) || name.contains(number)) continue;
      const range = document.createRange();
      range.selectNodeContents(number);
      const other = range.getBoundingClientRect();
      const beside = box.right <= other.left + 1;
      const apart = box.bottom <= other.top + 1 || other.bottom <= box.top + 1;
      if (!beside && !apart) bad.push(row.textContent);
    }
  }
  return bad;
}"""
"""The rows in which the box of a name, which cuts what is wider, reaches a number."""

BROKEN: Final = """() => {
  const bad = [];
  const names = ".standing-name, .table-tile-name, .podium-name, h1";
  for (const name of document.querySelectorAll(names)) {
    if (!name.checkVisibility()) continue;
    const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      for (const word of walker.currentNode.textContent.matchAll(/[A-Za-z]+/g)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, word.index);
        range.setEnd(walker.currentNode, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
        if (lines.size > 1) bad.push(word[0]);
      }
    }
  }
  return bad;
}"""
"""The words that stand in two lines."""

CUT: Final = """() => {
  const cells = document.querySelectorAll(".hall-screen:not([hidden]) :is(.number, .hall-name)");
  const wide = (cell) => cell.scrollWidth > cell.clientWidth + 1;
  const high = (cell) => cell.scrollHeight > 1.3 * cell.clientHeight;
  return [...cells].filter((cell) => wide(cell) || high(cell)).map((cell) => cell.textContent);
}"""
"""The names and numbers of a wall that are wider or higher than their place."""


LETTERS: Final = """() => [...document.querySelectorAll(".hall-screen:not([hidden]) .hall-name")]
  .map((name) => parseFloat(getComputedStyle(name).fontSize))"""
"""How large each name on a wall is."""

HIDDEN: Final = """() => {
  const bad = [];
  for (const name of document.querySelectorAll(".table-tile-name, .person-round-others")) {
    if (!name.checkVisibility()) continue;
    const box = name.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(name);
    if (range.getBoundingClientRect().bottom > box.bottom + 3) bad.push(name.textContent);
    else if (getComputedStyle(name).whiteSpace === "nowrap") bad.push(name.textContent);
  }
  return bad;
}"""
"""The names that are cut though they would fit in more lines."""


@pytest.fixture
def hall(transactional_db: None) -> Cast:
    """An event of sixteen with long names, its first round played, the second in play."""
    cast = people.assemble(players=0)
    names = [[f"{given} {family}"] for family in FAMILY for given in GIVEN]
    organise.add_entries(cast.event, cast.director, names)
    cast.closed_round()
    cast.play(cast.round_in_play())
    return cast


@pytest.fixture
def reader(live_server: LiveServer, chromium: Browser) -> Iterator[Page]:
    with chromium.new_context(locale="en-GB", base_url=live_server.url) as context:
        yield context.new_page()


def addresses(cast: Cast) -> list[str]:
    uid = cast.event.uid
    deal = cast.deals(cast.event.rounds.get(number=1))[0]
    return [
        reverse("home"),
        reverse("event", args=[uid]),
        reverse("round", args=[uid, 2]),
        reverse("round_table", args=[uid, 2, 1]),
        reverse("entry", args=[uid, 1]),
        reverse("seats", args=[uid]),
        reverse("ranks", args=[uid]),
        reverse("cross", args=[uid]),
        reverse("about", args=[uid]),
        reverse("deal", args=[deal.uid]),
    ]


def check(reader: Page, where: list[str]) -> None:
    for size in (PHONE, TABLET):
        reader.set_viewport_size(size)
        for address in where:
            reader.goto(address)
            wide = reader.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], (address, wide)
            assert reader.evaluate(OVERPRINTED) == [], (address, size)
            assert reader.evaluate(BROKEN) == [], (address, size)
            assert reader.evaluate(HIDDEN) == [], (address, size)


@pytest.mark.nightly
def test_no_long_name_is_broken_or_reaches_its_points(hall: Cast, reader: Page) -> None:
    check(reader, addresses(hall))
    reader.set_viewport_size(PHONE)
    for address in addresses(hall)[:3]:
        reader.goto(address)
        height = reader.evaluate("document.documentElement.scrollHeight")
        assert height <= SCREENS * PHONE["height"], address


@pytest.mark.nightly
def test_nor_on_the_podium_and_the_wall(hall: Cast, reader: Page) -> None:
    organise.close_round(hall.event.rounds.get(number=2), hall.director)
    uid = hall.event.uid
    for size, least in ((LAPTOP, 24), (WALL, 32)):
        reader.set_viewport_size(size)
        for name in ("hall_seating", "hall_standings"):
            reader.goto(reverse(name, args=[uid]))
            assert reader.locator(".hall-name").count() == len(GIVEN) * len(FAMILY)
            assert reader.evaluate(CUT) == [], (name, size)
        # The standings stand in two columns.
        assert min(reader.evaluate(LETTERS)) >= least
    organise.finish_event(Event.objects.get(pk=hall.event.pk), hall.director)
    reader.goto(reverse("hall_standings", args=[uid]))
    assert reader.locator(".hall-podium").count() == 1
    assert reader.evaluate(BROKEN) == []
    check(reader, [reverse("event", args=[uid])])
    assert reader.locator(".podium-name").count() == 3
