"""The events of the demo beside its club day: one of each form, at different moments."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from config.simulation.demo import people
from config.simulation.demo.bringing import Desk, Step, bring
from config.simulation.demo.games_shows import IN_ROOMS
from config.simulation.demo.moments import Moment, Show
from config.simulation.demo.odd_shows import IN_THREES
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
    TEAMS,
    TEAMS_OVER_BOARDS,
    THIRD,
)
from tournaments import organise
from tournaments.models import (
    BoardSource,
    Club,
    Comparison,
    DrawMethod,
    Event,
    Form,
    LineUpOrder,
    Ranking,
    Role,
    Tournament,
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
MATCHES_OF_TEAMS: Final = (
    Show(
        TEAMS,
        EventPlan(
            "复式队式赛",
            **TEAMS_OVER_BOARDS,
            deals_per_round=8,
            template="teams_swiss",
            ranking=Ranking.VP_20,
            draw_method=DrawMethod.SWISS,
            rounds_planned=3,
            comparison=Comparison.IMP,
            segments=2,
        ),
        people.teams((6, 4, 5, 4, 4, 5, 4, 6), 218),
        rounds=2,
        moment=Moment.IN_PLAY,
        names=people.TEAMS,
    ),
    Show(
        TEAMS,
        EventPlan(
            "逐副计胜负队式循环赛",
            **TEAMS_OVER_BOARDS,
            deals_per_round=4,
            template="teams_board_a_match",
            draw_method=DrawMethod.ROUND_ROBIN,
            rounds_planned=3,
            comparison=Comparison.BOARD,
            prizes=PRIZES,
        ),
        people.teams((4, 4, 5, 4), 260),
        rounds=3,
        moment=Moment.FINISHED,
        names=people.TEAMS[:4],
    ),
    Show(
        TEAMS,
        EventPlan(
            "升级队式计副赛",
            **{**LEVELS, "form": Form.TEAMS},
            rooms=2,
            deals_per_round=4,
            template="teams_deals",
            ranking=Ranking.WDL_2_1_0,
            draw_method=DrawMethod.SWISS,
            rounds_planned=3,
        ),
        people.teams((4, 4, 4, 4), 280),
        rounds=2,
        moment=Moment.DRAWN,
        names=people.TEAMS[4:],
    ),
    Show(
        TEAMS,
        EventPlan(
            "升级复式队式赛",
            **{**LEVELS, "form": Form.TEAMS},
            boards=BoardSource.MADE,
            rooms=2,
            deals_per_round=4,
            template="teams_levels_boards",
            draw_method=DrawMethod.SWISS,
            rounds_planned=3,
            comparison=Comparison.BOARD,
        ),
        people.teams((4, 4, 4, 4), 352),
        rounds=2,
        moment=Moment.IN_PLAY,
        names=people.TEAMS[:4],
    ),
    Show(
        TEAMS,
        EventPlan(
            "拱猪队式千分局",
            **{**PIGS_OF_TWO, "form": Form.TEAMS},
            deals_per_round=40,
            template="teams_game",
            to_limit=True,
            ranking=Ranking.WDL_2_1_0,
            draw_method=DrawMethod.SWISS,
            rounds_planned=3,
        ),
        people.teams((4, 4, 4, 4), 300),
        rounds=1,
        moment=Moment.CLOSED,
        names=people.TEAMS[:4],
    ),
    Show(
        TEAMS,
        EventPlan(
            "复式队式淘汰赛",
            **TEAMS_OVER_BOARDS,
            deals_per_round=4,
            template="teams_knockout",
            ranking=Ranking.WDL_2_1_0,
            draw_method=DrawMethod.KNOCKOUT,
            comparison=Comparison.IMP,
            segments=2,
            line_up_order=LineUpOrder.ALTERNATING,
            line_up_minutes=30,
            stages=(StagePlan(draw_method=DrawMethod.KNOCKOUT, knockout=THIRD),),
        ),
        people.teams((4, 5, 4, 4), 320),
        rounds=1,
        moment=Moment.PUBLISHED,
        names=people.TEAMS[4:],
    ),
)
SHOWS: Final[Sequence[Show]] = (*INDIVIDUAL, *TWO, *MATCHES_OF_TEAMS, *IN_ROOMS, *IN_THREES)
STEPS: Final = sum(show.steps for show in SHOWS)


def make(owner: User, director: User, step: Step) -> None:
    """Make every event, or what is still missing of them; `step` is called after each part."""
    for show in SHOWS:
        bring(show, Desk(_ensure_tournament(show.day, owner, director), Actor.of(director)), step)


def is_whole() -> bool:
    """Whether every event is there, with as many rounds as it is to have."""
    events = {event.name: event for event in Event.objects.filter(tournament__name__in=DAYS)}
    return all(
        show.event.name in events and events[show.event.name].rounds.count() >= show.rounds
        for show in SHOWS
    )


def _ensure_tournament(day: str, owner: User, director: User) -> Tournament:
    tournament = Tournament.objects.filter(name=day).first()
    if tournament is None:
        ago = timedelta(days=1 + DAYS.index(day))
        tournament = organise.create_tournament(
            Club.objects.earliest("pk"),
            Actor.of(owner),
            name=day,
            place=PLACE,
            starts_on=timezone.localdate() - ago,
            time_zone=timezone.get_current_timezone_name(),
        )
    if not director.memberships.filter(tournament=tournament).exists():
        organise.grant_role(Actor.of(owner), tournament, director, Role.DIRECTOR)
    return tournament
