"""A tablet at a table: opened by its code, deals entered, confirmed from another seat."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, expect

from tests.browser.deals import DeepTablet
from tests.browser.tablet import TabletPage
from tests.journeys.evening.played import Deal


class TableTablet:
    """The tablet of one table, at which South writes and West confirms."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.tablet = TabletPage(context, address)
        self.deep = DeepTablet(self.tablet)

    def opens(self, code: str) -> None:
        """Type the code of the table, and say who writes."""
        self.tablet.code = code
        self.tablet.page.goto(f"{self.tablet.address}/t/")
        self.tablet.page.locator("main input:not([readonly])").first.fill(code.lower())
        self.tablet.page.keyboard.press("Enter")
        self.tablet.writes("S")

    def enters(self, deal: Deal) -> None:
        """Write a deal down by the cards that were won; West confirms it."""
        self.begins(deal)
        self.tablet.rest(deal.rest)
        self.hands_in()
        self.agrees()

    def enters_with_claim(self, deal: Deal) -> None:
        """Write a deal down that a claim of all the rest ended; everybody accepted it."""
        self.begins(deal)
        self.deep.claims(deal.rest, "all")
        self.deep.accepted_by(*(seat for seat in "NWSE" if seat != deal.rest))
        self.hands_in()
        self.agrees()

    def begins(self, deal: Deal) -> None:
        """Write down who was dealt the great cards, and the piles but for the rest."""
        for card, seat in deal.owners.items():
            self.tablet.exposable(card).click()
            if card in deal.exposed:
                self.tablet.asked(deal.exposed[card]).click()
            self.tablet.asked(seat).click()
        for seat, cards in deal.piles.items():
            self.tablet.gives(seat, *cards.split())

    def hands_in(self) -> None:
        """Look at the points and send the sheet."""
        self.tablet.previews().sends()

    def agrees(self) -> None:
        """Let West confirm what was sent."""
        self.tablet.confirms("W").sees_done()

    def goes_on(self) -> None:
        """Go on to the next deal."""
        self.tablet.act("next").click()
        expect(self.tablet.view("entry")).to_be_visible()
