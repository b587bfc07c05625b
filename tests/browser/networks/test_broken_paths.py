"""The path of a sheet broken at every step, in every manner: each one arrives once, none twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Dialog, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from referee.leases import leases
from referee.models import DeviceLease, KeptWrite, Sheet
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage, answers, counts, loses_the_answer
from tests.referee.hall import Hall
from tests.until import until
from tournaments.models import Result

API = "**/api/**"
SHEETS = "**/api/tablet/1/sheets"
CONFIRMATIONS = "**/api/tablet/1/confirmations"

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
SAMPLE: tuple[Breaks, ...] = (loses_the_answer, captive, committed_then_in_trouble)
"""An answer that is lost, one of a stranger, and one of ours that came too late."""
OTHERS: tuple[Breaks, ...] = (
    never_sent,
    committed_then_captive,
    in_trouble,
    expired,
    not_admitted,
)
STEPS = (SHEETS, CONFIRMATIONS)


@pytest.fixture
def deals() -> int:
    """A deal for each step and each manner in which it breaks."""
    return len(STEPS) * len(OTHERS)


def arrived(number: int = 1) -> None:
    """Each item is there once, and nothing that nobody sent."""
    assert counts() == (number, number, number)
    sheets = set(Sheet.objects.values_list("uid", flat=True))
    assert set(Result.objects.values_list("origin_uid", flat=True)) == sheets
    assert not KeptWrite.objects.exists()


def reopened(tablet: TabletPage, hall: Hall) -> TabletPage:
    """Close the page without asking, and open it anew."""
    tablet.page.close()
    return TabletPage(tablet.context, tablet.address).opens(hall.table)


def breaks_off(tablet: TabletPage, step: str, breaks: Breaks, times: int | None = None) -> None:
    """Enter a deal on a path that breaks at a step."""
    tablet.page.route(step, breaks, times=times)
    with tablet.page.expect_request(step):
        tablet.fills().previews().sends().confirms("W")
    expect(tablet.waiting).to_contain_text("To send")
    expect(tablet.page.locator(".confirm")).to_be_hidden()


@pytest.mark.full
@pytest.mark.parametrize(
    "manners",
    [SAMPLE, pytest.param(OTHERS, marks=pytest.mark.nightly)],
    ids=["sample", "others"],
)
def test_a_step_that_breaks_in_any_manner_is_done_once_when_the_path_is_whole(
    tablet: TabletPage, manners: tuple[Breaks, ...]
) -> None:
    for number, (step, breaks) in enumerate(product(STEPS, manners), start=1):
        if number > 1:
            tablet.act("next").click()
        breaks_off(tablet, step, breaks, times=2)
        tablet.asks_again()
        tablet.sees_done().sent()
        tablet.page.unroute(step)
        assert tablet.kept() == []
        arrived(number)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "manners",
    [
        (loses_the_answer,),
        pytest.param((never_sent, captive), marks=pytest.mark.nightly),
    ],
    ids=["lost", "others"],
)
def test_a_page_that_was_closed_at_a_broken_step_goes_on_where_it_was(
    tablet: TabletPage, hall: Hall, manners: tuple[Breaks, ...]
) -> None:
    for number, (step, breaks) in enumerate(product(STEPS, manners), start=1):
        if number > 1:
            tablet.act("next").click()
        breaks_off(tablet, step, breaks)
        tablet = reopened(tablet, hall).sees_done()
        tablet.sent()
        arrived(number)


@pytest.mark.nightly
def test_a_page_that_was_closed_between_two_steps_goes_on_where_it_was(
    tablet: TabletPage, hall: Hall
) -> None:
    # While an answer is on its way.
    committed: list[Route] = []

    def commits_and_is_silent(route: Route) -> None:
        route.fetch()
        committed.append(route)

    tablet.page.route(SHEETS, commits_and_is_silent)
    tablet.fills().previews()
    tablet.act("send").click()
    until(lambda: tablet.page.evaluate("1") and committed)
    tablet = reopened(tablet, hall).confirms("W").sees_done()
    tablet.sent()
    arrived(1)
    # Between the sheet and its confirmation.
    tablet.act("next").click()
    tablet.fills().previews().sends().sent()
    tablet.page.route(API, never_sent)
    tablet.confirms("W")
    expect(tablet.waiting).to_contain_text("since ")
    # With both of the next deal.
    tablet.act("next").click()
    tablet.fills().previews().sends().confirms("N")
    expect(tablet.waiting).to_contain_text("To send 3")
    tablet = reopened(tablet, hall).sees_done()
    tablet.sent()
    arrived(3)


@pytest.mark.full
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
    arrived()
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


@pytest.mark.full
def test_a_server_on_plain_http_that_is_started_anew_in_the_middle_is_given_what_waited(
    servers: Servers, device: Devices, hall: Hall
) -> None:
    made = device()
    made.context.route(f"{Servers.address}/**", servers.forward)
    made.address = Servers.address
    tablet = made.opens(hall.table).writes("S")
    # A browser gives no service worker, no crypto.subtle and no randomUUID to such an address.
    assert tablet.page.evaluate("isSecureContext") is False
    tablet.page.route(SHEETS, never_sent, times=2)
    tablet.fills().previews().sends()
    servers.restart()
    tablet.confirms("W")
    tablet.asks_again()
    tablet.sees_done().sent()
    arrived()


@pytest.mark.full
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
    arrived()


@pytest.mark.nightly
def test_a_table_that_is_taken_over_while_a_sheet_is_on_its_way_keeps_it_and_posts_nothing(
    tablet: TabletPage, device: Devices, hall: Hall
) -> None:
    tablet.page.route(API, never_sent)
    tablet.fills().previews().sends().confirms("W")
    leases.release(lease=DeviceLease.objects.get(), actor=hall.cast.director)
    other = device().opens(hall.table).writes("E")
    tablet.page.unroute(API)
    tablet.asks_again()
    expect(tablet.view("lost")).to_be_visible()
    tablet.sent()
    assert Sheet.objects.get().problems[0]["code"] == "lease_lost"
    kept = KeptWrite.objects.get()
    assert (kept.kind, kept.reason) == ("confirmation", "lease_lost")
    assert not Result.objects.exists()
    other.enters()
    assert (Sheet.objects.count(), Result.objects.count()) == (2, 1)


@pytest.mark.nightly
def test_what_waits_is_said_wherever_it_might_be_lost(tablet: TabletPage, hall: Hall) -> None:
    tablet.page.route("**/api/tablet/1/{sheets,confirmations}", never_sent)
    tablet.fills().previews().sends()
    tells_the_desk(tablet)
    tablet.waiting.click()
    expect(tablet.page.locator('#outbox [data-part="storage"]')).to_contain_text("This browser")
    tablet.page.keyboard.press("Escape")
    is_not_given_back(tablet)
    warns_when_it_is_closed(tablet)
    warns_who_signs_out(tablet, hall)
    tablet.page.close()
    other = TabletPage(tablet.context, tablet.address).opens(hall.tables[1])
    other.says("This device still holds something of another table.")
    other.page.get_by_text(f"Table {hall.table.code}: 1 to send").click()
    other.code = hall.table.code
    other.confirms("W").sees_done().sent()
    arrived()


def tells_the_desk(tablet: TabletPage) -> None:
    """Every request says how much still waits."""

    def says_so(request: Request) -> bool:
        return (
            request.url.endswith("/api/tablet/1/round") and request.headers["huapai-waiting"] == "1"
        )

    with tablet.page.expect_request(says_so):
        tablet.asks_again()


def is_not_given_back(tablet: TabletPage) -> None:
    tablet.gives_back().says("Something still waits to be sent.")
    assert DeviceLease.objects.filter(released_at=None).exists()
    tablet.page.keyboard.press("Escape")


def warns_when_it_is_closed(tablet: TabletPage) -> None:
    warnings: list[str] = []

    def stay(dialog: Dialog) -> None:
        warnings.append(dialog.type)
        dialog.dismiss()

    tablet.page.on("dialog", stay)
    tablet.page.close(run_before_unload=True)
    until(lambda: tablet.page.evaluate("1") and warnings)
    expect(tablet.waiting).to_contain_text("To send 1")
    assert warnings == ["beforeunload"]
    tablet.page.remove_listener("dialog", stay)


def warns_who_signs_out(tablet: TabletPage, hall: Hall) -> None:
    """The desk was opened in the browser of the tablet."""
    desk = tablet.context.new_page()
    signs_in(tablet, hall)
    desk.goto(f"{tablet.address}/desk/")
    desk.locator(".menu summary").last.click()
    out = desk.locator("form[data-leaving] button")
    out.click()
    expect(desk.get_by_text("This device still has something to send.")).to_be_visible()
    expect(desk.get_by_text(f"Table {hall.table.code}: 1 to send")).to_be_visible()
    out.click()
    expect(desk.locator("form[data-leaving]")).to_have_count(0)
    desk.close()


def signs_in(tablet: TabletPage, hall: Hall) -> None:
    """Give the browser of a tablet the session of the referee."""
    client = Client()
    client.force_login(hall.cast.bob)
    name = settings.SESSION_COOKIE_NAME
    value = client.cookies[name].value
    tablet.context.add_cookies([{"name": name, "value": value, "url": tablet.address}])
