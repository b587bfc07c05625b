"""明牌: cards that are exposed before the play, too late, or played against the rule."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.regulations.infractions.values import (
    Infraction,
    Level,
    Step,
    Table,
    Terms,
    Window,
    by_column,
)


def _where_exposed(level: Level, *steps: Step) -> Table:
    return by_column(Terms(level, steps), Terms(level, steps))


EXPOSURE: Final = (
    Infraction(
        "E-01",
        _("Exposing too late"),
        _where_exposed(Level.L1, Step(2, Level.L3)),
        window=Window.STAGE,
        remedy=_(
            "The exposure is void and the card goes back; a partner may not use what he has seen."
        ),
    ),
    Infraction(
        "E-02",
        _("Exposing too late again, or trying to"),
        _where_exposed(Level.L3),
        window=Window.STAGE,
    ),
    Infraction(
        "E-03",
        _("First exposure too late"),
        _where_exposed(Level.RECT, Step(2, Level.L1)),
        window=Window.STAGE,
        remedy=_(
            "It counts as an ordinary exposure if declared anew within its time, else it is void."
        ),
    ),
    Infraction(
        "E-04",
        _("Exposed card played in the first trick of its suit, corrected"),
        _where_exposed(Level.L1, Step(2, Level.L3)),
        remedy=_("The card is taken back and another one of the suit is played."),
    ),
    Infraction(
        "E-05",
        _("Exposed card played in the first trick of its suit, established"),
        _where_exposed(Level.L5, Step(2, Level.L6)),
        needs_facts=True,
        remedy=_("The trick and the exposure stand; what the side gained is taken from it."),
    ),
    Infraction(
        "E-06",
        _("Exposed card discarded before the first trick of its suit"),
        _where_exposed(Level.L1, Step(2, Level.L3)),
        needs_facts=True,
        remedy=_("As E-04 where it was corrected, as E-05 where it is established."),
    ),
    Infraction(
        "E-07",
        _("Exposing a card that cannot be exposed"),
        _where_exposed(Level.L1, Step(2, Level.L3)),
        remedy=_("The card is treated as one that was shown (P-01)."),
    ),
    Infraction(
        "E-08",
        _("Exposure announced in other words"),
        _where_exposed(Level.L0, Step(3, Level.L1)),
        remedy=_("It counts if the intention was clear."),
    ),
    Infraction(
        "E-09",
        _("Exposing on trial, or by a gesture"),
        _where_exposed(Level.L3, Step(2, Level.L5)),
        needs_facts=True,
    ),
    Infraction(
        "E-10",
        _("First exposure cancelled too late"),
        _where_exposed(Level.RECT),
        remedy=_("It is not cancelled: the exposure counts as declared."),
    ),
)
