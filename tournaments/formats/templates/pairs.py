"""Templates in which two partners stay together."""

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

OF_FIELD: Final = (Comparison.MATCHPOINTS, Comparison.DATUM_IMP)
BY_OUTCOME: Final = (Ranking.VP_15_10, Ranking.WDL_2_1_0)

PAIRS: Final = EventTemplate(
    key="pairs",
    name=_("Pairs"),
    about=_(
        "Two partners sit opposite each other and stay together. Every round has the same number "
        "of deals; the points decide."
    ),
    form=Form.PAIRS,
    ranking=Ranking.POINTS,
    presets=POINT_RULES,
    rounds=5,
    draw_method=DrawMethod.SWISS,
    played=_("pairs, Swiss"),
)
PAIRS_MATCHES: Final = EventTemplate(
    key="pairs_matches",
    name=_("Pairs, matches by victory points"),
    about=_(
        "Two partners stay together and meet another pair in every round. Every match has the same "
        "number of deals; how far one pair is ahead of the other makes the victory points."
    ),
    form=Form.PAIRS,
    ranking=None,
    presets=LEVEL_RULES,
    rounds=5,
    draw_method=DrawMethod.SWISS,
    proposals=(Ranking.VP_15_10,),
    played=_("pairs, Swiss"),
)
PAIRS_TO_LEVEL: Final = EventTemplate(
    key="pairs_to_level",
    name=_("Pairs, matches to a target level"),
    about=_(
        "Two partners stay together and meet another pair in every round. A match goes on until "
        "one pair has passed the target level, or to the most deals, or until the referee says "
        "that the time is up; how far it is ahead makes the victory points."
    ),
    form=Form.PAIRS,
    ranking=None,
    to_limit=True,
    presets=LEVEL_RULES,
    deals=60,
    rounds=3,
    draw_method=DrawMethod.SWISS,
    proposals=(Ranking.VP_15_10,),
    played=_("pairs, to a target level"),
)
PAIRS_ROUND_ROBIN: Final = EventTemplate(
    key="pairs_round_robin",
    name=_("Pairs, round robin"),
    about=_(
        "Two partners stay together and meet every other pair once. Every match has the same "
        "number of deals; what the matches are worth decides."
    ),
    form=Form.PAIRS,
    ranking=None,
    presets=(*LEVEL_RULES, *POINT_RULES),
    draw_method=DrawMethod.ROUND_ROBIN,
    methods=(DrawMethod.ROUND_ROBIN,),
    proposals=BY_OUTCOME,
)
PAIRS_GROUPS: Final = EventTemplate(
    key="pairs_groups",
    name=_("Pairs, groups and knockout"),
    about=_(
        "Pairs meet in groups, everybody everybody; the first of each group advance to a"
        " knockout, where the first of one group meets the last qualifier of another."
    ),
    form=Form.PAIRS,
    ranking=None,
    presets=PAIRS_RULES,
    draw_method=DrawMethod.ROUND_ROBIN,
    methods=(DrawMethod.ROUND_ROBIN,),
    proposals=BY_OUTCOME,
    shape=Shape.GROUPS,
)
PAIRS_KNOCKOUT: Final = EventTemplate(
    key="pairs_knockout",
    name=_("Pairs, knockout"),
    about=_(
        "Two pairs meet, and one of them advances. The seeding sets the positions in the"
        " bracket; if the number is not a power of two, the top seeds have no match to play"
        " in the first round."
    ),
    form=Form.PAIRS,
    ranking=Ranking.WDL_2_1_0,
    presets=PAIRS_RULES,
    deals=12,
    draw_method=DrawMethod.KNOCKOUT,
    methods=(DrawMethod.KNOCKOUT,),
    shape=Shape.KNOCKOUT,
)
PAIRS_MITCHELL: Final = EventTemplate(
    key="pairs_mitchell",
    name=_("Pairs over boards, Mitchell"),
    about=_(
        "All pairs play the same boards and are compared with one another on each of them. "
        "North-south stay at their tables, east-west and the boards move."
    ),
    form=Form.PAIRS,
    ranking=Ranking.POINTS,
    presets=BOARD_RULES,
    deals=2,
    draw_method=DrawMethod.MITCHELL,
    methods=(DrawMethod.MITCHELL,),
    comparisons=OF_FIELD,
    boards=OVER_BOARDS,
)
PAIRS_HOWELL: Final = EventTemplate(
    key="pairs_howell",
    name=_("Pairs over boards, Howell"),
    about=_(
        "All pairs play the same boards and are compared with one another on each of them; "
        "everybody meets everybody once. For 4 to 30 pairs."
    ),
    form=Form.PAIRS,
    ranking=Ranking.POINTS,
    presets=BOARD_RULES,
    deals=2,
    draw_method=DrawMethod.HOWELL,
    methods=(DrawMethod.HOWELL,),
    comparisons=OF_FIELD,
    boards=OVER_BOARDS,
)
PAIRS_LEVELS_BOARDS: Final = EventTemplate(
    key="pairs_levels_boards",
    name=_("Pairs over boards, levels set by the board"),
    about=_(
        "A game of levels as duplicate: the number of a board says who deals and at which level, "
        "trump is bid at the table, and a deal counts by itself from −3 to +4. All pairs are "
        "compared by matchpoints. No regulation of this has been published."
    ),
    form=Form.PAIRS,
    ranking=Ranking.POINTS,
    presets=LEVEL_RULES,
    deals=2,
    draw_method=DrawMethod.MITCHELL,
    methods=(DrawMethod.MITCHELL, DrawMethod.HOWELL),
    comparisons=(Comparison.MATCHPOINTS,),
    boards=OVER_BOARDS,
    counting=Counting.UNITS,
)
OF_PAIRS: Final = (
    PAIRS,
    PAIRS_MATCHES,
    PAIRS_ROUND_ROBIN,
    PAIRS_TO_LEVEL,
    PAIRS_GROUPS,
    PAIRS_KNOCKOUT,
    PAIRS_MITCHELL,
    PAIRS_HOWELL,
    PAIRS_LEVELS_BOARDS,
)
