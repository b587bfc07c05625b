"""The entry of a game, laid in one page without a server and tapped by scripts.

entry.gives("N", "SQ", "HA").rest("S")
assert entry.text(tile("SQ")) == "North"
"""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import BrowserContext, Page, Route

from tests.referee.hall import Hall, Tablet

ADDRESS: Final = "http://bench.test/"
OWN: Final = Path(__file__).with_name("bench.js")
STARTS: Final = "referee/table.js"
"""The script that opens the whole tablet; a bench lays its modules itself."""


def serve(route: Route, page: str) -> None:
    """Answer with the page of a table, or with one of its files."""
    path = urlsplit(route.request.url).path
    name = path.removeprefix(settings.STATIC_URL)
    found = None if name in {path, STARTS} else finders.find(name)
    if found:
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        route.fulfill(path=found, content_type=kind)
    elif path.endswith(".js"):
        body = OWN.read_text("utf-8") if path == "/bench.js" else ""
        route.fulfill(body=body, content_type="text/javascript")
    else:
        route.fulfill(body=page, content_type="text/html; charset=utf-8")


class Benches:
    """A page for each game, opened when it is first laid, and what a tablet is told of rounds."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.rounds: dict[str, dict[str, Any]] = {}
        self._pages: dict[str, Page] = {}

    def round_of(self, key: str, make: Any) -> dict[str, Any]:
        """Return what a tablet is told of a round; the hall is built when it is first wanted."""
        if key not in self.rounds:
            hall: Hall = make()
            self.rounds[key] = Tablet(Client()).opens(hall.table).get("round").json()
            game = self.rounds[key]["event"]["game"]
            if game not in self._pages:
                self._pages[game] = self._open(hall)
        return self.rounds[key]

    def page(self, game: str) -> Page:
        """Return the page on which a game is laid."""
        return self._pages[game]

    def _open(self, hall: Hall) -> Page:
        answer = Client().get(f"/t/{hall.table.code}/", headers={"Accept-Language": "en"})
        text = answer.content.decode()
        page = self.context.new_page()
        page.route(f"{ADDRESS}**", lambda route: serve(route, text))
        page.goto(ADDRESS)
        page.evaluate("import('/bench.js')")
        return page


def tile(card: str) -> str:
    """Name the tile of a scoring card."""
    return f'[data-tile="{card}"]'


def exposable(card: str) -> str:
    """Name the tile of a card that can be exposed."""
    return f'[data-exposable="{card}"]'


def part(*names: str) -> str:
    """Name a part within a part."""
    return " ".join(f'[data-part="{name}"]' for name in names)


class LaidEntry:
    """The entry of a deal as it lies on the bench."""

    def __init__(self, page: Page, pack: Mapping[str, Any], seat: str) -> None:
        self.page = page
        self.pack = pack
        page.evaluate("([pack, seat]) => bench.lay(pack, seat)", [pack, seat])

    # What fingers do.

    def tap(self, *selectors: str) -> LaidEntry:
        """Tap one button after the other."""
        self.page.evaluate("(selectors) => bench.tap(selectors)", list(selectors))
        return self

    def seat(self, seat: str) -> LaidEntry:
        """Choose a seat."""
        return self.tap(f'.compass [data-seat="{seat}"]')

    def gives(self, seat: str, *cards: str) -> LaidEntry:
        """Choose a seat and tap what it won."""
        return self.seat(seat).tap(*map(tile, cards))

    def rest(self, seat: str) -> LaidEntry:
        """Give whatever is left to a seat."""
        return self.seat(seat).tap(part("rest"))

    def deals(self, seat: str, *cards: str) -> LaidEntry:
        """Choose a seat and tap the cards of its hand."""
        return self.seat(seat).tap(*(f'{part("hands")} [data-dealt="{card}"]' for card in cards))

    def plays(self, *cards: str) -> LaidEntry:
        """Tap cards onto the table."""
        return self.tap(*(f'{part("play")} [data-dealt="{card}"]' for card in cards))

    def step(self, name: str) -> LaidEntry:
        """Go to a step of the deal."""
        return self.tap(f'{part("steps")} [data-choice="{name}"]')

    def claims(self, seat: str, kind: str, *accepting: str) -> LaidEntry:
        """Say who claims what after which trick, the first by default, and who accepts it."""
        answers = (f'{part("answers")} [data-seat="{other}"]' for other in accepting)
        return self.tap(
            f'{part("claimants")} [data-seat="{seat}"]',
            f'#claim [data-kind="{kind}"]',
            part("claim-sheet", "more"),
            *answers,
        )

    def types(self, name: str, text: str) -> LaidEntry:
        """Type a line and let it be read."""
        given = [part(name), text]
        self.page.evaluate("([selector, text]) => bench.type(selector, text)", given)
        return self

    def undo(self) -> LaidEntry:
        """Take one step back."""
        self.page.evaluate("bench.undo()")
        return self

    # What a test does behind the page.

    def again(self) -> LaidEntry:
        """Lay the page anew from what was kept, as after a reload."""
        self.page.evaluate("bench.again()")
        return self

    def go(self, number: int) -> LaidEntry:
        """Go to another deal of the round."""
        self.page.evaluate("(number) => bench.go(number)", number)
        return self

    def change(self, **changes: Any) -> LaidEntry:
        """Let the entry be another than it is."""
        self.page.evaluate("(changes) => bench.change(changes)", changes)
        return self

    def read(self, report: Mapping[str, Any]) -> LaidEntry:
        """Begin with what a sheet of another device says."""
        self.page.evaluate("(report) => bench.read(report)", dict(report))
        return self

    def seals(self) -> LaidEntry:
        """Keep what is entered as a sheet that was not sent yet."""
        self.page.evaluate("bench.seal()")
        return self

    # What is seen.

    def check(self) -> dict[str, list[str]]:
        """Check the deal; return each field in which something is open, with its cards."""
        gaps: list[list[Any]] = self.page.evaluate("bench.check()")
        return dict(gaps)

    @property
    def entry(self) -> dict[str, Any]:
        """What is entered, as it is kept."""
        kept: dict[str, Any] = self.page.evaluate("bench.entry()")
        return kept

    @property
    def report(self) -> dict[str, Any]:
        """What would be sent."""
        made: dict[str, Any] = self.page.evaluate("bench.report()")
        return made

    @property
    def calls(self) -> list[list[str]]:
        """With what the referee was called."""
        made: list[list[str]] = self.page.evaluate("bench.calls()")
        return made

    def text(self, selector: str) -> str:
        """Return what can be read somewhere in the entry."""
        element = self.page.locator(f'[data-view="entry"] {selector}').first
        return " ".join(element.evaluate("(element) => element.innerText").split())

    def says(self, *names: str) -> str:
        """Return what can be read in a part of a part."""
        return self.text(part(*names))

    def content(self, selector: str) -> str:
        """Return the words of something in a sheet that is not open."""
        element = self.page.locator(f'[data-view="entry"] {selector}').first
        return " ".join((element.text_content() or "").split())

    def value(self, selector: str) -> str:
        """Return what stands in a field."""
        return self.page.locator(f'[data-view="entry"] {selector}').first.input_value()

    def shown(self, selector: str) -> bool:
        """Whether it can be seen."""
        element = self.page.locator(f'[data-view="entry"] {selector}').first
        return bool(element.evaluate("(element) => element.checkVisibility()"))

    def has(self, selector: str, attribute: str) -> str | None:
        """Return an attribute, None where it is not set."""
        given: str | None = self.page.locator(f'[data-view="entry"] {selector}').first.evaluate(
            "(element, name) => element.getAttribute(name)", attribute
        )
        return given

    def count(self, selector: str) -> int:
        """How many there are."""
        return self.page.locator(f'[data-view="entry"] {selector}').count()

    @property
    def lacks(self) -> str:
        """What the one button says is missing, or that the points can be checked."""
        return self.says("preview-text")
