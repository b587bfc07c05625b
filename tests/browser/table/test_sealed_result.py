"""A result on a board that others have still to play, on a device that did not write it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments.models import Board, BoardSet, BoardSource, Deal, Event


@pytest.mark.nightly
def test_it_is_shown_by_its_points_and_corrected_from_an_empty_sheet(
    tablet: TabletPage, hall: Hall
) -> None:
    Event.objects.update(boards=BoardSource.PASSED)
    board_set = BoardSet.objects.create(event=hall.cast.event, number=1)
    board = Board.objects.create(board_set=board_set, board_no=1, leader="N")
    Deal.objects.filter(pk=hall.deal().pk).update(board=board)
    tablet.enters()
    tablet.forgets("deal")
    tablet.page.reload()
    tablet.opens_deal(1)
    expect(tablet.total("East")).to_have_text("+200")
    result = tablet.view("result")
    expect(result.locator('.settlement-seat [data-part="cards"]:not(:empty)')).to_have_count(0)
    expect(result).not_to_contain_text("Nothing")
    tablet.act("correct").click()
    expect(tablet.view("entry")).to_be_visible()
    expect(tablet.tile("SQ")).to_have_attribute("aria-pressed", "false")
