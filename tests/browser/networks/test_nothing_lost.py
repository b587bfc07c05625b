"""A dead network, a lying one, a closed page, two windows: nothing is lost, nothing comes twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Dialog, Route, expect

from referee.leases import leases
from referee.models import DeviceLease, KeptWrite
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage, answers, counts, loses_the_answer
from tests.referee.hall import Hall
from tests.until import until

pytestmark = pytest.mark.full

API = "**/api/**"
SHEETS = "**/api/sheets"
LEASE = "**/api/tables/*/lease"
CONFIRMATIONS = "**/api/confirmations"

CLOSED_STORE = "indexedDB.open = () => { throw new Error('closed') };"
FULL = "() => { IDBObjectStore.prototype.put = () => { throw new Error('full') } }"
CLOSED_TEXTS = "Storage.prototype.setItem = () => { throw new Error('closed') };"


# The page.


def test_what_was_entered_survives_a_reload(tablet: TabletPage) -> None:
    tablet.exposable("DJ").click()
    tablet.asked("E").click()
    tablet.gives("N", "SQ", "HA")
    tablet.page.reload()
    expect(tablet.tile("HA")).to_contain_text("North")
    expect(tablet.exposable("DJ")).to_contain_text("East")
    expect(tablet.seat("N")).to_have_attribute("aria-pressed", "true")
    tablet.rest("S").previews()


def test_a_sheet_that_was_sent_waits_for_its_confirmation_after_a_reload(
    tablet: TabletPage,
) -> None:
    tablet.fills().previews().sends().sent()
    tablet.page.reload()
    expect(tablet.total("North")).to_have_text("−100")
    tablet.confirms("E").sees_done()
    assert counts() == (1, 1, 1)


def test_closing_the_page_warns_while_something_waits(tablet: TabletPage) -> None:
    warnings: list[str] = []

    def stay(dialog: Dialog) -> None:
        warnings.append(dialog.type)
        dialog.dismiss()

    tablet.page.on("dialog", stay)
    tablet.context.set_offline(True)
    tablet.fills().previews().sends()
    expect(tablet.waiting).to_contain_text("To send 1")
    tablet.page.close(run_before_unload=True)
    expect(tablet.waiting).to_contain_text("To send 1")
    assert warnings == ["beforeunload"]


def test_a_page_that_was_closed_sends_what_waits_when_it_is_opened_again(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.page.route(API, lambda route: route.abort())
    tablet.fills().previews().sends().confirms("N")
    expect(tablet.waiting).to_contain_text("To send 2")
    tablet.page.close()
    reopened = TabletPage(tablet.context, tablet.address).opens(hall.table)
    reopened.sees_done().sent()
    assert counts() == (1, 1, 1)


# The network.


def test_without_a_network_the_facts_are_confirmed_and_the_points_come_later(
    tablet: TabletPage,
) -> None:
    tablet.context.set_offline(True)
    tablet.fills().previews()
    tablet.says("this device reckoned the points by the tables of the round")
    tablet.sends().confirms("W")
    expect(tablet.connection).to_have_text("No network")
    expect(tablet.waiting).to_contain_text("To send 2")
    assert [item["kind"] for item in tablet.kept()] == ["sheets", "confirmations"]
    tablet.act("next").click()
    tablet.gives("N", "SQ")
    assert counts() == (0, 0, 0)
    tablet.context.set_offline(False)
    tablet.sent()
    assert counts() == (1, 1, 1)
    expect(tablet.connection).to_have_text("Connected")
    expect(tablet.tile("SQ")).to_contain_text("North")


def test_what_the_page_sees_itself_is_named_without_a_network(tablet: TabletPage) -> None:
    tablet.context.set_offline(True)
    tablet.gives("N", "SQ")
    tablet.act("preview").click()
    expect(tablet.problems).to_have_text("Some cards have not been given to anybody.")
    expect(tablet.tile("HA")).to_have_attribute("aria-invalid", "true")


@pytest.mark.databases
@pytest.mark.parametrize("lost", [SHEETS, CONFIRMATIONS])
def test_a_lost_answer_is_asked_for_again_and_counts_once(tablet: TabletPage, lost: str) -> None:
    tablet.page.route(lost, loses_the_answer, times=2)
    tablet.fills().previews().sends().confirms("W")
    expect(tablet.waiting).to_contain_text("To send")
    tablet.asks_again()
    tablet.asks_again()
    tablet.sees_done().sent()
    assert counts() == (1, 1, 1)


CAPTIVE = "<!doctype html><title>Wi-Fi</title><p>Please sign in"


TOO_OFTEN = answers(429, {"code": "too_often", "text": "", "problems": []})
LIES = (
    answers(200, CAPTIVE),
    answers(200, {}),
    answers(200, {"key": "another", "digest": "another"}),
    answers(401, {"code": "lease_unknown", "text": "", "problems": []}),
    answers(403, CAPTIVE),
    answers(403, {"code": "not_allowed", "text": "", "problems": []}),
    answers(404, CAPTIVE),
    answers(409, CAPTIVE),
    answers(422, {"code": "digest_mismatch", "text": "", "problems": []}),
    TOO_OFTEN,
    answers(500, CAPTIVE),
    answers(503, {"detail": "later"}),
)


def test_only_an_answer_that_repeats_key_and_digest_empties_the_outbox(tablet: TabletPage) -> None:
    false_answer = {**LIES[0]}
    tablet.page.route(SHEETS, lambda route: route.fulfill(**false_answer))
    tablet.fills().previews().sends().confirms("W")
    expect(tablet.waiting).to_contain_text("To send 2")
    for lie in LIES:
        false_answer.update(lie)
        # The item that an answer took away would not be sent again.
        with tablet.page.expect_response(SHEETS):
            tablet.asks_again()
        assert [item["refused"] for item in tablet.kept()] == [None, None], lie
    tablet.page.unroute(SHEETS)
    tablet.asks_again()
    tablet.sees_done().sent()
    assert counts() == (1, 1, 1)


def test_a_captive_portal_is_called_what_it_is(tablet: TabletPage) -> None:
    tablet.page.route(API, lambda route: route.fulfill(**answers(200, CAPTIVE)))
    tablet.asks_again()
    expect(tablet.connection).to_have_text("Huapai not reached")
    tablet.waiting.click()
    tablet.says("perhaps the sign-in page of the Wi-Fi")


def test_plain_http_in_a_hall_is_enough(device: Devices, hall: Hall) -> None:
    """A browser gives no service worker, no crypto.subtle and no randomUUID to such an address."""
    tablet = device()

    def forward(route: Route) -> None:
        address = route.request.url.replace("http://hall.test", tablet.address)
        route.fulfill(response=route.fetch(url=address))

    tablet.context.route("http://hall.test/**", forward)
    in_hall = TabletPage(tablet.context, "http://hall.test").opens(hall.table).writes("S")
    assert in_hall.page.evaluate("isSecureContext") is False
    in_hall.enters()
    assert counts() == (1, 1, 1)


# What the referee did meanwhile.


def test_a_result_that_the_referee_made_meanwhile_is_shown_and_the_sheet_kept(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.context.set_offline(True)
    tablet.gives("W", "SQ").rest("N").previews().sends().confirms("E")
    hall.cast.post(hall.deal())
    tablet.context.set_offline(False)
    tablet.sees_done()
    expect(tablet.total("North")).to_have_text("−100")
    tablet.says("What this table sent for this deal does not count.")
    tablet.sent()
    assert counts() == (1, 0, 1)
    assert KeptWrite.objects.get().reason == "result_changed"


# Two windows, two devices.


@pytest.mark.databases
def test_two_windows_send_one_sheet(tablet: TabletPage) -> None:
    other = tablet.another_window()
    tablet.page.bring_to_front()
    tablet.fills()
    expect(other.tile("SQ")).to_contain_text("North")
    tablet.context.set_offline(True)
    tablet.previews()
    other.page.bring_to_front()
    other.previews().sends()
    expect(tablet.page.locator(".confirm")).to_be_visible()
    expect(tablet.waiting).to_contain_text("To send 1")
    tablet.context.set_offline(False)
    other.confirms("N").sees_done()
    tablet.sees_done()
    assert counts() == (1, 1, 1)


def test_two_windows_that_open_a_table_at_once_hold_it_together(
    device: Devices, hall: Hall
) -> None:
    first = device().opens(hall.table)
    first.another_window().writes("S")
    first.page.reload()
    expect(first.view("entry")).to_be_visible()
    assert DeviceLease.objects.count() == 1


@pytest.mark.parametrize("last", ["older", "newer"])
def test_of_two_tokens_given_at_once_the_one_that_holds_is_kept(
    device: Devices, hall: Hall, last: str
) -> None:
    kept: list[tuple[Route, APIResponse]] = []
    first = device()
    first.page.route(LEASE, lambda route: kept.append((route, route.fetch())), times=1)
    first.opens(hall.table)
    until(lambda: first.page.evaluate("1") and kept)
    second = TabletPage(first.context, first.address)
    second.code = first.code
    if last == "newer":
        second.page.route(LEASE, lambda route: kept.append((route, route.fetch())), times=1)
    second.opens(hall.table)
    if last == "newer":
        until(lambda: second.page.evaluate("1") and kept[1:])
    else:
        expect(second.view("recorder")).to_be_visible()
    for route, answer in kept:
        route.fulfill(response=answer)
    second.writes("S")
    expect(first.view("entry")).to_be_visible()
    assert DeviceLease.objects.count() == 1


def test_an_older_token_written_over_the_newer_one_does_not_lose_the_table(
    device: Devices, hall: Hall
) -> None:
    older: list[str] = []
    first = device()
    first.page.route(LEASE, lambda route: older.append(route.fetch().json()["token"]), times=1)
    first.opens(hall.table)
    until(lambda: first.page.evaluate("1") and older)
    second = TabletPage(first.context, first.address)
    second.code = first.code
    second.opens(hall.table)
    expect(second.view("recorder")).to_be_visible()
    with second.page.expect_response(lambda answer: answer.status == 401):
        second.page.evaluate(
            """([name, token]) => {
                localStorage.setItem(name, token);
                dispatchEvent(new Event("online"));
            }""",
            [f"huapai.table.{second.code}", older[0]],
        )
    second.writes("S")
    assert DeviceLease.objects.count() == 1


def test_the_outbox_says_that_it_sends_only_while_something_waits(tablet: TabletPage) -> None:
    tablet.waiting.click()
    tablet.says("Everything has been sent.")
    locator = tablet.page.locator('#outbox [data-part="connection"]')
    expect(locator).to_have_text("The server answers.")
    tablet.page.keyboard.press("Escape")
    tablet.page.route(SHEETS, lambda route: route.fulfill(**TOO_OFTEN))
    tablet.fills().previews().sends().waiting.click()
    expect(locator).to_have_text("The server answers. What waits is being sent.")


def test_another_device_is_told_since_when_the_table_is_taken(
    tablet: TabletPage, device: Devices, hall: Hall
) -> None:
    other = device().opens(hall.table)
    expect(other.view("taken")).to_be_visible()
    other.says("The other device was last heard at")
    other.says("call the referee: with a PIN the table comes to this one")
    still = other.view("taken").locator('[data-part="still"]')
    expect(still).to_have_text("")
    other.act("open").click()
    expect(still).to_contain_text("Still in use · ")
    lease = DeviceLease.objects.get(released_at=None)
    leases.release(lease=lease, actor=hall.cast.director)
    other.act("open").click()
    other.writes("S").enters()
    tablet.asks_again()
    expect(tablet.view("lost")).to_be_visible()


def test_the_device_that_takes_over_goes_on_with_the_sheet_that_waits(
    tablet: TabletPage, device: Devices, hall: Hall
) -> None:
    tablet.fills().previews().sends().sent()
    tablet.page.locator('[data-sheet="menu"]').click()
    tablet.act("release").click()
    tablet.act("release").click()
    expect(tablet.view("released")).to_be_visible()
    other = device().opens(hall.table)
    other.view("recorder").locator('[data-seat="E"]').click()
    expect(other.total("North")).to_have_text("−100")
    other.confirms("W").sees_done()
    assert counts() == (1, 1, 1)


def test_a_device_that_lost_the_table_still_delivers_and_posts_nothing(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.context.set_offline(True)
    tablet.fills().previews().sends().confirms("W")
    lease = DeviceLease.objects.get(released_at=None)
    leases.release(lease=lease, actor=hall.cast.director)
    tablet.context.set_offline(False)
    expect(tablet.view("lost")).to_be_visible()
    tablet.sent()
    assert counts() == (1, 0, 0)
    assert KeptWrite.objects.get().reason == "lease_lost"


def test_the_table_is_not_given_back_while_something_waits(tablet: TabletPage) -> None:
    tablet.context.set_offline(True)
    tablet.fills().previews().sends()
    tablet.page.locator('[data-sheet="menu"]').click()
    tablet.act("release").click()
    tablet.says("Something still waits to be sent.")
    assert DeviceLease.objects.filter(released_at=None).exists()


# The storage of the browser.


def test_without_indexeddb_the_outbox_is_kept_as_text(device: Devices, hall: Hall) -> None:
    tablet = device()
    tablet.context.add_init_script(CLOSED_STORE)
    tablet.opens(hall.table).writes("S")
    tablet.page.route(API, lambda route: route.abort())
    tablet.fills().previews().sends()
    tablet.page.unroute(API)
    tablet.page.reload()
    tablet.confirms("W").sees_done()
    assert counts() == (1, 1, 1)


def test_a_browser_that_keeps_nothing_is_told_so(device: Devices, hall: Hall) -> None:
    tablet = device()
    tablet.context.add_init_script(CLOSED_STORE + CLOSED_TEXTS)
    tablet.opens(hall.table).writes("S")
    tablet.says("This browser keeps nothing")
    tablet.enters()


def test_a_sheet_that_indexeddb_does_not_take_is_kept_as_text(tablet: TabletPage) -> None:
    tablet.page.route(API, lambda route: route.abort())
    tablet.page.evaluate(FULL)
    tablet.fills().previews().sends()
    tablet.page.unroute(API)
    tablet.page.reload()
    tablet.confirms("W").sees_done()
    assert counts() == (1, 1, 1)
