"""The events of the demo beside its club day: one of each form, at different moments."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from config.simulation.demo import people
from config.simulation.demo.bringing import Desk, Step, bring, ensure_role, ensure_tournament
from config.simulation.demo.moments import Moment, Show
from config.simulation.demo.show_parts import (
    BOARDS,
    DAYS,
    DOUBLE,
    GROUPS,
    LEVELS,
    PAIRS,
    PIGS,
    PIGS_OF_TWO,
    PLACE,
    PRIZES,
    SINGLES,
    THIRD,
)
from config.simulation.demo.team_shows import TEAM_EVENTS
from tournaments.models import (
    BoardSource,
    Comparison,
    DrawMethod,
    Form,
    Ranking,
    Role,
    User,
)
from tournaments.organise import EventPlan
from tournaments.pairing.movements.board_choice import MovementChoice
from tournaments.record.audit import Actor
from tournaments.structure.stage_plans import StagePlan

INDIVIDUAL: Final = (
    Show(
        SINGLES,
        EventPlan(
            "新人个人赛",
            **PIGS,
            deals_per_round=4,
            template="club_evening",
            ranking=Ranking.TABLE_POINTS,
            rounds_planned=4,
        ),
        people.singles(13),
        rounds=0,
        moment=Moment.CREATED,
    ),
    Show(
        SINGLES,
        EventPlan(
            "按名次编排个人赛",
            **PIGS,
            deals_per_round=2,
            template="individual_standing",
            ranking=Ranking.TABLE_POINTS,
            draw_method=DrawMethod.BY_STANDING,
            rounds_planned=4,
        ),
        people.singles(17, 20),
        rounds=3,
        moment=Moment.CLOSED,
        gone=(5,),
    ),
    Show(
        SINGLES,
        EventPlan(
            "千分局个人赛",
            **PIGS,
            deals_per_round=20,
            template="game_to_1000",
            to_limit=True,
            ranking=Ranking.TABLE_POINTS,
            rounds_planned=2,
        ),
        people.singles(8, 40),
        rounds=1,
        moment=Moment.IN_PLAY,
    ),
    Show(
        SINGLES,
        EventPlan(
            "轮换搭档赛",
            **{**PIGS_OF_TWO, "form": Form.PARTNERS},
            deals_per_round=2,
            template="whist",
            draw_method=DrawMethod.WHIST,
            rounds_planned=7,
        ),
        people.singles(8, 60),
        rounds=4,
        moment=Moment.DRAWN,
    ),
)
TWO: Final = (
    Show(
        PAIRS,
        EventPlan(
            "拱猪双人循环赛",
            **PIGS_OF_TWO,
            deals_per_round=2,
            template="pairs",
            draw_method=DrawMethod.ROUND_ROBIN,
            rounds_planned=5,
        ),
        people.twos(5, 80),
        rounds=2,
        moment=Moment.PUBLISHED,
    ),
    Show(
        PAIRS,
        EventPlan(
            "升级双人循环赛",
            **LEVELS,
            deals_per_round=4,
            template="pairs_round_robin",
            ranking=Ranking.VP_15_10,
            draw_method=DrawMethod.ROUND_ROBIN,
            rounds_planned=5,
            prizes=PRIZES,
        ),
        people.twos(6, 100),
        rounds=5,
        moment=Moment.FINISHED,
    ),
    Show(
        PAIRS,
        EventPlan(
            "升级打到A",
            **LEVELS,
            deals_per_round=60,
            template="pairs_to_level",
            to_limit=True,
            ranking=Ranking.VP_15_10,
            draw_method=DrawMethod.SWISS,
            rounds_planned=3,
        ),
        people.twos(4, 120),
        rounds=1,
        moment=Moment.IN_PLAY,
    ),
    Show(
        PAIRS,
        EventPlan(
            "复式双人赛（米切尔）",
            **BOARDS,
            form=Form.PAIRS,
            deals_per_round=2,
            template="pairs_mitchell",
            draw_method=DrawMethod.MITCHELL,
            rounds_planned=5,
            comparison=Comparison.MATCHPOINTS,
            prizes=PRIZES,
        ),
        people.twos(10, 140),
        rounds=5,
        moment=Moment.FINISHED,
    ),
    Show(
        PAIRS,
        EventPlan(
            "复式双人赛（豪威尔）",
            **BOARDS,
            form=Form.PAIRS,
            deals_per_round=2,
            template="pairs_howell",
            draw_method=DrawMethod.HOWELL,
            rounds_planned=5,
            comparison=Comparison.DATUM_IMP,
        ),
        people.twos(6, 160),
        rounds=3,
        moment=Moment.IN_PLAY,
    ),
    Show(
        PAIRS,
        EventPlan(
            "升级复式双人赛",
            **LEVELS,
            boards=BoardSource.MADE,
            deals_per_round=2,
            template="pairs_levels_boards",
            draw_method=DrawMethod.MITCHELL,
            rounds_planned=3,
            comparison=Comparison.MATCHPOINTS,
            movement=MovementChoice(winners=2).as_json(),
        ),
        people.twos(6, 340),
        rounds=3,
        moment=Moment.CLOSED,
    ),
    Show(
        PAIRS,
        EventPlan(
            "升级双人淘汰赛",
            **LEVELS,
            deals_per_round=4,
            template="pairs_knockout",
            ranking=Ranking.WDL_2_1_0,
            draw_method=DrawMethod.KNOCKOUT,
            stages=(StagePlan(draw_method=DrawMethod.KNOCKOUT, knockout=THIRD),),
        ),
        people.twos(7, 172),
        rounds=2,
        moment=Moment.CLOSED,
    ),
    Show(
        PAIRS,
        EventPlan(
            "拱猪双人双败淘汰赛",
            **PIGS_OF_TWO,
            deals_per_round=2,
            template="pairs_knockout",
            ranking=Ranking.WDL_2_1_0,
            draw_method=DrawMethod.KNOCKOUT,
            stages=(StagePlan(draw_method=DrawMethod.KNOCKOUT, knockout=DOUBLE),),
        ),
        people.twos(8, 186),
        rounds=3,
        moment=Moment.IN_PLAY,
    ),
    Show(
        PAIRS,
        EventPlan(
            "升级双人小组赛和淘汰赛",
            **LEVELS,
            deals_per_round=2,
            template="pairs_groups",
            ranking=Ranking.VP_15_10,
            draw_method=DrawMethod.ROUND_ROBIN,
            stages=GROUPS,
            prizes=PRIZES,
        ),
        people.twos(8, 202),
        rounds=5,
        moment=Moment.FINISHED,
    ),
)
SHOWS: Final[Sequence[Show]] = (*INDIVIDUAL, *TWO, *TEAM_EVENTS)


def make(owner: User, director: User, step: Step) -> None:
    """Make every event, or what is still missing of them; `step` is called after each part."""
    for show in SHOWS:
        starts_on = timezone.localdate() - timedelta(days=1 + DAYS.index(show.day))
        tournament = ensure_tournament(show.day, PLACE, starts_on, owner)
        ensure_role(owner, tournament, director, Role.DIRECTOR)
        bring(show, Desk(tournament, Actor.from_user(director)), step)
