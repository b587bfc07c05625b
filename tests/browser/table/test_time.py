"""The time of the round on the tablet's status line, with a network and without one."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Locator, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments import organise

A_WRONG_DEVICE = """const right = Date.now.bind(Date);
Date.now = () => right() - 7200000;"""


def shown(tablet: TabletPage) -> Locator:
    return tablet.page.locator('.status-line [data-part="time"]')


@pytest.mark.nightly
def test_the_clock_arrives_at_its_table_and_goes_on_without_a_network(
    hall: Hall, device: Devices
) -> None:
    """On a tablet whose own clock is two hours slow."""
    alice, round_ = hall.cast.alice, hall.round
    tablet = device()
    tablet.page.add_init_script(A_WRONG_DEVICE)
    tablet.opens(hall.table)
    expect(tablet.view("recorder")).to_be_visible()
    expect(shown(tablet)).to_be_hidden()
    organise.start_clock(round_, alice, 50)
    tablet.asks_again()
    expect(shown(tablet)).to_have_text("50 min left")
    tablet.page.route("**/api/**", lambda route: route.abort())
    tablet.page.reload()
    expect(shown(tablet)).to_have_text("50 min left")
    tablet.page.unroute_all(behavior="ignoreErrors")
    organise.extend_clock(round_, alice, 5, seen=1, table=hall.table.number)
    tablet.asks_again()
    expect(shown(tablet)).to_have_text("55 min left")
    organise.hold_clock(round_, alice, seen=2)
    tablet.asks_again()
    expect(shown(tablet)).to_have_text("Clock paused: 55 min")
    organise.call_time(round_, alice, seen=3)
    tablet.asks_again()
    expect(shown(tablet)).to_have_text("Time! Finish the deal")


@pytest.mark.nightly
def test_the_desk_runs_the_clock_by_keyboard(
    hall: Hall, live_server: LiveServer, chromium: Browser, client: Client
) -> None:
    client.force_login(hall.cast.bob)
    name = settings.SESSION_COOKIE_NAME
    session = {"name": name, "value": client.cookies[name].value, "url": live_server.url}
    with chromium.new_context(locale="en-GB") as context:
        context.add_cookies([session])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(f"{live_server.url}/desk/rounds/{hall.round.uid}/")
        page.get_by_label("Minutes").fill("50")
        page.keyboard.press("Enter")
        left, locator = page.locator(".clock-left"), page.locator("[data-clock-when]:visible")
        expect(left).to_have_text(re.compile(r"(50:00|49:5\d)"))
        expect(locator).to_have_text(re.compile(r"until \d\d:\d\d"))
        page.get_by_role("button", name="Pause the clock").press("Enter")
        expect(locator).to_have_text("held")
        page.get_by_role("button", name="Call time").press("Enter")
        expect(left).to_have_text("0:00")
    assert [move.kind for move in hall.round.clock_moves.order_by("pk")] == [
        "start",
        "pause",
        "call",
    ]
