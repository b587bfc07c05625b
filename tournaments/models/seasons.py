"""Seasons: events that count together, and the append-only ledger of points earned in them."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import AppendOnlyRow, Row, one_of
from tournaments.models.clubs import Club
from tournaments.models.people import Person
from tournaments.models.structure import Event


class SeasonState(models.TextChoices):
    """The state of a season: points are posted in both, papers are final in the second."""

    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class Sharing(models.TextChoices):
    """How the members of a pair or a team share its points."""

    EACH = "each", _("each member gets all the points")
    DIVIDED = "divided", _("the members divide the points")


class EventLevel(models.TextChoices):
    """The level of an event in a season; it proposes the factor of its points."""

    EVENING = "evening", _("club evening")
    MONTHLY = "monthly", _("monthly event")
    OPEN = "open", _("open event")
    FINAL = "final", _("final of the year")


class Season(Row):
    """赛季: events of a club, or of the clubs of a league, in which persons earn club points.

    `scale` are the points by place, in the form of `seasons.scales`. `best_of` is how many events
    count of each person, None for all. Attendance counts in every event. The points are the club's
    own (俱乐部积分), unless an association grants them as its own (大师分).

    `finished_on` is the day of its certificates; one finished by an older version has none.
    """

    State = SeasonState
    Sharing = Sharing

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=120)
    state = models.CharField(max_length=12, choices=SeasonState, default=SeasonState.RUNNING)
    scale = models.JSONField()
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    attendance_numerator = models.PositiveIntegerField(default=0)
    attendance_denominator = models.PositiveIntegerField(default=1)
    sharing = models.CharField(max_length=8, choices=Sharing, default=Sharing.EACH)
    counts_guests = models.BooleanField(default=False)
    is_public = models.BooleanField(default=True)
    granted_by = models.CharField(
        max_length=60, blank=True, default="", help_text="the association whose 大师分 these are"
    )
    finished_on = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [
            one_of("season_state", "state", SeasonState),
            one_of("season_sharing", "sharing", Sharing),
            models.CheckConstraint(name="season_has_name", condition=~Q(name="")),
            models.UniqueConstraint(name="season_name_once", fields=["club", "name"]),
            models.CheckConstraint(
                name="season_attendance", condition=Q(attendance_denominator__gte=1)
            ),
            models.CheckConstraint(
                name="season_best_of", condition=Q(best_of__isnull=True) | Q(best_of__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def attendance(self) -> Fraction:
        """The points for having played in an event."""
        return Fraction(self.attendance_numerator, self.attendance_denominator)


class SeasonClub(Row):
    """A club that takes part in a league, beside the club that keeps its season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="guest_clubs")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="leagues")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="season_club_once", fields=["season", "club"]),
        ]


class SeasonEvent(Row):
    """An event of a season, with its level and the factor of its points."""

    Level = EventLevel

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="chosen")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="seasons")
    level = models.CharField(max_length=8, choices=EventLevel, default=EventLevel.EVENING)
    factor_numerator = models.PositiveIntegerField(default=1)
    factor_denominator = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            one_of("season_event_level", "level", EventLevel),
            models.UniqueConstraint(name="season_event_once", fields=["season", "event"]),
            models.CheckConstraint(
                name="season_event_factor",
                condition=Q(factor_numerator__gte=1, factor_denominator__gte=1),
            ),
        ]

    @property
    def factor(self) -> Fraction:
        """The factor by which the points of a rank are multiplied."""
        return Fraction(self.factor_numerator, self.factor_denominator)


class PointKind(models.TextChoices):
    """What points are awarded for."""

    PLACE = "place", _("place")
    ATTENDANCE = "attendance", _("attendance")


class PostingReason(models.TextChoices):
    """Why points, or a difference to earlier points, were posted."""

    FINISHED = "finished", _("the event was finished")
    CORRECTED = "corrected", _("the result was corrected")
    REOPENED = "reopened", _("the event goes on")
    DELETED = "deleted", _("the event was deleted")
    ADDED = "added", _("the event was taken into the season")
    REMOVED = "removed", _("the event was taken out of the season")
    RULES = "rules", _("the rules of the season were changed")


class SeasonPoints(AppendOnlyRow):
    """积分流水: points of a person in an event of a season, or a difference to earlier points.

    The sum of the rows of a person, an event and a kind is what the person has there; the last row
    tells the place, without one where the person has none any more. `seq` is the entry in the log
    of the event's tournament that posted it.
    """

    of_tournament: ClassVar[str] = "event__tournament"

    Kind = PointKind
    Reason = PostingReason

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="points")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="season_points")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="season_points")
    kind = models.CharField(max_length=12, choices=PointKind)
    numerator = models.BigIntegerField()
    denominator = models.PositiveBigIntegerField(default=1)
    place = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=12, choices=PostingReason)
    seq = models.PositiveBigIntegerField()

    class Meta:
        indexes = [models.Index(name="season_points_of", fields=["season", "event", "person"])]
        constraints = [
            one_of("season_points_kind", "kind", PointKind),
            one_of("season_points_reason", "reason", PostingReason),
            models.CheckConstraint(
                name="season_points_denominator", condition=Q(denominator__gte=1)
            ),
        ]

    @property
    def amount(self) -> Fraction:
        """The exact difference."""
        return Fraction(self.numerator, self.denominator)
