"""A second tablet takes a table over, also on a broken network; the first says what happened."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Literal
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Route, expect

from clubs.credentials import official_pins
from referee.base.handed_in import Writer
from referee.leases import leases
from referee.models import DeviceLease, Sheet
from referee.sheets import entry
from tests.browser.conftest import Devices
from tests.browser.phones.test_proofs import asks_for, pin_of
from tests.browser.phones.test_proofs import types as types_on_pad
from tests.browser.tablet import TabletPage, answers, counts, loses_the_answer
from tests.referee.hall import Hall
from tests.until import until

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES = ((390, 844), (820, 1180), (1366, 768))
TAKE_OVER = "**/api/tablet/1/tables/*/take-over"
SHEETS = "**/api/tablet/1/sheets"


@pytest.fixture
def pin(hall: Hall) -> str:
    """The PIN of Bob, the referee."""
    return official_pins.set_own(hall.cast.bob, hall.cast.club)


def types(other: TabletPage, pin: str) -> TabletPage:
    """Type a PIN on the page of a table that is taken."""
    form = other.view("taken").locator('[data-part="pin-form"]')
    form.locator("input").fill(pin)
    form.locator("button").click()
    return other


@pytest.mark.full
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
    other.page.get_by_role("button", name="OK").click()
    other.page.reload()
    expect(other.connection).to_have_text("Connected")
    expect(other.page.get_by_text("This device has taken the table over.")).to_be_hidden()
    tablet.asks_again()
    expect(tablet.view("lost")).to_be_visible()
    tablet.says("another device took the table over with the referee's PIN.")
    tablet.says("Everything that was handed over here has been sent.")
    assert counts() == (1, 1, 1)


@pytest.mark.nightly
def test_a_taken_table_tells_since_when_in_the_hour_of_the_hall(
    tablet: TabletPage, device: Devices, hall: Hall
) -> None:
    """The new device has never heard of the tournament, and is set to another time zone."""
    # A tablet that goes on asking is heard again, perhaps in another minute than was told.
    tablet.page.close()
    other = device(timezone_id="America/New_York").opens(hall.table)
    taken = other.view("taken")
    expect(taken).to_be_visible()
    lease = DeviceLease.objects.get()
    assert lease.heard_at is not None
    local = lease.heard_at.astimezone(ZoneInfo(hall.cast.tournament.time_zone))
    other.says(f"The other device was last heard from at {local:%H:%M}.")
    other.says("With the PIN of the referee the table comes to this one")
    # A device without the table cannot call.
    expect(taken).not_to_contain_text("call the referee")
    takes = taken.get_by_role("button", name="Take the table over")
    expect(takes).to_have_class(re.compile("button-primary"))
    still = taken.locator('[data-part="still"]')
    expect(still).to_have_text("")
    other.act("open").click()
    expect(still).to_contain_text("Still in use · ")
    leases.release(lease=lease, actor=hall.cast.director)
    other.act("open").click()
    other.writes("S").enters()


@pytest.mark.nightly
def test_what_the_old_tablet_still_has_comes_late_posts_nothing_and_keeps_no_pin(
    device: Devices, hall: Hall, pin: str
) -> None:
    of_west = pin_of(hall, asks_for(hall, "pin"), "W")
    tablet = device().opens(hall.table).writes("S")
    tablet.page.route(SHEETS, lambda route: route.abort())
    tablet.fills().previews().sends().confirms("W")
    types_on_pad(tablet, of_west)
    assert [item["pin"] for item in tablet.kept()] == ["", of_west]
    is_heard(tablet, 2)
    other = types(device().opens(hall.table), pin)
    other.says("and then had 2 to send.")
    other.says("Deals without a sheet: 1, 2.")
    tablet.asks_again()
    expect(tablet.view("lost")).to_be_visible()
    until(lambda: [item["pin"] for item in tablet.kept()] == ["", ""], lambda: str(tablet.kept()))
    tablet.page.unroute(SHEETS)
    tablet.asks_again()
    tablet.says("Everything that was handed over here has been sent.")
    assert tablet.kept() == []
    assert Sheet.objects.get().is_late
    assert counts() == (1, 0, 0)
    other.writes("S").fills().previews().sends().confirms("W")
    types_on_pad(other, of_west)
    other.sees_done()
    assert counts() == (2, 1, 1)


def is_heard(tablet: TabletPage, waiting: int) -> None:
    """Wait until the server knows how much waits on a tablet."""
    expect(tablet.waiting).to_contain_text(f"To send {waiting}")

    def heard() -> bool:
        tablet.asks_again()
        return DeviceLease.objects.get().waiting == waiting

    until(heard)


# Broken in the middle.


def tries(other: TabletPage, pin: str, fault: Callable[[Route], None]) -> None:
    """Type a PIN while the question of the take-over is broken."""
    other.page.route(TAKE_OVER, fault, times=1)
    with other.page.expect_request(TAKE_OVER):
        types(other, pin)
    other.says("No answer from the server, so the table could not be taken over.")


def wifi_answers(route: Route) -> None:
    route.fulfill(**answers(200, "<!doctype html><title>Wi-Fi</title>"))


@pytest.mark.nightly
def test_a_take_over_that_never_reached_the_server_took_nothing(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    other = device().opens(hall.table)
    tries(other, pin, lambda route: route.abort())
    tries(other, pin, wifi_answers)
    wrong_pin = f"{(int(pin) + 1) % 1_000_000:06}"
    types(other, wrong_pin)
    locator = other.view("taken").locator(".field-error")
    expect(locator).to_have_text("This is not the PIN of an official of this tournament.")
    expect(other.view("taken").locator("input")).to_have_value("")
    assert DeviceLease.objects.count() == 1
    tablet.enters()
    types(other, pin)
    expect(other.view("recorder")).to_be_visible()


@pytest.mark.nightly
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
    tries(other, pin, loses_the_answer)
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


@pytest.mark.nightly
def test_the_table_goes_in_the_middle_of_a_sheet_and_of_its_confirmation(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    """The server had the sheet before the table went: the new tablet confirms it."""
    tablet.page.route(SHEETS, loses_the_answer, times=1)
    tablet.fills().previews().sends()
    expect(tablet.waiting).to_contain_text("To send 1")
    second = device().opens(hall.table)
    types(second, pin).view("recorder").locator('[data-seat="E"]').click()
    second.confirms("W").sees_done()
    tablet.asks_again()
    tablet.sent()
    assert tablet.kept() == []
    assert counts() == (1, 1, 1)
    second.act("next").click()
    goes_before_the_confirmation(second, device().opens(hall.table), pin)


def goes_before_the_confirmation(second: TabletPage, third: TabletPage, pin: str) -> None:
    """A confirmation that comes late is kept beside, and the newest tablet confirms."""
    second.fills().previews().sends().sent()
    second.page.route("**/api/tablet/1/confirmations", lambda route: route.abort())
    second.confirms("W")
    expect(second.waiting).to_contain_text("To send 1")
    second.context.set_offline(True)
    types(third, pin)
    expect(third.view("recorder")).to_be_visible()
    second.page.unroute("**/api/tablet/1/confirmations")
    second.context.set_offline(False)
    second.asks_again()
    expect(second.view("lost")).to_be_visible()
    second.sent()
    assert counts() == (2, 1, 1)
    third.view("recorder").locator('[data-seat="E"]').click()
    third.confirms("W").sees_done()
    assert counts() == (2, 2, 2)


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_the_screens_of_a_take_over_fit_on_every_size_in_both_schemes(
    tablet: TabletPage, device: Devices, hall: Hall, pin: str
) -> None:
    other = device().opens(hall.table)
    expect(other.view("taken")).to_be_visible()
    fits(other)
    types(other, pin)
    expect(other.view("recorder")).to_be_visible()
    fits(other)
    tablet.asks_again()
    expect(tablet.view("lost")).to_be_visible()
    fits(tablet)


def fits(tablet: TabletPage) -> None:
    """Nothing on the page is wider than the window."""
    for scheme, (width, height) in product(SCHEMES, SIZES):
        tablet.page.emulate_media(color_scheme=scheme)
        tablet.page.set_viewport_size({"width": width, "height": height})
        wide = tablet.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (scheme, width)


@pytest.mark.full
def test_a_tablet_that_opened_a_table_opens_another_one_whatever_others_of_its_address_type(
    tablet: TabletPage, device: Devices, hall: Hall
) -> None:
    stranger = Client()
    codes = [stranger.get(reverse("find_table"), {"code": f"WR{n:02}"}) for n in range(31)]
    assert codes[-1].status_code == 429
    other = reverse("table", args=[hall.tables[1].code])
    assert device().page.request.get(f"{tablet.address}{other}").status == 429
    answer = tablet.page.goto(f"{tablet.address}{other}")
    assert answer is not None
    assert answer.status == 200
