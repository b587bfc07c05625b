"""Words of what the register of members refuses."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.base.refusals import Reason

MEMBERS: Final = {
    Reason.MEMBER_SEVERAL: _(
        "Several members are called %(name)s: %(numbers)s. "
        "Write the number behind the name, or #0 for somebody who is no member."
    ),
    Reason.MEMBER_NUMBER_UNKNOWN: _("No member has the number %(number)s."),
    Reason.MEMBER_NUMBER_OF_OTHER: _(
        "Member %(number)s is not called %(name)s. Write the number alone, or the right name."
    ),
    Reason.MEMBER_NUMBER_TAKEN: _("%(name)s has the number %(number)s already."),
    Reason.MEMBER_GONE: _("This member was merged or blanked meanwhile. Nothing was changed."),
    Reason.PERSON_TWICE: _("%(name)s is the same person as %(other)s, who takes part already."),
    Reason.MERGE_WITH_ITSELF: _("These are one person already."),
    Reason.NAME_DECIDED: _("It was decided meanwhile whose entry %(name)s is."),
    Reason.NAME_PLAYS_ALREADY: _(
        "%(name)s takes part in %(event)s already. Remove one of the two entries first."
    ),
    Reason.MERGE_PLAY_TOGETHER: _(
        "%(name)s and %(other)s both take part in %(event)s, so they are two persons."
    ),
    Reason.NOT_MERGED: _("This person is not merged with another one."),
    Reason.YEAR_OUT_OF_RANGE: _("The year of birth lies between %(low)s and %(high)s."),
}
