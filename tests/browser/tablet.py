"""A tablet at a table, as the hands that hold it see it: names, cards, buttons and words.

tablet.opens(hall.table).writes("S")
tablet.gives("N", "SQ", "HA").rest("S")
tablet.previews().sends().confirms("W").sees_done()
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from referee.models import Confirmation, Sheet
from tests.services.chromium import PATIENCE
from tournaments.models import Result, Table

OUTBOX = """async (name) => {
  const opened = indexedDB.open(name, 1);
  const database = await new Promise((done) => (opened.onsuccess = () => done(opened.result)));
  const asked = database.transaction("rows").objectStore("rows").getAll();
  const rows = await new Promise((done) => (asked.onsuccess = () => done(asked.result)));
  database.close();
  return rows;
}"""

FORGETS = """(beginning) => Object.keys(localStorage)
  .filter((name) => name.startsWith(beginning)).forEach((name) => localStorage.removeItem(name))"""


def counts() -> tuple[int, int, int]:
    """How many sheets, confirmations and results there are."""
    return Sheet.objects.count(), Confirmation.objects.count(), Result.objects.count()


class TabletPage:
    """One window of one device."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page = self._window()
        self.code = ""

    def _window(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    def another_window(self) -> TabletPage:
        """Return a second window of the same device, at the same table."""
        other = TabletPage(self.context, self.address)
        other.code = self.code
        other.page.goto(f"{self.address}/t/{self.code}/")
        return other

    def opens(self, table: Table) -> TabletPage:
        """Go to the page of a table."""
        self.code = table.code
        self.page.goto(f"{self.address}/t/{table.code}/")
        return self

    def opens_code(self) -> TabletPage:
        """Go to the page of the table that was opened before."""
        self.page.goto(f"{self.address}/t/{self.code}/")
        return self

    def writes(self, seat: str) -> TabletPage:
        """Say who writes the score."""
        self.view("recorder").locator(f'[data-seat="{seat}"]').click()
        expect(self.view("entry")).to_be_visible()
        return self

    # What is entered.

    def seat(self, seat: str) -> Locator:
        """Return the button of a seat."""
        return self.view("entry").locator(f'.compass [data-seat="{seat}"]')

    def tile(self, card: str) -> Locator:
        """Return the tile of a scoring card."""
        return self.page.locator(f'[data-tile="{card}"]')

    def exposable(self, card: str) -> Locator:
        """Return the tile of a card that can be exposed."""
        return self.page.locator(f'[data-exposable="{card}"]')

    def asked(self, choice: str) -> Locator:
        """Return an answer to what is asked of an exposed card: a seat or a kind."""
        return self.page.locator(f'.ask [data-seat="{choice}"], .ask [data-kind="{choice}"]')

    def gives(self, seat: str, *cards: str) -> TabletPage:
        """Choose a seat and tap what it won."""
        self.seat(seat).click()
        for card in cards:
            self.tile(card).click()
        return self

    def rest(self, seat: str) -> TabletPage:
        """Give whatever is left to a seat."""
        self.seat(seat).click()
        self.page.locator('[data-part="rest"]').click()
        return self

    def fills(self) -> TabletPage:
        """Enter the deal of the cast: the pig to North and so on."""
        return self.gives("N", "SQ").gives("W", "DJ").gives("S", "C10").rest("E")

    # The steps of a deal.

    def act(self, name: str) -> Locator:
        """Return the button of that name that can be seen."""
        return self.page.locator(f'[data-act="{name}"]:visible')

    def previews(self) -> TabletPage:
        """Ask what the deal comes to, and see it."""
        self.act("preview").click()
        expect(self.act("send")).to_be_visible()
        return self

    def sends(self) -> TabletPage:
        """Hand the sheet over, and see who may confirm it."""
        self.act("send").click()
        expect(self.page.locator(".confirm")).to_be_visible()
        return self

    def confirms(self, seat: str) -> TabletPage:
        """Tap a name that confirms."""
        self.confirmer(seat).click()
        return self

    def sees_done(self) -> TabletPage:
        """Wait until the result stands."""
        expect(self.view("result").locator(".state-done")).to_be_visible()
        return self

    def enters(self) -> TabletPage:
        """Bring a deal from its first card to its result."""
        return self.fills().previews().sends().confirms("N").sees_done()

    def more(self) -> TabletPage:
        """Open what lies at the thumb: depth, claim, who bid."""
        self.view("entry").locator('.action-bar [data-part="more"]').click()
        return self

    def gives_back(self) -> TabletPage:
        """Tap, in the menu, what gives the table back."""
        self.page.locator('[data-sheet="menu"]').click()
        self.page.locator('[data-part="gives-back"] > summary').click()
        self.act("release").click()
        return self

    # What is seen.

    def view(self, name: str) -> Locator:
        """Return a view of the page, shown or not."""
        return self.page.locator(f'[data-view="{name}"]')

    @property
    def waiting(self) -> Locator:
        """The button that says how many items wait."""
        return self.page.locator('[data-part="waiting"]')

    @property
    def connection(self) -> Locator:
        """The word of the connection on the line that is always there."""
        return self.page.locator('.status-line [data-part="connection"]')

    @property
    def problems(self) -> Locator:
        """The problems above the entry."""
        return self.page.locator('[data-part="problems"] li')

    def confirmer(self, seat: str) -> Locator:
        """Return the name that confirms for a seat."""
        return self.page.locator(f'.confirm [data-seat="{seat}"]')

    def opens_deal(self, number: int) -> TabletPage:
        """Choose a deal from the list."""
        self.page.locator('[data-part="deals"]').click()
        self.page.locator("#deals li button").nth(number - 1).click()
        return self

    def total(self, seat: str) -> Locator:
        """Return the points of a seat in the result."""
        totals = self.page.locator(".totals > li")
        return totals.filter(has=self.page.get_by_text(seat, exact=True)).locator(".points")

    def says(self, text: str) -> None:
        """Check that a sentence can be read."""
        expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible()

    def kept(self) -> list[dict[str, Any]]:
        """Return what the outbox holds."""
        rows = self.page.evaluate(OUTBOX, f"huapai-outbox-{self.code}")
        return sorted(rows, key=lambda row: int(row["order"]))

    def forgets(self, kind: str) -> None:
        """Lose what the device has kept of one kind, as one on which nothing was written."""
        self.page.evaluate(FORGETS, f"huapai.{kind}.")

    def asks_again(self) -> None:
        """Let the page notice that the network may be back, without waiting for its clock."""
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def sent(self) -> None:
        """Wait until nothing waits."""
        expect(self.page.locator('[data-part="waiting"]:not([data-waits])')).to_be_visible()


def loses_the_answer(route: Route) -> None:
    """Let the server do its work, and lose what it answers."""
    route.fetch()
    route.abort()


def answers(status: int, body: str | dict[str, Any]) -> dict[str, Any]:
    """Return what `Route.fulfill` takes for an answer: JSON data, or a page."""
    if isinstance(body, str):
        return {"status": status, "content_type": "text/html", "body": body}
    return {"status": status, "content_type": "application/json", "body": json.dumps(body)}
