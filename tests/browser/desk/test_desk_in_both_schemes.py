"""Every page of the desk breaks no rule of axe-core, its colours included, in light and dark."""

from __future__ import annotations

from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests import accessibility, world
from tests.address_tables import DESK

pytestmark = [pytest.mark.full, pytest.mark.django_db(transaction=True)]

SCHEMES: Final = ("light", "dark")
SIZES: Final = ((390, 844), (1366, 768))
PAGES: Final = tuple(
    name for name, door in DESK.items() if "get" in door.bob and not name.endswith("_live")
)


@pytest.mark.parametrize("size", SIZES, ids=("phone", "desk"))
def test_no_page_of_the_desk_breaks_a_rule_in_either_scheme(
    live_server: LiveServer, chromium: Browser, client: Client, size: tuple[int, int]
) -> None:
    in_play = world.assemble()
    client.force_login(in_play.cast.alice)
    seen: set[str] = set()
    broken: dict[tuple[str, str], Any] = {}
    # The page's policy lets no tool of a test in.
    with chromium.new_context(
        base_url=live_server.url,
        bypass_csp=True,
        viewport={"width": size[0], "height": size[1]},
        locale="en-GB",
    ) as context:
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )
        page = context.new_page()
        for name in PAGES:
            address = reverse(name, args=DESK[name].of(in_play))
            if is_page(client, address):
                seen.add(name)
                broken |= broken_by_scheme(page, name, address)
    assert broken == {}
    assert {"desk_event", "desk_installation", "referee_deal", "referee_penalties"} <= seen


def is_page(client: Client, address: str) -> bool:
    """Whether an address answers with a page, and not with a file or on the way to another."""
    answer = client.get(address)
    return answer.status_code == 200 and answer["Content-Type"].startswith("text/html")


def broken_by_scheme(page: Page, name: str, address: str) -> dict[tuple[str, str], Any]:
    """Return the rules that a page breaks in each scheme, with an element that does."""
    broken = {}
    page.goto(address)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if found := accessibility.violations(page, colours=True):
            broken[name, scheme] = found
    return broken
