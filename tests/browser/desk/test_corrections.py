"""A result that stands is corrected by the referee; the table writes down what it believes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from referee.base.handed_in import seal
from referee.models import Sheet
from referee.sheets.desk_sheets import sheets_at_desk, sheets_to_decide
from referee.sheets.entry import confirm
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments.models import Result

DECIDES = "The referee has your correction and decides."


@pytest.fixture
def deals() -> int:
    return 3


def corrects(tablet: TabletPage) -> TabletPage:
    """Give the pig to West after all, and send that."""
    tablet.act("correct").click()
    tablet.says("This deal has a result.")
    tablet.gives("W", "SQ").previews()
    tablet.says("This goes to the referee")
    tablet.act("send").click()
    return tablet


def codes(sheet: Sheet) -> list[Any]:
    return [problem["code"] for problem in sheet.problems]


@pytest.mark.full
def test_a_done_deal_is_written_again_for_the_referee_whose_decision_is_shown(
    tablet: TabletPage, device: Devices, hall: Hall
) -> None:
    corrects(tablet.enters())
    tablet.says(DECIDES)
    tablet.sent()
    expect(tablet.total("North")).to_have_text("−100")
    first, correction = Sheet.objects.order_by("pk")
    assert (correction.seen, codes(correction)) == (1, ["result_stands"])
    assert correction.report["won"]["W"] == ["SQ", "DJ"]
    assert correction.report["won"]["S"] == first.report["won"]["S"]
    assert Result.objects.count() == 1
    assert sheets_to_decide(sheets_at_desk(hall.cast.tournament)) == [correction]
    tablet.page.reload()
    tablet.says(DECIDES)
    shows_the_decision(tablet, hall, correction)
    tablet.act("next").click()
    is_asked_for_by_another(tablet, device(), hall)


def shows_the_decision(tablet: TabletPage, hall: Hall, sheet: Sheet) -> None:
    word = seal({"sheet": sheet.key, "sheet_digest": sheet.digest, "seat": "referee"})
    confirm(writer=hall.official(), sealed=word, reason="West took it.")
    tablet.asks_again()
    expect(tablet.total("North")).to_have_text("0")
    tablet.says("The result stands.")


def is_asked_for_by_another(tablet: TabletPage, other: TabletPage, hall: Hall) -> None:
    """Every device of the table can ask for a correction of what was entered on another."""
    tablet.enters().sent()
    tablet.gives_back().act("release").click()
    expect(tablet.view("released")).to_be_visible()
    other.opens(hall.table).writes("E").opens_deal(2)
    other.act("correct").click()
    other.gives("W", "SQ").previews().act("send").click()
    other.says(DECIDES)
    assert Sheet.objects.latest("pk").recorder == "E"


@pytest.mark.nightly
def test_a_correction_waits_for_the_network(tablet: TabletPage) -> None:
    tablet.enters().context.set_offline(True)
    corrects(tablet)
    tablet.says("Your correction is kept on this device")
    tablet.context.set_offline(False)
    tablet.says(DECIDES)
    assert Sheet.objects.count() == 2


@pytest.mark.nightly
def test_a_result_of_somebody_else_shows_its_cards_and_is_corrected_from_them(
    tablet: TabletPage, hall: Hall
) -> None:
    hall.cast.post(hall.deal())
    tablet.asks_again()
    north = tablet.sees_done().view("result").locator(".settlement-seat").first
    expect(north.locator('[data-part="lines"]')).to_contain_text("pig")
    tablet.act("correct").click()
    expect(tablet.act("undo")).to_be_disabled()
    expect(tablet.page.locator("[data-tile][data-seat]")).to_have_count(16)
    tablet.gives("W", "SQ").previews().act("send").click()
    tablet.says(DECIDES)
    assert sorted(Sheet.objects.get().report["won"]["W"]) == ["DJ", "SQ"]


@pytest.mark.nightly
def test_a_correction_can_be_left_alone(tablet: TabletPage) -> None:
    tablet.enters().act("correct").click()
    tablet.act("leave").click()
    tablet.says("To correct it, call the referee.")
    tablet.act("next").click()
    expect(tablet.act("leave")).to_have_count(0)
    assert Sheet.objects.count() == 1


@pytest.mark.nightly
def test_a_result_that_changes_meanwhile_ends_the_correction(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.enters().act("correct").click()
    tablet.gives("W", "SQ").previews()
    hall.cast.post(hall.deal(), seen=1, reason="The referee saw it.")
    tablet.asks_again()
    tablet.sees_done()
    expect(tablet.act("send")).to_have_count(0)
