"""A dead network, a lying one, two windows: nothing is lost, nothing comes twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Locator, Route, expect

from referee.models import DeviceLease, KeptWrite
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage, answers, counts
from tests.referee.hall import Hall
from tests.until import until

API = "**/api/**"
SHEETS = "**/api/tablet/1/sheets"
LEASE = "**/api/tablet/1/tables/*/lease"

CLOSED_STORE = "indexedDB.open = () => { throw new Error('closed') };"
FULL = "() => { IDBObjectStore.prototype.put = () => { throw new Error('full') } }"
CLOSED_TEXTS = "Storage.prototype.setItem = () => { throw new Error('closed') };"


# The page.


@pytest.mark.nightly
def test_what_was_entered_and_what_was_sent_survive_a_reload(tablet: TabletPage) -> None:
    tablet.exposable("DJ").click()
    tablet.asked("E").click()
    tablet.gives("N", "SQ", "HA")
    tablet.page.reload()
    expect(tablet.tile("HA")).to_contain_text("North")
    expect(tablet.exposable("DJ")).to_contain_text("East")
    expect(tablet.seat("N")).to_have_attribute("aria-pressed", "true")
    tablet.rest("S").previews().sends().sent()
    tablet.page.reload()
    expect(tablet.total("North")).to_have_text("−150")
    tablet.confirms("E").sees_done()
    assert counts() == (1, 1, 1)


# The network.


@pytest.mark.full
def test_without_a_network_the_facts_are_confirmed_and_the_points_come_later(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.context.set_offline(True)
    names_what_it_sees_itself(tablet)
    tablet.gives("W", "DJ").gives("S", "C10").rest("E").previews()
    tablet.says("this device computed the points by the rules of the round")
    tablet.sends().confirms("W")
    expect(tablet.connection).to_have_text("No network")
    expect(tablet.waiting).to_contain_text("To send 2")
    assert [item["kind"] for item in tablet.kept()] == ["sheets", "confirmations"]
    tablet.act("next").click()
    tablet.gives("W", "SQ")
    assert counts() == (0, 0, 0)
    tablet.context.set_offline(False)
    tablet.sent()
    assert counts() == (1, 1, 1)
    expect(tablet.connection).to_have_text("Connected")
    expect(tablet.tile("SQ")).to_contain_text("West")
    shows_what_the_referee_made_meanwhile(tablet, hall)


def names_what_it_sees_itself(tablet: TabletPage) -> None:
    """What is missing is said without a network too."""
    tablet.gives("N", "SQ")
    tablet.act("preview").click()
    expect(tablet.problems).to_have_text("Some cards have not been given to anybody.")
    expect(tablet.tile("HA")).to_have_attribute("aria-invalid", "true")


def shows_what_the_referee_made_meanwhile(tablet: TabletPage, hall: Hall) -> None:
    """The result of the second deal stands, and the sheet of the table is kept."""
    tablet.context.set_offline(True)
    tablet.rest("N").previews().sends().confirms("E")
    hall.cast.post(hall.deal(2))
    tablet.context.set_offline(False)
    tablet.sees_done()
    expect(tablet.total("North")).to_have_text("−100")
    tablet.says("What this table sent for this deal does not count.")
    tablet.sent()
    assert counts() == (2, 1, 2)
    assert KeptWrite.objects.get().reason == "result_changed"


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


@pytest.mark.full
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


@pytest.mark.nightly
def test_the_outbox_calls_the_network_what_it_is(tablet: TabletPage) -> None:
    tablet.waiting.click()
    tablet.says("Everything has been sent")
    expect(in_the_outbox(tablet)).to_have_text("The server answers.")
    tablet.page.keyboard.press("Escape")
    tablet.page.route(API, lambda route: route.fulfill(**answers(200, CAPTIVE)))
    tablet.asks_again()
    expect(tablet.connection).to_have_text("Huapai not reached")
    tablet.waiting.click()
    tablet.says("perhaps the sign-in page of the Wi-Fi")
    tablet.page.keyboard.press("Escape")
    tablet.page.unroute(API)
    tablet.page.route(SHEETS, lambda route: route.fulfill(**TOO_OFTEN))
    tablet.asks_again()
    expect(tablet.connection).to_have_text("Connected")
    tablet.fills().previews().sends().waiting.click()
    expect(in_the_outbox(tablet)).to_have_text("The server answers. What waits is being sent.")


def in_the_outbox(tablet: TabletPage) -> Locator:
    """Return the word of the connection beside what waits."""
    return tablet.page.locator('#outbox [data-part="connection"]')


# Two windows, two devices.


@pytest.mark.full
def test_two_windows_hold_one_table_together_and_send_one_sheet(
    device: Devices, hall: Hall
) -> None:
    tablet = device().opens(hall.table)
    other = tablet.another_window().writes("S")
    tablet.page.reload()
    expect(tablet.view("entry")).to_be_visible()
    assert DeviceLease.objects.count() == 1
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


@pytest.mark.nightly
@pytest.mark.parametrize("last", ["older", pytest.param("newer", marks=pytest.mark.nightly)])
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
    loses_nothing_to_an_older_token(second, kept[0][1].json()["token"])


def loses_nothing_to_an_older_token(tablet: TabletPage, older: str) -> None:
    """Whatever writes it over the newer one, the table is held and a deal is entered."""
    with tablet.page.expect_response(lambda answer: answer.status == 401):
        tablet.page.evaluate(
            """([name, token]) => {
                localStorage.setItem(name, token);
                dispatchEvent(new Event("online"));
            }""",
            [f"huapai.table.{tablet.code}", older],
        )
    tablet.enters()
    assert DeviceLease.objects.count() == 1


@pytest.mark.nightly
def test_the_device_that_is_given_a_table_goes_on_with_the_sheet_that_waits(
    tablet: TabletPage, device: Devices, hall: Hall
) -> None:
    tablet.fills().previews().sends().sent()
    tablet.gives_back().act("release").click()
    expect(tablet.view("released")).to_be_visible()
    other = device().opens(hall.table)
    other.view("recorder").locator('[data-seat="E"]').click()
    expect(other.total("North")).to_have_text("−100")
    other.confirms("W").sees_done()
    assert counts() == (1, 1, 1)


# The storage of the browser.


@pytest.mark.nightly
def test_what_indexeddb_does_not_take_is_kept_as_text(
    tablet: TabletPage, device: Devices, hall: Hall
) -> None:
    tablet.page.evaluate(FULL)
    is_kept_over_a_reload(tablet)
    other = device()
    other.context.add_init_script(CLOSED_STORE)
    is_kept_over_a_reload(other.opens(hall.tables[1]).writes("S"))
    assert counts() == (2, 2, 2)


def is_kept_over_a_reload(tablet: TabletPage) -> None:
    """Hand a deal over without a network, and load the page again before there is one."""
    tablet.page.route(API, lambda route: route.abort())
    tablet.fills().previews().sends()
    tablet.page.unroute(API)
    tablet.page.reload()
    tablet.confirms("W").sees_done()


@pytest.mark.full
def test_a_browser_that_keeps_nothing_is_told_so(device: Devices, hall: Hall) -> None:
    tablet = device()
    tablet.context.add_init_script(CLOSED_STORE + CLOSED_TEXTS)
    tablet.opens(hall.table).writes("S")
    tablet.says("This browser keeps nothing")
    tablet.enters()
