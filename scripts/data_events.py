"""The events in a stored data folder: a small one of every form, with all mishaps in one of them.

Some are rehearsed from their first draw to their end, others are played to the middle as in the
demo; see `scripts.data_folder`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Final

from config.simulation.demo.bringing import Desk, bring
from config.simulation.demo.moments import Show
from config.simulation.demo.shows import SHOWS
from config.simulation.rehearsal.hall import House
from config.simulation.rehearsal.plans import RehearsalPlan
from config.simulation.rehearsal.play import rehearse
from tournaments import organise
from tournaments.models import Tournament
from tournaments.record.audit import Actor

Say = Callable[[str], None]

DAY: Final = date(2026, 11, 21)
ZONE: Final = "Asia/Shanghai"
REHEARSED: Final = (
    RehearsalPlan(2, 3, 2, game="gongzhu", template="club_evening", seed="evening"),
    RehearsalPlan(2, 4, 1, game="gongzhu", template="individual_standing", seed="standing"),
    RehearsalPlan(1, 3, 1, game="gongzhu", form="partners", seed="partners"),
    RehearsalPlan(2, 2, 3, game="shengji", form="pairs", template="pairs_matches", seed="matches"),
    RehearsalPlan(
        3, 3, 1, game="gongzhu", form="pairs", template="pairs_mitchell", seed="mitchell"
    ),
    RehearsalPlan(
        2, 2, 1, game="shengji", form="pairs", template="pairs_levels_boards", seed="boards"
    ),
    RehearsalPlan(
        2, 1, 1, game="gongzhu", form="pairs", template="pairs_knockout", seed="knockout"
    ),
    RehearsalPlan(
        2, 2, 4, form="teams", template="teams_swiss", odd="three_way", extra=1, seed="threes"
    ),
    RehearsalPlan(1, 1, form="teams", template="teams_games", seed="games"),
    RehearsalPlan(1, 1, template="game_to_1000", seed="limit"),
    RehearsalPlan(1, 1, form="pairs", template="pairs_to_level", seed="level"),
)
SHOWN: Final = (
    "按名次编排个人赛",
    "复式双人赛（豪威尔）",
    "升级双人小组赛和淘汰赛",
    "复式队式淘汰赛",
    "复式队式赛（三队赛）",
)
"""Events of the demo that are brought to their moments here too, by their names."""
PLACE: Final = "测试厅"


def play_all(house: House, say: Say) -> None:
    """Play the events, those of the demo in a tournament of their own."""
    for plan in REHEARSED:
        say(f"{plan.template or plan.form}: {plan.seed}")
        rehearse(plan, say, at=house)
    desk = Desk(tournament_of(house, "各种项目"), Actor.from_user(house.director))
    for show in _shows():
        say(show.event.name)
        bring(show, desk, lambda: None)


def tournament_of(house: House, name: str) -> Tournament:
    """Return a new tournament of the house."""
    return organise.create_tournament(
        house.club,
        Actor.from_user(house.director),
        name=name,
        place=PLACE,
        starts_on=DAY,
        time_zone=ZONE,
    )


def _shows() -> list[Show]:
    known = {show.event.name: show for show in SHOWS}
    return [known[name] for name in SHOWN]
