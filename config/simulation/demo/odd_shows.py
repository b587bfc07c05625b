"""The events of the demo with an odd number of teams, of which three meet in half matches."""

from __future__ import annotations

from typing import Final

from config.simulation.demo import people
from config.simulation.demo.moments import Moment, Show
from tournaments.models import BoardSource, Comparison, DrawMethod, Form, OddField, Ranking
from tournaments.organise import EventPlan

DAY: Final = "队式赛公开日"

IN_THREES: Final = (
    Show(
        DAY,
        EventPlan(
            "复式队式赛（三队赛）",
            "gongzhu",
            {"preset": "huapai-duplicate"},
            deals_per_round=4,
            form=Form.TEAMS,
            template="teams_swiss",
            boards=BoardSource.MADE,
            rooms=2,
            ranking=Ranking.VP_20,
            draw_method=DrawMethod.SWISS,
            rounds_planned=3,
            comparison=Comparison.IMP,
            odd_field=OddField.THREE_WAY,
        ),
        people.teams((4, 4, 4, 4, 4), 368),
        rounds=2,
        moment=Moment.IN_PLAY,
        names=people.TEAMS[:5],
    ),
)
