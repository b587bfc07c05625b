"""管理、成绩与名单: seats, line-ups, scores, corrections, appeals and withdrawals."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

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

ADMINISTRATION: Final = (
    Infraction(
        "A-01",
        _("Not checked in on time"),
        everywhere(Level.L0),
        window=Window.STAGE,
        remedy=_("Lateness counts from the start of the round (T-01)."),
    ),
    Infraction(
        "A-02",
        _("Wrong seats"),
        everywhere(Level.L1, Step(2, Level.L4)),
        window=Window.STAGE,
        needs_facts=True,
        remedy=_(
            "Seats are corrected. Teams whose match cannot be repaired both get 40 % of the "
            "victory points."
        ),
    ),
    Infraction(
        "A-03",
        _("Line-up late or missing"),
        by_column(
            sides=Terms(Level.L3, (Step(2, Level.L5),)),
            levels=Terms(Level.L3, (Step(2, Level.L5),)),
        ),
        who=Authority.DEPUTY,
        window=Window.STAGE,
        needs_facts=True,
        remedy=_("For every five minutes; a missing one is as that of the segment before."),
    ),
    Infraction(
        "A-04",
        _("Line-up or substitution against the rules"),
        by_column(
            sides=Terms(Level.L5, (Step(2, Level.L7),)),
            levels=Terms(Level.L5, (Step(2, Level.L7),)),
        ),
        who=Authority.CHIEF,
        window=Window.STAGE,
        needs_facts=True,
        remedy=_("The opponents choose their seats."),
    ),
    Infraction(
        "A-05",
        _("Scoring error"),
        everywhere(Level.L0, Step(3, Level.L3)),
        window=Window.STAGE,
        needs_facts=True,
        remedy=_("The score is corrected."),
    ),
    Infraction(
        "A-06",
        _("Leaving before the score was checked and signed"),
        everywhere(Level.L1, Step(2, Level.L3)),
        window=Window.STAGE,
        needs_facts=True,
        remedy=_("The side's score is not raised later."),
    ),
    Infraction(
        "A-07",
        _("Giving or accepting a wrong score knowingly"),
        everywhere(Level.L6, Step(2, Level.L9, Authority.CHIEF_AND_ORGANISER)),
        who=Authority.CHIEF,
        window=Window.YEAR,
        needs_facts=True,
    ),
    Infraction(
        "A-08",
        _("Correction asked for too late"),
        everywhere(Level.RECT),
        who=Authority.CHIEF,
        window=Window.STAGE,
        needs_facts=True,
        remedy=_("It is refused."),
    ),
    Infraction(
        "A-09",
        _("Appeal without merit"),
        by_column(
            Terms(Level.RECT, (Step(2, Level.L6),)),
            Terms(Level.L5, (Step(2, Level.L6),)),
            Terms(Level.L5, (Step(2, Level.L6),)),
        ),
        who=Authority.CHIEF,
        window=Window.TOURNAMENT,
        needs_facts=True,
        remedy=_("The deposit is forfeited."),
    ),
    Infraction(
        "A-10",
        pgettext_lazy("infraction", "Forfeit"),
        everywhere(Level.L7),
        who=Authority.CHIEF,
        window=Window.TOURNAMENT,
        needs_facts=True,
        remedy=_("The opponents have a walkover; whoever forfeits twice is withdrawn."),
    ),
    Infraction(
        "A-11",
        _("Withdrawal during the event"),
        everywhere(Level.RECT),
        who=Authority.CHIEF_AND_ORGANISER,
        window=Window.YEAR,
        needs_facts=True,
        remedy=_("The deposit is forfeited; the organiser may bar pairs and teams."),
    ),
    Infraction(
        "A-12",
        _("No team dress or number"),
        by_column(
            Terms(Level.L0, (Step(2, Level.L1),)),
            Terms(Level.L1, (Step(2, Level.L1),)),
            Terms(Level.L1, (Step(2, Level.L1),)),
        ),
        window=Window.STAGE,
        counts=Scope.PERSON,
    ),
)
