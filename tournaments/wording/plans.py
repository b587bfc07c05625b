"""The words for contradictions in the plan of an event."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.refusals import Reason
from tournaments.standings.prizes import PrizeTies

REASONS: wording.Words = {
    Reason.COMPARISON_WITHOUT_BOARDS: _(
        "Deals can be compared only where several tables play the same boards. Choose boards that "
        "are passed on or made by the program."
    ),
    Reason.COMPARISON_WITHOUT_ROOMS: _(
        "This comparison is between the two rooms of a match of teams. Choose teams and two rooms, "
        "or another comparison."
    ),
    Reason.COMPARISON_OF_TEAMS: _(
        "Teams are compared between their two rooms. Choose IMPs or board-a-match."
    ),
    Reason.COMPARISON_OF_UNITS: _(
        "IMPs are of differences of tens and hundreds of points; a deal of this game counts a few "
        "units over boards. Choose matchpoints or board-a-match."
    ),
    Reason.RULES_BY_TABLE: _(
        "In this game sides climb levels from deal to deal, so that several tables cannot play the "
        "same boards."
    ),
    Reason.BOARDS_TO_LIMIT: _(
        "A game that ends at a limit has no boards that others play too. Choose a fixed number of "
        "deals, or let every table deal for itself."
    ),
    Reason.ROOMS_WITHOUT_TEAMS: _("Two rooms are for matches of teams."),
    Reason.SEGMENTS_WITHOUT_TEAMS: _("Only matches of teams are played in segments."),
    Reason.SEGMENTS_UNEQUAL: _(
        "%(deals)s deals cannot be divided into %(segments)s segments of equal length."
    ),
    Reason.POINTS_OF_GAMES: _(
        "The points of several games cannot be compared, as each stops at its limit. Let the "
        "standings go by what a match is worth."
    ),
    Reason.RIGHT_IN_ONE_SEGMENT: _(
        "The seating right can go from side to side only where a match has two segments or more."
    ),
    Reason.LINE_UPS_WITHOUT_TEAMS: _("Only teams hand in line-ups."),
    Reason.THREE_WITHOUT_BOARDS: _(
        "Three teams meet in half matches only over boards, in two rooms and in one segment. "
        "Choose these, or let one of an odd number sit out."
    ),
    Reason.THREE_OF_ODD_BOARDS: _(
        "A half match of three teams has half the boards of a round, and %(deals)s cannot be "
        "halved. Choose an even number, or let one of an odd number sit out."
    ),
    Reason.THREE_NOT_DRAWN: _(
        "In a round robin and in a knockout it is fixed who meets whom, so that no three teams can "
        "meet in half matches. Choose a Swiss draw, or let one of an odd number sit out."
    ),
    Reason.LAST_NOT_DRAWN: _(
        "Only in a Swiss draw can it be chosen that the last sits out. Choose one, or let one of "
        "an odd number sit out as the draw has it."
    ),
    Reason.RANKING_OF_COMPARISON: _(
        "This order of the standings does not go with the way in which deals are compared. Choose "
        "another one."
    ),
    Reason.STAGE_WITHOUT_FEED: _(
        "Stage %(number)s does not say who goes on to it from the stage before."
    ),
    Reason.STAGE_FED_BY_NONE: _("There is no stage before the first from which anybody goes on."),
    Reason.GROUPS_NEED_MATCHES: _(
        "A stage is divided into groups only where it is drawn as a round robin or Swiss."
    ),
    Reason.CARRY_INTO_KNOCKOUT: _(
        "Nothing is carried over into a knockout: each of its matches is won by what is played in "
        "it."
    ),
    Reason.CLUB_TOO_LONG: _("The name of a club has at most %(most)s characters."),
    Reason.SEEDING_OUT_OF_RANGE: _("A place in the seeding is a number from 1 to %(most)s."),
    Reason.SEEDING_TWICE: _("Place %(place)s of the seeding is given twice."),
    Reason.ENTRY_IN_GROUP: _("Entry no. %(number)s is in a group of this stage already."),
    Reason.SEEDING_DRAWN: _(
        "A knockout was drawn by the seeding. Throw the draw away before you change it."
    ),
    Reason.PRIZES_UNREADABLE: _(
        "Prizes are amounts of 0 or more, from the first place on, and a rule for ties."
    ),
}

PRIZE_TIES: wording.Names = {
    PrizeTies.DIVIDED.value: _(
        "Those who share a place divide the prizes of the places that they fill, in equal parts."
    ),
    PrizeTies.NEXT_TIE_BREAK.value: _(
        "Those who share a place are parted by further tie-breaks; who is equal still divides."
    ),
    PrizeTies.HIGHER.value: _(
        "Those who share a place have the prize of the better place, each of them."
    ),
}
"""How prizes are shared, by the rule for ties."""
