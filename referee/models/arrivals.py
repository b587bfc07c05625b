"""Rows of who was missing when a round began, and what followed from it."""

from __future__ import annotations

from fractions import Fraction

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import AppendOnlyRow, Entry, Side, User, one_of


class ArrivalState(models.TextChoices):
    """What is known of somebody who was not there in time."""

    MISSING = "missing", _("not there")
    ARRIVED = "arrived", _("has arrived")
    FORFEITED = "forfeited", _("has forfeited the match")
    TAKEN_BACK = "taken_back", _("was there in time after all")


class Arrival(AppendOnlyRow):
    """到场: a step of an entry that was missing at its match; the newest is its state.

    `minutes` are those that had begun since the start of the round's clock, `article` and the
    amount what followed; `adjustment` is the uid of the penalty that was given.
    """

    of_tournament = "side__match__round__event__tournament"

    State = ArrivalState

    side = models.ForeignKey(Side, on_delete=models.PROTECT, related_name="arrivals")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="arrivals")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=ArrivalState)
    minutes = models.PositiveSmallIntegerField(default=0)
    article = models.CharField(max_length=12, blank=True, default="")
    numerator = models.BigIntegerField(default=0)
    denominator = models.PositiveBigIntegerField(default=1)
    adjustment = models.CharField(max_length=12, blank=True, default="")
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="arrivals")

    class Meta:
        constraints = [
            one_of("arrival_state", "state", ArrivalState),
            models.UniqueConstraint(name="arrival_once", fields=["side", "entry", "number"]),
            models.CheckConstraint(name="arrival_denominator", condition=Q(denominator__gte=1)),
        ]

    @property
    def awaits_penalty(self) -> bool:
        """Whether a penalty follows that nobody has given yet."""
        arrived = self.state == ArrivalState.ARRIVED
        return arrived and bool(self.numerator) and not self.adjustment

    @property
    def amount(self) -> Fraction:
        """The penalty that followed, in its unit; 0 for a warning."""
        return Fraction(self.numerator, self.denominator)
