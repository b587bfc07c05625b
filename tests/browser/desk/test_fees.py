"""The money of an evening in a browser: the fee is asked, taken, taken back, printed, paid out."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from tests import accessibility
from tests import cast as people
from tests.browser import signed_in
from tests.cast import PLAYERS, Cast
from tests.clubs.seasons.test_posting import finish
from tournaments import organise
from tournaments.models import Club, ClubFeature, Event, Payment, PaymentKind, PaymentMethod

pytestmark = pytest.mark.django_db(transaction=True)
page = signed_in.page


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    cast = people.assemble()
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.FEES.value])
    return cast


def row_of(page: Page, name: str) -> Locator:
    return page.locator("main li").filter(has=page.get_by_text(name, exact=True))


def totals(page: Page) -> str:
    return " ".join(page.locator("main table").inner_text().split())


def download(page: Page, link: str) -> Path:
    """Follow a link to a file, and return where the browser has put it."""
    with page.expect_download() as started:
        page.get_by_role("link", name=link, exact=True).click()
    return Path(started.value.path())


def printed(page: Page, address: str) -> str:
    """Return the text of a PDF, as the browser gets it."""
    answer = page.request.get(address, headers={"Accept-Language": "en"})
    assert answer.headers["content-type"] == "application/pdf"
    pages = PdfReader(io.BytesIO(answer.body())).pages
    return "".join(each.extract_text() for each in pages)


def takes(page: Page, name: str, how: str) -> str:
    """Mark an entry as paid; return the number of its receipt, which is printed."""
    page.get_by_label(how).check()
    row_of(page, name).get_by_role("button", name="Take the fee").click()
    expect(row_of(page, name).get_by_text("paid", exact=True)).to_be_visible()
    receipt = row_of(page, name).get_by_role("link", name=re.compile("Receipt"))
    number = receipt.inner_text().split()[-1]
    paper = printed(page, receipt.get_attribute("href") or "")
    for words in (number, name, "30.50"):
        assert words in paper, words
    return number


def takes_back(page: Page, name: str, why: str) -> None:
    """Take a payment back, which stays in the list."""
    row_of(page, name).get_by_role("link", name="Take back").click()
    page.get_by_label("Reason for taking it back").fill(why)
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("The payment is taken back.")).to_be_visible()
    expect(page.get_by_text(why)).to_be_visible()


@pytest.mark.nightly
def test_a_club_switches_fees_on_takes_them_prints_the_list_and_switches_them_off(
    page: Page, cast: Cast
) -> None:
    """From a club that uses no money to the list of an evening and the sum of its event."""
    switches_on(page, cast)
    page.goto(reverse("desk_event", args=[cast.event.uid]))
    page.get_by_role("link", name="Entry fees").click()
    asks_for_a_fee(page)
    first = takes(page, PLAYERS[0], "cash")
    second = takes(page, PLAYERS[1], "transfer")
    # The way of payment stays chosen for the next one.
    expect(page.get_by_label("transfer")).to_be_checked()
    for words in ("cash 1 ¥30.50", "transfer 1 ¥30.50", "not paid 6", "Total 2 ¥61"):
        assert words in totals(page)
    assert accessibility.violations(page) == []
    takes_back(page, PLAYERS[1], "来不了")
    expect(page.get_by_text("not paid: 7")).to_be_visible()
    # The number of a receipt that was taken back is not given again.
    third = takes(page, PLAYERS[2], "cash")
    assert len({first, second, third}) == 3
    expect(page.get_by_text("not paid: 6")).to_be_visible()
    list_and_files_say(page, first, third)
    page.goto(reverse("desk_club_fees", args=[cast.club.uid]))
    expect(page.locator("main li", has_text=cast.event.name)).to_contain_text("¥61")
    switches_off(page, cast)


def switches_on(page: Page, cast: Cast) -> None:
    Club.objects.filter(pk=cast.club.pk).update(features=[])
    page.goto(reverse("desk_event", args=[cast.event.uid]))
    expect(page.get_by_role("link", name="Entry fees")).to_have_count(0)
    page.goto(reverse("desk"))
    page.get_by_role("link", name="Club", exact=True).click()
    page.get_by_label("entry fees and prizes paid").check()
    page.get_by_role("button", name="Save", exact=True).click()
    # In the rail and on the page of the club.
    expect(page.get_by_role("link", name="Entry fees")).to_have_count(2)


def asks_for_a_fee(page: Page) -> None:
    """Nobody owes anything before there is a fee."""
    expect(page.get_by_label("Fee of an entry")).to_be_visible()
    expect(page.get_by_text("not paid")).to_have_count(0)
    page.get_by_label("Fee of an entry").fill("30.50")
    page.get_by_role("button", name="Save the fee").click()
    expect(page.get_by_text("The fee is ¥30.50.")).to_be_visible()
    expect(page.get_by_text("not paid: 8")).to_be_visible()


def list_and_files_say(page: Page, *numbers: str) -> None:
    """The list on paper and the files have every receipt, and the names of all."""
    link = page.get_by_role("link", name="PDF", exact=True)
    listed = printed(page, link.get_attribute("href") or "")
    for words in (*PLAYERS, *numbers, "61"):
        assert words in listed, words
    as_text = download(page, "CSV").read_text(encoding="utf-8-sig")
    assert all(number in as_text for number in numbers)
    assert download(page, "XLSX").read_bytes()[:2] == b"PK"


def switches_off(page: Page, cast: Cast) -> None:
    """What was taken is still seen, and can only be taken back."""
    Club.objects.filter(pk=cast.club.pk).update(features=[])
    page.goto(reverse("desk_club", args=[cast.club.uid]))
    page.get_by_role("link", name="Entry fees").click()
    page.get_by_role("link", name=cast.event.name).click()
    expect(page.get_by_text("Fees are switched off")).to_be_visible()
    expect(page.get_by_role("button", name="Take the fee")).to_have_count(0)
    expect(row_of(page, PLAYERS[0]).get_by_role("link", name="Take back")).to_be_visible()


@pytest.mark.full
def test_a_prize_is_paid_once_the_event_is_over(page: Page, cast: Cast) -> None:
    prizes = {"ties": "divided", "tie_breaks": [], "unit": "元", "amounts": ["100"], "things": []}
    organise.set_prizes(cast.event, cast.director, prizes)
    finish(cast)
    page.goto(reverse("desk_fees", args=[cast.event.uid]))
    page.get_by_role("link", name="Prizes paid").click()
    page.get_by_role("button", name=re.compile("^Paid")).first.click()
    expect(page.get_by_text("The prize is marked as paid.")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Paid in prizes: ¥"))).to_be_visible()
    paid = Payment.objects.get(kind=PaymentKind.PRIZE)
    assert paid.method == PaymentMethod.CASH
    paper = printed(page, reverse("desk_fees_file", args=[cast.event.uid, "prizes", "pdf"]))
    assert "Signature" in paper
    assert paid.what in paper
    assert accessibility.violations(page) == []


@pytest.mark.full
def test_the_rail_shows_every_tool_on_a_laptop(page: Page, cast: Cast) -> None:
    cast.closed_round()
    Event.objects.filter(pk=cast.event.pk).update(rounds_planned=5)
    page.goto(reverse("desk_fees", args=[cast.event.uid]))
    rail = page.locator(".rail")
    # On a phone it is one line above the page, which is pushed along.
    for width in (1024, 1366):
        page.set_viewport_size({"width": width, "height": 768})
        expect(rail.get_by_role("link", name="Entry fees")).to_be_visible()
        assert rail.evaluate("(rail) => rail.scrollHeight - rail.clientHeight") <= 0
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
