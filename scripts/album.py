"""Plays the evening for the guide's pictures and takes them: see `scripts.screenshots`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from scripts.camera import LOW, PHONE, SCREEN, TALL, WORDS, Camera
from scripts.register_album import plays_for_the_register
from scripts.team_album import plays_for_teams
from tests.config.program import serving
from tests.journeys.evening import played
from tests.journeys.evening.desk import Desk
from tests.journeys.evening.levels import FIRST, SECOND, LevelsTable, Played
from tests.journeys.evening.table import TableTablet
from tests.services import chromium, fonts

SETUP: Final = re.compile(r"(http://\S+/desk/setup/\?code=(\S+))")
ON_THE_LIST: Final = 7
STICK: Final = r"E:\huapai"


def make(folder: str, languages: Sequence[str]) -> None:
    """Make the pictures of the languages that are named, or of all."""
    for language in languages or list(WORDS):
        data = Path(folder, language)
        with serving("serve", data) as program, _browser(data) as browser:
            address = f"http://127.0.0.1:{program.port}"
            match = SETUP.search(program.text)
            if match is None:
                raise RuntimeError(program.text)
            evening = _Evening(Camera(browser, address, language))
            evening.plays(match[1], match[2])
            plays_for_the_register(evening.camera, evening.director, evening.desk)
            evening.plays_for_levels()
            plays_for_teams(evening.camera, evening.director, data)


@contextmanager
def _browser(folder: Path) -> Iterator[Browser]:
    environ = {**os.environ, **fonts.environ(folder)}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.FLAGS, env=dict(environ)
        )
        yield browser
        browser.close()


class _Evening:
    """One evening: the director clicks in English, the camera shows its own language."""

    def __init__(self, camera: Camera) -> None:
        self.camera, self.words = camera, camera.words
        self.director = camera.browser.new_context(
            viewport=SCREEN, base_url=camera.address, locale="en-GB"
        )
        self.desk = Desk(self.director)
        self.window: Page

    def plays(self, setup: str, code: str) -> None:
        """Play up to the standings after the first round."""
        words, desk = self.words, self.desk
        desk.founds(setup, code, "chen", words.club, "autumn-lantern-8")
        desk.announces(words.tournament, words.place)
        desk.plans("Gongzhu", "individual, one evening", words.event, deals=2, rounds=2)
        self.window = self.camera.device(SCREEN, self.director).new_page()
        self._fills_the_hall()
        self._plays_a_round()
        self._copies()

    def _fills_the_hall(self) -> None:
        desk, players = self.desk, self.words.players
        desk.pastes(players[:ON_THE_LIST])
        self._looks("names", f"{desk.event}entries/")
        desk.checks_all_in()
        desk.enters(players[-1])
        self._looks("check-in", f"{desk.event}check-in/")
        desk.checks_in(players[-1])
        desk.draws()
        self._looks("draw", desk.event)
        desk.publishes()

    def _plays_a_round(self) -> None:
        desk = self.desk
        tablet = self._uses_a_tablet()
        self._calls_the_referee(tablet.tablet.page)
        self._opens_a_second_device()
        desk.types(2, 1, played.MISREAD)
        self._looks("round", desk.event)
        tablet.goes_on()
        tablet.enters_with_claim(played.CLAIMED)
        desk.types(2, 2, played.EXPOSED)
        self._penalises()
        desk.closes(1)
        phone = self.camera.device(PHONE).new_page()
        phone.goto(desk.event.replace("/desk/events/", "/e/"))
        phone.locator("li[id^=row-]").first.wait_for()
        self.camera.takes("standings", phone)

    def _uses_a_tablet(self) -> TableTablet:
        tablet = TableTablet(self.camera.device(PHONE), self.camera.address)
        tablet.opens(self.desk.code(1))
        tablet.begins(played.REVERSED)
        self.camera.takes("entry", tablet.tablet.page)
        tablet.tablet.rest(played.REVERSED.rest)
        tablet.hands_in()
        tablet.tablet.sent()
        self.camera.takes("confirm", tablet.tablet.page)
        tablet.agrees()
        return tablet

    def _calls_the_referee(self, page: Page) -> None:
        page.click("[data-sheet=calls]")
        page.click("[data-reason=score]")
        self.window.goto(self.desk.event)
        calls = self.window.get_attribute(".rail a[href*='/calls/']", "href")
        phone = self.camera.device(PHONE, self.director).new_page()
        phone.goto(calls or "")
        phone.locator(".call-answers").wait_for()
        self.camera.takes("call", phone)
        self._withdraws_the_call(page)

    def _withdraws_the_call(self, page: Page) -> None:
        withdraw = page.locator("#calls [data-part=withdraw]")
        if not page.locator("#calls").is_visible():
            page.click("[data-sheet=calls]")
        withdraw.click()
        withdraw.wait_for(state="hidden")
        page.keyboard.press("Escape")

    def _opens_a_second_device(self) -> None:
        page = self.camera.device(PHONE).new_page()
        page.goto(f"/t/{self.desk.code(1)}/")
        page.locator("[data-view=taken] input").wait_for()
        self.camera.takes("take-over", page)

    def _penalises(self) -> None:
        page = self.window
        page.goto(self.desk.event)
        page.click(".rail a[href$='/penalties/']")
        page.locator("select[name=whom]").select_option(index=2)
        page.fill("[name=points]", "-50")
        page.fill("[name=reason]", self.words.reason)
        page.locator("form:has([name=whom]) button.button-primary").click()
        page.set_viewport_size(TALL)
        self.camera.takes("penalty", page)
        page.set_viewport_size(SCREEN)

    def plays_for_levels(self) -> None:
        """Play a round of pairs for levels, in a tournament with tables of its own."""
        desk, players = self.desk, self.words.players
        desk.page.goto("/desk/")
        desk.announces(self.words.tournament, self.words.place)
        desk.plans("Shengji", "pairs, Swiss", self.words.pairs, deals=2, rounds=1)
        pairs = [" / ".join(pair) for pair in zip(players[::2], players[1::2], strict=True)]
        desk.pastes(pairs, "pairs")
        tables = sorted(desk.draws())
        desk.publishes()
        for table, deals in zip(tables, (FIRST, SECOND), strict=True):
            self._plays_a_match(table, deals)
        phone = self.camera.device(PHONE).new_page()
        phone.goto(desk.event.replace("/desk/events/", "/e/"))
        phone.locator("li[id^=row-]").first.wait_for()
        self.camera.takes("levels-standings", phone)

    def _plays_a_match(self, number: int, deals: Sequence[Played]) -> None:
        table = LevelsTable(TableTablet(self.camera.device(PHONE), self.camera.address))
        table.opens(self.desk.code(number), dealer="N")
        page = table.tablet.tablet.page
        for place, deal in enumerate(deals):
            if place:
                table.tablet.goes_on()
            table.enters(deal)
            self._shows_the_first(deal, "levels-entry", page)
            table.tablet.hands_in()
            table.tablet.tablet.sent()
            self._shows_the_first(deal, "levels-confirm", page)
            table.tablet.agrees()

    def _shows_the_first(self, deal: Played, name: str, page: Page) -> None:
        if deal is FIRST[0]:
            page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
            self.camera.takes(name, page)

    def _copies(self) -> None:
        page = self.window
        page.goto("/desk/")
        page.click("a[href$='/installation/']")
        page.locator("main form input[type=text]").fill(STICK)
        page.set_viewport_size(LOW)
        self.camera.takes("copies", page)

    def _looks(self, name: str, path: str) -> None:
        self.window.goto(path)
        self.camera.takes(name, self.window)
