"""The events of the demo in which teams play games (局) in two rooms."""

from __future__ import annotations

from typing import Final

from config.simulation.demo import people
from config.simulation.demo.moments import Moment, Show
from tournaments.models import DrawMethod, Form, Ranking
from tournaments.organise import EventPlan

DAY: Final = "队式赛公开日"

IN_ROOMS: Final = (
    Show(
        DAY,
        EventPlan(
            "拱猪队式两室打局",
            "gongzhu",
            {"preset": "huapai-pairs"},
            deals_per_round=40,
            form=Form.TEAMS,
            template="teams_games",
            to_limit=True,
            rooms=2,
            segments=2,
            ranking=Ranking.WDL_2_1_0,
            draw_method=DrawMethod.SWISS,
            rounds_planned=3,
        ),
        people.teams((4, 5, 4, 6), 340),
        rounds=1,
        moment=Moment.IN_PLAY,
        names=people.TEAMS[4:],
    ),
)
