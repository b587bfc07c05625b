"""The director at the desk: pages, fields and buttons, by the words that stand on them."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence

from playwright.sync_api import BrowserContext, Locator, Page, expect
from pypdf import PdfReader

from tests.journeys.evening.played import GREAT, SEATS, Deal

SEAT_NAMES = {"N": "North", "W": "West", "S": "South", "E": "East"}

ON_PAPER = "The table wrote on paper"


class Desk:
    """The window of whoever directs the evening."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.event = ""

    # Before anybody has come.

    def founds(self, address: str, code: str, owner: str, club: str, password: str) -> None:
        """Become the owner, with the code that the program has shown; the page then is gone."""
        self.page.goto(address)
        expect(self._field("Setup code")).to_have_value(code)
        self._field("Name of the club").fill(club)
        self._field("Your real name").fill("陈立")
        self._field("Your user name").fill(owner)
        self._field("Password").fill(password)
        self._field("Repeat the password").fill(password)
        self._press("Create the club and sign in")
        self._reads("The club is set up")

    def announces(self, name: str, place: str) -> None:
        """Create the tournament."""
        self.page.locator("main a[href$='/tournaments/new/']").first.click()
        self._field("Name").fill(name)
        self._field("Place").fill(place)
        self._press("Create the tournament")

    def plans(self, game: str, played: str, name: str, *, deals: int, rounds: int) -> None:
        """Create an event of a game by what is played, the first of its tournament or another."""
        self.page.locator("main a[href$='/events/new/']").first.click()
        self._follow(game)
        self._follow(f"{game}: {played}")
        self._field("Name").fill(name)
        self._field("Deals in a round").fill(str(deals))
        self._field("Rounds planned").fill(str(rounds))
        self._creates_the_event()

    def pastes(self, names: Sequence[str], unit: str = "players") -> None:
        """Enter a list of names; `unit` is what the page counts."""
        self._opens("entries/")
        self._field("Names").fill("\n".join(names))
        self._press("Show what was read")
        self._press("Enter these names")
        self._reads(f"Entered: {len(names)} {unit}.")

    # The hall fills.

    def checks_all_in(self) -> None:
        """Note that everybody on the list is present."""
        self._opens("check-in/")
        self._press("All are present")

    def enters(self, name: str) -> None:
        """Enter somebody who was not on the list."""
        self._opens("entries/")
        self._field("Name").fill(name)
        self._press("Enter")

    def checks_in(self, name: str) -> None:
        """Note that somebody has come."""
        self._opens("check-in/")
        with self.page.expect_navigation():
            self.page.locator(".check-in-row", has_text=name).click()

    def present(self) -> str:
        """Return what the check-in says of how many are there."""
        self._opens("check-in/")
        return self.page.locator(".check-in-head [role=status]").inner_text()

    # Rounds.

    def draws(self) -> dict[int, dict[str, str]]:
        """Draw the next round; who sits where, table by table."""
        self._opens()
        self._press("Draw the round")
        expect(self.page.locator(".table-tile").first).to_be_visible()
        return {
            int(table.locator(".table-tile-number").inner_text().split()[-1]): _sitters(table)
            for table in self.page.locator(".table-tile").all()
        }

    def publishes(self) -> None:
        """Publish the round that was drawn."""
        self._opens()
        self._press("Publish the round")

    def code(self, table: int) -> str:
        """Return the code of a table, as it stands at its tile."""
        self._opens()
        return (self.page.locator(f"#table-{table} .strong").text_content() or "").strip()

    def closes(self, number: int) -> None:
        """Close a round."""
        self._opens()
        self._press(f"Close round {number}")

    def finishes(self) -> None:
        """Finish the event."""
        self._opens()
        self._follow("Finish the event")
        self._press("Finish the event")

    # What the referee does there.

    def types(self, table: int, number: int, deal: Deal, reason: str = ON_PAPER) -> None:
        """Type the sheet of a deal, look at its points and make it the result."""
        self._opens_the_deal(table, number)
        if reason != ON_PAPER:
            self._follow("Correct this deal")
        for name, text in _fields(deal).items():
            self.page.locator(f"[name={name}]").fill(text)
        for name, value in _choices(deal).items():
            self.page.locator(f"[name={name}]").select_option(value)
        self._field("Reason").fill(reason)
        self._press("Check the points")
        self._press("Make this the result")
        self._reads("The sheet is now the result of the deal.")

    def penalises(self, name: str, points: str, reason: str) -> None:
        """Give penalty points in the standings, after a look at what they change."""
        self._opens_the_referees_page()
        self.page.get_by_role("link", name="Penalty points").click()
        targets = self.page.locator("select[name=whom] option[value^='entry:']", has_text=name)
        value = targets.first.get_attribute("value")
        self.page.locator("select[name=whom]").select_option(value)
        self._field("Penalty points").fill(points)
        self._field("Reason").fill(reason)
        self._press("Show the effect")
        self.page.get_by_role("button", name="Give").click()
        self._reads("The penalty points are given.")

    def _opens_the_referees_page(self) -> None:
        self._opens()
        self._follow("Sheets and tablets")

    def _opens_the_deal(self, table: int, number: int) -> None:
        """Find the page of a deal by what stands at the head of its sheet."""
        self._opens_the_referees_page()
        self._field("Table").fill(str(table))
        self._field("Deal").fill(str(number))
        self._press("To the deal")

    # What goes onto the wall.

    def prints(self, title: str) -> str:
        """Order a document; the text on its pages."""
        pages = PdfReader(io.BytesIO(self.orders(title))).pages
        return "\n".join(page.extract_text() for page in pages)

    def orders(self, title: str) -> bytes:
        """Order the first document of that name, of the whole event or of its latest round."""
        self._opens("documents/")
        named = re.compile(rf"^{re.escape(title)}(, round \d+)?$")
        self.page.get_by_role("button", name=named).first.click()
        link = self.page.locator("#ready a")
        expect(link).to_be_visible(timeout=60_000)
        answer = self.page.request.get(link.get_attribute("href") or "")
        assert answer.headers["content-type"] == "application/pdf"
        return answer.body()

    # How all of it is done.

    def _creates_the_event(self) -> None:
        self._press("Create the event")
        match = re.search(r"/desk/events/\w{12}/", self.page.url)
        assert match, self.page.url
        self.event = match[0]

    def _opens(self, rest: str = "") -> None:
        self.page.goto(self.event + rest)

    def _field(self, label: str) -> Locator:
        shown = self.page.locator("main").get_by_label(re.compile(rf"^{label}( \(optional\))?$"))
        return shown.locator("visible=true").first

    def _follow(self, words: str) -> None:
        self.page.locator("main").get_by_role("link", name=words).first.click()

    def _press(self, words: str) -> None:
        """Press a button that sends a form, and wait for its answer: the next step may come."""
        with self.page.expect_navigation():
            self._button(words).click()

    def _button(self, words: str) -> Locator:
        return self.page.locator("main").get_by_role("button", name=words, exact=True).first

    def _reads(self, words: str) -> None:
        expect(self.page.locator("main")).to_contain_text(words)


def _sitters(table: Locator) -> dict[str, str]:
    labels = table.locator(".draft-seat .seat-label").all_inner_texts()
    names = table.locator(".draft-seat span:last-child").all_inner_texts()
    return dict(zip(labels, names, strict=True))


def _fields(deal: Deal) -> dict[str, str]:
    return {f"won_{seat}": deal.piles.get(seat, "") for seat in SEATS}


def _choices(deal: Deal) -> Mapping[str, str]:
    owners = deal.owners
    shown = {
        f"exposed_{GREAT.index(card)}": f"{owners[card]}:{kind}"
        for card, kind in deal.exposed.items()
    }
    return {"rest": deal.rest, **shown, **{f"dealt_{card}": owners[card] for card in GREAT}}
