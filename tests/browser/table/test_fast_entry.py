"""How few taps a deal needs, and what the page does for who enters it."""

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

pytestmark = pytest.mark.full

COUNT = "addEventListener('click', () => (document.title = 1 + (+document.title || 0)))"
MOST_EVEN = {
    "N": ("H2", "H3", "H4", "H5"),
    "W": ("H6", "H7", "H8", "H9"),
    "E": ("H10", "HJ", "HQ", "HK"),
}
ASKED = """() => {
  window.asked = [];
  const request = (kind) => (window.asked.push(kind), Promise.resolve({}));
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
}"""


def taps(tablet: TabletPage) -> int:
    """Return how often the page was tapped since it was asked to count."""
    return int(tablet.page.title())


def test_the_most_even_deal_takes_twenty_taps(tablet: TabletPage) -> None:
    tablet.page.evaluate(COUNT)
    for seat, cards in MOST_EVEN.items():
        tablet.gives(seat, *cards)
    tablet.rest("S")
    assert taps(tablet) <= 17
    tablet.previews().sends().confirms("N").sees_done()
    assert taps(tablet) <= 20


@pytest.mark.full
def test_one_tap_takes_one_step_back(tablet: TabletPage) -> None:
    tablet.gives("N", "SQ", "HA").rest("E")
    tablet.act("undo").click()
    expect(tablet.tile("HA")).to_have_attribute("data-seat", "N")
    expect(tablet.tile("H2")).to_have_attribute("aria-pressed", "false")


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
    page.page.evaluate(COUNT)
    page.plays_all(played.plays)
    assert taps(page.tablet) == 48, "the last trick follows by itself"
    page.tablet.previews().sends()
    page.tablet.sent()
    report = Sheet.objects.get().report
    assert {seat: sorted(hand) for seat, hand in report["hands"].items()} == {
        seat: sorted(hand) for seat, hand in played.facts["hands"].items()
    }


@pytest.mark.full
def test_hands_are_typed_without_a_network(device: Devices, hall: Hall) -> None:
    plays_by(hall, WESTERN, "hands")
    played = Played.number(0)
    page = DeepTablet(device().opens(hall.table).writes("S"))
    expect(page.tablet.connection).to_have_text("Connected")
    page.tablet.context.set_offline(True)
    page.types("N", "S 22")
    page.tablet.says("This was not understood")
    page.types_all(played)
    page.tablet.says("All hands are complete.")


@pytest.mark.full
def test_the_bar_goes_to_the_hand_that_holds_the_tablet(tablet: TabletPage) -> None:
    def left_of_the_middle() -> bool:
        box = tablet.act("preview").bounding_box()
        assert box
        return box["x"] + box["width"] / 2 < 410

    assert not left_of_the_middle()
    tablet.page.locator('[data-sheet="menu"]').click()
    tablet.page.locator('[data-set="hand"][data-value="left"]').click()
    tablet.page.keyboard.press("Escape")
    assert left_of_the_middle()
    tablet.page.reload()
    expect(tablet.view("entry")).to_be_visible()
    assert left_of_the_middle()


@pytest.mark.full
def test_the_screen_is_kept_on_where_the_browser_can(device: Devices, hall: Hall) -> None:
    tablet = device()
    tablet.page.add_init_script(f"({ASKED})()")
    tablet.opens(hall.table).writes("S")
    assert tablet.page.evaluate("window.asked") == ["screen"]


@pytest.mark.full
def test_nothing_is_sent_before_the_points_were_seen(tablet: TabletPage) -> None:
    tablet.fills()
    tablet.act("preview").dblclick()
    expect(tablet.act("send")).to_be_visible()
    tablet.page.keyboard.press("Enter")
    expect(tablet.act("send")).to_be_visible()
    assert not Sheet.objects.exists()
