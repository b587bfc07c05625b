"""What follows from lateness, in words: before it is given and afterwards."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext, ngettext

from tournaments.standings.lateness import LateArticle, LatePenalty, LateStep
from tournaments.wording import signed


def step_text(step: LateStep | None, penalty: LatePenalty) -> str:
    """Return what follows from a step, with its article."""
    if step is None:
        return gettext("in time, nothing follows")
    if step.is_forfeit:
        what = gettext("the match is forfeited")
    elif step.is_warning:
        what = gettext("a warning")
    elif penalty is LatePenalty.BY_HAND:
        what = gettext("a share of a board, given on the page of penalties")
    else:
        what = amount_text(step.amount, penalty)
    return gettext("%(what)s (%(article)s)") % {"what": what, "article": step.article}


def amount_text(amount: Fraction, penalty: LatePenalty) -> str:
    """Return the penalty of a step in its unit."""
    if penalty is LatePenalty.LEVELS:
        text = ngettext(
            "the opponents start %(levels)s level higher",
            "the opponents start %(levels)s levels higher",
            int(amount),
        )
        return text % {"levels": int(amount)}
    words = {
        LatePenalty.POINTS: gettext("%(points)s penalty points at the table"),
        LatePenalty.IMPS: gettext("%(points)s IMP"),
        LatePenalty.MATCH: gettext("%(points)s match points"),
    }
    return words[penalty] % {"points": signed(amount)}


def noted_text(article: str, amount: Fraction, penalty: LatePenalty) -> str:
    """Return what followed for somebody who was late."""
    return step_text(LateStep(LateArticle(article), amount) if article else None, penalty)
