"""An evening with a late entry and one who leaves: a place that is not given, and the next one."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.config.program import Program
from tests.journeys.conftest import Devices
from tests.journeys.evening import played
from tests.journeys.evening.desk import Desk

EIGHT: Final = ("陈思远", "林晓燕", "王建国", "赵敏", "周子墨", "黄丽娟", "吴大伟", "郑秋霞")
LATE: Final = "高翔"
LEAVES: Final = "郑秋霞"
DESK = ViewportSize(width=1366, height=768)
PHONE = ViewportSize(width=390, height=844)


class ComeAndGoDesk(Desk):
    """What a secretary does when people come late and go early."""

    def lets_go(self, name: str) -> None:
        """Note that somebody leaves after what was played."""
        self._opens("entries/")
        with self.page.expect_navigation():
            self.page.locator("main").get_by_role("link", name=name).first.click()
        self.page.locator("summary", has_text="Withdraw").click()
        self._press("Withdraw the entry")

    def finishes_without_place(self, name: str) -> None:
        """Give no place to whom the page of the finish names, by one tap, and finish."""
        self._opens()
        self._follow("Finish the event")
        few = self.page.locator(".few-deals")
        expect(few).to_have_count(1)
        expect(few).to_contain_text(name)
        with self.page.expect_navigation():
            few.get_by_role("button", name="Give no place").click()
        self._press("Finish the event")

    def makes_the_next_evening(self) -> str:
        """Make another evening like this one; the title that it gets."""
        self._opens()
        self._follow("Another evening like this one")
        title = self._field("Name").input_value()
        self._press("Create the evening")
        return title


@pytest.mark.nightly
def test_who_comes_late_is_left_without_a_place_and_the_next_evening_counts_on(
    program: Program, devices: Devices
) -> None:
    desk = ComeAndGoDesk(devices(DESK))
    desk.founds(*program.setup, "chen", "清风棋牌俱乐部", "autumn-lantern-8")
    desk.announces("周五牌局第1期", "文化馆二楼")
    desk.plans("Gongzhu", "individual, one evening", "个人赛", deals=1, rounds=2)
    desk.pastes(EIGHT)
    desk.checks_all_in()
    _plays(desk, 1)
    desk.lets_go(LEAVES)
    desk.enters(LATE)
    desk.checks_in(LATE)
    seated = _plays(desk, 2)
    assert LATE in seated
    assert LEAVES not in seated

    desk.finishes_without_place(LATE)
    phone = devices(PHONE).new_page()
    phone.goto(desk.event.replace("/desk/events/", "/e/"))
    rows = phone.locator("li[id^=row-]")
    expect(rows).to_have_count(len(EIGHT) + 1)
    expect(rows.filter(has_text=LATE).locator(".standing-place")).to_have_text("–")
    expect(rows.filter(has_text=EIGHT[0]).locator(".standing-place")).to_have_text(
        re.compile("[1-8]")
    )
    paper = desk.prints("Final result")
    assert "These standings are official." in paper
    assert desk.makes_the_next_evening() == "周五牌局第2期"


def _plays(desk: Desk, number: int) -> set[str]:
    """Draw a round, type its sheets and close it; who was seated."""
    seats = desk.draws()
    desk.publishes()
    for table in seats:
        desk.types(table, 1, played.SECOND[table - 1][0])
    desk.closes(number)
    return {name for names in seats.values() for name in names.values()}
