"""时间: coming late, playing slowly, and not stopping when play is stopped."""

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

OVERTIME: Final = by_column(
    Terms(Level.L1, (Step(3, Level.L3),)),
    Terms(Level.L1, (Step(3, Level.L3),)),
    Terms(Level.L1, (Step(3, Level.L4),)),
)

TIME: Final = (
    Infraction(
        "T-01",
        _("Late by up to 10 minutes"),
        by_column(Terms(Level.L1), Terms(Level.L1), Terms(Level.L4)),
        window=Window.STAGE,
        remedy=_("Where levels are played: one level for every five minutes begun."),
    ),
    Infraction(
        "T-02",
        _("Late by more than 10 minutes"),
        everywhere(Level.L4),
        who=Authority.DEPUTY,
        window=Window.STAGE,
        needs_facts=True,
        remedy=_("The amount grows with every five minutes."),
    ),
    Infraction(
        "T-03",
        _("Forfeit by lateness"),
        everywhere(Level.L7),
        who=Authority.CHIEF,
        window=Window.TOURNAMENT,
        needs_facts=True,
        remedy=_("The match is forfeited; whoever does so twice is withdrawn."),
    ),
    Infraction("T-04", _("First lead over time"), OVERTIME),
    Infraction("T-05", _("Play over time"), OVERTIME),
    Infraction(
        "T-06",
        _("Slow table"),
        by_column(
            Terms(Level.L1, (Step(2, Level.L5),)),
            Terms(Level.L3, (Step(2, Level.L5),)),
            Terms(Level.L1, (Step(2, Level.L5),)),
        ),
        window=Window.STAGE,
        remedy=_("Without a side at fault both get L1 and make up for it."),
    ),
    Infraction(
        "T-07",
        _("Deals not played in time"),
        everywhere(Level.RECT),
        window=Window.STAGE,
        needs_facts=True,
        remedy=_(
            "Average scores, or the deals are removed; a game by levels ends as it stood. Teams: "
            "1, 2, 3 and 5 victory points for one to four deals."
        ),
    ),
    Infraction(
        "T-08",
        _("Deliberate delay"),
        by_column(
            Terms(Level.L4, (Step(2, Level.L6),)),
            Terms(Level.L5, (Step(2, Level.L6),)),
            Terms(Level.L5, (Step(2, Level.L6),)),
        ),
        who=Authority.DEPUTY,
        window=Window.STAGE,
        counts=Scope.PERSON,
        needs_facts=True,
    ),
    Infraction(
        "T-09",
        _("Playing on after play was stopped"),
        everywhere(Level.L1, Step(2, Level.L3)),
        window=Window.STAGE,
        remedy=_("Cards played after the call are void."),
    ),
)
