"""The words for refusals about stages, knockouts and awards."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.refusals import Reason

REASONS: wording.Words = {
    Reason.KNOCKOUT_LEVEL: _(
        "In a knockout one side goes on, and these matches are level: table %(tables)s. Decide "
        "them by an extra deal or by lot."
    ),
    Reason.KNOCKOUT_GOES_ON: _("Matches of the knockout that are still to come: %(matches)s."),
    Reason.KNOCKOUT_OVER: _("Every match of the knockout has been drawn."),
    Reason.KNOCKOUT_ASTRAY: _(
        "Results were changed, and matches that were drawn do not follow from them any more: "
        "%(matches)s. Decide who goes on from the matches before."
    ),
    Reason.KNOCKOUT_NEEDS_WINNER: _(
        "In a knockout one side goes on. Give the match to one of them; if that one is withdrawn, "
        "its next opponent goes on without play."
    ),
    Reason.STAGE_LAST: _("The event has no other stage."),
    Reason.STAGE_OPEN: _("Stage %(number)s has been opened already."),
    Reason.STAGE_CHANGED: _(
        "Something has changed since this page was opened. Look once more at who goes on."
    ),
    Reason.STAGES_TO_COME: _("Stage %(number)s is still to come. Open it, or play it."),
    Reason.GROUPS_TOO_MANY: _(
        "%(entries)s entries cannot be divided into %(groups)s groups: each has two or more."
    ),
    Reason.NOT_MISMATCHED: _(
        "Only a match of a Swiss draw by victory points that is over can have been paired wrongly, "
        "between sides that stood more than five points apart before it."
    ),
    Reason.AWARD_OF_TWO_SIDES: _("Only a match of two sides can be awarded."),
    Reason.AWARD_STANDS: _("This match has been awarded already. Take that back first."),
    Reason.AWARD_MISSING: _("Nothing was awarded here, or it has been taken back already."),
    Reason.AWARD_NUMBERS: _("What a match counts is a number from -999 to 999, as 12 or 7.5."),
    Reason.MATCH_NOT_LEVEL: _(
        "This match has a winner, or is not over: there is nothing to decide."
    ),
}
