"""Two tables of 升级 and their deals: what is written down, and what the page then says of it."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import expect

from tests.browser.levels import LevelsTablet
from tests.journeys.evening.table import TableTablet


@dataclass(frozen=True, slots=True)
class Played:
    """What a table writes down of a deal, and what it then reads."""

    trump: str
    points: int
    last: tuple[str, str]
    """Who won the last trick; with what, if an attacker did."""
    kitty: int | None
    comes: str
    follows: str = ""


TAKEN = Played("H", 120, ("W", "pair"), 10, "120 + 10 × 4 = 160", "Next deal: West, level 4")
KEPT = Played("S", 35, ("W", ""), None, "Dealer's side up 2")
LEVEL = Played("D", 80, ("N", ""), None, "Nobody goes up, the attackers deal next", "West, level 2")
SHUT = Played("NT", 0, ("E", ""), None, "Dealer's side up 3")
FIRST, SECOND = (TAKEN, KEPT), (LEVEL, SHUT)
"""The deals of the two tables: West and East win 6 : 2 and 5 : 2, by four levels and by three."""


class LevelsTable:
    """The tablet of a table, on which who deals at which level follows from the deal before."""

    def __init__(self, tablet: TableTablet) -> None:
        self.tablet = tablet
        self.page = LevelsTablet(tablet.tablet)

    def opens(self, code: str, *, dealer: str) -> None:
        """Open the table, and say who deals first."""
        self.tablet.opens(code)
        self.page.deals(dealer)

    def plays(self, *deals: Played) -> None:
        """Bring deals from the entry to the result, one after the other."""
        for number, deal in enumerate(deals):
            if number:
                self.goes_on()
            self.writes(deal)
            self.tablet.hands_in()
            self.tablet.agrees()

    def goes_on(self) -> None:
        """Go on to the second deal: on this evening West deals it at every table."""
        self.tablet.goes_on()
        expect(self.page.expected).to_contain_text("West deals at level")

    def writes(self, deal: Played) -> None:
        """Write a deal down, and read what it comes to."""
        self.enters(deal)
        expect(self.page.comes).to_contain_text(deal.comes)
        if deal.follows:
            expect(self.page.comes).to_contain_text(deal.follows)
        else:
            # Of the last deal of the round nothing follows at this table.
            expect(self.page.comes).not_to_contain_text("Next deal")

    def enters(self, deal: Played) -> None:
        """Tap what is asked of a deal, in whatever language."""
        self.page.trump(deal.trump).takes(deal.points).last(*deal.last)
        if deal.kitty is not None:
            self.page.kitty(deal.kitty)
