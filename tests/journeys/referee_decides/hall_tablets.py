"""What is seen and tapped on the tablets of a hall, of its tables and of its officials."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from referee.models import CallReason
from tests.browser.conftest import Devices
from tests.browser.desk.test_two_records import signed_in
from tests.browser.tablet import TabletPage
from tests.journeys.referee_decides import hall_desk
from tournaments.models import User

HELD = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 844}
CHINESE = "zh-CN"


class CountedTaps:
    """A referee's tablet that counts what is tapped and typed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.actions: list[str] = []

    def taps(self, what: Locator, words: str) -> None:
        what.tap()
        self.actions.append(words)

    def button(self, words: str) -> None:
        self.taps(self.page.get_by_role("button", name=words, exact=True), words)

    def link(self, words: str) -> None:
        self.taps(self.page.get_by_role("link", name=words, exact=True).first, words)


def of_an_official(device: Devices, address: str, user: User, **options: Any) -> Page:
    """Return a tablet on the desk's pages, on which an official has signed in."""
    held = {"viewport": HELD, "has_touch": True, "base_url": address, **options}
    return signed_in(device, user, **held)


def follows(desk: Page) -> Locator:
    """What a ruling would do, before it is made."""
    return desk.locator("section", has=desk.locator("#follows"))


def looks_at(desk: Page, name: str, article: str, facts: str) -> None:
    """On the form of a ruling say who, by which article and what happened; see what follows."""
    desk.locator("label", has=desk.locator("input[name=whom]")).filter(has_text=name).tap()
    chosen = desk.locator(".articles label", has_text=article).first
    if not chosen.is_visible():
        desk.locator("details", has=chosen).locator("summary").tap()
    chosen.tap()
    desk.locator("[name=facts]").fill(facts)
    desk.locator(".ruling-look button").last.tap()
    expect(follows(desk)).to_be_visible()


def rules_so(desk: Page) -> None:
    """Make the ruling that was looked at, and come to its page."""
    desk.locator(".ruling-look button[name=store]").tap()
    expect(desk.locator("form.ruling-form")).to_have_count(0)


def printed(desk: Page, link: str) -> str:
    """Return the words of a paper that is linked on a page, without spaces."""
    address = desk.get_by_role("link", name=link, exact=True).get_attribute("href")
    assert address
    answer = desk.request.get(address)
    assert answer.headers["content-type"] == "application/pdf"
    return hall_desk.words_of(answer.body())


def calls(tablet: TabletPage, reason: CallReason) -> Locator:
    """Call the referee from a table; the button of the call."""
    button = tablet.page.locator('[data-part="call"]')
    button.click()
    tablet.page.locator(f'[data-reason="{reason}"]').click()
    tablet.page.locator("#calls [data-close]").click()
    return button


def reads_penalties(tablet: TabletPage, *words: str, number: int = 1) -> None:
    """Find words among so many penalties and warnings that a table can open, and close them."""
    tablet.asks_again()
    tablet.page.locator('[data-part="deals"]').click()
    given = tablet.page.locator('#deals [data-part="penalties"]')
    expect(given.locator("li")).to_have_count(number)
    for said in words:
        expect(given).to_contain_text(said)
    tablet.page.locator("#deals [data-close]").click()


def reads_no_penalty(tablet: TabletPage) -> None:
    """Find nothing of penalties at a table."""
    tablet.asks_again()
    tablet.page.locator('[data-part="deals"]').click()
    expect(tablet.page.locator("#deals")).to_be_visible()
    expect(tablet.page.locator('#deals [data-part="penalised"]')).to_be_hidden()
    tablet.page.locator("#deals [data-close]").click()
