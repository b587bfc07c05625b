"""Templates in which individuals compete, alone or with a partner for one round."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.formats.templates.shape import POINT_RULES, EventTemplate
from tournaments.models import DrawMethod, Form, Ranking

CLUB_EVENING: Final = EventTemplate(
    key="club_evening",
    name=_("Club evening, individual"),
    about=_(
        "Every player for himself, at a new table in every round. Every round has the same number "
        "of deals; the table points 4-2-1-0 decide, then the points."
    ),
    presets=("huapai",),
    rounds=5,
    played=_("individual, one evening"),
)
BY_STANDING: Final = EventTemplate(
    key="individual_standing",
    name=_("Individual, by standing"),
    about=_(
        "Every player for himself. The first round is drawn by lot; from then on those sit "
        "together who stand close to one another, and meet again as rarely as possible."
    ),
    presets=("huapai",),
    rounds=5,
    draw_method=DrawMethod.BY_STANDING,
)
MOVEMENT: Final = EventTemplate(
    key="individual_movement",
    name=_("Individual, fixed movement"),
    about=_(
        "Every player for himself, in a movement that is fixed before the first round: nobody "
        "meets the same player twice. It goes on with the players with whom it began."
    ),
    presets=("huapai",),
    rounds=4,
    draw_method=DrawMethod.MOVEMENT,
    methods=(DrawMethod.MOVEMENT,),
)
GAME_TO_LIMIT: Final = EventTemplate(
    key="game_to_1000",
    name=_("Individual, games to a limit"),
    about=_(
        "Every player for himself. Every round is a game that goes on until somebody reaches the "
        "limit, or to the most deals; the table points 4-2-1-0 decide, because the points of games "
        "of different length cannot be compared."
    ),
    to_limit=True,
    presets=("huapai", "plusminus"),
    deals=20,
    rounds=3,
    played=_("individual, games to a limit"),
)
WHIST: Final = EventTemplate(
    key="whist",
    name=_("Changing partners"),
    about=_(
        "Everybody is partner of each other player once and opponent of each twice; the points "
        "that both partners make count for each of them. For 4, 5, 8, 9, 12, 13 and more players."
    ),
    form=Form.PARTNERS,
    ranking=Ranking.POINTS,
    presets=POINT_RULES,
    deals=4,
    draw_method=DrawMethod.WHIST,
    methods=(DrawMethod.WHIST,),
)
FREE: Final = EventTemplate(
    key="free",
    name=_("Free choice"),
    about=_("Choose everything: the form, the order of the standings, and every rule of the game."),
    form=None,
    ranking=None,
    to_limit=None,
    comparisons=(),
    boards=(),
    rooms=None,
)
