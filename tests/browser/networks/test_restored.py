"""The server runs on a copy older than the last hand-ins: what it lacks comes again, and waits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from referee.models import Sheet
from referee.rulings import corrections
from tests.browser.tablet import TabletPage, answers, counts
from tests.referee.hall import Hall
from tournaments.models import ResultKind

SHEETS = "**/api/sheets"
CONFIRMATIONS = "**/api/confirmations"
ROUND = "**/api/round"


def forgotten(route: Route) -> None:
    """Acknowledge what the server of before the restore took in, and this one never had."""
    sent = json.loads(route.request.post_data or "{}")
    if sent.get("again"):
        route.continue_()
        return
    answer: dict[str, Any] = {"key": sent["key"], "digest": sent["digest"], "kept": False}
    of_sheet = {"problems": [], "confirmers": ["N"], "awaited": ["N"], "scores": {}}
    of_agreement = {"awaited": [], "version": 1, "scores": {"N": -100, "E": 0, "S": 0, "W": 0}}
    is_sheet = route.request.url.endswith("sheets")
    route.fulfill(**answers(200, {**answer, **(of_sheet if is_sheet else of_agreement)}))


@pytest.fixture
def restored(tablet: TabletPage) -> TabletPage:
    """A tablet with a deal that was handed in and confirmed, before it hears of the restore."""
    for address in (SHEETS, CONFIRMATIONS):
        tablet.page.route(address, forgotten)
    tablet.page.route(ROUND, lambda route: route.abort())
    tablet.fills().previews().sends().confirms("N").sees_done()
    assert counts() == (0, 0, 0)
    return tablet


@pytest.mark.full
def test_what_the_restored_server_lacks_comes_again_and_waits_for_the_referee(
    restored: TabletPage,
) -> None:
    restored.page.unroute(ROUND)
    restored.asks_again()
    restored.says("Handed in again after a backup was restored. The referee confirms it.")
    sheet = Sheet.objects.get()
    assert [problem["code"] for problem in sheet.problems] == ["handed_in_again"]
    assert counts() == (1, 0, 0)
    expect(restored.page.locator(".confirm")).to_be_hidden()
    # Once is enough, and a page that is loaded again says the same.
    restored.page.reload()
    restored.says("Handed in again after a backup was restored. The referee confirms it.")
    assert counts() == (1, 0, 0)


@pytest.mark.nightly
def test_a_deal_that_was_voided_since_the_restore_gets_no_old_sheet(
    restored: TabletPage, hall: Hall
) -> None:
    corrections.rule(hall.deal(), hall.cast.bob, ResultKind.VOID, "cards fell", seen=0)
    for address in (SHEETS, CONFIRMATIONS, ROUND):
        restored.page.unroute(address)
    restored.asks_again()
    expect(restored.connection).to_have_text("Connected")
    restored.act("next").click()
    restored.enters()
    assert [sheet.deal for sheet in Sheet.objects.all()] == [hall.deal(2)]


@pytest.mark.nightly
def test_a_confirmation_that_the_restored_server_lacks_is_asked_for_again(
    tablet: TabletPage,
) -> None:
    tablet.page.route(CONFIRMATIONS, forgotten)
    tablet.fills().previews().sends()
    with tablet.page.expect_response(CONFIRMATIONS):
        tablet.confirms("N")
    expect(tablet.confirmer("N")).to_be_enabled()
    assert counts() == (1, 0, 0)
    tablet.page.unroute(CONFIRMATIONS)
    tablet.confirms("N").sees_done()
    assert counts() == (1, 1, 1)
