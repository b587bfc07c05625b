"""The choices for an event: its form, record, ranking, boards and draw."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class Form(models.TextChoices):
    """Who competes: individuals, individuals with changing partners, pairs, or teams."""

    INDIVIDUAL = "individual", _("individual")
    PARTNERS = "partners", _("individual with changing partners")
    PAIRS = "pairs", _("pairs")
    TEAMS = "teams", _("teams")


class EventState(models.TextChoices):
    """The life of an event."""

    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("published")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class ConfirmationMode(models.TextChoices):
    """Who confirms a sheet, apart from who recorded it."""

    OTHER_SIDE = "other_side", _("another side")
    ALL_OTHERS = "all_others", _("every other side")
    REFEREE = "referee", _("the referee")


class Depth(models.TextChoices):
    """The least that is recorded of a deal."""

    CAPTURES = "captures", _("scoring cards won")
    RESULT = "result", _("the result of the deal")
    HANDS = "hands", _("dealt hands and scoring cards won")
    TRICKS = "tricks", _("every trick")


class Records(models.TextChoices):
    """How often a deal is recorded before it counts."""

    ONE = "one", _("one record")
    TWO = "two", _("two records, on the tablet and on paper")


class Proof(models.TextChoices):
    """How a player proves their identity when confirming a deal."""

    TAP = "tap", _("a tap on the table's tablet")
    PIN = "pin", _("the player's own PIN")
    PHONE = "phone", _("the player's own phone")


class Ranking(models.TextChoices):
    """What the standings rank by first: points, table points, or the score of every match.

    The names of match scores are those of `tournaments.standings.match_scores`.
    """

    POINTS = "points", _("points")
    TABLE_POINTS = "table_points", _("table points 4-2-1-0, then points")
    VP_15_10 = "vp_15_10", _("victory points, 15 and the difference of levels up to 10")
    VP_13 = "vp_13", _("victory points, 13 and the difference of levels")
    WDL_2_1_0 = "wdl_2_1_0", _("win 2, draw 1, loss 0")
    WIN_3 = "win3", _("win 3, loss 0")
    VP_20 = "vp_20", _("victory points 20-0, by the number of boards")


class Comparison(models.TextChoices):
    """What a deal counts: its points, or their comparison with other results on the same board."""

    NONE = "none", _("the points of the deal")
    IMP = "imp", _("IMPs between the two rooms")
    BOARD = "board", _("board-a-match: 2, 1 or 0 for every board")
    MATCHPOINTS = "matchpoints", _("matchpoints among all tables")
    DATUM_IMP = "datum_imp", _("IMPs against the datum of all tables")


OF_FIELD: Final = frozenset({Comparison.MATCHPOINTS, Comparison.DATUM_IMP})
"""The comparisons of all tables that play a board."""


class BoardSource(models.TextChoices):
    """Where the hands of a board come from: dealt at the table, or made by the program."""

    TABLE = "table", _("every table deals for itself")
    PASSED = "passed", _("dealt at the first table, and passed on")
    MADE = "made", _("made by the program from a sealed seed")


class LineUpOrder(models.TextChoices):
    """The order in which the two line-ups of a match are handed in; both are revealed together."""

    BLIND = "blind", _("blind: neither side sees the other's")
    HOME_SECOND = "home_second", _("the home side has the seating right and hands in second")
    AWAY_SECOND = "away_second", _("the visiting side has the seating right and hands in second")
    ALTERNATING = "alternating", _("the seating right goes from side to side with every segment")


class OddField(models.TextChoices):
    """How an odd number of pairs or teams is drawn where matches have two sides."""

    SIT_OUT = "sit_out", _("one sits the round out")
    LAST = "last", _("the last sits the round out, at first the highest number")
    THREE_WAY = "three_way", _("three meet in half matches, each with each")


class DrawMethod(models.TextChoices):
    """How the next round of an event is drawn unless the director says otherwise."""

    RANDOM = "random", _("at random")
    BY_STANDING = "by_standing", _("by standing")
    MOVEMENT = "movement", _("fixed movement")
    SWISS = "swiss", _("Swiss: equals meet, nobody twice while that can be avoided")
    HIGH_HIGH = "high_high", _("first against second, third against fourth, nobody twice")
    DANISH = "danish", _("first against second, third against fourth, also again")
    ROUND_ROBIN = "round_robin", _("round robin: everybody meets everybody")
    WHIST = "whist", _("everybody is partner of each once, opponent of each twice")
    MITCHELL = "mitchell", _("Mitchell: north-south stay, east-west and the boards move")
    HOWELL = "howell", _("Howell: all pairs meet over the same boards")
    KNOCKOUT = "knockout", _("knockout")


class SitOutCredit(models.TextChoices):
    """What a round counts for an entry that had a bye in it or joined after it.

    `AVERAGE` remains for events that have it: new ones use `OWN_OR_MEAN`, because a single round is
    no average.
    """

    AVERAGE = "average", _("the entry's own average of a round")
    OWN_OR_MEAN = "own_or_mean", _("the entry's own average, from its second round on")
    LOWER = "lower", _("the own average or the mean of all tables, whichever is lower")
    WIN = "win", _("a match won without play")
    NONE = "none", _("nothing")
    NUMBER = "number", _("a number")


class RankedFrom(models.TextChoices):
    """From when on an entry is ranked; the names are those of `standings.unplayed_terms`."""

    ALL = "all", _("everybody who was entered")
    ONE = "one", _("who has played a deal")
    HALF = "half", _("who has played half of the deals dealt so far")
    NUMBER = "number", _("who has played a number of deals")
