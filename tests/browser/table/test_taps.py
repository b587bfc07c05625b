"""Two taps of one finger are one: what comes to stand under it is not meant."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, expect

from referee.models import Confirmation, Sheet
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments.models import Result

TAP = """(button) => button.dispatchEvent(
  new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))"""


def stops_the_clock(tablet: TabletPage) -> None:
    """Let no time pass on the page but what it is given, however slow the machine is."""
    tablet.page.clock.install()
    tablet.page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=2))


def taps_at_once(button: Locator) -> None:
    """Tap without waiting until the page takes it."""
    button.evaluate(TAP)


@pytest.mark.full
def test_the_bar_takes_no_tap_right_after_its_buttons_have_changed_and_hears_keys_at_once(
    tablet: TabletPage,
) -> None:
    tablet.fills()
    stops_the_clock(tablet)
    tablet.act("preview").dblclick()
    expect(tablet.act("send")).to_be_visible()
    taps_at_once(tablet.act("send"))
    taps_at_once(tablet.act("back"))
    expect(tablet.act("send")).to_be_disabled()
    assert not Sheet.objects.exists()
    tablet.page.clock.run_for(800)
    expect(tablet.act("send")).to_be_enabled()
    tablet.page.keyboard.press("Enter")
    expect(tablet.act("send")).to_be_visible()
    assert not Sheet.objects.exists(), "a key goes to nothing that was not chosen"
    tablet.act("back").click()
    tablet.page.clock.run_for(800)
    tablet.act("preview").click()
    tablet.act("send").press("Enter")
    expect(tablet.page.locator(".confirm")).to_be_visible()
    taps_at_once(tablet.confirmer("W"))
    taps_at_once(tablet.act("next"))
    expect(tablet.page.locator(".confirm")).to_be_visible()
    assert [item["kind"] for item in tablet.kept()] in ([], ["sheets"])
    tablet.page.clock.run_for(800)
    tablet.confirms("W").sees_done()


@pytest.mark.full
def test_every_other_seat_confirms_and_a_second_tap_does_not_confirm_for_the_neighbour(
    tablet: TabletPage, hall: Hall
) -> None:
    hall.confirmed_by("all_others")
    tablet.page.reload()
    tablet.fills().previews().sends()
    stops_the_clock(tablet)
    tablet.confirms("N")
    expect(tablet.confirmer("N")).to_have_count(0)
    taps_at_once(tablet.confirmer("W"))
    tablet.sent()
    assert [confirmation.seat for confirmation in Confirmation.objects.all()] == ["N"]
    expect(tablet.confirmer("W")).to_be_visible()
    tablet.page.clock.run_for(800)
    tablet.confirms("E")
    expect(tablet.confirmer("E")).to_have_count(0)
    tablet.sent()
    assert not Result.live.exists()
    tablet.page.clock.run_for(800)
    tablet.confirms("W").sees_done()
