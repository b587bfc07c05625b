"""Back in the browser: what answered a form is shown again with all that was typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import RulingCase
from tests.browser.signed_in import DESK
from tests.referee.hall import Hall
from tournaments.models import Adjustment, Exclusion, Result

pytestmark = pytest.mark.django_db(transaction=True)
WORDS: Final = "took a card back, 第二圈"
Fill = Callable[[Page], None]


@pytest.fixture
def page(live_server: LiveServer, chromium: Browser, client: Client, hall: Hall) -> Iterator[Page]:
    """A desk at which the director has signed in."""
    client.force_login(hall.cast.alice)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context = chromium.new_context(base_url=live_server.url, viewport=DESK, locale="en-GB")
    with context:
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )
        yield context.new_page()


def ruling(page: Page) -> None:
    page.locator('[name="whom"]').first.check()
    page.locator('[name="article"]').first.check()
    page.locator('[name="facts"]').fill(WORDS)


def penalty(page: Page) -> None:
    page.locator('[name="whom"]').select_option(index=1)
    page.locator('[name="points"]').fill("-50")
    page.locator('[name="reason"]').fill(WORDS)


def adjusted(page: Page) -> None:
    for label in "NWSE":
        page.locator(f'[name="points_{label}"]').fill("0")
    page.locator('[name="reason"]').fill(WORDS)


def exclusion(page: Page) -> None:
    page.locator('[name="reason"]').fill(WORDS)


CASES: Final[dict[str, tuple[Fill, str, str, Callable[[], int]]]] = {
    "ruling": (ruling, "facts", "store", RulingCase.objects.count),
    "penalty": (penalty, "reason", "store", Adjustment.objects.count),
    "adjusted": (adjusted, "reason", "apply", Result.objects.filter(version=2).count),
    "exclusion": (exclusion, "reason", "store", Exclusion.objects.count),
}


def address(hall: Hall, name: str) -> str:
    tournament, event, deal = hall.cast.tournament.uid, hall.cast.event.uid, hall.deal().uid
    return {
        "ruling": reverse("referee_rule_case", args=[tournament, event]) + f"?deal={deal}",
        "penalty": reverse("referee_penalties", args=[tournament, event]),
        "adjusted": reverse("referee_adjust", args=[tournament, deal]) + "?kind=assigned",
        "exclusion": reverse("desk_entry_leave", args=[event, 1]),
    }[name]


@pytest.mark.full
@pytest.mark.parametrize("name", CASES)
def test_a_preview_is_there_again_with_what_was_typed(page: Page, hall: Hall, name: str) -> None:
    hall.cast.post(hall.deal())
    fill, field, button, stored = CASES[name]
    before = stored()
    page.goto(address(hall, name))
    fill(page)
    page.get_by_role("button", name="Show the effect").click()
    decides = page.locator(f'button[name="{button}"]')
    expect(decides).to_be_visible()
    decides.click()
    expect(decides).to_have_count(0)
    assert stored() > before
    once = stored()
    page.go_back()
    expect(decides).to_be_visible()
    typed = page.locator(f"#id_{field}")
    expect(typed).to_have_value(WORDS)
    page.go_back()
    expect(page.get_by_role("button", name="Show the effect")).to_be_visible()
    expect(typed).to_have_value(WORDS)
    page.go_forward()
    decides.click()
    page.wait_for_load_state()
    assert stored() == once
