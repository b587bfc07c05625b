"""Teams over sealed boards from an empty installation: line-ups, two rooms, and the prize list."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.config.program import Program
from tests.journeys.conftest import Devices
from tests.journeys.evening.table import TableTablet
from tests.journeys.evening.teams import Captain, Team, TeamsDesk, board_at, makes_boards, plays
from tests.web.publish.papers import read_by_another

pytestmark = pytest.mark.nightly

TEAMS = (
    Team("华清队", ("张一鸣", "张二妹", "张三丰", "张四海", "张五常")),
    Team("北风队", ("李一凡", "李二曲", "李三才", "李四光")),
    Team("东山队", ("王一博", "王二小", "王三省", "王四达")),
    Team("西湖队", ("赵一曼", "赵二虎", "赵三元", "赵四维", "赵五洲", "赵六合")),
)
PLAYERS = {team.name: team.players[:4] for team in TEAMS}
DESK = ViewportSize(width=1366, height=768)
PHONE = ViewportSize(width=390, height=844)
TABLET = ViewportSize(width=820, height=1180)
BOARDS = (1, 2)
SEALED = "sealed"


class Evening:
    """All who take part: the desk, the captains, the tables, and a phone in the hall."""

    def __init__(self, program: Program, devices: Devices) -> None:
        self.program, self.devices = program, devices
        self.desk = TeamsDesk(devices(DESK))
        self.phone: Page = devices(PHONE).new_page()
        self.captains: dict[str, str] = {}
        self.tablets: dict[str, TableTablet] = {}

    def begins(self) -> None:
        """Found the club, plan the event, enter the teams and say what there is to win."""
        desk = self.desk
        desk.founds(*self.program.setup, "chen", "清风棋牌俱乐部", "autumn-lantern-8")
        desk.announces("周六队式赛", "文化馆二楼")
        desk.plans_teams("队式赛", boards=len(BOARDS), rounds=2)
        desk.pastes_teams(TEAMS)
        desk.sets_prizes("500", "300")
        self.captains = desk.prints_captains_slips()
        assert set(self.captains) == set(PLAYERS)

    def public(self, rest: str = "") -> Page:
        """Open a public page of the event on the phone."""
        self.phone.goto(self.desk.event.replace("/desk/events/", "/e/") + rest)
        return self.phone

    def hands_in_blindly(self, home: str, away: str) -> None:
        """Let two captains hand in; the second one reads nothing of the first."""
        first = Captain(self.devices(PHONE), self.captains[home])
        second = Captain(self.devices(PHONE), self.captains[away])
        first.reads("It has to be in by")
        first.hands_in(PLAYERS[home], home=True)
        second.reads("The other side has handed in.")
        second.never_reads(*PLAYERS[home])
        second.hands_in(PLAYERS[away], home=False)
        first.never_reads(*PLAYERS[away])

    def begins_the_first_round(self) -> list[tuple[str, str]]:
        """Draw, publish, take the line-ups of captains and at the desk, and show them."""
        desk, matches = self.desk, self.desk.draws_matches()
        desk.publishes()
        self.hands_in_blindly(*matches[0])
        for team, home in zip(matches[1], (True, False), strict=True):
            desk.takes_line_up(team, PLAYERS[team], home=home)
        text = desk.reads_line_ups()
        assert not [name for players in PLAYERS.values() for name in players if name in text]
        desk.reveals()
        return matches

    def begins_the_second_round(self) -> list[tuple[str, str]]:
        """Draw and publish; everybody plays as in the round before."""
        matches = self.desk.draws_matches()
        self.desk.publishes()
        self.desk.takes_them_as_last_time()
        self.desk.reveals()
        return matches

    def table(self, code: str) -> TableTablet:
        """Return the tablet of a table, which is the same one all evening."""
        if code not in self.tablets:
            address = f"http://127.0.0.1:{self.program.port}"
            self.tablets[code] = TableTablet(self.devices(TABLET), address)
        return self.tablets[code]

    def plays_a_round(self, number: int) -> None:
        """Play the boards of a round in both rooms: whoever is at home wins all of them."""
        event = self.desk.event.split("/")[-2]
        held = makes_boards(self.program.data, event, number)
        for code, label in self.desk.tables().values():
            is_open = "open room" in label
            table = self.table(code)
            table.opens(code)
            for place in range(len(held)):
                if place:
                    table.goes_on()
                great, rest = ("W", "N") if is_open else ("N", "W")
                plays(table, held[board_at(table)], great=great, rest=rest)


def test_teams_play_over_sealed_boards_from_blind_line_ups_to_the_prize_list(
    program: Program, devices: Devices
) -> None:
    evening = Evening(program, devices)
    evening.begins()
    first = evening.begins_the_first_round()
    _meets(evening.public("rounds/1/"), first)
    evening.plays_a_round(1)
    _keeps_its_cards(evening.public("boards/"))
    evening.desk.closes(1)
    _shows_its_cards(evening)

    second = evening.begins_the_second_round()
    assert not {frozenset(pair) for pair in first} & {frozenset(pair) for pair in second}
    evening.plays_a_round(2)
    evening.desk.closes(2)
    evening.desk.finishes()

    ranked = _ranked([home for home, _ in (*first, *second)])
    _ranks(evening.public(), ranked)
    _gives_prizes(evening.public("prizes/"), ranked[0])
    paper = read_by_another(evening.desk.orders("Standings"))
    assert all(name in paper for name in PLAYERS)


def _meets(page: Page, matches: list[tuple[str, str]]) -> None:
    """Read who sits where, in both rooms."""
    for team in matches[0]:
        for name in PLAYERS[team]:
            expect(page.locator("main")).to_contain_text(name)


def _keeps_its_cards(page: Page) -> None:
    """Nobody reads the cards of a board while the round goes on."""
    expect(page.locator("main")).to_contain_text(re.compile(SEALED, re.IGNORECASE))


def _shows_its_cards(evening: Evening) -> None:
    """Everybody reads what was dealt and who gained, soon after the round is closed."""
    for _ in range(10):
        # A page that was asked for a moment ago may be answered as it was.
        page = evening.public("boards/")
        if page.get_by_role("link", name="Board 1").count():
            break
        page.wait_for_timeout(500)
    page.get_by_role("link", name="Board 1").first.click()
    expect(page.locator("#hands")).to_contain_text("♠")
    for match in page.locator("#matches tbody tr").all():
        expect(match).to_contain_text(re.compile(r"[1-9]\d* : 0"))


def _ranked(homes: list[str]) -> list[str]:
    """Return the teams by how often they were at home, which is how often they won."""
    return sorted(PLAYERS, key=lambda name: -homes.count(name))


def _ranks(page: Page, ranked: list[str]) -> None:
    rows = page.locator("li[id^=row-]")
    expect(rows).to_have_count(len(PLAYERS))
    shown = rows.all_inner_texts()
    assert ranked[0] in shown[0]
    assert ranked[-1] in shown[-1]


def _gives_prizes(page: Page, best: str) -> None:
    row = page.locator("tr, li", has_text=best).filter(has_text="500")
    expect(row.first).to_be_visible()
