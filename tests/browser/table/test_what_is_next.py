"""No deal is passed over: whatever waits at the table is what the page leads to."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.tablet import TabletPage, answers
from tests.referee.hall import Hall
from tournaments import organise

ALL_ENTERED = "All deals are entered: please wait for the next round"


def leaves_one_waiting(tablet: TabletPage) -> None:
    """Bring the first deal to its sheet, and the second one to its result."""
    tablet.fills().previews().sends()
    tablet.act("next").click()
    tablet.enters()


@pytest.mark.nightly
def test_a_deal_that_waits_to_be_confirmed_is_not_passed_over(tablet: TabletPage) -> None:
    leaves_one_waiting(tablet)
    tablet.says("Deal 1 still has to be confirmed.")
    assert not tablet.page.get_by_text(ALL_ENTERED).locator("visible=true").count()
    expect(tablet.act("next")).to_have_text("Go on: Deal 1")
    tablet.act("next").click()
    tablet.confirms("N").sees_done()
    tablet.says(ALL_ENTERED)
    expect(tablet.act("next")).to_have_count(0)


@pytest.mark.nightly
def test_the_table_waits_for_a_confirmation_that_was_not_sent_yet_like_for_a_result(
    tablet: TabletPage,
) -> None:
    tablet.enters().act("next").click()
    tablet.context.set_offline(True)
    tablet.fills().previews().sends().confirms("N")
    tablet.says(ALL_ENTERED)


@pytest.mark.nightly
def test_a_refused_deal_is_not_passed_over(tablet: TabletPage) -> None:
    no = answers(422, {"code": "unreadable", "text": "No.", "problems": []})
    tablet.page.route("**/api/tablet/1/confirmations", lambda route: route.fulfill(**no))
    tablet.fills().previews().sends().confirms("W")
    tablet.says("it is still on this device")
    tablet.page.unroute("**/api/tablet/1/confirmations")
    tablet.act("next").click()
    tablet.enters()
    tablet.says("Deal 1 was not accepted.")
    assert not tablet.page.get_by_text(ALL_ENTERED).locator("visible=true").count()
    tablet.act("next").click()
    tablet.says("it is still on this device")


@pytest.mark.nightly
def test_a_page_that_is_opened_in_the_middle_of_a_deal_stays_there(tablet: TabletPage) -> None:
    tablet.fills().previews().sends().sent()
    tablet.act("next").click()
    tablet.gives("N", "SQ")
    tablet.page.reload()
    expect(tablet.tile("SQ")).to_contain_text("North")


@pytest.mark.nightly
def test_a_page_that_is_opened_shows_the_waiting_sheet_first_and_none_when_its_round_is_closed(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.fills().previews().sends().sent()
    tablet.act("next").click()
    expect(tablet.view("entry")).to_be_visible()
    tablet.page.reload()
    expect(tablet.page.locator(".confirm")).to_be_visible()
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    tablet.asks_again()
    expect(tablet.view("between")).to_be_visible()
    expect(tablet.view("result")).to_be_hidden()
    expect(tablet.page.locator('[data-part="deals"]')).to_be_hidden()
