"""A second tablet takes a table over, also on a broken network; the first says what happened."""

from __future__ import annotations

import re
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from referee.base.sealed import Writer
from referee.models import DeviceLease, Sheet
from referee.sheets import entry
from tests.browser.conftest import Devices
from tests.browser.phones.test_proofs import asks_for, pin_of
from tests.browser.phones.test_proofs import types as types_on_pad
from tests.browser.tablet import TabletPage, answers, counts, loses_the_answer
from tests.referee.hall import Hall
from tests.until import until
from tournaments.credentials import official_pins

pytestmark = pytest.mark.full

TAKE_OVER = "**/api/tables/*/take-over"
SHEETS = "**/api/sheets"


@pytest.fixture
def pin(hall: Hall) -> str:
    """The PIN of Bob, the referee."""
    return official_pins.give_to(hall.cast.bob, hall.cast.tournament, hall.cast.director)


def types(other: TabletPage, pin: str) -> TabletPage:
    """Type a PIN on the page of a table that is taken."""
    form = other.view("taken").locator('[data-part="pin-form"]')
    form.locator("input").fill(pin)
    form.locator("button").click()
    return other


def test_the_new_tablet_goes_on_and_is_told_what_is_missing(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    tablet.fills().previews().sends().sent()
    other = types(device().opens(hall.table), pin)
    other.says("This device has taken the table over.")
    other.says("and then had nothing to send.")
    other.says("Deals without a sheet: 2.")
    other.view("recorder").locator('[data-seat="E"]').click()
    other.confirms("W").sees_done()
    other.page.reload()
    other.says("Deals without a sheet: 2.")
    other.page.get_by_role("button", name="Understood").click()
    other.page.reload()
    expect(other.connection).to_have_text("Connected")
    expect(other.page.get_by_text("This device has taken the table over.")).to_be_hidden()
    tablet.asks_again()
    expect(tablet.view("lost")).to_be_visible()
    tablet.says("another device took the table over with the referee's PIN.")
    tablet.says("Everything that was handed over here has been sent.")
    assert counts() == (1, 1, 1)


def test_a_wrong_pin_is_said_and_takes_nothing(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    wrong_pin = f"{(int(pin) + 1) % 1_000_000:06}"
    other = types(device().opens(hall.table), wrong_pin)
    locator = other.view("taken").locator(".field-error")
    expect(locator).to_have_text("This is not the PIN of an official of this tournament.")
    expect(other.view("taken").locator("input")).to_have_value("")
    tablet.enters()
    types(other, pin)
    expect(other.view("recorder")).to_be_visible()


def test_a_taken_table_tells_the_hour_of_the_hall(
    tablet: TabletPage, device: Devices, hall: Hall
) -> None:
    """The new device has never heard of the tournament, and is set to another time zone."""
    # A tablet that goes on asking is heard again, perhaps in another minute than was told.
    tablet.page.close()
    other = device(timezone_id="America/New_York").opens(hall.table)
    expect(other.view("taken")).to_be_visible()
    heard = DeviceLease.objects.get().heard_at
    assert heard is not None
    local = heard.astimezone(ZoneInfo(hall.cast.tournament.time_zone))
    other.says(f"The other device was last heard at {local:%H:%M}.")
    takes = other.view("taken").get_by_role("button", name="Take the table over")
    expect(takes).to_have_class(re.compile("button-primary"))


def test_a_deal_whose_sheet_was_not_sound_is_filled_in_on_the_new_tablet(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    unsound = hall.sheet(report={"won": {"N": ["SQ"]}})
    entry.submit(writer=Writer.device(DeviceLease.objects.get()), sealed=unsound)
    assert not Sheet.objects.get().sound
    other = types(device().opens(hall.table), pin)
    other.says("There is a sheet, not counted: 1.")
    other.says("Deals without a sheet: 2.")
    other.writes("S")
    expect(other.problems).to_have_count(1)
    expect(other.tile("SQ")).to_contain_text("North")
    other.page.locator('[data-part="deals"]').click()
    expect(other.page.locator("#deals li").nth(0)).to_contain_text("Has a sheet, not counted")
    other.page.keyboard.press("Escape")
    other.gives("W", "DJ").gives("S", "C10").rest("E").previews().sends().confirms("N").sees_done()
    assert counts() == (2, 1, 1)


@pytest.mark.databases
def test_what_the_old_tablet_still_has_comes_late_and_posts_nothing(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    tablet.page.route(SHEETS, lambda route: route.abort())
    tablet.fills().previews().sends().confirms("W")
    expect(tablet.waiting).to_contain_text("To send 2")
    tablet.context.set_offline(True)
    other = types(device().opens(hall.table), pin)
    other.says("Deals without a sheet: 1, 2.")
    tablet.page.unroute(SHEETS)
    tablet.context.set_offline(False)
    tablet.asks_again()
    expect(tablet.view("lost")).to_be_visible()
    tablet.says("Everything that was handed over here has been sent.")
    assert tablet.kept() == []
    assert Sheet.objects.get().is_late
    assert counts() == (1, 0, 0)
    other.writes("S").enters()
    assert counts() == (2, 1, 1)


def test_a_player_s_pin_does_not_stay_on_a_tablet_that_lost_its_table(
    device: Devices, hall: Hall, pin: str
) -> None:
    of_west = pin_of(hall, asks_for(hall, "pin"), "W")
    tablet = device().opens(hall.table).writes("S")
    tablet.page.route(SHEETS, lambda route: route.abort())
    tablet.fills().previews().sends().confirms("W")
    types_on_pad(tablet, of_west)
    expect(tablet.waiting).to_contain_text("To send 2")
    assert [item["pin"] for item in tablet.kept()] == ["", of_west]
    types(device().opens(hall.table), pin).says("This device has taken the table over.")
    tablet.asks_again()
    expect(tablet.view("lost")).to_be_visible()
    until(lambda: [item["pin"] for item in tablet.kept()] == ["", ""], lambda: str(tablet.kept()))


def test_the_count_that_the_old_tablet_last_said_is_told(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    tablet.page.route(SHEETS, lambda route: route.abort())
    tablet.fills().previews().sends().confirms("W")
    expect(tablet.waiting).to_contain_text("To send 2")

    def heard() -> bool:
        tablet.asks_again()
        return DeviceLease.objects.get().waiting == 2

    until(heard)
    tablet.context.set_offline(True)
    other = types(device().opens(hall.table), pin)
    other.says("and then had 2 to send.")


# Broken in the middle.


def test_a_take_over_that_never_reached_the_server_took_nothing(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    other = device().opens(hall.table)
    other.page.route(TAKE_OVER, lambda route: route.abort(), times=1)
    types(other, pin).says("No answer from the server, so the table could not be taken over.")
    assert DeviceLease.objects.count() == 1
    types(other, pin)
    expect(other.view("recorder")).to_be_visible()


@pytest.mark.parametrize(
    "again",
    [
        "the PIN again",
        *(pytest.param(way, marks=pytest.mark.nightly) for way in ("a reload", "try again")),
    ],
)
def test_a_take_over_whose_answer_was_lost_is_finished(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str, again: str
) -> None:
    tablet.fills().previews().sends().sent()
    other = device().opens(hall.table)
    other.page.route(TAKE_OVER, loses_the_answer, times=1)
    types(other, pin).says("No answer from the server, so the table could not be taken over.")
    if again == "the PIN again":
        types(other, pin)
    elif again == "a reload":
        other.page.reload()
    else:
        other.act("open").click()
    other.says("Deals without a sheet: 2.")
    other.view("recorder").locator('[data-seat="E"]').click()
    other.confirms("W").sees_done()
    assert DeviceLease.objects.count() == 2
    assert counts() == (1, 1, 1)


def test_the_sign_in_page_of_a_wifi_takes_nothing_over(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    other = device().opens(hall.table)
    page = answers(200, "<!doctype html><title>Wi-Fi</title>")
    other.page.route(TAKE_OVER, lambda route: route.fulfill(**page), times=1)
    types(other, pin).says("No answer from the server, so the table could not be taken over.")
    assert DeviceLease.objects.count() == 1


def test_a_sheet_whose_answer_is_lost_while_the_table_goes_counts_once(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    """The server had it before the table went: the new tablet confirms it, the old one lets go."""
    tablet.page.route(SHEETS, loses_the_answer, times=1)
    tablet.fills().previews().sends()
    expect(tablet.waiting).to_contain_text("To send 1")
    other = device().opens(hall.table)
    types(other, pin).view("recorder").locator('[data-seat="E"]').click()
    other.confirms("W").sees_done()
    tablet.asks_again()
    tablet.sent()
    assert tablet.kept() == []
    assert counts() == (1, 1, 1)


def test_the_table_goes_between_a_sheet_and_its_confirmation(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    """The old tablet's confirmation comes late: it is kept beside, and the new one confirms."""
    tablet.fills().previews().sends().sent()
    tablet.page.route("**/api/confirmations", lambda route: route.abort())
    tablet.confirms("W")
    expect(tablet.waiting).to_contain_text("To send 1")
    tablet.context.set_offline(True)
    other = types(device().opens(hall.table), pin)
    expect(other.view("recorder")).to_be_visible()
    tablet.page.unroute("**/api/confirmations")
    tablet.context.set_offline(False)
    tablet.asks_again()
    expect(tablet.view("lost")).to_be_visible()
    tablet.sent()
    assert counts() == (1, 0, 0)
    other.view("recorder").locator('[data-seat="E"]').click()
    other.confirms("W").sees_done()
    assert counts() == (1, 1, 1)


def test_a_third_tablet_that_is_faster_is_not_thrown_out_unseen(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    slow, fast = device().opens(hall.table), device().opens(hall.table)
    expect(slow.view("taken")).to_be_visible()
    types(fast, pin)
    expect(fast.view("recorder")).to_be_visible()
    types(slow, pin).says("Another device has this table.")
    fast.writes("S")
    types(slow, pin)
    expect(slow.view("recorder")).to_be_visible()
    fast.asks_again()
    expect(fast.view("lost")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1366, 768)])
def test_the_screens_of_a_take_over_fit(
    device: Devices, hall: Hall, pin: str, size: tuple[int, int], scheme: str, tmp_path: Path
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    options = {"viewport": viewport, "color_scheme": scheme}
    first = device(**options).opens(hall.table)
    expect(first.view("recorder")).to_be_visible()
    other = device(**options).opens(hall.table)
    for page, name in ((other, "taken"), (first, "lost"), (other, "recorder")):
        if name == "lost":
            types(other, pin)
            expect(other.view("recorder")).to_be_visible()
            first.asks_again()
        expect(page.view(name)).to_be_visible()
        page.page.screenshot(path=tmp_path / f"{name}.png", full_page=True)
        wide = page.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
