"""Teams that play for levels: sheets that are typed from paper, and line-ups of the last time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import expect

from tests.journeys.evening.desk import ON_PAPER
from tests.journeys.evening.teams import TeamsDesk


@dataclass(frozen=True, slots=True)
class Sheet:
    """A deal of 升级 as it stands on paper: who deals first is written, later it follows."""

    dealer: str
    points: int
    last: str
    combination: str = ""
    kitty: int | None = None


class LevelTeamsDesk(TeamsDesk):
    """What a secretary does at the desk when teams play for levels."""

    def types_sheets(self, table: int, sheets: Sequence[Sheet]) -> None:
        """Type the sheets of a table; from the second on dealer and level are filled in."""
        for number, sheet in enumerate(sheets, 1):
            self._opens_the_deal(table, number)
            dealer = self.page.locator("[name=ask_dealer]")
            if number == 1:
                dealer.select_option(sheet.dealer)
            expect(dealer).to_have_value(sheet.dealer)
            self._types_the_rest(sheet)

    def rooms(self) -> dict[int, str]:
        """Return what stands on the tile of every table, by its number."""
        self._opens()
        tiles = self.page.locator("[id^=table-]")
        expect(tiles.first).to_be_visible()
        ids = tiles.evaluate_all("tiles => tiles.map(tile => tile.id)")
        texts = tiles.all_inner_texts()
        numbers = [int(tag.removeprefix("table-")) for tag in ids]
        return dict(zip(numbers, texts, strict=True))

    def _types_the_rest(self, sheet: Sheet) -> None:
        self.page.locator("[name=ask_trump]").select_option("S")
        self.page.locator("[name=ask_attackers_points]").fill(str(sheet.points))
        self.page.locator("[name=ask_last_trick_winner]").select_option(sheet.last)
        if sheet.combination:
            field = self.page.locator("[name=ask_last_trick_combination]")
            field.select_option(sheet.combination)
        if sheet.kitty is not None:
            self.page.locator("[name=ask_kitty_points]").fill(str(sheet.kitty))
        self._field("Reason").fill(ON_PAPER)
        self._press("Check the points")
        self._press("Make this the result")
        self._reads("The sheet is now the result of the deal.")

    def offers_last_line_ups(self) -> int:
        """Return for how many teams the line-up of the last time is offered."""
        self._opens_line_ups()
        return self.page.get_by_role("button", name=re.compile("plays as last time")).count()

    def takes_last_line_ups(self) -> None:
        """Let everybody play as in the round before, team by team."""
        self._opens_line_ups()
        offered = self.page.get_by_role("button", name=re.compile("plays as last time"))
        for _team in range(offered.count()):
            with self.page.expect_navigation():
                offered.first.click()

    def makes_the_next_evening(self) -> str:
        """Make another evening like this one; what its page of entries says."""
        self._opens()
        self._follow("Another evening like this one")
        self._press("Create the evening")
        self.page.locator("main a[href*='/desk/events/']").first.click()
        match = re.search(r"/desk/events/\w{12}/", self.page.url)
        assert match, self.page.url
        assert match[0] not in self.event
        self.event = match[0]
        self._opens("entries/")
        return self.page.locator("main").inner_text()
