"""The words for what is wrong with a line of a list for the register."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.members.files import LineProblem

LINES: wording.Words = {
    LineProblem.NAME_MISSING: _("The name is missing."),
    LineProblem.TOO_LONG: _("“%(text)s” is too long."),
    LineProblem.NUMBER: _("“%(text)s” is no member number."),
    LineProblem.NUMBER_TWICE: _("The number %(text)s stands in the list twice."),
    LineProblem.SEVERAL: _("Several members are called %(text)s. Write the number too."),
    LineProblem.TWICE: _("%(text)s stands in the list twice."),
    LineProblem.SEX: _("“%(text)s”: write female or male."),
    LineProblem.YEAR: _("“%(text)s” is no year of birth."),
    LineProblem.SHOWN: _("“%(text)s”: write yes or no."),
    LineProblem.EMAIL: _("“%(text)s” is no e-mail address."),
}


def register() -> None:
    """Register the words."""
    wording.register(LineProblem, LINES)
