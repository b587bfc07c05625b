"""A newcomer from the phone to the kiosk, to the seat, the own deal, and home; the kiosk itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from clubs.credentials import member_links
from clubs.credentials.slips import new_link
from clubs.members import register
from clubs.members.register import MemberData
from clubs.registration import kiosk, requests, terms, withdrawals
from clubs.registration.requests import RequestedEntry
from clubs.registration.terms import EntryTerms
from referee.models import Confirmation
from referee.sheets import entry
from tests import accessibility
from tests import cast as people
from tests.browser.tablet import loses_the_answer
from tests.cast import Cast
from tests.interface.axe import broken_in_both_schemes
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.models import (
    Club,
    ClubFeature,
    Door,
    Entry,
    EntryRequest,
    Event,
    Person,
    Round,
    Sitting,
    WithdrawalRequest,
)

PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
SEATS: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Three who are entered, in an event with four places that is open to everybody."""
    cast = people.assemble(players=3)
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.KIOSK.value])
    terms.set_terms(cast.event, cast.director, EntryTerms(Door.PUBLIC, places=4))
    return cast


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport=PHONE, locale="en-GB")
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    context.on(
        "console",
        lambda message: faults.append(message.text) if "Security Policy" in message.text else None,
    )
    yield context
    context.close()
    assert not faults


def at(live_server: LiveServer, name: str, *args: object) -> str:
    return f"{live_server.url}{reverse(name, args=args)}"


def entered_on_a_phone(page: Page, live_server: LiveServer, cast: Cast, name: str) -> str:
    """Enter somebody from the public page of the event; return the address of the request."""
    page.goto(at(live_server, "event", cast.event.uid))
    page.get_by_role("link", name="Enter", exact=True).click()
    page.get_by_label("Your name").fill(name)
    assert accessibility.violations(page) == []
    page.get_by_role("button", name="Enter", exact=True).click()
    page.wait_for_url(re.compile("/r/"))
    return page.url


def assert_to_look_again_is_first(phone: Page) -> None:
    """Of a request that awaits approval."""
    expect(phone.locator("main")).to_contain_text("An official will approve it")
    steps = [step.strip() for step in phone.locator("main .button").all_inner_texts()]
    assert steps == ["Refresh", "Take the request back", "Public page"]


@pytest.mark.full
def test_a_newcomer_from_the_phone_to_the_kiosk_and_home(
    live_server: LiveServer, cast: Cast, context: BrowserContext
) -> None:
    phone = context.new_page()
    own = entered_on_a_phone(phone, live_server, cast, "张三")
    assert_to_look_again_is_first(phone)
    assert accessibility.violations(phone) == []

    desk = Client()
    desk.force_login(cast.alice)
    request = EntryRequest.objects.get()
    desk.post(reverse("desk_requests_decide", args=[cast.event.uid]), {"approve": request.uid})
    phone.get_by_role("link", name="Refresh").click()
    expect(phone.locator("main")).to_contain_text("You are entered with number 4")

    tablet = context.new_page()
    tablet.set_viewport_size(TABLET)
    link = kiosk.open_kiosk(cast.tournament, cast.alice)
    tablet.goto(at(live_server, "kiosk", link))
    expect(tablet.locator("[data-pick]:visible")).to_have_count(4)
    assert_few_are_large(tablet)
    assert accessibility.violations(tablet) == []
    check_in(tablet, "zs")
    expect(tablet.get_by_text("Checked in", exact=True)).to_be_visible()
    assert Entry.objects.get(number=4).state == Entry.State.CHECKED_IN
    # Back by itself, and who is there is no more missing.
    expect(tablet.locator("[data-pick]:visible")).to_have_count(3, timeout=15_000)

    phone.reload()
    assert phone.url == own
    withdraw(phone)
    assert Entry.objects.get(number=4).state == Entry.State.WITHDRAWN


@pytest.mark.nightly
def test_a_newcomer_finds_the_seat_offline_confirms_a_deal_and_withdraws(
    live_server: LiveServer, cast: Cast, context: BrowserContext
) -> None:
    Event.objects.filter(pk=cast.event.pk).update(proof=Event.Proof.PHONE)
    phone = context.new_page()
    entered_on_a_phone(phone, live_server, cast, "张三")
    requests.approve_all(cast.event, cast.director)
    tablet = context.new_page()
    tablet.goto(at(live_server, "kiosk", kiosk.open_kiosk(cast.tournament, cast.alice)))
    check_in(tablet, "zhang")
    expect(tablet.get_by_text("Checked in", exact=True)).to_be_visible()
    organise.check_in(cast.event, cast.director, [1, 2, 3])

    own = member_page_of(live_server, cast, Entry.objects.get(number=4))
    round_ = cast.round_in_play()
    sitting = Sitting.objects.select_related("table__tournament").get()
    label = sitting.seats.get(person__name="张三").label
    finds_the_seat_offline(phone, own, SEATS[label])

    agrees_to_a_deal(phone, own, Hall(cast, round_, (sitting.table,)), label)
    leaves_by_the_desk(phone, cast, round_)


def agrees_to_a_deal(phone: Page, own: str, hall: Hall, label: str) -> None:
    recorder = "NESW"[("NESW".index(label) + 1) % 4]
    entry.submit(writer=hall.writer(), sealed=hall.sheet(recorder=recorder))
    phone.goto(own)
    phone.get_by_role("button", name="Yes, this is right").click()
    expect(phone.locator("#now")).to_contain_text("Nothing awaits your confirmation now.")
    assert Confirmation.objects.get().proof == "phone"


def leaves_by_the_desk(phone: Page, cast: Cast, round_: Round) -> None:
    """Ask to withdraw once a round is drawn, and be let go when it is over."""
    phone.locator("summary", has_text="Ask to withdraw").click()
    assert accessibility.violations(phone) == []
    phone.get_by_label("Why").fill("Called home")
    phone.get_by_role("button", name="Ask to withdraw").click()
    expect(phone.locator("#now")).to_contain_text("You asked to withdraw. The desk decides")
    leaving = WithdrawalRequest.objects.get()
    assert (leaving.why, leaving.entry.number) == ("Called home", 4)
    for deal in cast.deals(round_):
        if not deal.done:
            cast.post(deal)
    organise.close_round(round_, cast.director)
    withdrawals.grant(leaving, cast.director)
    words = "You have withdrawn from this event"
    expect(phone.locator("#now")).to_contain_text(words, timeout=30_000)


def member_page_of(live_server: LiveServer, cast: Cast, entered: Entry) -> str:
    """Take who entered into the register, as the desk does; return the address of the own page."""
    person = entered.members.get().person
    register.make_members(cast.club, cast.director, [person])
    (slip,) = member_links.SLIPS.draw(member_links.MembersOf(cast.club, [person]), cast.director)
    return at(live_server, "member", slip.link)


def finds_the_seat_offline(phone: Page, own: str, seat: str) -> None:
    phone.goto(own)
    expect(phone.locator("#member[data-kept]")).to_be_attached()
    expect(phone.locator(".where-table").first).to_contain_text(seat)
    phone.context.set_offline(True)
    phone.goto("about:blank")
    phone.goto(own)
    expect(phone.locator(".where-table").first).to_contain_text(seat)
    phone.context.set_offline(False)


@pytest.mark.nightly
def test_axe_finds_nothing_at_the_desk_and_at_the_kiosk(
    live_server: LiveServer, cast: Cast, context: BrowserContext
) -> None:
    terms.set_terms(cast.event, cast.director, EntryTerms(Door.PUBLIC, places=4, wants_code=True))
    new = [MemberData("张三", number=7), MemberData("张三", number=8)]
    register.add_members(cast.club, cast.director, new)
    for name in ("张三", "李四", "王五"):
        requests.ask(cast.event, RequestedEntry((name,), new_link()))
    requests.approve(EntryRequest.objects.get(names=["李四"]), cast.director)
    requests.approve(EntryRequest.objects.get(names=["王五"]), cast.director)
    link = kiosk.open_kiosk(cast.tournament, cast.alice)
    signed_in(context, live_server, cast)
    page = context.new_page()
    page.set_viewport_size(TABLET)
    tournament, event = cast.tournament.uid, cast.event.uid
    for name, of in (
        ("desk_entries", event),
        ("desk_registration", event),
        ("desk_check_in", event),
        ("desk_kiosks", tournament),
        ("desk_hall_code", tournament),
        ("enter", event),
        ("kiosk", link),
    ):
        page.goto(at(live_server, name, of))
        assert broken_in_both_schemes(page) == {}, name
    page.locator("[data-pick]:visible").first.click()
    assert broken_in_both_schemes(page) == {}
    page.locator("[data-yes]").click()
    expect(page.get_by_text("Checked in", exact=True)).to_be_visible()
    assert broken_in_both_schemes(page) == {}


def signed_in(context: BrowserContext, live_server: LiveServer, cast: Cast) -> None:
    """Let the browser be signed in as Alice."""
    desk = Client()
    desk.force_login(cast.alice)
    name = settings.SESSION_COOKIE_NAME
    key = desk.cookies[name].value
    context.add_cookies([{"name": name, "value": key, "url": live_server.url}])


def withdraw(phone: Page) -> None:
    expect(phone.locator("main")).to_contain_text("You are checked in")
    phone.locator("summary", has_text="Withdraw").click()
    phone.get_by_role("button", name="Withdraw").click()
    expect(phone.locator("main")).to_contain_text("You have withdrawn from this event")


def assert_few_are_large(tablet: Page) -> None:
    """Four names are read from a step away, and the bar over them is as wide as they are."""
    boxes = """() => ["progress", ".kiosk-names", ".kiosk-pick"].map(
        (each) => document.querySelector(each).getBoundingClientRect().toJSON())"""
    bar, names, tile = tablet.evaluate(boxes)
    assert (bar["left"], bar["right"]) == (names["left"], names["right"])
    assert round(tile["height"]) == round(0.32 * TABLET["height"])


def check_in(tablet: Page, typed: str) -> None:
    tablet.locator("#kiosk-q").fill(typed)
    tablet.locator("[data-pick]:visible").click()
    tablet.locator("[data-yes]").click()


@pytest.mark.full
def test_the_kiosk_forgives_a_stutter_of_the_network_and_a_wrong_tap(
    live_server: LiveServer, cast: Cast, context: BrowserContext
) -> None:
    address = at(live_server, "kiosk", kiosk.open_kiosk(cast.tournament, cast.alice))
    tablet = context.new_page()
    tablet.goto(address)
    tablet.route("**/check-in/", loses_the_answer, times=1)
    check_in(tablet, "2")
    expect(tablet.get_by_text("No network at the moment")).to_be_visible()
    expect(tablet.get_by_text("Already checked in", exact=True)).to_be_visible(timeout=15_000)
    expect(tablet.get_by_text("No network at the moment")).to_be_hidden()
    assert Entry.objects.get(number=2).state == Entry.State.CHECKED_IN
    tablet.goto(address)
    check_in(tablet, "1")
    expect(tablet.locator(".kiosk-done [data-number]")).to_have_text("No. 1")
    tablet.get_by_role("button", name="Undo").click()
    expect(tablet.get_by_text("Undone")).to_be_visible()
    assert Entry.objects.get(number=1).state == Entry.State.ENTERED
    tablet.close()
    is_tapped_while_the_list_is_fetched(context.new_page(), address)


def is_tapped_while_the_list_is_fetched(tablet: Page, address: str) -> None:
    """The name under a finger stays there though the list comes anew."""
    tablet.clock.install()
    with tablet.expect_response("**all=1"):
        tablet.goto(address)
    tablet.locator("#kiosk-q").fill("1")
    tablet.locator("[data-pick]:visible").hover()
    tablet.mouse.down()
    with tablet.expect_response("**all=1") as fetched:
        tablet.clock.fast_forward(16_000)
    fetched.value.finished()
    tablet.mouse.up()
    expect(tablet.locator("[data-yes]")).to_be_visible()


@pytest.mark.full
def test_a_kiosk_left_open_when_play_began_sends_who_comes_to_the_desk(
    live_server: LiveServer, cast: Cast, context: BrowserContext
) -> None:
    organise.add_entries(cast.event, cast.director, [["丁"]])
    tablet = context.new_page()
    tablet.goto(at(live_server, "kiosk", kiosk.open_kiosk(cast.tournament, cast.alice)))
    tablet.locator("#kiosk-q").fill("2")
    tablet.locator("[data-pick]:visible").click()
    organise.publish_round(cast.drawn_round(), cast.director)
    tablet.locator("[data-yes]").click()
    expect(tablet.get_by_text("please go to the desk")).to_be_visible()
    expect(tablet.get_by_text("Already checked in", exact=True)).to_be_hidden()
    expect(tablet.get_by_role("button", name="Undo")).to_be_hidden()
    assert Entry.objects.get(number=2).state == Entry.State.ENTERED
    signed_in(context, live_server, cast)
    desk = context.new_page()
    desk.goto(at(live_server, "desk_event", cast.event.uid))
    expect(desk.get_by_text("at the door", exact=True)).to_be_visible()
    assert accessibility.violations(desk) == []


@pytest.mark.full
def test_a_name_of_the_register_is_confirmed_by_its_digits_or_on_the_own_page(
    live_server: LiveServer, cast: Cast, context: BrowserContext
) -> None:
    terms.set_terms(cast.event, cast.director, EntryTerms(Door.PUBLIC, is_approved=False))
    new = [MemberData("张三", phone="13912345678"), MemberData("李四", phone="13800000000")]
    first, second = register.add_members(cast.club, cast.director, new)
    phone = context.new_page()
    entered_on_a_phone(phone, live_server, cast, "张三")
    expect(phone.locator("main")).to_contain_text("until the player confirms it")
    phone.locator("summary", has_text="Confirm by phone number").click()
    assert accessibility.violations(phone) == []
    phone.get_by_label("the last four digits").fill("0000")
    phone.get_by_role("button", name="Confirm").click()
    expect(phone.get_by_role("alert")).to_contain_text("These digits match nobody here")
    phone.get_by_label("the last four digits").fill("5678")
    phone.get_by_role("button", name="Confirm").click()
    expect(phone.get_by_text("Confirmed.", exact=True)).to_be_attached()
    assert first.doubles.get().entry_members.get().entry.number == 4
    entered_on_a_phone(phone, live_server, cast, "李四")
    says_it_is_me(phone, live_server, cast, second)
    assert second.doubles.get().entry_members.get().entry.number == 5


def says_it_is_me(phone: Page, live_server: LiveServer, cast: Cast, person: Person) -> None:
    """The desk lists the name of a member, who confirms it on the own page."""
    signed_in(phone.context, live_server, cast)
    desk = phone.context.new_page()
    desk.goto(at(live_server, "desk_entries", cast.event.uid))
    expect(desk.locator("#names-title")).to_contain_text("1")
    assert accessibility.violations(desk) == []
    (slip,) = member_links.SLIPS.draw(member_links.MembersOf(cast.club, [person]), cast.director)
    phone.goto(at(live_server, "member", slip.link))
    expect(phone.locator("main")).to_contain_text("Is this you?")
    assert accessibility.violations(phone) == []
    phone.get_by_role("button", name="It is me").click()
    expect(phone.locator("main")).to_contain_text("My entry")


@pytest.mark.full
def test_the_kiosk_works_without_a_script(
    live_server: LiveServer, cast: Cast, chromium: Browser
) -> None:
    context = chromium.new_context(viewport=TABLET, locale="en-GB", java_script_enabled=False)
    tablet = context.new_page()
    tablet.goto(at(live_server, "kiosk", kiosk.open_kiosk(cast.tournament, cast.alice)))
    tablet.locator("#kiosk-q").fill("3")
    tablet.get_by_role("button", name="Search").click()
    tablet.locator("[data-pick]").click()
    tablet.get_by_role("button", name="Check in").click()
    expect(tablet.locator("main")).to_contain_text("Checked in")
    assert Entry.objects.get(number=3).state == Entry.State.CHECKED_IN
    context.close()


@pytest.mark.full
def test_whoever_waits_sees_the_place_and_moves_up(
    live_server: LiveServer, cast: Cast, context: BrowserContext
) -> None:
    terms.set_terms(cast.event, cast.director, EntryTerms(Door.PUBLIC, is_approved=False, places=3))
    phone = context.new_page()
    phone.goto(at(live_server, "enter", cast.event.uid))
    phone.get_by_label("Your name").fill("李四")
    phone.get_by_role("button", name="Put me on the waiting list").click()
    expect(phone.locator("main")).to_contain_text("you are number 1 on the waiting list")
    organise.withdraw_entry(cast.event.entries.get(number=1), cast.director)
    phone.reload()
    expect(phone.locator("main")).to_contain_text("You are entered with number 4")
