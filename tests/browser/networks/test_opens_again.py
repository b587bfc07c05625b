"""A page that was closed opens again without a network, and becomes the newer program by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, Route, expect

from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall

ROUND = "**/api/tablet/1/round"
WECHAT = (
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/116 Mobile MicroMessenger/8.0.44"
)
QQ_BROWSER = (
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 MQQBrowser/14.9 Mobile Safari/537.36"
)


def opened_again(tablet: TabletPage) -> TabletPage:
    """Close the page and open its address anew, as a person does."""
    tablet.page.close()
    tablet.page = tablet.context.new_page()
    return tablet.opens_code()


@pytest.fixture
def bare(tablet: TabletPage) -> TabletPage:
    """A tablet on plain HTTP, in the middle of a deal."""
    return tablet.gives("N", "SQ", "HA")


@pytest.fixture
def app(device: Devices, hall: Hall) -> TabletPage:
    """A tablet whose browser has the worker, in the middle of a deal."""
    tablet = device(service_workers="allow").opens(hall.table).writes("S")
    expect(tablet.page.locator("#table[data-kept]")).to_be_attached()
    return tablet.gives("N", "SQ", "HA")


def goes_on_without_a_network(tablet: TabletPage) -> None:
    """Open the closed page again, end the deal, and send it when the network is back."""
    opened_again(tablet)
    expect(tablet.view("entry")).to_be_visible()
    expect(tablet.tile("SQ")).to_contain_text("N")
    tablet.gives("W", "DJ").gives("S", "C10").rest("E").previews()
    tablet.act("send").click()
    expect(tablet.waiting).to_have_attribute("data-waits", "")
    tablet.context.set_offline(False)
    tablet.asks_again()
    tablet.sent()


@pytest.mark.full
def test_without_a_worker_it_is_said_that_a_page_cannot_be_loaded_again_and_a_closed_one_opens(
    bare: TabletPage,
) -> None:
    note = bare.page.locator('[data-part="no-reload"]')
    expect(note).to_be_hidden()

    bare.context.set_offline(True)
    bare.asks_again()

    expect(note).to_be_visible()
    with pytest.raises(Error):
        bare.page.reload()
    goes_on_without_a_network(bare)


@pytest.mark.full
def test_with_its_worker_a_page_is_loaded_again_and_opens_again_without_a_network(
    app: TabletPage,
) -> None:
    app.context.set_offline(True)
    app.asks_again()

    expect(app.connection).to_have_class(re.compile("state-offline"))
    expect(app.page.locator('[data-part="no-reload"]')).to_be_hidden()
    app.page.reload()
    expect(app.tile("SQ")).to_contain_text("N")
    goes_on_without_a_network(app)


def comes_as_of(build: str) -> Callable[[Route], None]:
    """Send the round as a newer program would."""

    def answer(route: Route) -> None:
        answered = route.fetch()
        if answered.status != 200:
            return route.fulfill(response=answered)
        pack: dict[str, Any] = answered.json()
        return route.fulfill(response=answered, json={**pack, "build": build})

    return answer


def forgets_the_round(tablet: TabletPage, build: str) -> None:
    """Let the page be sent the round anew, by a newer program."""
    tablet.page.unroute(ROUND)
    tablet.page.route(ROUND, comes_as_of(build))
    tablet.page.evaluate(f"localStorage.removeItem('huapai.pack.{tablet.code}')")


@pytest.mark.nightly
def test_a_newer_program_is_fetched_once_when_nothing_is_being_entered(
    tablet: TabletPage,
) -> None:
    loads: list[str] = []
    tablet.page.on("load", lambda loaded: loads.append(loaded.url))
    forgets_the_round(tablet, "another")

    # The page is loaded again as it was asked to, and once more by itself.
    with tablet.page.expect_event("load", lambda _page: len(loads) == 2):
        tablet.page.reload()

    expect(tablet.view("entry")).to_be_visible()
    tablet.gives("N", "SQ", "HA")
    assert len(loads) == 2
    # A deal that is begun is not disturbed.
    forgets_the_round(tablet, "a third")
    with tablet.page.expect_response(ROUND):
        tablet.page.reload()
    expect(tablet.tile("SQ")).to_contain_text("N")
    assert len(loads) == 3
    # Taken back, nothing holds it up any more.
    with tablet.page.expect_event("load"):
        for _ in ("HA", "SQ", "N"):
            tablet.act("undo").click()


@pytest.mark.nightly
def test_only_a_browser_within_a_chat_application_is_told_to_open_the_real_one(
    device: Devices, hall: Hall
) -> None:
    tablet = device(user_agent=WECHAT).opens(hall.table)

    notice = tablet.page.locator("[data-chat]")
    expect(notice).to_be_visible()
    expect(notice.locator("input")).to_have_value(tablet.page.url)
    notice.get_by_role("button").click()
    expect(notice.locator('[data-part="copied"]')).to_be_visible()
    tablet.page.goto(f"{tablet.address}/t/")
    expect(tablet.page.locator("[data-chat]")).to_be_visible()

    # A real browser is not told so.
    real = device(user_agent=QQ_BROWSER).opens(hall.tables[1]).writes("S")
    expect(real.page.locator("[data-chat]")).to_be_hidden()
