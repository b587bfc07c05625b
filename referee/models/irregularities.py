"""Rows of what a sheet shows against the rules, and of what a referee decided of it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from referee.models.sheets import Sheet
from tournaments.models import AppendOnlyRow, Deal, User, one_of


class Irregularity(AppendOnlyRow):
    """违例: something against the rules that a sheet shows and that is offered to the referee.

    `play` is the place of the play in the report, counted from 1; 0 where it is not a play, and
    the cards tell one from another.
    """

    of_tournament = "deal__event__tournament"

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="irregularities")
    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="irregularities")
    code = models.CharField(max_length=48)
    seat = models.CharField(max_length=12)
    cards = models.JSONField(default=list)
    play = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(name="irregularity_has_code", condition=~Q(code="")),
            models.UniqueConstraint(
                name="irregularity_once",
                fields=["sheet", "code", "seat", "play", "cards"],
            ),
        ]


class Decision(models.TextChoices):
    """Decision of a referee on an irregularity."""

    NOTED = "noted", _("noted, nothing follows")
    WARNED = "warned", _("a warning")
    PENALTY = "penalty", _("penalty points")
    ADJUSTED = "adjusted", _("the result was changed")
    DISMISSED = "dismissed", _("there was none")


class IrregularityRuling(AppendOnlyRow):
    """What a referee decided of an irregularity, and why; a newer ruling takes its place."""

    of_tournament = "irregularity__deal__event__tournament"

    Decision = Decision

    irregularity = models.ForeignKey(Irregularity, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    decision = models.CharField(max_length=12, choices=Decision)
    reason = models.TextField(blank=True, default="")
    article = models.CharField(max_length=120, blank=True, default="")
    adjustment = models.CharField(max_length=12, blank=True, default="")
    official = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="irregularity_rulings"
    )

    class Meta:
        constraints = [
            one_of("irregularity_decision", "decision", Decision),
            models.UniqueConstraint(
                name="irregularity_ruling_number_once", fields=["irregularity", "number"]
            ),
        ]
