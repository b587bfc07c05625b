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
    rules it proposes, the best first. One that `proposes` an order ranks by what matches are worth:
    by this one, which the game has to fit, or by another that is chosen.
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
    proposes: Ranking | None = None


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
    draw_method=DrawMethod.SWISS,
)
_PAIRS_PRESETS: Final = (
    "standard-2",
    "lianzhong-2",
    "standard-3",
    "lianzhong-3",
    "lianzhong-1",
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
    presets=_PAIRS_PRESETS,
    rounds=5,
    draw_method=DrawMethod.SWISS,
    proposes=Ranking.VP_15_10,
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
    presets=_PAIRS_PRESETS,
    draw_method=DrawMethod.ROUND_ROBIN,
    proposes=Ranking.VP_15_10,
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
    presets=_PAIRS_PRESETS,
    deals=60,
    rounds=3,
    draw_method=DrawMethod.SWISS,
    proposes=Ranking.VP_15_10,
)
FREE: Final = EventTemplate(
    key="free",
    name=_("Free choice"),
    about=_("Choose everything: the form, the order of the standings, and every rule of the game."),
    form=None,
    ranking=None,
    to_limit=None,
)
TEMPLATES: Final = (
    CLUB_EVENING,
    GAME_TO_LIMIT,
    PAIRS,
    PAIRS_MATCHES,
    PAIRS_ROUND_ROBIN,
    PAIRS_TO_LEVEL,
    FREE,
)


def template_of(key: str) -> EventTemplate:
    """Return the template of a key; of an unknown one the first, which is the common case.

    >>> template_of("pairs").form.value, template_of("?").key
    ('pairs', 'club_evening')
    """
    return next((one for one in TEMPLATES if one.key == key), CLUB_EVENING)
