"""The words of rehearsals: what goes wrong in one, and what does not hold after a round."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from config.simulation.invariants import Broken
from config.simulation.made_up_values import Mishap
from tournaments import wording

MISHAPS: wording.Words = {
    Mishap.LATE_RESULT: _("a result that comes late"),
    Mishap.CORRECTION: _("a result that is corrected"),
    Mishap.PENALTY: _("a penalty"),
    Mishap.WALKOVER: _("a side that does not come"),
    Mishap.WITHDRAWAL: _("a withdrawal"),
}
BROKEN: wording.Words = {
    Broken.SEATED_TWICE: _("Round %(round)s: %(entry)s is seated twice."),
    Broken.NOT_SEATED: _("Round %(round)s: %(entry)s is not seated."),
    Broken.STRANGER_SEATED: _("Round %(round)s: %(entry)s is seated and does not take part."),
    Broken.BYE_AGAIN: _("Round %(round)s: %(entry)s sits out a second time."),
    Broken.SCORES_WRONG: _("Round %(round)s: the scores of %(entry)s are not the whole."),
    Broken.NOT_RANKED_ONCE: _("%(entry)s is not ranked exactly once."),
    Broken.ORDER_WRONG: _("%(entry)s stands below somebody with less."),
    Broken.PLACE_WRONG: _("The place of %(entry)s is not the one it stands at."),
    Broken.NOTHING_DECIDED: _("Nothing says why %(entry)s is apart from its equals."),
    Broken.TOTAL_WRONG: _("The matches of %(entry)s do not come to its score."),
    Broken.NOT_MIRRORED: _("The rows of %(entry)s and %(other)s do not tell the same."),
}


def register() -> None:
    """Give every code its words."""
    wording.register(Mishap, MISHAPS)
    wording.register(Broken, BROKEN)
