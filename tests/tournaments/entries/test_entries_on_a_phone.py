"""The names on a phone: the form that adds to them stays in sight, and covers not what is next."""

from __future__ import annotations

from typing import Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.cast import Cast

COVERED: Final = """() => [...document.querySelectorAll(
    '.entries-adding :is(input:not([type=hidden]), button, a, summary)')]
  .filter((control) => control.checkVisibility())
  .filter((control) => {
    const box = control.getBoundingClientRect();
    if (box.bottom > innerHeight) return false;
    const at = document.elementFromPoint(box.left + 4, box.top + box.height / 2);
    return !control.contains(at);
  }).map((control) => control.outerHTML.slice(0, 80))"""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.assemble(players=40)


@pytest.mark.full
def test_the_form_that_adds_stands_above_the_names(
    cast: Cast, client: Client, live_server: LiveServer, chromium: Browser
) -> None:
    client.force_login(cast.alice)
    session = client.cookies[settings.SESSION_COOKIE_NAME]
    cookie = {"name": session.key, "value": session.value, "url": live_server.url}
    with chromium.new_context(viewport={"width": 390, "height": 844}) as context:
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(live_server.url + reverse("desk_entries", args=[cast.event.uid]))
        # What is next is the whole first thing; below it, and then at the top, the form.
        low = page.locator(".desk-next .next").bounding_box()
        form = page.locator(".entries-adding").bounding_box()
        assert low
        assert form
        assert low["y"] + low["height"] <= min(form["y"], 844)
        for down in (0, 500, 900):
            page.evaluate("(down) => scrollTo(0, down)", down)
            assert page.evaluate(COVERED) == [], down
        assert page.locator(".entries-adding").bounding_box()["y"] == 0  # type: ignore[index]
