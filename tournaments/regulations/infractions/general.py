"""通则: duties of everybody towards the referee and the regulations."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.regulations.infractions.values import (
    Authority,
    Infraction,
    Level,
    Scope,
    Step,
    Terms,
    Window,
    by_column,
    everywhere,
)

GENERAL: Final = (
    Infraction(
        "G-01",
        _("Not calling the referee at once"),
        everywhere(Level.L1, Step(2, Level.L3)),
        window=Window.STAGE,
        counts=Scope.PERSON,
    ),
    Infraction(
        "G-02",
        _("Settling an irregularity among the players"),
        by_column(
            Terms(Level.L1, (Step(2, Level.L4),)),
            Terms(Level.L3, (Step(2, Level.L4),)),
            Terms(Level.L1, (Step(2, Level.L4),)),
        ),
        window=Window.STAGE,
        needs_facts=True,
        remedy=_("All sides that agreed to it are penalised."),
    ),
    Infraction(
        "G-03",
        _("Not complying with a ruling"),
        everywhere(
            Level.L5,
            Step(2, Level.L7, Authority.CHIEF),
            Step(3, Level.L9, Authority.CHIEF_AND_ORGANISER),
        ),
        who=Authority.DEPUTY,
        window=Window.TOURNAMENT,
        counts=Scope.PERSON,
        needs_facts=True,
    ),
    Infraction(
        "G-04",
        _("Leaving the table without permission"),
        everywhere(Level.L1, Step(2, Level.L3)),
        window=Window.ROUND,
        counts=Scope.PERSON,
    ),
    Infraction(
        "G-05",
        _("Playing without the right to, or in another's name"),
        everywhere(Level.L9),
        who=Authority.CHIEF_AND_ORGANISER,
        window=Window.YEAR,
        counts=Scope.PERSON,
        needs_facts=True,
        remedy=_("Pairs and teams forfeit the match."),
    ),
    Infraction(
        "G-06",
        _("Another breach of the supplementary regulations"),
        everywhere(Level.L1, Step(2, Level.L2), Step(3, Level.L3), Step(4, Level.L4)),
        window=Window.STAGE,
        counts=Scope.PERSON,
        needs_facts=True,
    ),
)
