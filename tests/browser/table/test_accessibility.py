"""A tablet breaks no rule of axe-core, whatever it shows, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from referee.leases import leases
from tests import accessibility
from tests import cast as people
from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet, Played
from tests.browser.halls import hall_of_levels
from tests.browser.levels import LevelsTablet
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tests.samples import sampled
from tournaments import organise

LEVELS = "levels"


@pytest.fixture
def hall(transactional_db: None, request: pytest.FixtureRequest) -> Hall:
    """A hall of the game that a walk goes through."""
    if request.node.callspec.params["walk"] == LEVELS:
        return hall_of_levels({"preset": "lianzhong-2"})
    return Hall.of(people.assemble())


# That the colours of the night are far enough apart is known from the style sheet, too.
SCHEMES = ("light", pytest.param("dark", marks=pytest.mark.nightly))
SHEETS = ("deals", "outbox", "menu")


def views_of_sheets(tablet: TabletPage, hall: Hall) -> Iterator[str]:
    """Go through who writes, the empty entry of 拱猪, and what lies over it."""
    tablet.opens(hall.table)
    expect(tablet.view("recorder")).to_be_visible()
    yield "recorder"
    tablet.writes("S")
    yield "entry"
    yield from sheets(tablet)


def views_of_captures(tablet: TabletPage, hall: Hall) -> Iterator[str]:
    """Go through the views of a deal of 拱猪 by captures, and of the time between rounds."""
    tablet.opens(hall.table).writes("S")
    tablet.exposable("SQ").click()
    yield "asked"
    tablet.asked("W").click()
    tablet.gives("N", "SQ").act("preview").click()
    expect(tablet.problems).to_have_count(1)
    yield "problems"
    tablet.rest("E").previews()
    yield "preview"
    tablet.sends()
    yield "confirm"
    tablet.confirms("W").sees_done()
    yield "done"
    for deal in hall.cast.deals(hall.round):
        if not deal.done:
            hall.cast.post(deal)
    organise.close_round(hall.round, hall.cast.director)
    tablet.asks_again()
    expect(tablet.view("between")).to_be_visible()
    yield "between"


def sheets(tablet: TabletPage) -> Iterator[str]:
    """Open and close what lies over the views."""
    for name in SHEETS:
        tablet.page.locator(f'[data-sheet="{name}"]').first.click()
        yield name
        tablet.page.keyboard.press("Escape")
    tablet.more()
    yield "more"
    tablet.page.keyboard.press("Escape")
    tablet.page.locator('[data-part="call"]').click()
    yield "call"
    tablet.page.locator('[data-reason="question"]').click()
    expect(tablet.page.locator('#calls [data-part="under-way"]')).to_be_visible()
    yield "called"
    tablet.page.locator('#calls [data-part="withdraw"]').click()
    expect(tablet.page.locator("#calls")).to_be_hidden()


def views_of_tricks(tablet: TabletPage, hall: Hall) -> Iterator[str]:
    """Go through the views of a deal of 拱猪 with its hands and tricks."""
    played = Played.number(0)
    page = DeepTablet(tablet.opens(hall.table).writes("S")).chooses("hands")
    yield "hands"
    tablet.seat("N").click()
    for card in played.hand("N")[:4]:
        page.dealt(card).click()
    yield "hand"
    page.chooses("tricks").step("play")
    yield "tricks"
    tablet.seat(played.plays[0][0]).click()
    page.plays_all(played.plays[:6])
    yield "trick"


def views_of_levels(tablet: TabletPage, hall: Hall) -> Iterator[str]:
    """Go through the views of a deal of 升级."""
    page = LevelsTablet(tablet.opens(hall.table).writes("S"))
    yield "levels"
    page.deals("N").trump("H").takes(75)
    yield "levels filled"
    page.part("level").locator("summary").click()
    yield "levels of a deal"
    page.part("level").locator("summary").click()


def views_without_table(tablet: TabletPage, hall: Hall) -> Iterator[str]:
    """Go through what a tablet shows that has no table, or has lost it."""
    leases.open_table(table=hall.table, device="another-tablet-of-the-club")
    tablet.opens(hall.table)
    expect(tablet.view("taken")).to_be_visible()
    yield "taken"
    tablet.page.goto(f"{tablet.address}/t/zzzz-zzzz/")
    yield "unknown"


WALKS = {
    "sheets": views_of_sheets,
    "captures": views_of_captures,
    "tricks": views_of_tricks,
    "without": views_without_table,
    LEVELS: views_of_levels,
}


def check(tablet: TabletPage, views: Iterator[str]) -> None:
    """Look at every view that is gone through."""
    broken = {view: accessibility.violations(tablet.page, colours=True) for view in views}
    assert {view: found for view, found in broken.items() if found} == {}


@pytest.mark.full
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("walk", sampled(WALKS, ("tricks",)))
def test_no_view_of_a_tablet_breaks_a_rule(
    device: Devices, hall: Hall, walk: str, scheme: str
) -> None:
    tablet = device(color_scheme=scheme, reduced_motion="reduce")
    check(tablet, WALKS[walk](tablet, hall))
