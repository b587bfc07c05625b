"""The referee's pages by their boxes: the felt beside what is decided, a hall as low tiles."""

from __future__ import annotations

from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from referee.sheets import entry
from tests.browser.signed_in import DESK, PHONE
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall
from tournaments.models import Deal

pytestmark = pytest.mark.django_db(transaction=True)

TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
MANY: Final = 29
LONGEST: Final = 1800
"""Pixels of the overview of so many tables, each with its tablet, on a laptop; one sheet waits."""
GROWN: Final = """(many) => {
  for (const list of [...document.querySelectorAll(".low-tiles")].slice(1)) {
    while (list.children.length < many) list.append(list.children[0].cloneNode(true));
  }
  const root = document.documentElement;
  return [root.scrollWidth, root.scrollHeight];
}"""


def boxes(page: Page) -> Any:
    """Return where felt and buttons are, which are filled, and how wide the page is."""
    return page.evaluate(
        """() => {
          const box = (found) => found.getBoundingClientRect().toJSON();
          const all = (found) => [...document.querySelectorAll(found)];
          return {
            felt: box(document.querySelector(".deal-shown > .felt")),
            acts: box(document.querySelector(".deal-desk nav")),
            filled: all(".deal-desk .button-primary").map((each) => each.innerText.trim()),
            seen: all(".deal-desk nav .button").filter((each) => each.checkVisibility()).length,
            felts: all(".felt").filter((each) => each.checkVisibility()).length,
            wide: document.documentElement.scrollWidth,
            effects: all("[data-effect]").map(({ parentNode }) => parentNode).map(
              (each) => each.scrollWidth <= each.clientWidth,
            ),
            lines: all("[data-effect] td").map((each) => each.clientHeight),
            below: all("#adds-up").map((each) => box(each).left),
          };
        }"""
    )


def corrected_and_waiting(hall: Hall) -> tuple[Deal, Deal]:
    """Return a deal with two versions, and one whose sheet waits."""
    first, second = hall.deal(), hall.deal(2)
    hall.cast.post(first)
    won = NORTH_TAKES_THE_PIG["won"]
    report = {**NORTH_TAKES_THE_PIG, "won": {**won, "N": won["W"], "W": won["N"]}}
    hall.cast.post(first, seen=1, report=report, reason="the pig was West's")
    entry.submit(writer=hall.writer(), sealed=hall.sheet(second))
    return first, second


@pytest.mark.full
def test_the_deal_and_the_hall_fit_every_desk(
    live_server: LiveServer, chromium: Browser, client: Client, hall: Hall
) -> None:
    uid, (first, second) = hall.cast.tournament.uid, corrected_and_waiting(hall)
    client.force_login(hall.cast.alice)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    with chromium.new_context(base_url=live_server.url, locale="en-GB", bypass_csp=True) as context:
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )
        page = context.new_page()
        for size in (PHONE, TABLET, DESK):
            page.set_viewport_size(size)
            for deal, filled in ((first, list[str]()), (second, ["Make this the result"])):
                page.goto(reverse("referee_deal", args=[uid, deal.uid]))
                shown = boxes(page)
                assert shown["wide"] <= size["width"]
                _felt_and_acts_fit(shown, filled, size)
            page.goto(reverse("desk"))
            line = page.locator(".event-lines > li").last.bounding_box()
            assert line
            assert line["height"] <= (76 if size is PHONE else 52)
            page.goto(reverse("referee_overview", args=[uid]))
            _tiles_fit(page, size)
            page.goto(reverse("desk_event", args=[hall.cast.event.uid]))
            _tables_come_next(page, size)


def _felt_and_acts_fit(shown: Any, filled: list[str], size: ViewportSize) -> None:
    """Measure a deal, which has a filled button and what it changes where its sheet waits."""
    waits = bool(filled)
    assert [shown[each] for each in ("filled", "seen", "felts", "effects")] == [
        filled,
        4,  # three acts and the menu of the others
        1,
        [True] * waits,
    ]
    assert all(height < 48 for height in shown["lines"]), "old and new in one line"
    if waits:
        assert shown["below"] == [shown["felt"]["left"]]
    if size is DESK:
        assert shown["felt"]["right"] < shown["acts"]["left"]
        assert abs(shown["felt"]["top"] - shown["acts"]["top"]) < 8
    else:
        assert shown["acts"]["bottom"] < shown["felt"]["top"]


def _tiles_fit(page: Page, size: ViewportSize) -> None:
    """Measure the overview with as many tables as a large event has."""
    assert page.locator(".low-tiles").count() == 3
    wide, tall = page.evaluate(GROWN, MANY)
    assert wide <= size["width"]
    assert size is not DESK or tall <= LONGEST


AROUND: Final = """() => {
  const box = (found) => document.querySelector(found).getBoundingClientRect().toJSON();
  const [clock, hall] = document.querySelectorAll(".desk-beside > .panel");
  return [box(".next"), box(".desk-tiles"), clock, hall].map(
    (each) => each.getBoundingClientRect?.().toJSON() ?? each,
  );
}"""


def _tables_come_next(page: Page, size: ViewportSize) -> None:
    """Measure the tables between what is next and the clock, which a desk has beside them."""
    after, tables, clock, hall = page.evaluate(AROUND)
    if size is DESK:
        assert tables["right"] < after["left"] == clock["left"]
        assert after["bottom"] < clock["top"]
        return
    assert after["bottom"] < tables["top"] < tables["bottom"] < clock["top"]
    assert (clock["top"] == hall["top"]) == (size is TABLET)


LOWEST: Final = 830
"""Pixels to the button of a sheet typed from paper on a laptop, with a notice and what waits."""
BESIDE = """() => {
  const all = (found) => [...document.querySelectorAll(found)];
  const box = (each) => each.getBoundingClientRect();
  const [form, felt] = [".ruling-form", ".deal-form .felt"].map((each) => box(all(each)[0]));
  const rows = new Set(all(".seat-choices label").map((each) => box(each).top)).size;
  return { form: form.right, felt: felt.left, top: felt.top, rows };
}"""


@pytest.mark.full
def test_a_form_about_a_deal_has_it_in_sight(
    live_server: LiveServer, chromium: Browser, client: Client, hall: Hall
) -> None:
    uid, (first, second) = hall.cast.tournament.uid, corrected_and_waiting(hall)
    client.force_login(hall.cast.alice)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    with chromium.new_context(base_url=live_server.url, locale="en-GB", viewport=DESK) as context:
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )
        page = context.new_page()
        rule = reverse("referee_rule_case", args=[uid, hall.cast.event.uid])
        page.goto(f"{rule}?deal={first.uid}")
        page.locator(".deal-form .felt").wait_for()
        shown = page.evaluate(BESIDE)
        assert shown["form"] < shown["felt"]
        assert shown["rows"] == 1
        page.evaluate("scrollTo(0, 500)")
        assert page.evaluate(BESIDE)["top"] >= 0

        page.goto(reverse("referee_type", args=[uid, second.uid]))
        end = page.locator(".typed-end").bounding_box()
        assert end
        assert end["y"] + end["height"] <= LOWEST
