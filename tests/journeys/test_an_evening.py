"""A whole club evening of eight, from an empty installation to the final result on paper."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from playwright.sync_api import ViewportSize

from tests.config.program import Program
from tests.journeys.conftest import Devices
from tests.journeys.evening import played
from tests.journeys.evening.desk import Desk
from tests.journeys.evening.phone import Phone
from tests.journeys.evening.reckoning import Reckoning, Row
from tests.journeys.evening.table import TableTablet
from tests.services.worker import ROOT

SEVEN = ("陈思远", "林晓燕", "王建国", "赵敏", "周子墨", "黄丽娟", "吴大伟")
LATE = "郑秋霞"
PENALTY = -1
DESK = ViewportSize(width=1366, height=768)
PHONE = ViewportSize(width=390, height=844)
TABLET = ViewportSize(width=820, height=1180)


@pytest.mark.full
def test_eight_play_an_evening_from_an_empty_installation_to_the_final_result(
    program: Program, devices: Devices
) -> None:
    desk, reckoning = Desk(devices(DESK)), Reckoning()
    _prepares(desk, program)
    _fills_the_hall(desk)
    _plays_the_first_round(desk, _tablet(devices, program), reckoning)
    _plays_the_second_round(desk, reckoning)
    desk.finishes()

    rows = reckoning.rows()
    paper = desk.prints("Final result")
    assert len(rows) == 8
    assert sorted(Phone(devices(PHONE), desk.event).standings()) == sorted(
        (row.place, row.name, row.points) for row in rows
    )
    assert "These standings are official." in paper
    for row in rows:
        assert _printed(row) in paper, (row, paper)
    assert "is sound" in _says("verify", program)
    assert "Every result" in _says("recount", program)


def _prepares(desk: Desk, program: Program) -> None:
    desk.founds(*program.setup, "chen", "清风棋牌俱乐部", "autumn-lantern-8")
    desk.announces("周五牌局", "文化馆二楼")
    desk.plans("Gongzhu", "individual, one evening", "个人赛", deals=2, rounds=2)
    desk.pastes(SEVEN)


def _fills_the_hall(desk: Desk) -> None:
    desk.checks_all_in()
    desk.enters(LATE)
    desk.checks_in(LATE)
    assert "8 of 8" in desk.present()


def _plays_the_first_round(desk: Desk, tablet: TableTablet, reckoning: Reckoning) -> None:
    """Table 1 has a tablet; table 2 writes on paper, and one of its sheets is misread."""
    seats = desk.draws()
    desk.publishes()
    assert sorted(name for names in seats.values() for name in names.values()) == sorted(
        [*SEVEN, LATE]
    )
    tablet.opens(desk.code(1))
    tablet.enters(played.REVERSED)
    tablet.goes_on()
    tablet.enters_with_claim(played.CLAIMED)
    desk.types(2, 1, played.MISREAD)
    desk.types(2, 2, played.EXPOSED)
    desk.types(2, 1, played.CORRECTED, reason="The pig was North's")
    sinner = seats[2]["S"]
    desk.penalises(sinner, str(PENALTY), "Late to the table")

    reckoning.penalties[sinner] = PENALTY
    standing = ((played.REVERSED, played.CLAIMED), (played.CORRECTED, played.EXPOSED))
    for table, deals in enumerate(standing, 1):
        for number, deal in enumerate(deals, 1):
            reckoning.notes(1, table, number, seats[table], deal)
    desk.closes(1)


def _plays_the_second_round(desk: Desk, reckoning: Reckoning) -> None:
    """All of it comes in on paper."""
    seats = desk.draws()
    desk.publishes()
    for table, deals in enumerate(played.SECOND, 1):
        for number, deal in enumerate(deals, 1):
            desk.types(table, number, deal)
            reckoning.notes(2, table, number, seats[table], deal)
    desk.closes(2)


def _tablet(devices: Devices, program: Program) -> TableTablet:
    return TableTablet(devices(TABLET), f"http://127.0.0.1:{program.port}")


def _printed(row: Row) -> str:
    """Return the cells of a player in the final result, as a reader of PDF gives them."""
    penalty = [_signed(row.penalty)] if row.penalty else []
    rounds = (f"{float(points):g}" for points in (*row.rounds, row.table_points))
    cells = [str(row.place), row.name, "4", *rounds]
    return "\n".join([*cells, *penalty, _signed(row.points)]) + "\n"


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def _says(command: str, program: Program) -> str:
    """Run a command on the data of the club, while the program serves it."""
    environ = {
        **os.environ,
        "NO_BOOTSTRAP": "1",
        "LANGUAGE": "en",
        "HUAPAI_DATA": str(program.data),
    }
    words = [sys.executable, "manage.py", command]
    result = subprocess.run(
        words, cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout
