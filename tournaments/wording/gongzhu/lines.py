"""The words of the steps in the sum of a deal, and of the end of a game (局).

The cards of a step are shown before its words and its points after them, so the words only give the
value of each card and the factor. If the points are the change made by a step, the words lead up to
them.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.gongzhu.codes import EndCode, Feat, LineCode
from tournaments import wording
from tournaments.wording import Case

_HEARTS = Case(
    "factor",
    {1: Case("count", {1: pgettext_lazy("step", "heart")}, _("hearts, %(face)s each"))},
    Case(
        "count",
        {1: _("ace exposed: %(face)s × %(factor)s")},
        _("ace exposed: %(face)s × %(factor)s each"),
    ),
)

LINES: wording.Words = {
    LineCode.HEARTS: Case("face", {0: pgettext_lazy("step", "no points")}, _HEARTS),
    LineCode.PIG: Case(
        "factor",
        {1: Case("count", {1: pgettext_lazy("step", "pig")}, _("two pigs, %(face)s each"))},
        Case(
            "count",
            {1: _("pig, exposed: %(face)s × %(factor)s")},
            _("two pigs, exposed: %(face)s × %(factor)s each"),
        ),
    ),
    LineCode.SHEEP: Case(
        "factor",
        {1: Case("count", {1: pgettext_lazy("step", "sheep")}, _("two sheep, %(face)s each"))},
        Case(
            "count",
            {1: _("sheep, exposed: %(face)s × %(factor)s")},
            _("two sheep, exposed: %(face)s × %(factor)s each"),
        ),
    ),
    LineCode.SELF_WON: _("self-won: counts double, added"),
    LineCode.EXPOSED_BY_ITSELF: _("exposed by itself, as the fourth"),
    LineCode.ALL_HEARTS_REVERSED: _("all hearts: they count %(value)s; change"),
    LineCode.ALL_HEARTS_FIXED: Case(
        "factor",
        {1: _("all hearts: together they count %(value)s; change")},
        _("all hearts: together they count %(face)s × %(factor)s; change"),
    ),
    LineCode.PIG_REVERSED: _("the pig turns: it counts %(value)s; change"),
    LineCode.SLAM: _("slam: all scoring cards"),
    LineCode.SLAM_FIXED: _("slam, nothing exposed: it counts %(value)s; change"),
    LineCode.TRANSFORMER: _("transformer: %(sum)s × %(factor)s, added"),
    LineCode.TRANSFORMER_SELF_WON: _("transformer self-won: %(sum)s × %(factor)s, added"),
    LineCode.TRANSFORMER_ALONE: Case(
        "factor",
        {1: _("transformer alone")},
        _("transformer alone, exposed: %(face)s × %(factor)s"),
    ),
    LineCode.SLAM_IN_PROPORTION: _(
        "slam: %(slam_value)s in the proportion of %(sum)s to %(unexposed)s is %(value)s; change"
    ),
    LineCode.RAW: pgettext_lazy("step", "raw points"),
    LineCode.ZERO_SUM: Case(
        "denominator",
        {1: _("less the average of the others: %(value)s; change")},
        _(
            "less the average of the others: %(numerator)s/%(denominator)s, rounded %(value)s; "
            "change"
        ),
    ),
    LineCode.ZERO_SUM_SCALED: _("less the average of the others, × %(factor)s: %(value)s; change"),
    LineCode.PAIR_HALF_DIFFERENCE: _(
        "pair %(own)s, other pair %(other)s: half the difference is %(value)s; change"
    ),
    LineCode.PAIR_SUM: _("sum of the pair: %(value)s; change"),
    LineCode.PAIR_AVERAGE: _("average of the pair: %(value)s; change"),
    LineCode.SCALE: _("times %(factor)s, added"),
    LineCode.AWARDED: pgettext_lazy("step", "awarded by the referee"),
}

ENDINGS: wording.Words = {
    EndCode.LOW_REACHED: _("The low limit has been reached."),
    EndCode.HIGH_REACHED: _("The high limit has been reached."),
    EndCode.BOTH_REACHED: _("Both limits have been reached in one deal."),
    EndCode.DEALS_PLAYED: _("All deals of the game have been played."),
    EndCode.TIME_UP: _("The time of the game is up."),
    EndCode.EXTRA_DEAL: _("The best are level, so one more deal is played."),
}

FEATS: wording.Words = {
    Feat.SLAM: pgettext_lazy("feat", "Slam"),
    Feat.ALL_HEARTS: pgettext_lazy("feat", "All hearts"),
    Feat.PIG: pgettext_lazy("feat", "Pig"),
}
