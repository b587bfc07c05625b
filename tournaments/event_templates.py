"""Event templates: what a club usually plays, so that the common case is chosen by its name alone.

A template knows no game by name: it says which sets of rules it would like best, and takes whatever
the registered games offer for its form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import DrawMethod, Form, Ranking


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """What a template decides, and what it only proposes.

    `form`, `ranking` and `to_limit` are decided where they are not None; `presets` are the sets of
    rules it proposes, the best first; with `choices` every rule of the game may be chosen apart.
    """

    key: str
    name: str | Promise
    about: str | Promise
    form: Form | None = Form.INDIVIDUAL
    ranking: Ranking | None = Ranking.TABLE_POINTS
    to_limit: bool | None = False
    presets: tuple[str, ...] = ()
    deals: int = 8
    rounds: int | None = None
    draw_method: DrawMethod = DrawMethod.RANDOM


CLUB_EVENING: Final = EventTemplate(
    key="club_evening",
    name=_("Club evening, individual"),
    about=_(
        "Every player for himself, at a new table in every round. Every round has the same number "
        "of deals; the table points 4-2-1-0 decide, then the points."
    ),
    presets=("huapai",),
    rounds=5,
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
)
PAIRS: Final = EventTemplate(
    key="pairs",
    name=_("Pairs"),
    about=_(
        "Two partners sit opposite each other and stay together. Every round has the same number "
        "of deals; the points decide."
    ),
    form=Form.PAIRS,
    ranking=Ranking.POINTS,
    presets=("huapai-pairs", "qq-partners"),
    rounds=5,
)
FREE: Final = EventTemplate(
    key="free",
    name=_("Free choice"),
    about=_("Choose everything: the form, the order of the standings, and every rule of the game."),
    form=None,
    ranking=None,
    to_limit=None,
)
TEMPLATES: Final = (CLUB_EVENING, GAME_TO_LIMIT, PAIRS, FREE)


def template_of(key: str) -> EventTemplate:
    """Return the template of a key; of an unknown one the first, which is the common case.

    >>> template_of("pairs").form.value, template_of("?").key
    ('pairs', 'club_evening')
    """
    return next((one for one in TEMPLATES if one.key == key), CLUB_EVENING)
