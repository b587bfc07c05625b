"""有牌不跟（藏牌）: not following suit with a card of the suit in hand."""

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

REVOKE: Final = (
    Infraction(
        "R-01",
        _("Revoke, corrected in time"),
        everywhere(Level.L1, Step(2, Level.L3)),
        remedy=_("The right card is played; in pairs and teams the wrong one stays face up."),
    ),
    Infraction(
        "R-02",
        _("Revoke, established"),
        by_column(
            Terms(Level.L5, (Step(2, Level.L6),)),
            Terms(Level.L5, (Step(2, Level.L6),)),
            Terms(Level.L5, (Step(3, Level.L7),)),
        ),
        needs_facts=True,
        remedy=_("The deal is played out; what the side gained by the revoke is taken from it."),
    ),
    Infraction(
        "R-03",
        _("Second established revoke in a game"),
        by_column(
            Terms(Level.L6, (Step(3, Level.L7),)),
            Terms(Level.L6, (Step(3, Level.L7),)),
            Terms(Level.L5, (Step(3, Level.L7),)),
        ),
        who=Authority.CHIEF,
        needs_facts=True,
    ),
    Infraction(
        "R-04",
        _("All hearts or all scoring cards won by a revoke"),
        by_column(Terms(Level.RECT), Terms(Level.RECT)),
        needs_facts=True,
        remedy=_(
            "The bonus is cancelled and the hearts count their face value; over boards an adjusted "
            "score. R-02 besides."
        ),
    ),
    Infraction(
        "R-05",
        _("Deliberate revoke"),
        everywhere(Level.L7, Step(2, Level.L9, Authority.CHIEF_AND_ORGANISER)),
        who=Authority.CHIEF,
        window=Window.YEAR,
        counts=Scope.PERSON,
        needs_facts=True,
    ),
    Infraction(
        "R-06",
        _("Claiming wrongly that somebody revoked"),
        by_column(
            Terms(Level.L3, (Step(2, Level.L5),)),
            Terms(Level.L1, (Step(2, Level.L5),)),
            Terms(Level.L1, (Step(2, Level.L5),)),
        ),
        needs_facts=True,
    ),
)
