"""An exposure that came too late is marked, and goes to the referee with the sheet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from referee.models import Irregularity, Sheet
from tests.browser.tablet import TabletPage


def late(tablet: TabletPage) -> Locator:
    return tablet.page.locator('.ask [data-part="late"]')


@pytest.mark.nightly
def test_who_exposed_too_late_is_marked_by_hand(tablet: TabletPage) -> None:
    tablet.exposable("DJ").click()
    late(tablet).click()
    expect(late(tablet)).to_have_attribute("aria-pressed", "true")
    tablet.asked("W").click()
    expect(tablet.exposable("DJ")).to_contain_text("too late")
    tablet.fills().previews()
    flags = tablet.page.locator('[data-view="result"] [data-part="flags"]')
    expect(flags).to_contain_text("too late")
    # By these rules it multiplies nothing, and nothing is said to count as written.
    expect(flags).to_contain_text("This exposure counts as void for now.")
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
