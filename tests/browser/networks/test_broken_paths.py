"""The path of a sheet broken at every step, in every manner: each one arrives once, none twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Route, expect
from pytest_django.live_server_helper import LiveServer

from referee.leases import leases
from referee.models import Confirmation, DeviceLease, KeptWrite, Sheet
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage, answers, loses_the_answer
from tests.referee.hall import Hall
from tests.until import until
from tournaments.models import Result

pytestmark = pytest.mark.full

API = "**/api/**"
SHEETS = "**/api/sheets"
CONFIRMATIONS = "**/api/confirmations"

CAPTIVE = "<!doctype html><title>Wi-Fi</title><p>Please sign in"
EXPIRED = {"code": "lease_unknown", "text": "", "problems": []}
BUSY = {"code": "busy", "text": "", "problems": []}


def never_sent(route: Route) -> None:
    route.abort()


def captive(route: Route) -> None:
    route.fulfill(**answers(200, CAPTIVE))


def committed_then_captive(route: Route) -> None:
    """The server does its work, and something else answers in its place."""
    route.fetch()
    route.fulfill(**answers(200, CAPTIVE))


def committed_then_in_trouble(route: Route) -> None:
    route.fetch()
    route.fulfill(**answers(502, CAPTIVE))


def in_trouble(route: Route) -> None:
    route.fulfill(**answers(503, BUSY))


def expired(route: Route) -> None:
    route.fulfill(**answers(401, EXPIRED))


def not_admitted(route: Route) -> None:
    route.fulfill(**answers(403, CAPTIVE))


Breaks = Callable[[Route], None]
MANNERS: tuple[Breaks, ...] = (
    never_sent,
    loses_the_answer,
    captive,
    committed_then_captive,
    committed_then_in_trouble,
    in_trouble,
    expired,
    not_admitted,
)
SAMPLE = (loses_the_answer, captive, committed_then_in_trouble)
"""An answer that is lost, one of a stranger, and one of ours that came too late."""


def arrived_once() -> None:
    """Each item is there once, and nothing that nobody sent."""
    assert (Sheet.objects.count(), Confirmation.objects.count()) == (1, 1)
    assert Result.objects.get().origin_uid == Sheet.objects.get().uid
    assert not KeptWrite.objects.exists()


def reopened(tablet: TabletPage, hall: Hall) -> TabletPage:
    """Close the page without asking, and open it anew."""
    tablet.page.close()
    return TabletPage(tablet.context, tablet.address).opens(hall.table)


@pytest.mark.parametrize("step", [SHEETS, CONFIRMATIONS])
@pytest.mark.parametrize(
    "breaks",
    [
        *SAMPLE,
        *(
            pytest.param(manner, marks=pytest.mark.nightly)
            for manner in MANNERS
            if manner not in SAMPLE
        ),
    ],
)
def test_a_step_that_breaks_in_any_manner_is_done_once_when_the_path_is_whole(
    tablet: TabletPage, breaks: Breaks, step: str
) -> None:
    tablet.page.route(step, breaks, times=2)
    with tablet.page.expect_request(step):
        tablet.fills().previews().sends().confirms("W")
    expect(tablet.waiting).to_contain_text("To send")
    expect(tablet.page.locator(".confirm")).to_be_hidden()
    tablet.asks_again()
    tablet.sees_done().sent()
    assert tablet.kept() == []
    arrived_once()


@pytest.mark.parametrize("step", [SHEETS, CONFIRMATIONS])
@pytest.mark.parametrize(
    "breaks",
    [
        loses_the_answer,
        *(pytest.param(manner, marks=pytest.mark.nightly) for manner in (never_sent, captive)),
    ],
)
def test_a_page_that_was_closed_at_a_broken_step_goes_on_where_it_was(
    tablet: TabletPage, hall: Hall, breaks: Breaks, step: str
) -> None:
    tablet.page.route(step, breaks)
    with tablet.page.expect_request(step):
        tablet.fills().previews().sends().confirms("W")
    expect(tablet.waiting).to_contain_text("To send")
    expect(tablet.page.locator(".confirm")).to_be_hidden()
    reopened(tablet, hall).sees_done().sent()
    arrived_once()


def test_a_page_that_is_closed_while_an_answer_is_on_its_way_asks_for_it_again(
    tablet: TabletPage, hall: Hall
) -> None:
    committed: list[Route] = []

    def commits_and_is_silent(route: Route) -> None:
        route.fetch()
        committed.append(route)

    tablet.page.route(SHEETS, commits_and_is_silent)
    tablet.fills().previews()
    tablet.act("send").click()
    until(lambda: tablet.page.evaluate("1") and committed)
    reopened(tablet, hall).confirms("W").sees_done().sent()
    arrived_once()


def test_a_network_that_dies_between_the_sheet_and_its_confirmation_brings_both(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.fills().previews().sends().sent()
    tablet.page.route(API, never_sent)
    tablet.confirms("W")
    expect(tablet.waiting).to_contain_text("since ")
    reopened(tablet, hall).sees_done().sent()
    arrived_once()


@pytest.mark.parametrize("years", [-30, pytest.param(30, marks=pytest.mark.nightly)])
def test_a_tablet_whose_clock_is_wrong_loses_nothing_and_shows_the_hour_of_the_hall(
    device: Devices, hall: Hall, years: int
) -> None:
    tablet = device()
    tablet.context.add_init_script(WRONG_CLOCK.replace("YEARS", str(years)))
    tablet.opens(hall.table).writes("S")
    tablet.fills()
    tablet.page.evaluate("localStorage.setItem('clock-is-right', '1')")
    tablet.page.reload()
    expect(tablet.tile("SQ")).to_contain_text("North")
    tablet.page.evaluate("localStorage.removeItem('clock-is-right')")
    tablet.page.reload()
    tablet.page.route(SHEETS, loses_the_answer, times=1)
    tablet.previews().sends().confirms("W").sees_done().sent()
    arrived_once()
    off = tablet.page.evaluate("JSON.parse(localStorage.getItem('huapai.clock')).ahead")
    assert abs(off / 365.25 / 86_400_000 + years) < 0.01


WRONG_CLOCK = """(() => {
  const away = YEARS * 365.25 * 86400000;
  const Right = Date;
  const isRight = () => localStorage.getItem("clock-is-right");
  globalThis.Date = class extends Right {
    constructor(...given) {
      if (given.length) super(...given);
      else super(Date.now());
    }
    static now() {
      return Right.now() + (isRight() ? 0 : away);
    }
  };
})();"""


class Servers:
    """A hall's server at one address that can be ended and started anew."""

    address = "http://hall.test"

    def __init__(self) -> None:
        self._running = LiveServer("localhost")

    def forward(self, route: Route) -> None:
        """Bring a request to the server that runs now."""
        there = route.request.url.replace(self.address, self._running.url)
        route.fulfill(response=route.fetch(url=there))

    def restart(self) -> None:
        """End the server, and start another one that knows nothing but the database."""
        self._running.stop()
        self._running = LiveServer("localhost")

    def stop(self) -> None:
        """End the server for good."""
        self._running.stop()


@pytest.fixture
def servers(hall: Hall) -> Iterator[Servers]:
    """The server of a hall, which the test may restart."""
    made = Servers()
    yield made
    made.stop()


def test_a_server_that_is_started_anew_in_the_middle_is_given_what_waited(
    servers: Servers, device: Devices, hall: Hall
) -> None:
    made = device()
    made.context.route(f"{Servers.address}/**", servers.forward)
    made.address = Servers.address
    tablet = made.opens(hall.table).writes("S")
    tablet.page.route(SHEETS, never_sent, times=2)
    tablet.fills().previews().sends()
    servers.restart()
    tablet.confirms("W")
    tablet.asks_again()
    tablet.sees_done().sent()
    arrived_once()


def test_a_lease_that_the_server_does_not_know_any_more_keeps_everything_until_it_is_opened_again(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.page.route(API, never_sent)
    tablet.fills().previews().sends().confirms("W")
    lease = DeviceLease.objects.get()
    DeviceLease.objects.update(token_hash="0" * 64)
    tablet.page.unroute(API)
    tablet.asks_again()
    expect(tablet.view("lost")).to_be_visible()
    expect(tablet.waiting).to_contain_text("To send 2")
    leases.release(lease=lease, actor=hall.cast.director)
    tablet.act("open").click()
    tablet.sees_done().sent()
    arrived_once()


def test_a_table_that_is_taken_over_while_a_sheet_is_on_its_way_keeps_it_and_posts_nothing(
    tablet: TabletPage, device: Devices, hall: Hall
) -> None:
    tablet.page.route(API, never_sent)
    tablet.fills().previews().sends().confirms("W")
    leases.release(lease=DeviceLease.objects.get(), actor=hall.cast.director)
    other = device().opens(hall.table).writes("E")
    tablet.page.unroute(API)
    tablet.asks_again()
    tablet.sent()
    assert Sheet.objects.get().problems[0]["code"] == "lease_lost"
    assert KeptWrite.objects.get().kind == "confirmation"
    assert not Result.objects.exists()
    other.enters()
    assert (Sheet.objects.count(), Result.objects.count()) == (2, 1)


def test_what_waits_for_another_table_is_said_and_sent_from_there(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.page.route(API, never_sent)
    tablet.fills().previews().sends()
    tablet.page.close()
    other = TabletPage(tablet.context, tablet.address).opens(hall.tables[1])
    other.says("This device still holds something of another table.")
    other.page.get_by_text(f"Table {hall.table.code}: 1 to send").click()
    other.code = hall.table.code
    other.confirms("W").sees_done().sent()
    arrived_once()


def test_whoever_signs_out_on_the_tablet_is_told_of_what_waits(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.page.route(API, never_sent)
    tablet.fills().previews().sends()
    desk = tablet.context.new_page()
    signs_in(tablet, hall)
    desk.goto(f"{tablet.address}/desk/")
    desk.locator(".menu summary").last.click()
    out = desk.locator("form[data-leaving] button")
    out.click()
    expect(desk.get_by_text("This device still has to send something.")).to_be_visible()
    expect(desk.get_by_text(f"Table {hall.table.code}: 1 to send")).to_be_visible()
    out.click()
    expect(desk.locator("form[data-leaving]")).to_have_count(0)


def signs_in(tablet: TabletPage, hall: Hall) -> None:
    """Give the browser of a tablet the session of the referee."""
    client = Client()
    client.force_login(hall.cast.bob)
    name = settings.SESSION_COOKIE_NAME
    value = client.cookies[name].value
    tablet.context.add_cookies([{"name": name, "value": value, "url": tablet.address}])


def test_what_a_browser_promises_of_what_waits_is_said(tablet: TabletPage) -> None:
    tablet.page.route(API, never_sent)
    tablet.fills().previews().sends().waiting.click()
    expect(tablet.page.locator('#outbox [data-part="storage"]')).to_contain_text("This browser")


def test_the_desk_is_told_with_every_request_how_much_still_waits(tablet: TabletPage) -> None:
    tablet.page.route("**/api/{sheets,confirmations}", never_sent)
    with tablet.page.expect_request(CONFIRMATIONS.replace("confirmations", "round")) as asked:
        tablet.fills().previews().sends()
        tablet.asks_again()
    assert asked.value.headers["huapai-waiting"] == "1"
