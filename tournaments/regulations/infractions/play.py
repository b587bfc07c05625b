"""出牌: cards shown, led, followed and looked at when they should not be."""

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

PLAY: Final = (
    Infraction(
        "P-01",
        _("Showing a card by accident"),
        everywhere(Level.L0, Step(3, Level.L3)),
        remedy=_(
            "For individuals the card goes back; in pairs and teams it stays face up and is played "
            "at the first legal turn."
        ),
    ),
    Infraction(
        "P-02",
        _("Leading out of turn"),
        everywhere(Level.L0, Step(3, Level.L3)),
        remedy=_("The next player may accept the lead; else it is taken back."),
    ),
    Infraction(
        "P-03",
        _("Following out of turn"),
        by_column(
            Terms(Level.RECT, (Step(2, Level.L1), Step(3, Level.L3))),
            Terms(Level.RECT, (Step(2, Level.L1), Step(3, Level.L3))),
            Terms(Level.L0, (Step(2, Level.L1), Step(3, Level.L3))),
        ),
        remedy=_("The card is taken back; with a partner, his choice of cards may be restricted."),
    ),
    Infraction(
        "P-04",
        _("Not playing to a trick"),
        by_column(
            Terms(Level.RECT, (Step(2, Level.L3),)),
            Terms(Level.RECT, (Step(2, Level.L3),)),
            Terms(Level.L4, (Step(2, Level.L5),)),
        ),
        needs_facts=True,
        remedy=_(
            "A card is added if it is noticed by the next trick; else as D-05. Where levels are "
            "played, as D-05."
        ),
    ),
    Infraction(
        "P-05",
        _("Playing several cards at once"),
        everywhere(Level.RECT, Step(2, Level.L1)),
        remedy=_("One of them is chosen; the others count as shown (P-01)."),
    ),
    Infraction(
        "P-06",
        _("Looking at earlier tricks"),
        by_column(
            Terms(Level.L3, (Step(2, Level.L4),)),
            Terms(Level.L3, (Step(2, Level.L4),)),
            Terms(Level.L1, (Step(2, Level.L4),)),
        ),
    ),
    Infraction(
        "P-07",
        _("Taking back a card legally played"),
        everywhere(Level.L1, Step(2, Level.L3)),
        remedy=_("The card stays played."),
    ),
    Infraction(
        "P-08",
        _("Following with another combination than was held"),
        by_column(levels=Terms(Level.L5, (Step(3, Level.L7),))),
        remedy=_("As a revoke (R-01, R-02)."),
    ),
    Infraction(
        "P-09",
        _("Cards laid out untidily"),
        everywhere(Level.L0, Step(3, Level.L1)),
    ),
    Infraction(
        "P-10",
        _("Detaching a card before the turn"),
        by_column(
            Terms(Level.L0, (Step(2, Level.L1),)),
            Terms(Level.L1, (Step(2, Level.L1),)),
            Terms(Level.L0, (Step(2, Level.L1),)),
        ),
    ),
    Infraction(
        "P-11",
        _("Mixing the tricks before they were checked"),
        everywhere(Level.L4, Step(2, Level.L5)),
        needs_facts=True,
        remedy=_("Tricks in dispute are decided against whoever mixed them."),
    ),
)
