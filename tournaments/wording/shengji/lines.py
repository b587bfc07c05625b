"""The words of the steps from points to levels in a deal, and of the end of a game (局).

The cards of a step are shown before its words, and its points, if any, after them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.shengji.codes import EndCode, LineCode
from tournaments import wording
from tournaments.wording import Case

LINES: wording.Words = {
    LineCode.TRICK_POINTS: pgettext_lazy("step", "points in tricks"),
    LineCode.KITTY_POINTS: _("kitty won (%(combination)s): %(points)d × %(factor)s"),
    LineCode.KITTY_KEPT: _("the dealer's side won the last trick: the kitty does not count"),
    LineCode.THROW_PENALTY: _("failed throw by %(thrower)s"),
    LineCode.THROW_POINTS_DEALERS: _("failed throws by the dealer's side"),
    LineCode.THROW_POINTS_ATTACKERS: _("failed throws by the attackers"),
    LineCode.ATTACKERS_POINTS: pgettext_lazy("step", "points of this side"),
    LineCode.LEVELS_AS_DEALER: Case(
        "kept",
        {
            1: Case(
                "levels",
                {0: _("keeps the deal and gains no level")},
                ngettext_lazy(
                    "keeps the deal and goes up %(levels)s level",
                    "keeps the deal and goes up %(levels)s levels",
                    "levels",
                ),
            )
        },
        _("loses the deal"),
    ),
    LineCode.JACK_HOOKED: Case(
        "kept",
        {1: _("keeps the deal, but its J was hooked: falls back to %(to)s")},
        _("loses the deal, and its J was hooked: falls back to %(to)s"),
    ),
    LineCode.LEVELS_AS_ATTACKERS: Case(
        "kept",
        {
            1: _(
                "points converted to levels: the dealer's side keeps the deal, and the attackers"
                " gain no level"
            )
        },
        Case(
            "levels",
            {0: _("points converted to levels: takes the deal and gains no level")},
            ngettext_lazy(
                "points converted to levels: takes the deal and goes up %(levels)s level",
                "points converted to levels: takes the deal and goes up %(levels)s levels",
                "levels",
            ),
        ),
    ),
    LineCode.SUM_AS_DEALER: _(
        "over boards: the attackers have %(points)d points, which counts %(sum)s for the dealer's "
        "side"
    ),
    LineCode.SUM_AS_ATTACKERS: _(
        "over boards: %(points)d points of the attackers count %(sum)s for them"
    ),
    LineCode.DEAL_SUM_AS_DEALER: _(
        "the deal counts by itself: the attackers have %(points)d points, which counts %(sum)s for "
        "the dealer's side"
    ),
    LineCode.DEAL_SUM_AS_ATTACKERS: _(
        "the deal counts by itself: %(points)d points of the attackers count %(sum)s for them"
    ),
    LineCode.AWARDED: pgettext_lazy("step", "awarded by the referee"),
}

COMPLETE = (
    LineCode.LEVELS_AS_DEALER,
    LineCode.JACK_HOOKED,
    LineCode.LEVELS_AS_ATTACKERS,
    LineCode.SUM_AS_DEALER,
    LineCode.SUM_AS_ATTACKERS,
    LineCode.DEAL_SUM_AS_DEALER,
    LineCode.DEAL_SUM_AS_ATTACKERS,
)
"""The steps that turn points into levels or a sum, where a difference has no meaning."""

ENDINGS: wording.Words = {
    EndCode.TARGET_PASSED: _("A side has passed the target level."),
    EndCode.LEAD_REACHED: _("A side leads by enough levels to end the game."),
    EndCode.DEALS_PLAYED: _("All deals of the game have been played."),
    EndCode.TIME_UP: _("The time of the game is up."),
    EndCode.EQUAL_TO_SIDE_ON_DEAL: _("At equal levels the side on the deal has won."),
    EndCode.EQUAL_TO_FIRST_TO_REACH: _(
        "At equal levels the side that reached its level first has won."
    ),
}


Steps = Mapping[str, Mapping[str, Any]]
"""The values of the steps of a deal by their codes."""


def of_attackers(steps: Steps) -> Mapping[str, Any]:
    """Return the values of the step from the attackers' points to what counts; none without it."""
    codes = (
        LineCode.LEVELS_AS_ATTACKERS,
        LineCode.SUM_AS_ATTACKERS,
        LineCode.DEAL_SUM_AS_ATTACKERS,
    )
    return next((steps[code] for code in codes if code in steps), {})


def outcome_text(steps: Steps) -> str:
    """Return what came of a deal, by the values of the steps of both sides; empty without them.

    Which side deals next and how many levels it gains, or what the deal counts by itself.
    """
    attackers = of_attackers(steps)
    if "sum" in attackers:
        return gettext("%(sum)s for the attackers") % {"sum": wording.signed(attackers["sum"])}
    if not attackers:
        return ""
    dealers = steps.get(LineCode.LEVELS_AS_DEALER, {})
    levels = (dealers if attackers["kept"] else attackers).get("levels", 0)
    if attackers["kept"]:
        text = ngettext(
            "The dealer's side keeps the deal, up %(levels)s level",
            "The dealer's side keeps the deal, up %(levels)s levels",
            levels,
        )
        none = gettext("The dealer's side keeps the deal, no level gained")
    else:
        text = ngettext(
            "The attackers take the deal, up %(levels)s level",
            "The attackers take the deal, up %(levels)s levels",
            levels,
        )
        none = gettext("The attackers take the deal, no level gained")
    return text % {"levels": levels} if levels else none
