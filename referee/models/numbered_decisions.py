"""Rows of the numbers that decisions without a ruling of their own have in an official competition.

What was decided stands in the table of its kind; a ruling (裁决) bears its number itself.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import AppendOnlyRow, Deal, Event, Round, Tournament, User, one_of


class DecisionKind(models.TextChoices):
    """What kind of decision has a number, and so in which table its row is."""

    CLAIM = "claim", _("claim decided")
    LATENESS = "lateness", _("penalty for coming late")
    EXPOSURE = "exposure", _("late exposure decided")
    SCORE = "score", _("adjusted score")
    RESULT = "result", _("result given by the referee")
    IRREGULARITY = "irregularity", _("irregularity decided")
    PENALTY = "penalty", _("penalty points")


class NumberedDecision(AppendOnlyRow):
    """裁-年-序 of a decision of a referee; `decided` is the uid of its row.

    The numbers run with those of rulings, so that none is used twice in a year of a tournament.
    """

    of_tournament = "tournament"

    Kind = DecisionKind

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="numbered_decisions"
    )
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="numbered_decisions")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, related_name="+")
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, null=True, related_name="+")
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=DecisionKind)
    decided = models.CharField(max_length=12, unique=True)
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            one_of("numbered_decision_kind", "kind", DecisionKind),
            models.UniqueConstraint(
                name="numbered_decision_once", fields=["tournament", "year", "number"]
            ),
        ]
