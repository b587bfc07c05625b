"""What the page does for who enters a deal."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from referee.models import Sheet
from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet, Played
from tests.browser.table.test_depths import WESTERN, plays_by
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments.models import Board, BoardSet, Deal

ASKED = """() => {
  window.asked = [];
  const request = (kind) => (window.asked.push(kind), Promise.resolve({}));
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
}"""


@pytest.mark.full
def test_an_opened_board_brings_its_hands_and_plays_are_tapped_at_once(
    device: Devices, hall: Hall
) -> None:
    plays_by(hall, WESTERN, "tricks")
    played = Played.number(0)
    boards = BoardSet.objects.create(event=hall.cast.event, number=1)
    board = Board.objects.create(
        board_set=boards, board_no=1, hands=played.facts["hands"], opened_at=timezone.now()
    )
    Deal.objects.filter(pk=hall.deal().pk).update(board=board)
    page = DeepTablet(device().opens(hall.table).writes("S"))
    page.plays_all(played.plays[:6])
    page.types_plays(" ".join(card for _seat, card in played.plays[6:48]))
    page.tablet.says("All 13 tricks are recorded.")
    page.tablet.previews().sends()
    page.tablet.sent()
    report = Sheet.objects.get().report
    assert {seat: sorted(hand) for seat, hand in report["hands"].items()} == {
        seat: sorted(hand) for seat, hand in played.facts["hands"].items()
    }


@pytest.mark.nightly
def test_the_bar_goes_to_the_hand_that_holds_the_tablet_and_the_screen_is_kept_on(
    device: Devices, hall: Hall
) -> None:
    tablet = device()
    tablet.page.add_init_script(f"({ASKED})()")
    tablet.opens(hall.table).writes("S")
    assert tablet.page.evaluate("window.asked") == ["screen"]
    assert not left_of_the_middle(tablet)
    tablet.page.locator('[data-sheet="menu"]').click()
    tablet.page.locator('[data-set="hand"][data-value="left"]').click()
    tablet.page.keyboard.press("Escape")
    assert left_of_the_middle(tablet)
    tablet.page.reload()
    expect(tablet.view("entry")).to_be_visible()
    assert left_of_the_middle(tablet)


def left_of_the_middle(tablet: TabletPage) -> bool:
    """Whether the one button lies at the left hand."""
    box = tablet.act("preview").bounding_box()
    assert box
    return box["x"] + box["width"] / 2 < 410
