"""Every public page and every wall, as strangers see them, breaks no rule of axe in either scheme.

Contrast is looked at here too, since the pages come with their styles.
"""

from __future__ import annotations

from typing import Final, Literal

import pytest
from django.urls import reverse
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests import accessibility, world
from tests.public_addresses import PUBLIC
from tests.world import World
from tournaments.publish.urls import ADDRESSES

pytestmark = pytest.mark.full

ELSEWHERE: Final[dict[str, tuple[str | int, ...]]] = {"home": (), "glossary": ("gongzhu",)}
"""Pages that belong to no event, with what their addresses name."""
OF_PEOPLE: Final = {
    "season": world.season_of,
    "season_person": world.season_person_of,
    "season_certificate": world.season_person_of,
    "ratings": world.ratings_of_club,
    "person": world.shown_member,
}
"""Pages of a club and its members."""
PHONE, WALL = (390, 844), (1920, 1080)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_public_page_breaks_no_rule(
    transactional_db: None,
    live_server: LiveServer,
    chromium: Browser,
    scheme: Literal["light", "dark"],
) -> None:
    in_play = world.with_ratings(world.assemble())
    broken = {}
    with chromium.new_context(color_scheme=scheme, locale="zh-CN") as context:
        page = context.new_page()
        for name in ADDRESSES:
            width, height = WALL if name.startswith("hall") else PHONE
            page.set_viewport_size({"width": width, "height": height})
            answer = page.goto(live_server.url + address(name, in_play))
            assert answer is not None
            assert answer.status == 200, name
            broken[name] = accessibility.violations(page, colours=True)
    assert {name: rules for name, rules in broken.items() if rules} == {}


def address(name: str, in_play: World) -> str:
    """Return the address of a public page of the event that is in play."""
    if name in ELSEWHERE:
        return reverse(name, args=ELSEWHERE[name])
    return reverse(name, args={**PUBLIC, **OF_PEOPLE}[name](in_play))
