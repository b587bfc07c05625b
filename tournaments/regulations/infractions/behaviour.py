"""行为: manners at the table and honest play."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.regulations.infractions.values import (
    Authority,
    Infraction,
    Level,
    Scope,
    Step,
    Window,
    everywhere,
)

BEHAVIOUR: Final = (
    Infraction(
        "B-01",
        _("Discourtesy"),
        everywhere(Level.L2, Step(2, Level.L5), Step(3, Level.L8, Authority.CHIEF)),
        window=Window.YEAR,
        counts=Scope.PERSON,
        needs_facts=True,
    ),
    Infraction(
        "B-02",
        _("Disturbing others, or being loud"),
        everywhere(Level.L1, Step(2, Level.L3)),
        window=Window.STAGE,
        counts=Scope.PERSON,
    ),
    Infraction(
        "B-03",
        _("Smoking, drinking, breaking the rules of the venue"),
        everywhere(Level.L1, Step(2, Level.L4)),
        window=Window.STAGE,
        counts=Scope.PERSON,
    ),
    Infraction(
        "B-04",
        _("Abuse or threat"),
        everywhere(Level.L6, Step(2, Level.L9, Authority.CHIEF_AND_ORGANISER)),
        who=Authority.CHIEF,
        window=Window.YEAR,
        counts=Scope.PERSON,
        needs_facts=True,
    ),
    Infraction(
        "B-05",
        _("Violence or damage"),
        everywhere(Level.L9),
        who=Authority.CHIEF_AND_ORGANISER,
        window=Window.YEAR,
        counts=Scope.PERSON,
        needs_facts=True,
    ),
    Infraction(
        "B-06",
        _("Losing on purpose, or fixing a match"),
        everywhere(Level.L9),
        who=Authority.CHIEF_AND_ORGANISER,
        window=Window.YEAR,
        counts=Scope.PERSON,
        needs_facts=True,
        remedy=_("A ban for the stage at least."),
    ),
    Infraction(
        "B-07",
        _("Unsporting conduct"),
        everywhere(Level.L2, Step(2, Level.L6)),
        who=Authority.DEPUTY,
        window=Window.YEAR,
        counts=Scope.PERSON,
        needs_facts=True,
    ),
)
