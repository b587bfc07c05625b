"""Every page of the desk breaks no rule of axe-core, its colours included, in light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests import world
from tests.address_tables import DESK
from tests.interface.axe import broken_in_both_schemes

pytestmark = pytest.mark.django_db(transaction=True)

PHONE: Final = (390, 844)
TABLET: Final = (820, 1180)
LAPTOP: Final = (1366, 768)
PAGES: Final = tuple(
    name for name, door in DESK.items() if "get" in door.bob and not name.endswith("_live")
)

SAMPLE: Final = (
    "desk_event",
    "desk_installation",
    "referee_deal",
    "referee_overview",
    "referee_penalties",
)
"""Forms and lists, the rail, a felt, tiles, a table of articles."""


@pytest.mark.full
@pytest.mark.parametrize(
    ("size", "names"),
    [
        pytest.param(PHONE, SAMPLE, id="sample"),
        pytest.param(PHONE, PAGES, id="phone", marks=pytest.mark.nightly),
        pytest.param(TABLET, PAGES, id="tablet", marks=pytest.mark.nightly),
        pytest.param(LAPTOP, PAGES, id="desk", marks=pytest.mark.nightly),
    ],
)
def test_no_page_of_the_desk_breaks_a_rule_in_either_scheme(
    live_server: LiveServer,
    chromium: Browser,
    client: Client,
    size: tuple[int, int],
    names: Sequence[str],
) -> None:
    in_play = world.assemble()
    client.force_login(in_play.cast.alice)
    seen: set[str] = set()
    broken: dict[str, Any] = {}
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
        for name in names:
            address = reverse(name, args=DESK[name].of(in_play))
            if is_page(client, address):
                seen.add(name)
                page.goto(address)
                broken[name] = broken_in_both_schemes(page)
    assert {name: rules for name, rules in broken.items() if rules} == {}
    assert seen >= set(SAMPLE)


def is_page(client: Client, address: str) -> bool:
    """Whether an address answers with a page, and not with a file or on the way to another."""
    answer = client.get(address)
    return answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
