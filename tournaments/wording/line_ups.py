"""The words for problems of line-ups."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.structure.line_up_rules import LineUpProblem

PROBLEMS: wording.Words = {
    LineUpProblem.NOT_YOURS: _("This team does not play in that match."),
    LineUpProblem.ROUND_NOT_IN_PLAY: _("Round %(number)s is not in play."),
    LineUpProblem.REVEALED: _("The line-ups of this segment have been revealed already."),
    LineUpProblem.SEAT_EMPTY: _("Somebody has to be named for every seat."),
    LineUpProblem.PERSON_TWICE: _("%(name)s is named for two seats."),
    LineUpProblem.NOT_A_MEMBER: _("Only players of the team can be named."),
    LineUpProblem.SEAT_UNKNOWN: _("A seat was named that the team does not fill."),
    LineUpProblem.OTHER_FIRST: _(
        "This team has the seating right: the other side hands in first. Its line-up is not in yet."
    ),
    LineUpProblem.FIXED: _(
        "The other side has the seating right, so this line-up cannot be changed any more."
    ),
    LineUpProblem.MISSING: _("The line-up of %(team)s is not in yet."),
    LineUpProblem.STILL_PLAYING: _(
        "The segment before is still played; deals without a result: %(deals)s."
    ),
    LineUpProblem.NONE_BEFORE: _(
        "There is no line-up from before that the team could still play with. Enter one."
    ),
    LineUpProblem.NOTHING_TO_REVEAL: _(
        "In no match both line-ups are in and still to be revealed."
    ),
    LineUpProblem.NOT_IN_ROUND: _("%(name)s does not play for the team in round %(number)s."),
    LineUpProblem.TOO_FEW: _(
        "In round %(number)s the team has %(able)s players who can be named, and %(wanted)s seats "
        "to fill. Ask the director for a stand-in."
    ),
    LineUpProblem.TEAM_WITHDRAWN: _("The team has withdrawn and hands in no line-ups any more."),
    LineUpProblem.RIGHT_NOT_CHOSEN: _(
        "In this event the seating right does not go from side to side: there is nothing to choose."
    ),
    LineUpProblem.RIGHT_FIXED: _(
        "A line-up of this match is in already: in which segments the home side has the seating "
        "right cannot be chosen any more."
    ),
    LineUpProblem.NONE_AWAITED: _("No match waits for line-ups."),
    LineUpProblem.NONE_LATE: _("No line-up is late."),
    LineUpProblem.IN_MEANWHILE: _("The line-up of this team has come in meanwhile."),
    LineUpProblem.AS_IN_TWIN: _(
        "The other half match of this team is revealed: in this one everybody sits in the same "
        "seat, in the other half of the round."
    ),
    LineUpProblem.SUSPENDED: _("%(name)s is suspended in this round and cannot take a seat."),
    LineUpProblem.NOT_LATE: _("The hour was changed meanwhile: this line-up is not late."),
}
LEXICON: Final = wording.Lexicon({LineUpProblem: PROBLEMS})
