"""Templates in which teams of four to six meet, most of them at two tables."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from scoring.game import Counting
from tournaments.formats.templates.shape import (
    BOARD_RULES,
    LEVEL_RULES,
    OVER_BOARDS,
    PAIRS_RULES,
    POINT_RULES,
    EventTemplate,
    Shape,
)
from tournaments.models import Comparison, DrawMethod, Form, Ranking

IMP: Final = (Comparison.IMP,)

TEAMS_SWISS: Final = EventTemplate(
    key="teams_swiss",
    name=_("Teams over boards, Swiss"),
    about=_(
        "Both rooms of a match play the same boards. What a team gains on a board becomes IMPs, "
        "and those of the match victory points 20-0; those meet who stand close to one another."
    ),
    form=Form.TEAMS,
    ranking=Ranking.VP_20,
    presets=BOARD_RULES,
    deals=8,
    rounds=5,
    draw_method=DrawMethod.SWISS,
    comparisons=IMP,
    boards=OVER_BOARDS,
    rooms=2,
)
TEAMS_ROUND_ROBIN: Final = EventTemplate(
    key="teams_round_robin",
    name=_("Teams over boards, round robin"),
    about=_(
        "Everybody meets everybody; both rooms of a match play the same boards. What a team gains "
        "on a board becomes IMPs, and those of the match victory points 20-0."
    ),
    form=Form.TEAMS,
    ranking=Ranking.VP_20,
    presets=BOARD_RULES,
    deals=16,
    draw_method=DrawMethod.ROUND_ROBIN,
    methods=(DrawMethod.ROUND_ROBIN,),
    comparisons=IMP,
    boards=OVER_BOARDS,
    rooms=2,
    segments=2,
)
TEAMS_BOARD_A_MATCH: Final = EventTemplate(
    key="teams_board_a_match",
    name=_("Teams, board-a-match"),
    about=_(
        "Both rooms of a match play the same boards. A board that is won counts 2, one that is "
        "drawn 1, however large the difference; the sum of all boards decides."
    ),
    form=Form.TEAMS,
    ranking=Ranking.POINTS,
    presets=BOARD_RULES,
    deals=8,
    rounds=5,
    draw_method=DrawMethod.SWISS,
    comparisons=(Comparison.BOARD,),
    boards=OVER_BOARDS,
    rooms=2,
)
TEAMS_DEALS: Final = EventTemplate(
    key="teams_deals",
    name=_("Teams, a number of deals"),
    about=_(
        "Teams meet at two tables, each of which deals for itself. The points or levels of"
        " both tables count together, and the team with more wins the match."
    ),
    form=Form.TEAMS,
    ranking=None,
    presets=PAIRS_RULES,
    deals=8,
    rounds=5,
    draw_method=DrawMethod.SWISS,
    proposals=(Ranking.WDL_2_1_0,),
    rooms=2,
    played=_("teams at two tables, Swiss"),
)
TEAMS_GAME: Final = EventTemplate(
    key="teams_game",
    name=_("Teams, a game to a limit"),
    about=_(
        "Two of each team meet in a game that goes on until one side reaches the limit, or"
        " to the most deals. The players are named before every match."
    ),
    form=Form.TEAMS,
    ranking=None,
    to_limit=True,
    presets=PAIRS_RULES,
    deals=40,
    rounds=3,
    draw_method=DrawMethod.SWISS,
    proposals=(Ranking.WDL_2_1_0,),
)
TEAMS_GAMES: Final = EventTemplate(
    key="teams_games",
    name=_("Teams, games to a limit in two rooms"),
    about=_(
        "Teams meet in an open and a closed room, and every room plays a game of its own"
        " until one side reaches the limit, or to the most deals. The team that wins more"
        " games wins the match; one each is a draw."
    ),
    form=Form.TEAMS,
    ranking=None,
    to_limit=True,
    presets=POINT_RULES,
    deals=40,
    rounds=3,
    draw_method=DrawMethod.SWISS,
    proposals=(Ranking.WDL_2_1_0,),
    rooms=2,
    counting=Counting.POINTS,
)
TEAMS_LEVEL_GAMES: Final = EventTemplate(
    key="teams_level_games",
    name=_("Teams, games of levels in two rooms"),
    about=_(
        "Teams meet in an open and a closed room, and every room plays a game of its own until one "
        "side passes the last level, or until time is called. The levels that each team climbs in "
        "all games are added up, and the difference becomes victory points."
    ),
    form=Form.TEAMS,
    ranking=None,
    to_limit=True,
    presets=LEVEL_RULES,
    deals=40,
    rounds=3,
    draw_method=DrawMethod.SWISS,
    proposals=(Ranking.VP_15_10,),
    rooms=2,
    counting=Counting.LEVELS,
)
TEAMS_GROUPS: Final = EventTemplate(
    key="teams_groups",
    name=_("Teams over boards, groups and knockout"),
    about=_(
        "Teams meet in groups, everybody everybody, over the same boards in both rooms; the"
        " first of each group advance to a knockout."
    ),
    form=Form.TEAMS,
    ranking=Ranking.VP_20,
    presets=BOARD_RULES,
    deals=8,
    draw_method=DrawMethod.ROUND_ROBIN,
    methods=(DrawMethod.ROUND_ROBIN,),
    comparisons=IMP,
    boards=OVER_BOARDS,
    rooms=2,
    shape=Shape.GROUPS,
)
TEAMS_KNOCKOUT: Final = EventTemplate(
    key="teams_knockout",
    name=_("Teams over boards, knockout"),
    about=_(
        "Two teams meet over the same boards in both rooms, and the one with more IMPs"
        " advances. The seeding sets the positions in the bracket."
    ),
    form=Form.TEAMS,
    ranking=Ranking.WDL_2_1_0,
    presets=BOARD_RULES,
    deals=16,
    draw_method=DrawMethod.KNOCKOUT,
    methods=(DrawMethod.KNOCKOUT,),
    comparisons=IMP,
    boards=OVER_BOARDS,
    rooms=2,
    segments=2,
    shape=Shape.KNOCKOUT,
)
TEAMS_LEVELS_BOARDS: Final = EventTemplate(
    key="teams_levels_boards",
    name=_("Teams over boards, levels set by the board"),
    about=_(
        "A game of levels as duplicate: both rooms play the same boards, whose numbers say who "
        "deals and at which level. A board that is won counts 2, one that is drawn 1. No "
        "regulation of this has been published."
    ),
    form=Form.TEAMS,
    ranking=Ranking.POINTS,
    presets=LEVEL_RULES,
    deals=8,
    rounds=5,
    draw_method=DrawMethod.SWISS,
    comparisons=(Comparison.BOARD,),
    boards=OVER_BOARDS,
    rooms=2,
    counting=Counting.UNITS,
)
OF_TEAMS: Final = (
    TEAMS_SWISS,
    TEAMS_ROUND_ROBIN,
    TEAMS_BOARD_A_MATCH,
    TEAMS_DEALS,
    TEAMS_GAME,
    TEAMS_GAMES,
    TEAMS_LEVEL_GAMES,
    TEAMS_GROUPS,
    TEAMS_KNOCKOUT,
    TEAMS_LEVELS_BOARDS,
)
