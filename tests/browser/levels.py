"""The entry of a deal of 升级 on a tablet: dealer, level, trump, points, and the last trick."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.tablet import TabletPage


class LevelsTablet:
    """What is entered of a deal of 升级 on the page of a table."""

    def __init__(self, tablet: TabletPage) -> None:
        self.tablet = tablet
        self.page = tablet.page

    def part(self, name: str) -> Locator:
        """Return a part of the entry."""
        return self.tablet.view("entry").locator(f'[data-part="{name}"]')

    def deals(self, seat: str) -> LevelsTablet:
        """Say who deals."""
        self.tablet.seat(seat).click()
        return self

    def plays_at(self, level: str) -> LevelsTablet:
        """Say which level is played."""
        self.part("level").locator("summary").click()
        self.part("level-choices").locator(f'[data-key="{level}"]').click()
        self.part("level").locator("summary").click()
        return self

    def trump(self, suit: str) -> LevelsTablet:
        """Say what is trump."""
        self.page.locator(f'[data-trump="{suit}"]').click()
        return self

    def takes(self, points: int, name: str = "attackers_points") -> LevelsTablet:
        """Say how many points: the nearest number on the pad, then steps."""
        root = self.part(name)
        keys = [int(text) for text in root.locator("[data-points]").all_text_contents()]
        nearest = max(key for key in keys if key <= points)
        if not root.locator(".pad").is_visible():
            root.locator('[data-part="value"]').click()
        root.locator(f'[data-points="{nearest}"]').click()
        for _ in range((points - nearest) // 5):
            root.locator('[data-part="more"]').click()
        expect(root.locator('[data-part="value"]')).to_have_text(str(points))
        return self

    def kitty(self, points: int) -> LevelsTablet:
        """Say how many points were in the kitty."""
        return self.takes(points, "kitty_points")

    def last(self, seat: str, combination: str = "") -> LevelsTablet:
        """Say who won the last trick, and with what."""
        self.part("winners").locator(f'[data-seat="{seat}"]').click()
        if combination:
            self.page.locator(f'[data-combination="{combination}"]').click()
        return self

    @property
    def comes(self) -> Locator:
        """What it comes to so far."""
        return self.part("comes-said")

    @property
    def expected(self) -> Locator:
        """Who deals at which level by the deals before."""
        return self.part("expected")
