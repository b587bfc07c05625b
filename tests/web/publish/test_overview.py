"""The wall of all events: what it shows at once and learns of, and that it says when it is old."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.cast import Cast
from tournaments import organise

WALL: ViewportSize = {"width": 1920, "height": 1080}
PATIENCE = 20_000
LETTERS = 32
"""The least letters on a wall that say something is old."""


@pytest.fixture
def hall(transactional_db: None) -> Cast:
    cast = people.assemble()
    cast.post(cast.deals(cast.round_in_play())[0])
    return cast


@pytest.fixture
def wall(live_server: LiveServer, chromium: Browser) -> Iterator[Page]:
    with chromium.new_context(
        viewport=WALL, locale="en-GB", timezone_id="UTC", base_url=live_server.url
    ) as context:
        yield context.new_page()


def another_event(cast: Cast) -> None:
    """Begin a second event of the tournament."""
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[name] for name in "子丑寅卯"])
    organise.publish_round(organise.draw_round(event, cast.director), cast.director)


@pytest.mark.full
def test_the_overview_shows_standings_at_once_and_learns_of_new_events(
    hall: Cast, wall: Page
) -> None:
    wall.clock.install(time="2026-11-21T04:40:00Z")
    wall.goto(reverse("hall_overview", args=[hall.tournament.uid]))
    # Nobody waits for the pause between two questions.
    wall.clock.run_for(100)
    expect(wall.locator(".hall-name")).to_have_count(len(people.PLAYERS), timeout=PATIENCE)
    expect(wall.locator("[data-hall]")).to_have_count(1)
    another_event(hall)
    wall.clock.run_for(31_000)
    expect(wall.locator("[data-hall]")).to_have_count(2, timeout=PATIENCE)
    foot = wall.locator("[data-hall]:not([hidden]) [data-hall-count]")
    expect(foot).to_contain_text("Next: 双人赛", timeout=PATIENCE)


@pytest.mark.nightly
def test_a_wall_without_answers_says_so_in_large_letters(hall: Cast, wall: Page) -> None:
    wall.clock.install(time="2026-11-21T04:40:00Z")
    wall.goto(reverse("hall_standings", args=[hall.event.uid]))
    bar = wall.locator(".stale-bar")
    expect(bar).to_be_hidden()
    with wall.expect_response("**/live/"):
        wall.clock.run_for(12_000)
    wall.route("**/live/", lambda route: route.abort())
    for _ in range(4):
        wall.clock.run_for(12_000)
    expect(bar).to_be_visible(timeout=PATIENCE)
    # The hour of the hall, as its clock has it, and not that of the device.
    now = datetime.now(ZoneInfo(hall.tournament.time_zone))
    near = [f"{now - timedelta(minutes=ago):%H:%M}" for ago in range(3)]
    assert bar.locator("[data-last-at]").inner_text() in near
    size = bar.evaluate("bar => parseFloat(getComputedStyle(bar).fontSize)")
    assert size >= LETTERS
    box, window = bar.bounding_box(), WALL["height"]
    assert box is not None
    assert box["y"] + box["height"] <= window
