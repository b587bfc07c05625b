"""From an empty tournament to a published round: how often somebody clicks or types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.config.program import Program
from tests.journeys.conftest import Devices
from tests.journeys.evening.desk import Desk

MOST: Final = 20
DESK: Final = ViewportSize(width=1366, height=768)
EIGHT: Final = ("陈思远", "林晓燕", "王建国", "赵敏", "周子墨", "黄丽娟", "吴大伟", "郑秋霞")


class CountedHands:
    """Clicks and fields filled in, counted, each by the words that stand there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.actions: list[str] = []

    def presses(self, words: str) -> None:
        """Press a button or follow a link, and wait for the page to which it leads."""
        main = self.page.locator("main")
        button = main.get_by_role("button", name=words, exact=True)
        target = button if button.count() else main.get_by_role("link", name=words)
        with self.page.expect_navigation():
            target.first.click()
        self.actions.append(words)

    def fills(self, label: str, text: str) -> None:
        """Fill a field in."""
        self._field(label).fill(text)
        self.actions.append(label)

    def chooses(self, label: str, words: str) -> None:
        """Choose one of a list."""
        self._field(label).select_option(label=words)
        self.actions.append(label)

    def _field(self, label: str) -> Locator:
        return self.page.locator("main").get_by_label(label, exact=True).first


def _enters(hands: CountedHands, names: Sequence[str]) -> None:
    hands.fills("Names", "\n".join(names))
    hands.presses("Show what was read")
    hands.presses("Enter these names")


@pytest.mark.nightly
def test_an_event_comes_to_its_first_published_round_in_twenty_actions(
    program: Program, devices: Devices
) -> None:
    desk = Desk(devices(DESK))
    desk.founds(*program.setup, "chen", "清风棋牌俱乐部", "autumn-lantern-8")
    desk.announces("周五牌局", "文化馆二楼")

    hands, rules = CountedHands(desk.page), desk.page.locator("#rules-shown")
    hands.presses("New event")
    hands.presses("Gongzhu")
    expect(rules).to_contain_text("The rules: Gongzhu · Competition")
    # What is shown follows the form, and nothing is pressed for it.
    hands.chooses("Rules", "Gongzhu · Classic")
    expect(rules).to_contain_text("The rules: Gongzhu · Classic")
    hands.fills("Deals in a round", "4")
    hands.presses("Create the event")
    _enters(hands, EIGHT)
    hands.presses("Check-in")
    hands.presses("All are present")
    hands.presses("Draw the round")
    hands.presses("Publish the round")

    expect(desk.page.locator("main")).to_contain_text("in play")
    expect(desk.page.locator(".table-tile")).to_have_count(2)
    assert len(hands.actions) <= MOST, hands.actions


@pytest.mark.nightly
def test_the_rules_of_the_page_keep_what_was_opened_and_typed(
    program: Program, devices: Devices
) -> None:
    desk = Desk(devices(DESK))
    desk.founds(*program.setup, "chen", "清风棋牌俱乐部", "autumn-lantern-8")
    desk.announces("周五牌局", "文化馆二楼")
    hands, page = CountedHands(desk.page), desk.page
    hands.presses("New event")
    hands.presses("Gongzhu")
    page.locator("#rule-group-scoring > summary").click()
    page.get_by_text("Keep changed rules for the club").click()
    page.get_by_label("Keep these rules for the club as").fill("清风规则")
    before = page.locator("#rules-shown").text_content() or ""
    page.locator("[name='rule-sheep']").focus()
    page.locator("[name='rule-sheep']").select_option("50")
    expect(page.locator("#rules-shown")).not_to_have_text(before)
    expect(page.locator("#rules-shown")).to_contain_text("+50")
    expect(page.locator("#rule-group-scoring > summary")).to_contain_text("Value of the sheep 50")
    expect(page.locator("[name='own_name']")).to_have_value("清风规则")
    expect(page.locator("[name='rule-sheep']")).to_be_visible()
    expect(page.locator("[name='rule-sheep']")).to_be_focused()
    hands.presses("Create the event")
    page.go_back()
    page.goto(page.url.partition("?")[0])
    expect(page.locator("[name='rules'] option").first).to_have_text("清风规则")
