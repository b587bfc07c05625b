"""A clock on a page counts by the server's hour, whatever the device believes, and holds still."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.interface.small_server import Hall

WHEN = "".join(
    f'<span data-clock-when="{state}" hidden>{state}</span>'
    for state in ("waiting", "running", "last", "held", "called")
)
A_WRONG_DEVICE = "Date.now = () => 86400000;"
WALL = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A wall</title>
<link rel="icon" href="/static/favicon.svg"><script src="/static/clock.js" defer></script>
<script src="/static/hall.js" defer></script></head>
<body><p data-hall-clock data-zone="Asia/Shanghai"></p></body></html>"""
"""A wall whose live part has said its last, so that nothing is asked any more."""


def clock(state: str, *, until: float = 0, last: float = 0, left: int = 0) -> str:
    """A clock as the server writes it, with hours in seconds from now."""
    hours = [round((time.time() + seconds) * 1000) for seconds in (until, last)]
    return (
        f'<p data-clock="{state}" data-until="{hours[0]}" data-last="{hours[1]}" '
        f'data-left="{left}"><span data-clock-left></span> {WHEN}</p>'
    )


def left(page: Page) -> Locator:
    return page.locator("[data-clock-left]")


def said(page: Page) -> Locator:
    return page.locator("[data-clock-when]:visible")


def seconds(page: Page) -> int:
    minutes, rest = left(page).inner_text().split(":")
    return 60 * int(minutes) + int(rest)


@pytest.mark.full
@pytest.mark.parametrize("device", ["", A_WRONG_DEVICE])
def test_a_running_clock_counts_by_the_hour_of_the_server(
    hall: Hall, page: Page, device: str
) -> None:
    page.add_init_script(device)
    hall.show(clock("running", until=754, last=300))
    page.goto(hall.address)
    expect(left(page)).to_have_text("12:32")
    # The hour of an answer has whole seconds, so that at most one is lost on the way.
    expect(left(page)).to_have_text("12:31")
    expect(said(page)).to_have_text("running")


@pytest.mark.full
def test_a_held_clock_stays(hall: Hall, page: Page) -> None:
    hall.show(clock("held", left=754))
    page.goto(hall.address)
    expect(left(page)).to_have_text("12:34")
    before = len(hall.asked)
    deadline = time.monotonic() + 10
    while len(hall.asked) < before + 20:
        assert time.monotonic() < deadline
        page.wait_for_timeout(20)
    expect(left(page)).to_have_text("12:34")
    expect(said(page)).to_have_text("held")


@pytest.mark.full
def test_the_last_minutes_and_the_end_are_said_by_the_page_itself(hall: Hall, page: Page) -> None:
    hall.show(clock("running", until=4, last=-60))
    page.goto(hall.address)
    expect(said(page)).to_have_text("last")
    expect(said(page)).to_have_text("called")
    assert seconds(page) == 0


@pytest.mark.full
def test_what_is_set_at_the_desk_is_shown_at_once(hall: Hall, page: Page) -> None:
    hall.show(clock("waiting", left=3000))
    page.goto(hall.address)
    expect(left(page)).to_have_text("50:00")
    hall.change(clock("running", until=3000, last=2400))
    expect(said(page)).to_have_text("running")
    assert seconds(page) in range(2990, 3002)
    hall.change(clock("called"))
    expect(said(page)).to_have_text("called")


@pytest.mark.full
def test_a_wall_tells_the_hour_of_the_server(hall: Hall, page: Page) -> None:
    page.clock.set_fixed_time("2020-02-02T02:07:00Z")
    hall.body = WALL
    page.goto(hall.address)
    shown = page.locator("[data-hall-clock]")
    expect(shown).not_to_be_empty()
    now = datetime.now(ZoneInfo("Asia/Shanghai"))
    assert shown.inner_text() in {f"{now - timedelta(minutes=late):%H:%M}" for late in (0, 1)}
