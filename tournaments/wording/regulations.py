"""Words of the catalogue of infractions: families, levels, who may impose, and what repeats."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments import wording
from tournaments.regulations.articles import Authority, Level, Scope, Window

FAMILIES: Final[wording.Names] = {
    "G": pgettext_lazy("family of infractions", "General"),
    "D": pgettext_lazy("family of infractions", "Deal and number of cards"),
    "E": pgettext_lazy("family of infractions", "Exposure"),
    "P": pgettext_lazy("family of infractions", "Play"),
    "R": pgettext_lazy("family of infractions", "Revoke"),
    "C": pgettext_lazy("family of infractions", "Claims"),
    "T": pgettext_lazy("family of infractions", "Time"),
    "I": pgettext_lazy("family of infractions", "Information"),
    "B": pgettext_lazy("family of infractions", "Behaviour"),
    "A": pgettext_lazy("family of infractions", "Administration, scores and line-ups"),
    "S": pgettext_lazy("family of infractions", "Levels, kitty and trumps"),
    "O": pgettext_lazy("family of infractions", "The organiser's own"),
}
LEVELS: Final[wording.Names] = {
    Level.RECT: pgettext_lazy("level of a penalty", "rectification only"),
    Level.L0: pgettext_lazy("level of a penalty", "reminder"),
    Level.L1: pgettext_lazy("level of a penalty", "oral warning"),
    Level.L2: pgettext_lazy("level of a penalty", "written warning"),
    Level.L3: pgettext_lazy("level of a penalty", "light penalty"),
    Level.L4: pgettext_lazy("level of a penalty", "usual penalty"),
    Level.L5: pgettext_lazy("level of a penalty", "standard penalty"),
    Level.L6: pgettext_lazy("level of a penalty", "heavy penalty"),
    Level.L7: pgettext_lazy("level of a penalty", "deal, game or match lost"),
    Level.L8: pgettext_lazy("level of a penalty", "suspension"),
    Level.L9: pgettext_lazy("level of a penalty", "disqualification"),
}
CARDS: Final[wording.Names] = {
    Level.L2: pgettext_lazy("level of a penalty", "written warning, yellow card"),
    Level.L9: pgettext_lazy("level of a penalty", "disqualification, red card"),
}
"""Levels that are shown as a card in an official competition; a club event has no cards."""
AUTHORITIES: Final = {
    Authority.REFEREE: _("referee"),
    Authority.DEPUTY: pgettext_lazy("who imposes", "deputy chief referee"),
    Authority.CHIEF: _("chief referee"),
    Authority.CHIEF_AND_ORGANISER: _("chief referee, with the organiser's approval"),
}
WINDOWS: Final[wording.Names] = {
    Window.DEAL: pgettext_lazy("counted within", "deal"),
    Window.GAME: pgettext_lazy("counted within", "game"),
    Window.MATCH: pgettext_lazy("counted within", "match"),
    Window.SEGMENT: pgettext_lazy("counted within", "segment"),
    Window.ROUND: pgettext_lazy("counted within", "round"),
    Window.STAGE: pgettext_lazy("counted within", "stage"),
    Window.TOURNAMENT: pgettext_lazy("counted within", "tournament"),
    Window.YEAR: pgettext_lazy("counted within", "12 months"),
}
SCOPES: Final[wording.Names] = {
    Scope.PERSON: pgettext_lazy("counted for", "person"),
    Scope.SIDE: pgettext_lazy("counted for", "side"),
}


def level_name(level: Level, *, with_cards: bool = False) -> str:
    """Return the name of a level; as a card only where the event has cards."""
    return str(CARDS[level] if with_cards and level in CARDS else LEVELS[level])
