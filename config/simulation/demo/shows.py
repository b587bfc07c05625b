"""The events of the demo beside its club day: one of each form, at different moments.

Each has the proposals of its template, except for the given values.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from config.simulation.demo import people
from config.simulation.demo.bringing import Desk, Step, bring, ensure_role, ensure_tournament
from config.simulation.demo.moments import (
    BOARDS,
    LEVEL_GAME,
    PIGS,
    PIGS_OF_TWO,
    DemoMoment,
    Show,
    of_template,
)
from tournaments.models import (
    Comparison,
    DrawMethod,
    LineUpOrder,
    OddField,
    Role,
    User,
)
from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.pairing.movements.board_choice import MovementChoice
from tournaments.record.audit import Actor
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure.stages import StagePlan

NEWCOMERS: Final = "新人公开日"
SINGLES: Final = "个人赛公开日"
PAIRS: Final = "双人赛公开日"
TEAMS: Final = "队式赛公开日"
DAYS: Final = {NEWCOMERS: 1, SINGLES: -1, PAIRS: -2, TEAMS: -3}
"""The tournaments by their days, counted from today."""
PLACE: Final = "市工人文化宫"

PRIZES: Final = {"amounts": ["600", "400", "200"], "ties": "divided", "tie_breaks": []}
THIRD: Final = knockout_draw.KnockoutOptions(third_place=True)
DOUBLE: Final = knockout_draw.KnockoutOptions(kind=KnockoutKind.DOUBLE)
SINGLE_KNOCKOUT: Final = (StagePlan(draw_method=DrawMethod.KNOCKOUT, knockout=THIRD),)
DOUBLE_KNOCKOUT: Final = (StagePlan(draw_method=DrawMethod.KNOCKOUT, knockout=DOUBLE),)
TWO_OF_EACH: Final = FeedRule((Take(TakeKind.FIRST, 2),), crosswise=True)
GROUPS: Final = (
    StagePlan("小组赛", DrawMethod.ROUND_ROBIN, groups_wanted=2),
    StagePlan("淘汰赛", DrawMethod.KNOCKOUT, feed=TWO_OF_EACH, knockout=THIRD),
)

INDIVIDUAL: Final = (
    Show(
        NEWCOMERS,
        of_template("club_evening", "新人个人赛", PIGS, deals_per_round=4, rounds_planned=4),
        people.singles(13),
        rounds=0,
        moment=DemoMoment.CREATED,
    ),
    Show(
        SINGLES,
        of_template(
            "individual_standing", "按名次编排个人赛", PIGS, deals_per_round=2, rounds_planned=4
        ),
        people.singles(17, 20),
        rounds=3,
        moment=DemoMoment.CLOSED,
        gone=(5,),
    ),
    Show(
        SINGLES,
        of_template("game_to_1000", "千分局个人赛", PIGS, rounds_planned=2),
        people.singles(8, 40),
        rounds=1,
        moment=DemoMoment.IN_PLAY,
    ),
    Show(
        SINGLES,
        of_template("whist", "轮换搭档赛", PIGS_OF_TWO, deals_per_round=2, rounds_planned=7),
        people.singles(8, 60),
        rounds=4,
        moment=DemoMoment.DRAWN,
    ),
)
TWO: Final = (
    Show(
        PAIRS,
        of_template(
            "pairs",
            "拱猪双人循环赛",
            PIGS_OF_TWO,
            deals_per_round=2,
            draw_method=DrawMethod.ROUND_ROBIN,
            rounds_planned=5,
        ),
        people.twos(5, 80),
        rounds=2,
        moment=DemoMoment.PUBLISHED,
    ),
    Show(
        PAIRS,
        of_template(
            "pairs_round_robin",
            "升级双人循环赛",
            LEVEL_GAME,
            deals_per_round=4,
            rounds_planned=5,
            prizes=PRIZES,
        ),
        people.twos(6, 100),
        rounds=5,
        moment=DemoMoment.FINISHED,
    ),
    Show(
        PAIRS,
        of_template("pairs_to_level", "升级打到A", LEVEL_GAME, rounds_planned=3),
        people.twos(4, 120),
        rounds=1,
        moment=DemoMoment.IN_PLAY,
    ),
    Show(
        PAIRS,
        of_template(
            "pairs_mitchell", "复式双人赛（米切尔）", BOARDS, rounds_planned=5, prizes=PRIZES
        ),
        people.twos(10, 140),
        rounds=5,
        moment=DemoMoment.FINISHED,
    ),
    Show(
        PAIRS,
        of_template(
            "pairs_howell",
            "复式双人赛（豪威尔）",
            BOARDS,
            rounds_planned=5,
            comparison=Comparison.DATUM_IMP,
        ),
        people.twos(6, 160),
        rounds=3,
        moment=DemoMoment.IN_PLAY,
    ),
    Show(
        PAIRS,
        of_template(
            "pairs_levels_boards",
            "升级复式双人赛",
            LEVEL_GAME,
            rounds_planned=3,
            movement=MovementChoice(winners=2).as_json(),
        ),
        people.twos(6, 340),
        rounds=3,
        moment=DemoMoment.CLOSED,
    ),
    Show(
        PAIRS,
        of_template(
            "pairs_knockout",
            "升级双人淘汰赛",
            LEVEL_GAME,
            deals_per_round=4,
            stages=SINGLE_KNOCKOUT,
        ),
        people.twos(7, 172),
        rounds=2,
        moment=DemoMoment.CLOSED,
    ),
    Show(
        PAIRS,
        of_template(
            "pairs_knockout",
            "拱猪双人双败淘汰赛",
            PIGS_OF_TWO,
            deals_per_round=2,
            stages=DOUBLE_KNOCKOUT,
        ),
        people.twos(8, 186),
        rounds=3,
        moment=DemoMoment.IN_PLAY,
    ),
    Show(
        PAIRS,
        of_template(
            "pairs_groups",
            "升级双人小组赛和淘汰赛",
            LEVEL_GAME,
            deals_per_round=2,
            stages=GROUPS,
            prizes=PRIZES,
        ),
        people.twos(8, 202),
        rounds=5,
        moment=DemoMoment.FINISHED,
    ),
)
TEAM_EVENTS: Final = (
    Show(
        TEAMS,
        of_template("teams_swiss", "复式队式赛", BOARDS, rounds_planned=3, segments=2),
        people.teams((6, 4, 5, 4, 4, 5, 4, 6), 218),
        rounds=2,
        moment=DemoMoment.IN_PLAY,
        names=people.TEAMS,
    ),
    Show(
        TEAMS,
        of_template(
            "teams_board_a_match",
            "逐副计胜负队式循环赛",
            BOARDS,
            deals_per_round=4,
            draw_method=DrawMethod.ROUND_ROBIN,
            rounds_planned=3,
            prizes=PRIZES,
        ),
        people.teams((4, 4, 5, 4), 260),
        rounds=3,
        moment=DemoMoment.FINISHED,
        names=people.TEAMS[:4],
    ),
    Show(
        TEAMS,
        of_template(
            "teams_deals", "升级队式计副赛", LEVEL_GAME, deals_per_round=4, rounds_planned=3
        ),
        people.teams((4, 4, 4, 4), 280),
        rounds=2,
        moment=DemoMoment.DRAWN,
        names=people.TEAMS[4:],
    ),
    Show(
        TEAMS,
        of_template(
            "teams_levels_boards", "升级复式队式赛", LEVEL_GAME, deals_per_round=4, rounds_planned=3
        ),
        people.teams((4, 4, 4, 4), 352),
        rounds=2,
        moment=DemoMoment.IN_PLAY,
        names=people.TEAMS[:4],
    ),
    Show(
        TEAMS,
        of_template("teams_game", "拱猪队式千分局", PIGS_OF_TWO, rounds_planned=3),
        people.teams((4, 4, 4, 4), 300),
        rounds=1,
        moment=DemoMoment.CLOSED,
        names=people.TEAMS[:4],
    ),
    Show(
        TEAMS,
        of_template(
            "teams_knockout",
            "复式队式淘汰赛",
            BOARDS,
            deals_per_round=4,
            segments=2,
            line_up_order=LineUpOrder.ALTERNATING,
            line_up_minutes=30,
            stages=SINGLE_KNOCKOUT,
        ),
        people.teams((4, 5, 4, 4), 320),
        rounds=1,
        moment=DemoMoment.PUBLISHED,
        names=people.TEAMS[4:],
    ),
    Show(
        TEAMS,
        of_template("teams_games", "拱猪队式两室打局", PIGS_OF_TWO, rounds_planned=3, segments=2),
        people.teams((4, 5, 4, 6), 340),
        rounds=1,
        moment=DemoMoment.IN_PLAY,
        names=people.TEAMS[4:],
    ),
    Show(
        TEAMS,
        of_template(
            "teams_swiss",
            "复式队式赛（三队赛）",
            BOARDS,
            deals_per_round=4,
            rounds_planned=3,
            odd_field=OddField.THREE_WAY,
        ),
        people.teams((4, 4, 4, 4, 4), 368),
        rounds=2,
        moment=DemoMoment.IN_PLAY,
        names=people.TEAMS[:5],
    ),
)
SHOWS: Final[Sequence[Show]] = (*INDIVIDUAL, *TWO, *TEAM_EVENTS)


def make(owner: User, director: User, step: Step) -> None:
    """Create every event, or the missing ones; `step` is called after each part."""
    for show in SHOWS:
        starts_on = timezone.localdate() + timedelta(days=DAYS[show.day])
        tournament = ensure_tournament(show.day, PLACE, starts_on, owner)
        ensure_role(owner, tournament, director, Role.DIRECTOR)
        bring(show, Desk(tournament, Actor.from_user(director)), step)
