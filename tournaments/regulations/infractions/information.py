"""信息: what a partner or an outsider tells, and what is agreed in secret."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.regulations.infractions.values import (
    Authority,
    Infraction,
    Level,
    Scope,
    Step,
    Table,
    Terms,
    Window,
    by_column,
    everywhere,
)


def _signals() -> Table:
    third = Step(3, Level.L7, Authority.CHIEF)
    points = Terms(Level.L1, (Step(2, Level.L5), third))
    return by_column(points, points, Terms(Level.L1, (Step(2, Level.L6), third)))


INFORMATION: Final = (
    Infraction(
        "I-01",
        _("Hesitation that tells something"),
        by_column(
            Terms(Level.L1, (Step(2, Level.L3),)),
            Terms(Level.RECT, (Step(2, Level.L3),)),
            Terms(Level.L1, (Step(2, Level.L3),)),
        ),
        window=Window.MATCH,
        remedy=_(
            "Over boards an adjusted score, if the partner chose what it suggested and had another "
            "choice."
        ),
    ),
    Infraction(
        "I-02",
        _("Signals by speech, look or posture"),
        _signals(),
        window=Window.MATCH,
        needs_facts=True,
    ),
    Infraction(
        "I-03",
        _("Telling an intention before the turn"),
        _signals(),
        window=Window.MATCH,
        needs_facts=True,
    ),
    Infraction(
        "I-04",
        _("Unlawful information more than three times"),
        everywhere(Level.L7),
        who=Authority.CHIEF,
        window=Window.GAME,
        needs_facts=True,
    ),
    Infraction(
        "I-05",
        _("Remarks on a deal in play"),
        everywhere(Level.L1, Step(2, Level.L4)),
        window=Window.STAGE,
        counts=Scope.PERSON,
    ),
    Infraction(
        "I-06",
        _("No convention card, or play that differs from it"),
        by_column(
            sides=Terms(Level.L3, (Step(2, Level.L5),)),
            levels=Terms(Level.L3, (Step(2, Level.L5),)),
        ),
        who=Authority.DEPUTY,
        window=Window.STAGE,
        needs_facts=True,
    ),
    Infraction(
        "I-07",
        _("Collusion"),
        by_column(individual=Terms(Level.L9), levels=Terms(Level.L9)),
        who=Authority.CHIEF_AND_ORGANISER,
        window=Window.YEAR,
        counts=Scope.PERSON,
        needs_facts=True,
    ),
    Infraction(
        "I-08",
        _("Telephone rings or is used"),
        by_column(
            Terms(Level.L1, (Step(2, Level.L5), Step(3, Level.L7, Authority.CHIEF))),
            Terms(Level.L6, (Step(2, Level.L7, Authority.CHIEF),)),
            Terms(Level.L4, (Step(2, Level.L7, Authority.CHIEF),)),
        ),
        window=Window.TOURNAMENT,
        counts=Scope.PERSON,
        needs_facts=True,
        remedy=_("Using it for the play is I-09."),
    ),
    Infraction(
        "I-09",
        _("Help by a program or from outside"),
        everywhere(Level.L9),
        who=Authority.CHIEF_AND_ORGANISER,
        window=Window.YEAR,
        counts=Scope.PERSON,
        needs_facts=True,
        remedy=_("The result of a team is cancelled; the association decides on a ban."),
    ),
    Infraction(
        "I-10",
        _("A spectator or a team mate interferes"),
        by_column(
            Terms(Level.RECT),
            Terms(Level.RECT),
            Terms(Level.L1),
        ),
        window=Window.TOURNAMENT,
        needs_facts=True,
        remedy=_(
            "The deal is adjusted; his team is warned, and whoever does so again leaves the room."
        ),
    ),
)
