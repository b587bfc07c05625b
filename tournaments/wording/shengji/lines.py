"""The words of the steps from points to levels in a deal, and of the end of a game (局).

The cards of a step are shown before its words, and its points, if any, after them.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

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
