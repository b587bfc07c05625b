"""大字: one switch, kept on the device; no page grows wider than its screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from clubs.credentials import member_links
from tests.browser.conftest import Devices
from tests.referee.hall import Hall
from tournaments.models import Person

SMALL: ViewportSize = {"width": 360, "height": 740}
TABLET: ViewportSize = {"width": 820, "height": 1180}
LARGE = "localStorage.setItem('huapai.size', 'large')"
LETTERS = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def phone(chromium: Browser, live_server: LiveServer, client: Client) -> Iterator[BrowserContext]:
    """A small phone whose reader has chosen large letters, signed in as Alice where she is."""
    with chromium.new_context(
        base_url=live_server.url, viewport=SMALL, locale="zh-CN", service_workers="block"
    ) as context:
        context.add_init_script(LARGE)
        yield context


def widths(page: Page, paths: list[str]) -> dict[str, int]:
    """Return by how many pixels pages are wider than the screen, of those that are."""
    wide = {}
    for path in paths:
        page.goto(path)
        assert page.evaluate(LETTERS) == 20, "16 px and a quarter"
        if (more := page.evaluate(OVERFLOW)) > 0:
            wide[path] = more
    return wide


@pytest.mark.full
def test_a_phone_with_large_letters_shows_nothing_beside_the_screen(
    hall: Hall, phone: BrowserContext, client: Client
) -> None:
    cast = hall.cast
    client.force_login(cast.alice)
    person = Person.objects.get(club=cast.club, name="甲")
    (slip,) = member_links.SLIPS.draw(member_links.MembersOf(cast.club, [person]), cast.director)
    uid = cast.event.uid
    paths = [
        reverse("event", args=[uid]),
        reverse("round", args=[uid, 1]),
        reverse("entry", args=[uid, 1]),
        reverse("member", args=[slip.link]),
        reverse("member_year", args=[slip.link]),
    ]
    page = phone.new_page()
    assert widths(page, paths) == {}
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    phone.add_cookies(
        [
            {
                "name": settings.SESSION_COOKIE_NAME,
                "value": session,
                "url": page.url.split("/m/")[0],
            }
        ]
    )
    desk = ("desk_event", "desk_settings", "desk_event_plan", "desk_chat", "desk_entries")
    assert widths(page, [reverse(name, args=[uid]) for name in desk]) == {}


@pytest.mark.full
def test_the_switch_of_the_tablet_makes_the_letters_large_and_keeps_it(
    hall: Hall, device: Devices
) -> None:
    tablet = device(viewport=TABLET)
    tablet.opens(hall.table).writes("S")
    page = tablet.page
    assert page.evaluate(LETTERS) == 16
    page.evaluate("document.querySelector('[data-set=size][data-value=large]').click()")
    assert page.evaluate(LETTERS) == 20
    assert page.evaluate(OVERFLOW) <= 0
    page.reload()
    assert page.evaluate(LETTERS) == 20
    page.set_viewport_size(SMALL)
    assert page.evaluate(OVERFLOW) <= 0
