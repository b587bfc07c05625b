"""The words for what is wrong with a line of a list for the register."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from clubs.members.comparing import MemberDoubt
from clubs.members.files import LineProblem
from tournaments import wording

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
DOUBTS: wording.Words = {
    MemberDoubt.RENAMED: _("The member of this number has another name."),
    MemberDoubt.RENUMBERED: _("The member of this name has another number."),
    MemberDoubt.NAMESAKES: _("Several members have this name, and none this number."),
    MemberDoubt.CONTRADICTED: _(
        "The member of this name has another telephone, sex or year of birth."
    ),
}
LEXICON: Final = wording.Lexicon({MemberDoubt: DOUBTS, LineProblem: LINES})
