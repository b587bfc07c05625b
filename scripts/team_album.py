"""Teams and a knockout in the guide's pictures: see `scripts.screenshots`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, Page, ViewportSize

from scripts.camera import PHONE, SCREEN, Camera
from tests.journeys.evening import played
from tests.journeys.evening.table import TableTablet
from tests.journeys.evening.teams import Captain, Team, TeamsDesk, makes_boards, plays

BOARDS: Final = 2
PAIRS: Final = 6
HIGH: Final = ViewportSize(width=1366, height=900)
TO_ITS_SECTION: Final = "one => one.closest('section').scrollIntoView()"
SHEETS: Final = (played.REVERSED, played.MISREAD)


def plays_for_teams(camera: Camera, director: BrowserContext, data: Path) -> None:
    """Play a round of teams over sealed boards, then one of a knockout."""
    evening = _Teams(camera, director, data)
    evening.plays()
    evening.plays_a_knockout()


class _Teams:
    """The pictures from the template of a team event to the comparison of its boards."""

    def __init__(self, camera: Camera, director: BrowserContext, data: Path) -> None:
        self.camera, self.words, self.data = camera, camera.words, data
        self.desk = TeamsDesk(director)
        self.window: Page = camera.device(SCREEN, director).new_page()

    def plays(self) -> None:
        """Play the first round to its end."""
        self._announces()
        self._looks_at_the_template()
        desk = self.desk
        desk.plans_teams(self.words.of_teams, boards=BOARDS, rounds=2)
        desk.pastes_teams(self.words.teams)
        captains = desk.prints_captains_slips()
        matches = desk.draws_matches()
        desk.publishes()
        makes_boards(self.data, desk.event.split("/")[-2], 1)
        self._looks("boards", f"{desk.event}boards/")
        self._hands_in(captains, matches)
        self._plays_the_round()
        desk.closes(1)
        self._looks_at_a_board()

    def _announces(self) -> None:
        self.desk.page.goto("/desk/")
        self.desk.announces(self.words.tournament, self.words.place)

    def _looks_at_the_template(self) -> None:
        page = self.desk.page
        path = page.locator("main a[href$='/events/new/']").first.get_attribute("href") or ""
        self.window.goto(f"{path}?template=teams_swiss")
        self.window.locator("details a[aria-current]").evaluate(TO_ITS_SECTION)
        self.camera.takes("template", self.window)

    def _hands_in(self, captains: dict[str, str], matches: Sequence[tuple[str, str]]) -> None:
        """Hand in by phone and at the desk, which sees that a line-up was handed in, but no
        names.
        """
        (home, away), others = matches[0], matches[1]
        first = Captain(self.camera.device(PHONE), captains[home])
        self.camera.takes("captain", first.page)
        # The language of a page is that of its window; only the camera's is fixed.
        english = self.camera.browser.new_context(
            viewport=PHONE, base_url=self.camera.address, locale="en-GB"
        )
        Captain(english, captains[home]).hands_in(self._of(home).players[:4], home=True)
        self._looks("line-ups", self._line_ups(), SCREEN)
        Captain(english, captains[away]).hands_in(self._of(away).players[:4], home=False)
        for team, at_home in zip(others, (True, False), strict=True):
            self.desk.takes_line_up(team, self._of(team).players[:4], home=at_home)
        self.desk.reveals()

    def _line_ups(self) -> str:
        page = self.desk.page
        page.goto(self.desk.event)
        link = page.locator("main").get_by_role("link", name="Line-ups").first
        return link.get_attribute("href") or ""

    def _of(self, name: str) -> Team:
        return next(team for team in self.words.teams if team.name == name)

    def _plays_the_round(self) -> None:
        held = makes_boards(self.data, self.desk.event.split("/")[-2], 1)
        tables = sorted(self.desk.tables().items())
        for place, (_number, (code, label)) in enumerate(tables):
            table = TableTablet(self.camera.device(PHONE), self.camera.address)
            table.opens(code)
            if not place:
                self.camera.takes("room", table.tablet.page)
            great, rest = ("W", "N") if "open room" in label else ("N", "W")
            for board in range(BOARDS):
                if board:
                    table.goes_on()
                plays(table, held[_board_at(table)], great=great, rest=rest)

    def _looks_at_a_board(self) -> None:
        self.window.goto(self._public("boards/1/1/"))
        self.window.locator("#matches h2").evaluate(TO_ITS_SECTION)
        self.camera.takes("board", self.window)

    def plays_a_knockout(self) -> None:
        """Play the first round of a knockout of pairs, in a tournament with tables of its own."""
        self._announces()
        desk, names = self.desk, [player for team in self.words.teams for player in team.players]
        desk.plans_a_knockout(self.words.knockout, deals=1)
        pairs = [" / ".join(names[at : at + 2]) for at in range(0, 2 * PAIRS, 2)]
        desk.pastes(pairs, "pairs")
        tables = sorted(desk.draws())
        desk.publishes()
        for number, sheet in zip(tables, SHEETS, strict=True):
            table = TableTablet(self.camera.device(PHONE), self.camera.address)
            table.opens(desk.code(number))
            table.enters(sheet)
        desk.closes(1)
        self._looks("bracket", self._public("bracket/"), HIGH)

    def _public(self, rest: str) -> str:
        return self.desk.event.replace("/desk/events/", "/e/") + rest

    def _looks(self, name: str, path: str, size: ViewportSize = SCREEN) -> None:
        self.window.set_viewport_size(size)
        self.window.goto(path)
        self.camera.takes(name, self.window)


def _board_at(table: TableTablet) -> int:
    """Return the number of the board that a table is to play now, in whatever language."""
    text = table.tablet.page.locator('[data-part="deals"]').inner_text()
    match = re.search(r"\d+", text)
    if match is None:
        raise RuntimeError(text)
    return int(match[0])
