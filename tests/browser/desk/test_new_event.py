"""The form of a new event is short: what is rarely changed is folded and said in its heading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.browser import signed_in
from tests.cast import Cast
from tests.interface.axe import broken_in_both_schemes
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
page = signed_in.page
HIGHEST: Final = {390: 2_400, 1366: 1_400}
"""Pixels of the form of either game by the width of the screen."""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.assemble()


@pytest.fixture
def plain(live_server: LiveServer, chromium: Browser, client: Client, cast: Cast) -> Iterator[Page]:
    """A page without scripts for the director."""
    client.force_login(cast.alice)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    with chromium.new_context(
        base_url=live_server.url, locale="en-GB", java_script_enabled=False
    ) as context:
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )
        yield context.new_page()


def address(cast: Cast, game: str = "shengji") -> str:
    return f"{reverse('desk_event_new', args=[cast.tournament.uid])}?game={game}"


@pytest.mark.full
@pytest.mark.parametrize("game", ["gongzhu", "shengji"])
def test_what_every_event_needs_is_in_sight_and_all_else_is_folded(
    page: Page, cast: Cast, game: str
) -> None:
    page.goto(address(cast, game))
    assert (
        page.evaluate("document.documentElement.scrollHeight")
        <= HIGHEST[page.viewport_size["width"] if page.viewport_size else 0]
    )
    in_sight = page.locator("#event :is(select, input):visible:not([type=hidden])")
    assert in_sight.count() <= 6
    assert page.locator(".event-folds details[open]").count() == 0
    assert broken_in_both_schemes(page) == {}


@pytest.mark.full
def test_a_heading_follows_what_is_chosen_below_it(page: Page, cast: Cast) -> None:
    page.goto(address(cast))
    heading = page.locator("#rule-group-club > summary")
    expect(heading).to_contain_text("unchanged")
    heading.click()
    page.get_by_label("Ranks that are always trump").select_option('["2"]')
    expect(heading).to_contain_text("Ranks that are always trump 2")
    expect(page.locator("#rule-group-game > summary")).to_contain_text("First level 3")
    expect(page.locator("#rule-group-club")).to_have_attribute("open", "")
    about = page.locator("#said-rules")
    before = about.inner_text()
    page.get_by_label("Rules", exact=True).select_option(index=2)
    expect(about).not_to_have_text(before)


@pytest.mark.full
def test_without_scripts_a_rule_is_changed_looked_at_refused_and_kept(
    plain: Page, cast: Cast
) -> None:
    plain.goto(address(cast))
    plain.get_by_label("Name", exact=True).fill("双人赛")
    plain.locator("#rule-group-club > summary").click()
    plain.get_by_label("Hooking the J").select_option('"start"')
    plain.get_by_role("button", name="Show these rules").click()
    expect(plain.locator("#rule-group-club > summary")).to_contain_text("At level J")
    expect(plain.locator("#rules-shown")).to_be_visible()
    plain.get_by_role("button", name="Create the event").click()
    # J has to be a level that is played.
    expect(plain.locator("#rule-group-club")).to_have_attribute("open", "")
    expect(plain.locator("#rule-group-play")).not_to_have_attribute("open", re.compile(".*"))
    plain.locator("#rule-group-game > summary").click()
    plain.get_by_label("Levels that must be played").select_option('["J", "A"]')
    plain.get_by_role("button", name="Create the event").click()
    expect(plain).to_have_url(re.compile("/entries/"))
    assert Event.objects.get(name="双人赛").ruleset.rules["jack_hook"] == "start"
