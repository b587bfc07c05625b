"""What the server cannot read stays on the device; what it keeps without counting it is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from referee.sheets import versions
from tests.browser.tablet import TabletPage, answers, counts
from tests.referee.hall import Hall

SHEETS = "**/api/tablet/1/sheets"
CONFIRMATIONS = "**/api/tablet/1/confirmations"


@pytest.fixture
def deals() -> int:
    return 3


def unreadable(route: Route) -> None:
    problem = {"code": "json_malformed", "text": "Not JSON.", "field": "sealed", "cards": []}
    answer = {"code": "unreadable", "text": "No.", "problems": [problem]}
    route.fulfill(**answers(422, answer))


def not_counted(code: str) -> Callable[[Route], None]:
    """Answer that an item was kept and does not count."""

    def answer(route: Route) -> None:
        sent = json.loads(route.request.post_data or "{}")
        problem = {"code": code, "text": "It has another result.", "field": "sheet", "cards": []}
        answer = {"code": code, "text": "No.", "problems": [problem], "kept": True}
        identity = {"key": sent["key"], "digest": sent["digest"], "standing": "kept"}
        route.fulfill(**answers(200, {**answer, **identity, "awaited": [], "scores": {}}))

    return answer


@pytest.mark.nightly
def test_what_cannot_be_read_stays_and_is_carried_away_or_sent_once_more(
    tablet: TabletPage,
) -> None:
    tablet.page.route(CONFIRMATIONS, unreadable)
    tablet.fills().previews().sends().confirms("W")
    tablet.says("Not JSON.")
    expect(tablet.waiting).to_contain_text("Refused 1")
    tablet.page.unroute(CONFIRMATIONS)
    tablet.act("next").click()
    tablet.enters()
    assert counts() == (2, 1, 1)
    [item] = tablet.kept()
    tablet.waiting.click()
    exported = tablet.page.locator("#outbox textarea").input_value()
    assert item["key"] in exported
    assert item["digest"] in exported
    with tablet.page.expect_download() as download:
        tablet.page.locator('#outbox [data-part="file"]').click()
    [saved] = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert (saved["key"], saved["sealed"]) == (item["key"], item["sealed"])
    tablet.page.locator('#outbox [data-part="copy"]').click()
    expect(tablet.page.locator('#outbox [data-part="copy"]')).to_have_text("Copied")
    tablet.page.locator('#outbox [data-part="discard"]').click()
    tablet.says("Everything has been sent")
    tablet.page.keyboard.press("Escape")
    can_be_sent_once_more(tablet.opens_deal(3))


def can_be_sent_once_more(tablet: TabletPage) -> None:
    tablet.page.route(SHEETS, unreadable)
    tablet.fills().previews().act("send").click()
    tablet.says("Not JSON.")
    tablet.page.unroute(SHEETS)
    tablet.waiting.click()
    tablet.page.locator('#outbox [data-part="again"]').click()
    tablet.says("Everything has been sent")
    tablet.page.keyboard.press("Escape")
    tablet.confirms("W").sees_done()
    assert counts() == (3, 2, 2)


@pytest.mark.nightly
def test_a_deal_whose_confirmation_does_not_count_is_entered_or_confirmed_again(
    tablet: TabletPage,
) -> None:
    tablet.page.route(CONFIRMATIONS, not_counted("sheet_differs"))
    tablet.fills().previews().sends().confirms("W")
    tablet.says("It has another result.")
    tablet.says("keeps it for the referee to see")
    tablet.sent()
    tablet.page.reload()
    tablet.says("It has another result.")
    tablet.page.unroute(CONFIRMATIONS)
    tablet.act("back").click()
    tablet.previews().sends().confirms("W").sees_done()
    assert counts() == (2, 1, 1)
    tablet.act("next").click()
    is_asked_for_again(tablet)


def is_asked_for_again(tablet: TabletPage) -> None:
    """A confirmation that can be given again is."""
    tablet.page.route(CONFIRMATIONS, not_counted("lease_lost"))
    tablet.fills().previews().sends().confirms("W")
    tablet.says("The last confirmation does not count: No. Tap a name again.")
    tablet.page.unroute(CONFIRMATIONS)
    tablet.confirms("W").sees_done()
    assert counts() == (3, 2, 2)


@pytest.mark.full
def test_a_confirmation_after_the_result_is_told_as_late_and_not_in_green(
    tablet: TabletPage, hall: Hall
) -> None:
    """The referee has made the table's sheet the result; this device need not have written it."""
    tablet.fills().previews().sends().sent()
    tablet.forgets("deal")
    tablet.page.reload()
    expect(tablet.confirmer("W")).to_be_visible()
    tablet.context.set_offline(True)
    tablet.confirms("W")
    [version] = versions.of_deal(hall.deal())
    versions.choose(version, hall.cast.bob, "as read", seen=0, key="k" * 10)
    tablet.context.set_offline(False)
    tablet.sees_done()
    notice = tablet.view("result").locator('[data-part="notice"]')
    expect(notice).to_contain_text("already the result when this confirmation arrived")
    expect(notice).not_to_contain_text("does not count")
    expect(notice).to_have_class("notice notice-offline")
    tablet.sent()
