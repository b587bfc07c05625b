"""升级 from an empty installation: a draw, two tables, a phone in the hall, and what is printed."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.config.program import Program
from tests.journeys.conftest import Devices
from tests.journeys.evening.desk import Desk
from tests.journeys.evening.levels import FIRST, SECOND, LevelsTable
from tests.journeys.evening.table import TableTablet
from tests.web.publish.papers import read_by_another

pytestmark = pytest.mark.nightly

PAIRS = ("陈思远 / 林晓燕", "王建国 / 赵敏", "周子墨 / 黄丽娟", "吴大伟 / 郑秋霞")
DESK = ViewportSize(width=1366, height=768)
PHONE = ViewportSize(width=390, height=844)
TABLET = ViewportSize(width=820, height=1180)
Seats = Mapping[str, str]


def test_pairs_play_for_levels_from_the_draw_to_the_printed_standings(
    program: Program, devices: Devices
) -> None:
    desk = Desk(devices(DESK))
    _prepares(desk, program)
    seats = desk.draws()
    desk.publishes()
    phone = devices(PHONE).new_page()
    phone.goto(desk.event.replace("/desk/events/", "/e/"))
    for table, deals in enumerate((FIRST, SECOND), 1):
        at_table = LevelsTable(TableTablet(devices(TABLET), _address(program)))
        at_table.opens(desk.code(table), dealer="N")
        at_table.plays(*deals)

    rows = _rows(seats)
    for name, (victory_points, net) in rows.items():
        _sees(phone, name, victory_points, net)
    desk.closes(1)
    _prints_the_standings(desk, rows)
    _prints_the_scoresheets(desk, seats)


def _prepares(desk: Desk, program: Program) -> None:
    desk.founds(*program.setup, "chen", "清风棋牌俱乐部", "autumn-lantern-8")
    desk.announces("周六升级", "文化馆二楼")
    desk.plans("Shengji", "pairs, Swiss", "升级双人赛", deals=2, rounds=1)
    desk.pastes(PAIRS, "pairs")


def _address(program: Program) -> str:
    return f"http://127.0.0.1:{program.port}"


def _rows(seats: Mapping[int, Seats]) -> dict[str, tuple[int, str]]:
    """Return the victory points and the net levels of every pair."""
    rows: dict[str, tuple[int, str]] = {}
    for table, ahead in ((1, 4), (2, 3)):
        rows[_pair(seats[table], "W")] = (15 + ahead, f"+{ahead}")
        rows[_pair(seats[table], "N")] = (15 - ahead, f"−{ahead}")
    return rows


def _pair(seats: Seats, label: str) -> str:
    """Return the name of a pair as it was entered, from a seat of it."""
    pairs = [pair.split(" / ") for pair in PAIRS]
    return next("／".join(pair) for pair in pairs if seats[label] in pair)


def _sees(phone: Page, name: str, victory_points: int, net: str) -> None:
    """Read on a page that was opened before anybody had played."""
    row = phone.locator("li[id^=row-]").filter(has_text=name)
    expect(row.locator("summary")).to_contain_text(net, timeout=30_000)
    expect(row.locator(".standing-total")).to_contain_text(str(victory_points))


def _prints_the_standings(desk: Desk, rows: Mapping[str, tuple[int, str]]) -> None:
    lines = _lines(read_by_another(desk.orders("Standings")))
    for name, (victory_points, net) in rows.items():
        line = next(line for line in lines if name.split("／")[0] in line)
        assert net in line.split(), line
        assert line.split()[-1] == str(victory_points), line


def _prints_the_scoresheets(desk: Desk, seats: Mapping[int, Seats]) -> None:
    """A page for each table: who deals at which level, the sum, what it comes to."""
    paper = read_by_another(desk.orders("Scoresheets"))
    first, second = (_lines(page) for page in paper.split("\f")[:2])
    for page, table in ((first, 1), (second, 2)):
        assert all(any(name in line for line in page) for name in seats[table].values()), paper
    taken, kept = (_deal(first, number) for number in (1, 2))
    assert taken[:3] == ["1", "N", "2"], taken
    assert "120 + 10 × 4 = 160" in " ".join(taken)
    assert kept[:3] == ["2", "W", "4"], kept
    shut = _deal(second, 2)
    assert shut[:3] == ["2", "W", "2"], shut


def _deal(lines: list[str], number: int) -> list[str]:
    """Return the words of a deal on a scoresheet."""
    return next(line.split() for line in lines if re.match(rf"\s*{number}\s+[NWSE]\s", line))


def _lines(text: str) -> list[str]:
    return text.splitlines()
