"""The register and the page of a member in the guide's pictures: see `scripts.screenshots`."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Final

from playwright.sync_api import BrowserContext, Page, ViewportSize

from scripts.camera import PHONE, SCREEN, Camera
from tests.journeys.evening.desk import Desk

LOW: Final = ViewportSize(width=1366, height=520)


def plays_for_the_register(camera: Camera, director: BrowserContext, desk: Desk) -> None:
    """Take the players of an event into the register, with two namesakes; show its pages."""
    desk.draws()
    desk.publishes()
    register = _Register(camera, director, desk.event)
    register.takes_in()
    register.looks()
    register.draws_a_link()


class _Register:
    """What a director does with the register after an evening."""

    def __init__(self, camera: Camera, director: BrowserContext, event: str) -> None:
        self.camera, self.words, self.event = camera, camera.words, event
        self.page: Page = director.new_page()
        self.window: Page = camera.device(SCREEN, director).new_page()
        self.club = ""

    def takes_in(self) -> None:
        """Make the guests of the event members, and add two namesakes from other clubs."""
        page = self.page
        page.goto(f"{self.event}entries/guests/")
        page.get_by_role("button", name="Make them members").click()
        page.goto("/desk/")
        link = page.get_by_role("link", name="Members").first.get_attribute("href") or ""
        self.club = str(PurePosixPath(link).parent)
        for team in self.words.teams[2:]:
            page.goto(f"{self.club}/members/add/")
            page.get_by_label("Name").fill(self._doubled)
            page.get_by_label("Home club").fill(team.name.removesuffix("队"))
            page.get_by_role("button", name="Add").click()

    def looks(self) -> None:
        """Show the list, the question about a name, and likely duplicates."""
        self._looks("register", f"{self.club}/members/", SCREEN)
        page = self.window
        page.goto(f"{self.event}entries/paste/")
        page.locator("textarea").fill("\n".join((self._doubled, self.words.teams[3].players[1])))
        page.locator("main form button[type=submit]").first.click()
        page.set_viewport_size(LOW)
        self.camera.takes("asked", page)
        self._looks("doubles", f"{self.club}/members/doubles/", LOW)

    def draws_a_link(self) -> None:
        """Draw the link of a player, and open it on a phone."""
        page = self.window
        page.set_viewport_size(SCREEN)
        page.goto(f"{self.club}/members/")
        page.get_by_role("link", name=self.words.players[0]).click()
        page.locator("main a[href$='/link/']").click()
        page.locator("button[value=draw]").click()
        address = page.locator(".member-link-text").inner_text()
        self.camera.takes("link", page)
        phone = self.camera.device(PHONE).new_page()
        phone.goto("/m/" + address.partition("/m/")[2])
        phone.locator(".member-results .person-round").first.wait_for()
        self.camera.takes("member", phone)

    @property
    def _doubled(self) -> str:
        return self.words.teams[0].players[-1]

    def _looks(self, name: str, path: str, size: ViewportSize) -> None:
        self.window.set_viewport_size(size)
        self.window.goto(path)
        self.camera.takes(name, self.window)
