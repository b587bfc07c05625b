"""A deal is entered on one screen with few taps, and the table reads what the round comes to."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet, Played
from tests.browser.table.test_the_look import WINDOWS, in_every_window, window
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tests.web.publish.penalties import fine
from tests.web.publish.reading import MINUS
from tournaments.models import Seat
from tournaments.wording import signed

COUNT = "addEventListener('click', () => (document.title = 1 + (+document.title || 0)), true)"
HEIGHT = "document.documentElement.scrollHeight"
ONE_SCREEN = [height for _width, height in WINDOWS]
ROW = ("where", "connection", "stale")
MOST_BY_CAPTURES = 20
MOST_BY_TRICKS = 58


def taps(tablet: TabletPage) -> int:
    return int(tablet.page.title())


@pytest.mark.nightly
def test_a_deal_by_captures_takes_twenty_taps_at_most(tablet: TabletPage) -> None:
    played = Played.number(0)
    tablet.page.evaluate(COUNT)
    for seat in ("N", "W", "S"):
        tablet.gives(seat, *played.won(seat))
    tablet.rest("E").previews().sends().confirms("N").sees_done()
    assert taps(tablet) <= MOST_BY_CAPTURES


@pytest.mark.nightly
def test_a_deal_by_captures_fits_one_screen_and_without_the_server_too(
    device: Devices, hall: Hall
) -> None:
    tablet = device(locale="zh-CN").opens(hall.table).writes("S")
    assert heights(tablet) == ONE_SCREEN
    expect(tablet.act("preview")).not_to_have_class("button button-primary")
    expect(tablet.act("preview")).to_contain_text("还差16张")
    the_line_on_top_says_since_when_there_is_no_server(tablet)
    tablet.fills()
    assert heights(tablet) == ONE_SCREEN
    expect(tablet.act("preview")).to_have_class("button button-primary")
    expect(tablet.tile("SQ")).to_have_attribute("data-edge", "top")
    expect(tablet.tile("C10")).to_have_attribute("data-edge", "bottom")
    # Who confirms sees the whole deal above the names; a phone is pushed along.
    tablet.previews().sends()
    assert heights(tablet)[1:] == ONE_SCREEN[1:]


def the_line_on_top_says_since_when_there_is_no_server(tablet: TabletPage) -> None:
    """And the entry still fits."""
    stale = tablet.page.locator('.status-line [data-part="last"]')
    expect(tablet.connection).to_have_text("已连接")
    expect(stale).to_be_hidden()
    hour = tablet.page.locator('.status-line [data-part="clock"]').text_content()
    tablet.context.set_offline(True)
    tablet.asks_again()
    expect(stale).to_have_text(re.compile(r"上次更新\d\d:\d\d$"))
    assert hour
    assert minutes_between(hour, stale.inner_text()[-5:]) <= 1
    assert heights(tablet) == ONE_SCREEN
    words_of_the_connection_stand_in_one_row_on_a_phone(tablet)
    tablet.context.set_offline(False)
    tablet.asks_again()
    expect(stale).to_be_hidden()


def words_of_the_connection_stand_in_one_row_on_a_phone(tablet: TabletPage) -> None:
    page = tablet.page
    page.set_viewport_size(window(WINDOWS[0]))
    parts = [page.locator(f'.status-line [data-part="{name}"]') for name in ROW]
    boxes = [box for part in parts if (box := part.bounding_box())]
    assert len(boxes) == len(ROW)
    middles = [box["y"] + box["height"] / 2 for box in boxes]
    assert max(middles) - min(middles) <= 2
    page.set_viewport_size(window(WINDOWS[1]))


def heights(tablet: TabletPage) -> list[int]:
    """Return how high the page is, in every window."""
    return [tablet.page.evaluate(HEIGHT) for _ in in_every_window(tablet.page)]


def minutes_between(one: str, other: str) -> int:
    """Return how many minutes lie between two hours of a clock."""
    at, until = (60 * int(hour[:2]) + int(hour[3:]) for hour in (one, other))
    return (until - at) % (24 * 60)


@pytest.mark.nightly
def test_the_table_reads_what_the_round_comes_to_with_its_penalties(
    tablet: TabletPage, hall: Hall
) -> None:
    so_far = tablet.page.locator('[data-part="round-so-far"]')
    west = Seat.objects.select_related("side").get(sitting__deals=hall.deal(), label="W")
    fine(hall.cast, west.side.entries.get(), -50, west.side)
    tablet.asks_again()
    tablet.enters()
    expect(so_far).to_contain_text("Round so far (1 of 2)")
    expect(tablet.page.locator('[data-part="so-far-own"]')).to_be_empty()
    (row,) = so_far.locator("li", has_text="West").all()
    expect(row).to_contain_text(f"with penalties of {MINUS}50")
    west_scored = hall.deal().results.get().settlement["scores"]["W"]
    expect(row).to_contain_text(signed(west_scored - 50))
    the_list_of_deals_names_the_penalty(tablet)
    tablet.act("next").click()
    points_reckoned_without_a_network_hold(tablet)
    expect(tablet.page.locator('[data-part="ranking"]')).to_contain_text("1. ")
    expect(tablet.page.locator('[data-part="so-far-own"]')).to_be_empty()


def the_list_of_deals_names_the_penalty(tablet: TabletPage) -> None:
    tablet.page.locator('[data-part="deals"]').click()
    tablet.says(f"{MINUS}50 penalty points.")
    tablet.page.keyboard.press("Escape")


def points_reckoned_without_a_network_hold(tablet: TabletPage) -> None:
    tablet.context.set_offline(True)
    tablet.fills().previews()
    expect(tablet.total("North")).to_have_text(f"{MINUS}100")
    tablet.sends().confirms("N").says("Confirmed, to be sent")
    expect(tablet.page.locator('[data-part="so-far-own"]')).to_contain_text(
        "Added up on this device"
    )
    tablet.context.set_offline(False)
    tablet.asks_again()
    tablet.sees_done()
    expect(tablet.total("North")).to_have_text(f"{MINUS}100")


@pytest.mark.nightly
def test_trick_by_trick_takes_58_taps_at_most(tablet: TabletPage) -> None:
    played = Played.number(0)
    tablet.page.evaluate(COUNT)
    page = DeepTablet(tablet).chooses("tricks").step("play")
    tablet.seat(played.plays[0][0]).click()
    page.plays_all(played.plays)
    tablet.previews().sends().confirms("N").sees_done()
    assert taps(tablet) <= MOST_BY_TRICKS, "the choice of the depth is among them"
