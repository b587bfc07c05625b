"""Teams for levels: pasted, lined up, played, finished, and the next evening, from nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.config.program import Program
from tests.journeys.conftest import Devices
from tests.journeys.evening.level_teams import LevelTeamsDesk, Sheet
from tests.journeys.evening.levels import FIRST, LevelsTable
from tests.journeys.evening.table import TableTablet
from tests.journeys.evening.teams import Captain, Team
from tests.web.publish.papers import read_by_another

TEAMS: Final = (
    Team("华清队", ("张一鸣", "张二妹", "张三丰", "张四海", "张五常")),
    Team("周末队", ("赵一曼", "赵二虎", "赵三元", "赵四维", "赵五洲", "赵六合")),
    Team("东山队", ("王一博", "王二小", "王三省", "王四达")),
    Team("西湖队", ("孙一凡", "孙二宝", "孙三多", "孙四维")),
)
PLAYERS: Final = {team.name: team.players[:4] for team in TEAMS}
PASTED: Final = """华清队：张一鸣（队长）、张二妹、张三丰、张四海、张五常
周末队 赵一曼 赵二虎 赵三元 赵四维 赵五洲 赵六合
3. 东山队：王一博，王二小，王三省，王四达
西湖队：孙一凡/孙二宝/孙三多/孙四维
领队签字："""
DESK = ViewportSize(width=1366, height=768)
PHONE = ViewportSize(width=390, height=844)
TABLET = ViewportSize(width=820, height=1180)
NORTH: Final = (Sheet("N", 0, "N"), Sheet("S", 0, "S"))
WEST: Final = (Sheet("W", 0, "W"), Sheet("E", 0, "E"))
"""Without a point for the attackers the dealer's side goes up by three, and its partner deals."""


@pytest.mark.nightly
def test_teams_play_for_levels_from_a_pasted_list_to_the_next_evening(
    program: Program, devices: Devices
) -> None:
    desk = LevelTeamsDesk(devices(DESK))
    _prepares(desk, program)
    first = _begins(desk, devices)
    table = LevelsTable(TableTablet(devices(TABLET), f"http://127.0.0.1:{program.port}"))
    table.opens(desk.code(1), dealer="N")
    # With the last deal of a match nothing follows.
    table.plays(FIRST[0], replace(FIRST[1], follows=""))
    _home_wins(desk, (2, 3, 4))
    desk.closes(1)

    second = desk.draws_matches()
    desk.publishes()
    assert desk.offers_last_line_ups() == len(TEAMS)
    desk.takes_last_line_ups()
    desk.reveals()
    _home_wins(desk, (1, 2, 3, 4))
    desk.closes(2)
    desk.finishes()

    ranked = _by_wins([home for home, _away in (*first, *second)])
    _ranks(devices(PHONE).new_page(), desk.event, ranked)
    paper = read_by_another(desk.orders("Final result"))
    assert "These standings are official." in paper
    places = [paper.index(name) for name in (ranked[0], ranked[-1])]
    assert places == sorted(places)
    entered = desk.makes_the_next_evening()
    assert not [team.name for team in TEAMS if team.name not in entered]


def _prepares(desk: LevelTeamsDesk, program: Program) -> None:
    desk.founds(*program.setup, "chen", "清风棋牌俱乐部", "autumn-lantern-8")
    desk.announces("周六升级第1期", "文化馆二楼")
    desk.plans("Shengji", "teams at two tables, Swiss", "队式赛", deals=2, rounds=2)
    desk.pastes_lines(PASTED, len(TEAMS))
    desk.checks_all_in()


def _begins(desk: LevelTeamsDesk, devices: Devices) -> list[tuple[str, str]]:
    """Draw and publish; three captains hand in by their codes, the desk takes the fourth."""
    codes = desk.prints_captains_slips()
    matches = desk.draws_matches()
    desk.publishes()
    assert desk.offers_last_line_ups() == 0
    sides = [(team, at == 0) for match in matches for at, team in enumerate(match)]
    for team, home in sides[:3]:
        Captain(devices(PHONE), codes[team]).hands_in(PLAYERS[team], home=home)
    team, home = sides[3]
    desk.takes_line_up(team, PLAYERS[team], home=home)
    desk.reveals()
    return matches


def _home_wins(desk: LevelTeamsDesk, tables: tuple[int, ...]) -> None:
    """Type the sheets: the home side sits north-south in the open room, east-west in the other."""
    rooms = {number: "open room" in label for number, label in desk.rooms().items()}
    for number in tables:
        desk.types_sheets(number, NORTH if rooms[number] else WEST)


def _by_wins(homes: list[str]) -> list[str]:
    return sorted(PLAYERS, key=lambda name: -homes.count(name))


def _ranks(page: Page, event: str, ranked: list[str]) -> None:
    """Read on a phone who won and who came last."""
    page.goto(event.replace("/desk/events/", "/e/"))
    rows = page.locator("li[id^=row-]")
    expect(rows).to_have_count(len(TEAMS))
    shown = rows.all_inner_texts()
    assert ranked[0] in shown[0]
    assert ranked[-1] in shown[-1]
