"""An exposure that came too late is marked, and goes to the referee with the sheet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from referee.models import Irregularity, Sheet
from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet, Played
from tests.browser.table.test_depths import plays_by
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall

pytestmark = pytest.mark.full


def late(tablet: TabletPage) -> Locator:
    return tablet.page.locator('.ask [data-part="late"]')


def test_who_exposed_too_late_is_marked_by_hand(tablet: TabletPage) -> None:
    tablet.exposable("DJ").click()
    late(tablet).click()
    expect(late(tablet)).to_have_attribute("aria-pressed", "true")
    tablet.asked("W").click()
    expect(tablet.exposable("DJ")).to_contain_text("too late")
    tablet.fills().previews()
    flags = tablet.page.locator('[data-view="result"] [data-part="flags"]')
    expect(flags).to_contain_text("too late")
    expect(flags).to_contain_text("The referee will see this")
    above, below = flags.bounding_box(), tablet.page.locator(".settlement").bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    tablet.sends()
    expect(flags).to_be_visible()
    tablet.confirms("N").sees_done()
    expect(flags).to_be_hidden()
    expect(tablet.page.locator('[data-view="result"] [data-part="notes"]')).to_contain_text("late")
    assert Sheet.objects.get().report["exposed"][0]["late"] is True
    irregularity = Irregularity.objects.get()
    assert (irregularity.code, irregularity.seat, irregularity.cards) == (
        "late_exposure",
        "W",
        ["DJ"],
    )


def test_an_exposure_in_time_bears_no_mark(tablet: TabletPage) -> None:
    tablet.exposable("DJ").click()
    tablet.asked("W").click()
    tablet.fills().previews().sends().confirms("N").sees_done()
    assert Sheet.objects.get().report["exposed"] == [{"seat": "W", "card": "DJ", "kind": "exposed"}]
    assert not Irregularity.objects.exists()


@pytest.fixture
def with_tricks(hall: Hall, device: Devices) -> DeepTablet:
    """A tablet of an event in which every play is written and cards are exposed."""
    plays_by(hall, {"preset": "classic"}, "tricks")
    return DeepTablet(device().opens(hall.table).writes("S"))


def test_after_the_first_card_an_exposure_is_marked_by_itself(with_tricks: DeepTablet) -> None:
    page, tablet = with_tricks.types_all(Played.number(0)).step("play"), with_tricks.tablet
    tablet.exposable("DJ").click()
    expect(tablet.exposable("DJ")).not_to_contain_text("too late")
    tablet.exposable("DJ").click()
    page.section("play").locator("[data-dealt]:not([disabled])").first.click()
    tablet.exposable("DJ").click()
    expect(tablet.exposable("DJ")).to_contain_text("too late")
    # It had only been forgotten to be written down.
    late(tablet).click()
    expect(tablet.exposable("DJ")).not_to_contain_text("too late")
