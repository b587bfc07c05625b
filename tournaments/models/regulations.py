"""The regulations of an event for its referees: size, periods, policies.

Infractions and their consequences are in the catalogue.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.base import Row, one_of
from tournaments.models.structure import Event


class Size(models.TextChoices):
    """How extensive the referees' process of an event is."""

    CLUB = "club", _("club event")
    OFFICIAL = "official", pgettext_lazy("size of an event", "official competition")


class RulingsShown(models.TextChoices):
    """How much of its rulings an event shows in public."""

    ALL = "all", _("whole rulings")
    NUMBERS = "numbers", _("their numbers only")
    NONE = "none", pgettext_lazy("rulings shown", "nothing")


class Appealable(models.TextChoices):
    """What can be appealed against in an official competition."""

    RULING = "ruling", pgettext_lazy("can be appealed against", "rulings")
    PENALTY = "penalty", pgettext_lazy("can be appealed against", "penalty points")
    RESULT = "result", pgettext_lazy("can be appealed against", "results by the referee's word")
    SLOW_PLAY = "slow_play", pgettext_lazy("can be appealed against", "decisions on slow play")


def usual_appealable() -> list[str]:
    """Return the appealable matters of an event that does not define its own."""
    return [Appealable.RULING.value, Appealable.PENALTY.value, Appealable.RESULT.value]


class EventRegulations(Row):
    """规程: the regulations of an event for its referees; without a row it is a club event.

    Minutes of 0 mean that there is no such period. `deposit` is in minor units of the currency of
    the fees. `policies` holds the options that differ from the usual ones, by key.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="regulations")
    size = models.CharField(max_length=12, choices=Size, default=Size.CLUB)
    notice_minutes = models.PositiveSmallIntegerField(
        default=0, help_text="so long final results are posted before they become official"
    )
    appeal_minutes = models.PositiveSmallIntegerField(
        default=30, help_text="so long after a round is posted an appeal may be lodged"
    )
    last_appeal_minutes = models.PositiveSmallIntegerField(
        default=15, help_text="the same after the last round"
    )
    deposit = models.PositiveIntegerField(default=0)
    rulings_shown = models.CharField(max_length=8, choices=RulingsShown, default=RulingsShown.ALL)
    forfeit_minutes = models.PositiveSmallIntegerField(
        default=30, help_text="whoever is later than this has forfeited the match"
    )
    walkover_points = models.PositiveSmallIntegerField(
        default=50, help_text="what a deal that nobody played is worth to the side that came"
    )
    board_set_deals = models.PositiveSmallIntegerField(
        default=16, help_text="how many deals make a board set"
    )
    policies = models.JSONField(default=dict, blank=True)
    stand_in_for_suspended = models.BooleanField(
        default=False, help_text="somebody may play with the partner of who is suspended"
    )

    appealable = models.JSONField(
        default=usual_appealable, blank=True, help_text="what can be appealed against"
    )

    class Meta:
        constraints = [
            one_of("event_regulations_size", "size", Size),
            one_of("event_regulations_rulings_shown", "rulings_shown", RulingsShown),
            models.CheckConstraint(
                name="event_regulations_board_set", condition=Q(board_set_deals__gte=1)
            ),
            models.CheckConstraint(
                name="event_regulations_of_club",
                condition=Q(size=Size.OFFICIAL) | Q(notice_minutes=0),
            ),
        ]
