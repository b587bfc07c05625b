"""Event templates: the usual forms of play of a club, chosen by name alone.

A template names no game: it lists its preferred sets of rules and takes what the registered games
offer for its form.
"""

from __future__ import annotations

from typing import Final

from tournaments.formats.templates.pairs import (
    OF_PAIRS,
    PAIRS,
    PAIRS_MATCHES,
    PAIRS_ROUND_ROBIN,
    PAIRS_TO_LEVEL,
)
from tournaments.formats.templates.shape import EventTemplate, Shape
from tournaments.formats.templates.single import (
    BY_STANDING,
    CLUB_EVENING,
    FREE,
    GAME_TO_LIMIT,
    MOVEMENT,
    WHIST,
)
from tournaments.formats.templates.teams import OF_TEAMS, TEAMS_DEALS

__all__ = [
    "CLUB_EVENING",
    "FREE",
    "GAME_TO_LIMIT",
    "PAIRS",
    "PAIRS_MATCHES",
    "PAIRS_ROUND_ROBIN",
    "PAIRS_TO_LEVEL",
    "RECOMMENDED",
    "TEMPLATES",
    "EventTemplate",
    "Shape",
    "template_of",
    "template_stored",
]

TEMPLATES: Final = (
    CLUB_EVENING,
    BY_STANDING,
    MOVEMENT,
    GAME_TO_LIMIT,
    WHIST,
    *OF_PAIRS,
    *OF_TEAMS,
    FREE,
)


RECOMMENDED: Final = (
    CLUB_EVENING,
    PAIRS_MATCHES,
    PAIRS,
    PAIRS_TO_LEVEL,
    GAME_TO_LIMIT,
    TEAMS_DEALS,
)
"""What clubs play most, the first for a game that it fits first."""


def template_of(key: str) -> EventTemplate:
    """Return the template of a key; of an unknown one the first, which is the most common.

    >>> template_of("pairs").form.value, template_of("?").key
    ('pairs', 'club_evening')
    """
    return next((template for template in TEMPLATES if template.key == key), CLUB_EVENING)


def template_stored(key: str) -> EventTemplate:
    """Return the template from which an event was made; without one, the free template.

    >>> template_stored("pairs").key, template_stored("").key
    ('pairs', 'free')
    """
    return next((template for template in TEMPLATES if template.key == key), FREE)
