"""A player's phone in the hall: the page changes under his eyes, and stays where he was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.cast import Cast
from tests.web.publish import crowds
from tournaments import organise
from tournaments.models import Round, Seat
from tournaments.persons.keys import sort_key
from web.publish.pages import seats

PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 20_000


@pytest.fixture
def hall(transactional_db: None) -> Cast:
    return people.assemble()


@pytest.fixture
def phone(live_server: LiveServer, chromium: Browser) -> Iterator[Page]:
    """A page of which every fault and every breach of its policy fails the test."""
    faults: list[str] = []
    with chromium.new_context(viewport=PHONE, locale="en-GB", base_url=live_server.url) as context:
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text))
        yield page
        assert not context.cookies()
    assert not faults


@pytest.mark.full
def test_a_confirmed_result_appears_and_the_opened_row_stays_open(hall: Cast, phone: Page) -> None:
    deal, *_, elsewhere = hall.deals(hall.round_in_play())
    hall.post(elsewhere)
    east = deal.sitting.seats.get(label="E").side.entries.get()
    phone.goto(reverse("event", args=[hall.event.uid]))
    row = phone.locator(f"#row-{east.number} summary")
    row.click()
    opened = phone.locator(f"#sum-{east.number} .standing-sum")
    expect(opened).to_be_visible()
    expect(opened).not_to_contain_text("+200")

    hall.post(deal)
    expect(opened).to_contain_text("+200", timeout=PATIENCE)
    expect(opened).to_be_visible()
    expect(phone.locator(".standing-rows > li").first).to_have_id(f"row-{east.number}")


def sizes(phone: Page) -> tuple[int, int]:
    """Return the width of the page and of its window."""
    wide = phone.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    return int(wide[0]), int(wide[1])


@pytest.fixture
def round_(hall: Cast) -> Round:
    played = hall.round_in_play()
    hall.play(played)
    hall.post(hall.deals(played)[0], seen=1, reason="记录单抄错了座位")
    return played


@pytest.mark.full
def test_no_page_is_wider_than_a_phone(hall: Cast, round_: Round, phone: Page) -> None:
    uid = hall.event.uid
    for address in (
        reverse("home"),
        reverse("event", args=[uid]),
        reverse("round", args=[uid, 1]),
        reverse("entry", args=[uid, 1]),
        reverse("rules", args=[uid]),
        reverse("ranks", args=[uid]),
        reverse("hall_seating", args=[uid]),
        reverse("hall_standings", args=[uid]),
        reverse("deal", args=[hall.deals(round_)[0].uid]),
    ):
        phone.goto(address)
        page, window = sizes(phone)
        assert page <= window, address


@pytest.mark.nightly
def test_the_first_pages_of_a_large_event_are_three_screens(
    transactional_db: None, phone: Page
) -> None:
    """Before anything is opened: the home page, an event, a round of 29 tables, a person."""
    large = people.assemble(players=116)
    round_ = large.round_in_play()
    uid = large.event.uid
    addresses = [reverse("event", args=[uid]), reverse("round", args=[uid, 1])]
    for address in addresses:
        phone.goto(address)
        assert screens(phone) <= 3, address
    large.play(round_)
    for address in (*addresses, reverse("home"), reverse("entry", args=[uid, 1])):
        phone.goto(address)
        assert screens(phone) <= 3, address
        assert sizes(phone)[0] <= PHONE["width"]


TOPS = """[...document.querySelectorAll("#sharing .button")].map((button) => {
  const { top, right, height } = button.getBoundingClientRect();
  return [Math.round(top), right <= innerWidth && height >= 44];
})"""


@pytest.mark.full
def test_what_leads_on_from_an_event_is_one_row_of_a_phone(
    hall: Cast, round_: Round, in_hand: Page
) -> None:
    in_hand.goto(reverse("event", args=[hall.event.uid]))
    buttons = in_hand.evaluate(TOPS)
    assert len(buttons) == 3
    assert len({top for top, _ in buttons}) == 1
    assert all(fits for _, fits in buttons)


LOW = """() => {
  const high = (part) => {
    const over = getComputedStyle(part, "::after");
    const covers = over.position === "absolute" && over.content !== "none";
    const whole = covers ? part.offsetParent : part;
    return Math.max(part.getBoundingClientRect().height, whole.getBoundingClientRect().height);
  };
  const isInSentence = (part) => part.closest("p:not(.over, .row), li:not([class])")
    && getComputedStyle(part).display === "inline";
  return [...document.querySelectorAll("a, button, summary, input, select")]
    .filter((part) => part.checkVisibility() && !part.closest("svg, .skip, [type=hidden]"))
    .filter((part) => part.getBoundingClientRect().height && !isInSentence(part))
    .filter((part) => high(part) < 43.5)
    .map((part) => `${part.className} ${part.textContent.trim()} ${high(part)}`);
}"""


@pytest.mark.full
def test_fingers_find_every_link_and_button_of_an_event(
    hall: Cast, round_: Round, in_hand: Page
) -> None:
    uid = hall.event.uid
    deal = hall.deals(round_)[0]
    for address in (
        reverse("home"),
        reverse("event", args=[uid]),
        reverse("round", args=[uid, 1]),
        reverse("round_table", args=[uid, 1, 1]),
        reverse("entry", args=[uid, 1]),
        reverse("about", args=[uid]),
        reverse("share", args=[uid]),
        reverse("deal", args=[deal.uid]),
    ):
        in_hand.goto(address)
        assert in_hand.evaluate(LOW) == [], address


FOUND = """(name) => [...document.querySelectorAll('.seat-list > li')].filter((line) => {
  const at = line.querySelector('.seat-line-at').getBoundingClientRect();
  return line.textContent.includes(name) && at.top >= 0 && at.bottom <= innerHeight
    && at.left >= 0 && at.right <= innerWidth;
}).length"""
BOXES = """[...document.querySelectorAll('.seat-list > li')].map((line) => {
  const [name, at, whole] = ['.seat-line-name', '.seat-line-at', 'a']
    .map((part) => line.querySelector(part).getBoundingClientRect());
  return [whole.height, at.left >= name.right || at.top >= name.bottom, at.right <= whole.right];
})"""


@pytest.fixture
def seats_of_118(transactional_db: None) -> Cast:
    """A round of 118 names is published, and nothing of it is in."""
    large = people.assemble(players=0)
    names = [[crowds.name(n)] for n in range(116)]
    organise.add_entries(
        large.event, large.director, [*names, ["Bernhard Schneider"], ["欧阳明珠"]]
    )
    large.round_in_play()
    return large


@pytest.fixture(params=["zh-CN", "en-GB"])
def in_hand(
    request: pytest.FixtureRequest, live_server: LiveServer, chromium: Browser
) -> Iterator[Page]:
    """A phone as a thumb holds it: rows are as high as a thumb."""
    with chromium.new_context(
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        locale=request.param,
        base_url=live_server.url,
    ) as context:
        yield context.new_page()


@pytest.mark.nightly
def test_one_of_118_finds_the_own_seat_by_one_tap(seats_of_118: Cast, in_hand: Page) -> None:
    phone = in_hand
    uid = seats_of_118.event.uid
    for address in (reverse("event", args=[uid]), reverse("round", args=[uid, 1])):
        phone.goto(address)
        assert screens(phone) <= 3
        assert sizes(phone)[0] <= PHONE["width"]
        boxes = phone.evaluate(BOXES)
        assert len(boxes) == 118
        assert all(height >= 44 and apart and inside for height, apart, inside in boxes)
        for number in range(0, 116, 9):
            name = crowds.name(number)
            initial = phone.locator(f".seat-initials a:text-is('{sort_key(name)[0].upper()}')")
            initial.click()
            assert phone.evaluate(FOUND, name) == 1, name
            phone.evaluate("scrollTo(0, 0)")


@pytest.mark.nightly
def test_initials_are_folded_on_a_phone_and_open_where_there_is_room(
    seats_of_118: Cast, phone: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "ROWS_ON_PHONES", 30)
    address = reverse("event", args=[seats_of_118.event.uid])
    phone.goto(address)
    assert phone.evaluate("document.querySelectorAll('.seat-fold[open]').length") == 0
    phone.locator(".seat-initials a:text-is('Z')").click()
    expect(phone.locator("#seats-Z")).to_have_attribute("open", "")
    expect(phone.locator("#seats-Z li").first).to_be_in_viewport()
    phone.set_viewport_size({"width": 1366, "height": 768})
    phone.goto(address)
    expect(phone.locator(".seat-fold:not([open])")).to_have_count(0)
    tops = "(fold) => [...fold.children].map((part) => part.getBoundingClientRect().top)"
    letter, listed = phone.locator("#seats-Z").evaluate(tops)
    assert abs(letter - listed) < 2


@pytest.mark.nightly
def test_my_pinned_card_tells_my_seat_before_anything_counts(
    seats_of_118: Cast, phone: Page
) -> None:
    uid = seats_of_118.event.uid
    phone.goto(reverse("entry", args=[uid, 2]))
    phone.get_by_role("button", name="This is me").click()
    phone.goto(reverse("event", args=[uid]))
    seat = Seat.objects.get(person__entry_members__entry__number=2)
    said = f"Table {seat.sitting.table.number} {seat.label}"
    expect(phone.locator("[data-me-seat]")).to_have_text(said)
    expect(phone.locator(".seat-list > [data-mine]")).to_have_count(1)


def screens(phone: Page) -> float:
    """Return how many screens of a phone a page is high."""
    return float(phone.evaluate("document.documentElement.scrollHeight")) / PHONE["height"]


@pytest.mark.nightly
def test_who_i_am_is_remembered_on_the_phone_and_marked(
    hall: Cast, round_: Round, phone: Page
) -> None:
    uid = hall.event.uid
    phone.goto(reverse("entry", args=[uid, 2]))
    phone.get_by_role("button", name="This is me").click()
    expect(phone.get_by_role("button", name="This is me")).to_have_attribute("aria-pressed", "true")
    phone.goto(reverse("event", args=[uid]))
    card = phone.locator("[data-me-card]")
    expect(card).to_contain_text("乙")
    expect(phone.locator("li[data-mine]")).to_have_count(1)
    expect(phone.locator("li[data-mine]")).to_have_attribute("data-who", "2")
    phone.goto(reverse("round", args=[uid, 1]))
    expect(phone.locator("li[data-mine]")).to_have_count(1)
    phone.goto(reverse("entry", args=[uid, 2]))
    phone.get_by_role("button", name="This is me").click()
    phone.goto(reverse("event", args=[uid]))
    expect(card).to_be_hidden()
    expect(phone.locator("[data-mine]")).to_have_count(0)


@pytest.mark.nightly
def test_a_link_to_a_row_further_down_unfolds_it(transactional_db: None, phone: Page) -> None:
    large = people.assemble(players=48)
    large.post(large.deals(large.round_in_play())[0])
    address = reverse("event", args=[large.event.uid])
    phone.goto(address)
    last = phone.locator(".standings-below .standing-rows > li").last
    expect(last).to_be_hidden()
    phone.goto(f"{address}#{last.get_attribute('id')}")
    phone.reload()
    expect(last).to_be_visible()


@pytest.mark.full
def test_every_number_leads_down_to_the_deal_that_made_it(
    hall: Cast, round_: Round, phone: Page
) -> None:
    phone.goto(reverse("event", args=[hall.event.uid]))
    phone.locator(".standing-row > summary").first.click()
    phone.get_by_role("link", name="Every deal").first.click()
    phone.locator(".person-round > summary").first.click()
    phone.get_by_role("link", name="Deal 1").first.click()
    expect(phone.get_by_role("heading", name="How it adds up")).to_be_visible()
    expect(phone.get_by_text("Version")).not_to_have_count(0)


@pytest.fixture
def projector(live_server: LiveServer, chromium: Browser) -> Iterator[Page]:
    """A screen in the hall, of which every fault fails the test."""
    faults: list[str] = []
    size: ViewportSize = {"width": 1920, "height": 1080}
    with chromium.new_context(viewport=size, locale="en-GB", base_url=live_server.url) as context:
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text))
        yield page
    assert not faults


@pytest.mark.nightly
def test_the_hall_turns_its_screens_and_keeps_clock_and_count(
    transactional_db: None, projector: Page
) -> None:
    large = people.assemble(players=48)
    round_ = large.round_in_play()
    deals = large.deals(round_)
    large.post(deals[0])
    projector.clock.install(time="2026-11-21T04:40:00Z")
    projector.goto(reverse("hall_standings", args=[large.event.uid]))
    screens, count = projector.locator(".hall-screen"), projector.locator("[data-hall-count]")
    expect(count).to_have_text(re.compile(r"1 / 3$"))
    # The hour is the server's, whatever the device believes.
    hours = {f"{timezone.now() + timedelta(hours=8, minutes=n):%H:%M}" for n in (0, 1)}
    expect(projector.locator("[data-hall-clock]")).to_have_text(re.compile("|".join(hours)))
    expect(screens.nth(0)).to_be_visible()
    expect(screens.nth(1)).to_be_hidden()

    projector.clock.fast_forward("00:12")
    expect(count).to_have_text(re.compile(r"2 / 3$"))
    expect(screens.nth(1)).to_be_visible()

    # What the live part brings does not turn the screen back, nor show all of them at once.
    large.post(deals[1])
    projector.clock.fast_forward("00:06")
    expect(projector.get_by_text("2 of 24 deals are in.")).to_be_visible(timeout=PATIENCE)
    expect(count).to_have_text(re.compile(r"2 / 3$"))
    expect(screens.nth(0)).to_be_hidden()
    rows = projector.locator(".hall-screen:not([hidden]) tbody tr")
    height = rows.evaluate_all("rows => Math.min(...rows.map(row => row.offsetHeight))")
    assert height >= 48
    assert sizes(projector)[0] <= 1920
