"""What follows from lateness, in words: before it is given and afterwards."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext

from tournaments.regulations.lateness import LateArticle, LateStep, LateTerms
from tournaments.wording.official.regulations import late_step_text

NOTHING: Final = Fraction(0)


def step_text(step: LateStep | None, terms: LateTerms, off_both: Fraction = NOTHING) -> str:
    """Return what follows from a step, with its article.

    `off_both` are the levels that are taken off both sides, since the other one came late too.
    """
    if step is None:
        return gettext("in time, nothing follows")
    what = _both_late_text(step, terms, off_both) if off_both else late_step_text(step, terms)
    return gettext("%(what)s (%(article)s)") % {"what": what, "article": step.article}


def noted_text(
    article: str, amount: Fraction, terms: LateTerms, off_both: Fraction = NOTHING
) -> str:
    """Return what followed for somebody who was late."""
    return step_text(LateStep(LateArticle(article), amount) if article else None, terms, off_both)


def _both_late_text(step: LateStep, terms: LateTerms, off_both: Fraction) -> str:
    if step.amount <= off_both:
        return gettext("both sides late: no head start for the opponents")
    what = late_step_text(replace(step, amount=step.amount - off_both), terms)
    return gettext("both sides late: %(what)s") % {"what": what}
