"""A page that was closed opens again without a network, and becomes the newer program by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall

pytestmark = pytest.mark.full

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


@pytest.mark.parametrize("kind", ["bare", "app"])
def test_a_closed_page_opens_again_without_a_network(
    kind: str, request: pytest.FixtureRequest
) -> None:
    tablet: TabletPage = request.getfixturevalue(kind)
    tablet.context.set_offline(True)

    opened_again(tablet)

    expect(tablet.view("entry")).to_be_visible()
    expect(tablet.tile("SQ")).to_contain_text("N")
    tablet.gives("W", "DJ").gives("S", "C10").rest("E").previews()
    tablet.act("send").click()
    expect(tablet.waiting).to_have_attribute("data-waits", "")
    tablet.context.set_offline(False)
    tablet.asks_again()
    tablet.sent()


def test_with_its_worker_a_page_is_loaded_again_without_a_network(app: TabletPage) -> None:
    app.context.set_offline(True)

    app.page.reload()

    expect(app.tile("SQ")).to_contain_text("N")


def test_what_a_browser_without_a_worker_cannot_do_is_said(bare: TabletPage) -> None:
    note = bare.page.locator('[data-part="no-reload"]')
    expect(note).to_be_hidden()

    bare.context.set_offline(True)
    bare.asks_again()

    expect(note).to_be_visible()
    with pytest.raises(Error):
        bare.page.reload()


def test_with_its_worker_nothing_is_said_of_reloading(app: TabletPage) -> None:
    app.context.set_offline(True)
    app.asks_again()

    expect(app.connection).to_have_class(re.compile("state-offline"))
    expect(app.page.locator('[data-part="no-reload"]')).to_be_hidden()


def as_of_another_build(route: Route) -> None:
    """The round, as a newer program would send it."""
    answer = route.fetch()
    if answer.status != 200:
        return route.fulfill(response=answer)
    pack: dict[str, Any] = answer.json()
    return route.fulfill(response=answer, json={**pack, "build": "another"})


def loads(page: Page) -> list[str]:
    """Note every time that the page of a table is loaded from now on."""
    addresses: list[str] = []
    page.on("load", lambda loaded: addresses.append(loaded.url))
    return addresses


def test_a_newer_program_is_fetched_once_when_nothing_is_being_entered(
    device: Devices, hall: Hall
) -> None:
    tablet = device().opens(hall.table).writes("S")
    tablet.page.route("**/api/round", as_of_another_build)
    addresses = loads(tablet.page)
    tablet.page.evaluate(f"localStorage.removeItem('huapai.pack.{tablet.code}')")

    # The page is loaded again as it was asked to, and once more by itself.
    with tablet.page.expect_event("load", lambda _page: len(addresses) == 2):
        tablet.page.reload()

    expect(tablet.view("entry")).to_be_visible()
    tablet.gives("N", "SQ")
    assert len(addresses) == 2


def test_a_deal_that_is_begun_is_not_disturbed_by_a_newer_program(bare: TabletPage) -> None:
    bare.page.route("**/api/round", as_of_another_build)
    addresses = loads(bare.page)
    bare.page.evaluate(f"localStorage.removeItem('huapai.pack.{bare.code}')")

    with bare.page.expect_response("**/api/round"):
        bare.page.reload()

    expect(bare.tile("SQ")).to_contain_text("N")
    assert len(addresses) == 1
    # Taken back, nothing holds it up any more.
    with bare.page.expect_event("load"):
        for _ in ("HA", "SQ", "N"):
            bare.act("undo").click()


def test_a_browser_within_a_chat_application_is_told_to_open_the_real_one(
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


def test_a_real_browser_is_not_told_so(device: Devices, hall: Hall) -> None:
    tablet = device(user_agent=QQ_BROWSER).opens(hall.table).writes("S")

    expect(tablet.page.locator("[data-chat]")).to_be_hidden()
