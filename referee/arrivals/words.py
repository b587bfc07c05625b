"""What follows from lateness, in words: before it is given and afterwards."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext

from tournaments.regulations.lateness import LateArticle, LateStep, LateTerms
from tournaments.wording.official.regulations import late_step_text


def step_text(step: LateStep | None, terms: LateTerms) -> str:
    """Return what follows from a step, with its article."""
    if step is None:
        return gettext("in time, nothing follows")
    what = late_step_text(step, terms)
    return gettext("%(what)s (%(article)s)") % {"what": what, "article": step.article}


def noted_text(article: str, amount: Fraction, terms: LateTerms) -> str:
    """Return what followed for somebody who was late."""
    return step_text(LateStep(LateArticle(article), amount) if article else None, terms)
