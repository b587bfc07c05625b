"""声称: claims that are incomplete, too early, wrong or obstructed."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.regulations.infractions.values import (
    Infraction,
    Level,
    Step,
    Terms,
    by_column,
    everywhere,
)

CLAIMS: Final = (
    Infraction(
        "C-01",
        _("Claim without a line of play or owners of cards"),
        everywhere(Level.L0, Step(3, Level.L1)),
        remedy=_("Doubt goes against the claimer."),
    ),
    Infraction(
        "C-02",
        _("Claim before the opening lead or after scoring"),
        everywhere(Level.RECT, Step(2, Level.L1)),
        remedy=_("The claim is void; cards that were faced count as shown (P-01)."),
    ),
    Infraction(
        "C-03",
        _("Claim that does not come true"),
        by_column(individual=Terms(Level.L0, (Step(2, Level.L1),))),
        remedy=_("Decided as the event decides contested claims."),
    ),
    Infraction(
        "C-04",
        _("Claim made to press or to mislead"),
        everywhere(Level.L4, Step(2, Level.L6)),
        needs_facts=True,
    ),
    Infraction(
        "C-05",
        _("Playing on after a claim"),
        everywhere(Level.L0, Step(2, Level.L1)),
        remedy=_("What was played after the claim is void and goes back."),
    ),
    Infraction(
        "C-06",
        _("Obstructing a claim, or not answering it"),
        everywhere(Level.L1, Step(2, Level.L3)),
        remedy=_("The time counts against that seat."),
    ),
)
