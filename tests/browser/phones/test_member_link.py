"""A member's phone: the next seat without a network, a deal confirmed, a link drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import LazySettings
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from clubs.credentials import member_links
from clubs.face import logos
from clubs.face.choosing import choose_face
from referee.models import Confirmation
from referee.sheets import entry
from tests.accessibility import violations
from tests.clubs.face.test_logos import file
from tests.referee.hall import Hall
from tests.samples import sampled
from tests.services import chromium as browsers
from tournaments import organise
from tournaments.models import ClubInk, Event, Person, Seat

NAME = "hall.test"
PHONE: ViewportSize = {"width": 390, "height": 844}
SEAT = "· West"
NIGHTLY = pytest.param("worker", marks=pytest.mark.nightly)


@pytest.fixture
def west(hall: Hall) -> Person:
    """Who sits West at the first table, in an event that asks for the players' phones."""
    Event.objects.filter(pk=hall.cast.event.pk).update(proof=Event.Proof.PHONE)
    return Seat.objects.get(sitting=hall.deal().sitting, label="W").person


def drawn(hall: Hall, person: Person) -> str:
    (slip,) = member_links.SLIPS.draw(
        member_links.MembersOf(hall.cast.club, [person]), hall.cast.director
    )
    return reverse("member", args=[slip.link])


@pytest.fixture
def hall_browser(chromium: Browser, settings: LazySettings) -> Iterator[Browser]:
    """A browser to which the name of the hall is no secure context."""
    settings.HOST_NAMES = [NAME]
    flags = [*browsers.FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    browser = chromium.browser_type.launch(executable_path=browsers.find(), args=flags)
    yield browser
    browser.close()


@pytest.fixture
def context(
    request: pytest.FixtureRequest, hall_browser: Browser, live_server: LiveServer
) -> Iterator[BrowserContext]:
    """A phone by plain HTTP under a name, and one whose browser lets a worker keep the page."""
    port = urlsplit(live_server.url).port
    host = NAME if request.param == "http" else "localhost"
    made = hall_browser.new_context(
        viewport=PHONE, locale="en-GB", base_url=f"http://{host}:{port}", service_workers="allow"
    )
    yield made
    made.close()


@pytest.fixture
def phone(context: BrowserContext) -> Callable[[str], Page]:
    """Open an address in a new page of the phone, until it is kept."""

    def _open(address: str) -> Page:
        page = context.new_page()
        page.goto(address)
        if page.evaluate("isSecureContext"):
            expect(page.locator("#member[data-kept]")).to_be_attached()
        # The results are fetched as soon as the page is there.
        expect(page.locator(".member-results .person-round").first).to_be_visible()
        return page

    return _open


@pytest.mark.full
@pytest.mark.parametrize("context", sampled(["http", "worker"], ["worker"]), indirect=True)
def test_the_next_seat_and_what_was_heard_last_open_again_without_a_network(
    hall: Hall, west: Person, phone: Callable[[str], Page], context: BrowserContext
) -> None:
    club, director = hall.cast.club, hall.cast.director
    choose_face(club, director, ink=ClubInk.TEA, logo=logos.read(file("PNG")))
    address = drawn(hall, west)
    page = phone(address)
    expect(page.locator(".where-table").first).to_contain_text(SEAT)
    assert violations(page, colours=True) == []
    # What a browser cannot do without a worker is said, where there is none.
    expect(page.get_by_text("do not reload this page")).to_be_visible(
        visible=not page.evaluate("isSecureContext")
    )
    hour = page.locator("[data-hour]").inner_text()
    page.close()
    context.set_offline(True)
    again = context.new_page()
    again.goto(address)
    expect(again.locator(".where-table").first).to_contain_text(SEAT)
    expect(again.locator(".member-results .person-round").first).to_be_visible()
    expect(again.locator("[data-hour]")).to_have_text(hour)
    mark = again.locator(".club-mark img")
    assert mark.evaluate("(mark) => mark.decode().then(() => true)")
    if again.evaluate("isSecureContext"):
        assert mark.evaluate("({ src }) => caches.match(src).then(Boolean)")
    again.close()
    context.set_offline(False)
    shows_what_was_heard_last(hall, phone(address))


def shows_what_was_heard_last(hall: Hall, page: Page) -> None:
    """What came while the page was open is there when it opens again without a network."""
    context, address = page.context, page.url
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    waits = "Wait: the draw of round 2 is not out."
    expect(page.locator("#now")).to_contain_text(waits, timeout=30_000)
    page.wait_for_timeout(300)
    page.close()
    context.set_offline(True)
    again = context.new_page()
    again.goto(address)
    expect(again.locator("#now")).to_contain_text(waits)


@pytest.mark.full
@pytest.mark.parametrize("context", ["http", NIGHTLY], indirect=True)
def test_a_deal_is_confirmed_and_a_link_drawn_anew_ends_the_page(
    hall: Hall, west: Person, phone: Callable[[str], Page], context: BrowserContext
) -> None:
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    page = phone(drawn(hall, west))
    button = page.get_by_role("button", name="Yes, this is right")
    context.set_offline(True)
    button.click()
    expect(page.locator("#trouble")).to_be_visible()
    assert not Confirmation.objects.exists()
    context.set_offline(False)
    button.click()
    expect(page.locator("#now")).to_contain_text("Nothing awaits your confirmation now.")
    assert Confirmation.objects.get().proof == "phone"
    assert urlsplit(page.url).query == ""
    ends_where_the_link_was_drawn_anew(hall, west, page, phone(page.url))


def ends_where_the_link_was_drawn_anew(hall: Hall, west: Person, page: Page, other: Page) -> None:
    """On every phone that has the page."""
    address = page.url
    new = drawn(hall, west)
    for old in (page, other):
        old.bring_to_front()
        expect(old.locator("h1")).to_have_text("This link does not work", timeout=40_000)
    page.goto(address)
    expect(page.locator("h1")).to_have_text("This link does not work")
    page.goto(urljoin(address, new))
    expect(page.locator(".where-table").first).to_contain_text(SEAT)
