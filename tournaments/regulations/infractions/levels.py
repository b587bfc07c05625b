"""升级专用: calling trumps, the kitty, throws; only where levels are played."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.regulations.infractions.values import (
    Authority,
    Infraction,
    Level,
    Step,
    Table,
    Terms,
    by_column,
)


def _by_levels(level: Level, *steps: Step) -> Table:
    return by_column(levels=Terms(level, steps))


LEVELS: Final = (
    Infraction(
        "S-01",
        _("Trumps called too late or out of turn"),
        _by_levels(Level.L1, Step(2, Level.L4)),
        remedy=_("The call is void."),
    ),
    Infraction(
        "S-02",
        _("Wrong number of cards in the kitty"),
        _by_levels(Level.RECT, Step(3, Level.L7, Authority.CHIEF)),
        needs_facts=True,
        remedy=_("The dealer's side loses the deal; else the other side goes up one level."),
    ),
    Infraction(
        "S-03",
        _("Looking at the kitty"),
        _by_levels(Level.L4, Step(2, Level.L6)),
        needs_facts=True,
    ),
    Infraction(
        "S-04",
        _("Throw that fails"),
        _by_levels(Level.RECT),
        remedy=_(
            "The smallest part that fails is played; points for it are as the rules of the game "
            "lay down."
        ),
    ),
    Infraction(
        "S-05",
        _("Pair or tractor not followed"),
        _by_levels(Level.L5, Step(3, Level.L7, Authority.CHIEF)),
        needs_facts=True,
        remedy=_("As a revoke (R-01, R-02)."),
    ),
    Infraction(
        "S-08",
        _("Burying over time"),
        _by_levels(Level.L1, Step(2, Level.L4)),
    ),
)
